package import HuntDomain

/// A game that can be played again from its record.
package protocol ReplayedGame: Sendable {
  /// What the game says to the next event of its session.
  mutating func turn(of event: SessionEvent, at time: Duration) -> ReplayedTurn
  /// What the game says to a line that was typed.
  mutating func turn(ofTyped line: String, at time: Duration) -> ReplayedTurn
}

/// What a game says to a moment of its session.
package struct ReplayedTurn: Sendable {
  /// What it tells.
  package let news: [SessionNews]
  /// What it wants to be saved.
  package let saved: [HuntEvent]

  /// Creates a turn of what a session tells and what it wants to be done.
  package init(_ news: [SessionNews], effects: [SessionEffect]) {
    self.news = news
    saved = effects.flatMap { if case .save(let events) = $0 { events } else { [HuntEvent]() } }
  }
}
