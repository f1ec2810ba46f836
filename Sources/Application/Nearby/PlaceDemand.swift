package import Geodesy

/// Places that are asked for: those within `metres` of `centre`.
package struct PlacesQuestion: Hashable, Sendable {
  package let centre: Coordinate
  package let metres: Double
}

/// When places are asked for again: only when the player has moved enough, or when it went wrong and some time has
/// passed.
package struct PlaceDemand: Hashable, Sendable {
  /// Metres around the player that are asked for: half an hour of walking.
  package static let reach = 2000.0
  /// Metres after which they are asked for again, while there is still enough ahead.
  package static let step = 500.0
  /// How long to wait before what went wrong is asked again.
  package static let patience = Duration.seconds(60)

  private var middle: Coordinate?
  private var asked = Duration.zero
  private var wentWrong = false

  /// Nothing is asked yet.
  package init() {}

  /// What to ask now that the player is at `position`; nothing while what was asked is good enough.
  package mutating func question(at position: Coordinate, _ now: Duration) -> PlacesQuestion? {
    let isFar = middle.map { $0.distance(to: position) > Self.step } ?? true
    guard isFar || wentWrong && now - asked >= Self.patience else { return nil }
    (middle, asked, wentWrong) = (position, now, false)
    return PlacesQuestion(centre: position, metres: Self.reach)
  }

  /// An answer has come.
  package mutating func receive(_ answer: PlacesAnswer) {
    if answer.trouble != nil, !answer.isAwaitingBetter { wentWrong = true }
  }
}
