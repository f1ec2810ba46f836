import EventDomain
import Events
import Game
import HuntDomain
import PlaceFiles
import PlainUI
import SessionLogs

/// Games of events are replayed in lines, of which only news and effects are wanted.
extension LineGame {
  /// A game as the header of its session says, before it begins.
  init(of header: SessionLogHeader) {
    self.init(.none, isSteered: header.isSteered, listens: header.listens, script: CommandScript(header.commands))
  }

  /// What makes the judges of an event's players.
  static func judges(_ event: EventID, hunt: HuntSource, text: String) -> @Sendable (PlayerID) -> any ProofJudge {
    let own = hunt.hunt
    return { ProofReplay(event, of: $0, hunt: own, text: text) { LineGame(of: $0) } }
  }
}
