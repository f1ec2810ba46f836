package import Geodesy

/// Places that are asked for: those within `metres` of `centre`.
package struct PlacesQuestion: Hashable, Sendable {
  /// Around what places are asked for.
  package enum Focus: Int, Hashable, Sendable, CaseIterable {
    case player
    /// What the player looks at on the map, having moved it away.
    case view
  }

  package let centre: Coordinate
  package let metres: Double
  package let focus: Focus
}

/// When places are asked for again: only when what they are asked around has moved enough, or when it went wrong and
/// some time has passed.
package struct PlaceDemand: Hashable, Sendable {
  /// Metres around it that are asked for: half an hour of walking.
  package static let reach = 2000.0
  /// Metres after which they are asked for again, while there is still enough ahead.
  package static let step = 500.0
  /// How long to wait before what went wrong is asked again.
  package static let patience = Duration.seconds(60)

  private let focus: PlacesQuestion.Focus
  private var middle: Coordinate?
  private var asked = Duration.zero
  private var wentWrong = false

  /// Nothing is asked yet.
  package init(around focus: PlacesQuestion.Focus = .player) { self.focus = focus }

  /// What to ask now that it is at `position`; nothing while what was asked is good enough.
  package mutating func question(at position: Coordinate, _ now: Duration) -> PlacesQuestion? {
    let isFar = middle.map { $0.distance(to: position) > Self.step } ?? true
    guard isFar || wentWrong && now - asked >= Self.patience else { return nil }
    (middle, asked, wentWrong) = (position, now, false)
    return PlacesQuestion(centre: position, metres: Self.reach, focus: focus)
  }

  /// An answer has come.
  package mutating func receive(_ answer: PlacesAnswer) {
    if answer.trouble != nil, !answer.isAwaitingBetter { wentWrong = true }
  }
}
