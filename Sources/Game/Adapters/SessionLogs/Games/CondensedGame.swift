internal import Game
internal import HuntDomain

/// A game's record that has its hunt events, and no session.
struct CondensedGame {
  private let game: GameSummary
  private let events: [HuntEvent]

  /// Of a game with these events.
  init(_ game: GameSummary, _ events: [HuntEvent]) { (self.game, self.events) = (game, events) }

  /// The bytes of its file.
  var bytes: [UInt8] {
    let sitting = SittingLine(hunt: game.hunt, title: game.title, content: game.content)
    let line = EventsLine(events: events.map(EventRow.init), from: 0, game: game, previous: -1)
    return SealedLines.bytes(of: [RecordJSON.object(of: sitting), RecordJSON.object(of: line)].compactMap(\.self))
  }
}
