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
      .json, isSteered: header.isSteered, listens: header.listens, script: CommandScript(header.commands))
  }

  mutating func news(of moment: TimedLogEntry) -> [SessionNews] {
    switch moment.entry {
    case .event(let event): game.handle(event, at: moment.time).news
    case .begin(let begun): game.handle(.begin(begun.game(hunt: hunt, map: .empty, tiles: nil)), at: moment.time).news
    case .command(let line): game.type(line, at: moment.time).news
    case .tile, .shown: []
    }
  }

  /// What makes the judges of an event's players.
  static func judges(_ event: EventID, hunt: HuntSource, text: String) -> @Sendable (PlayerID) -> any ProofJudge {
    let own = hunt.hunt
    return { ProofReplay(event, of: $0, hunt: text) { EventGame($0, own) } }
  }
}
