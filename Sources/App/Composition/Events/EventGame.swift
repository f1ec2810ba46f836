import EventDomain
import Events
import Game
import HuntDomain
import PlaceFiles
import PlainUI
import SessionLogs
import Views

/// A game of an event that is played again from its record, with the event's own hunt.
struct EventGame: ReplayedGame {
  private let hunt: Hunt
  private var game: LineGame

  init(_ header: SessionLogHeader, _ hunt: Hunt) {
    self.hunt = hunt
    game = LineGame(
      .none, isSteered: header.isSteered, listens: header.listens, script: CommandScript(header.commands))
  }

  mutating func turn(of moment: TimedLogEntry) -> ReplayedTurn {
    let turn: LineGame.Turn
    switch moment.entry {
    case .event(let event): turn = game.handle(event, at: moment.time)
    case .begin(let begun):
      turn = game.handle(.begin(begun.game(hunt: hunt, map: .empty, tiles: nil)), at: moment.time)
    case .command(let line): turn = game.type(line, at: moment.time)
    case .tile, .shown: return ReplayedTurn([], saved: [])
    }
    return ReplayedTurn(
      turn.news, saved: turn.effects.flatMap(\.savedEvents))
  }

  /// What makes the judges of an event's players.
  static func judges(_ event: EventID, hunt: HuntSource, text: String) -> @Sendable (PlayerID) -> any ProofJudge {
    let own = hunt.hunt
    return { ProofReplay(event, of: $0, hunt: text) { EventGame($0, own) } }
  }
}

extension SessionEffect {
  fileprivate var savedEvents: [HuntEvent] { if case .save(let events) = self { events } else { [] } }
}
