package import Geodesy

/// Places that are asked for: those within `metres` of `centre`.
package struct PlacesQuestion: Hashable, Sendable {
  /// The centre of a question for places.
  package enum Focus: Int, Hashable, Sendable, CaseIterable {
    /// The player's position.
    case player
    /// The centre of the map, which the player has moved away.
    case view
  }

  /// The middle of the area.
  package let centre: Coordinate
  /// The radius of the area, in metres.
  package let metres: Double
  /// What lies in the middle; a source's answer replaces its last one with the same focus.
  package let focus: Focus
}

/// Decides when to ask for places again: when the centre has moved far enough, or some time after a failure.
package struct PlaceDemand: Hashable, Sendable {
  /// Metres around it that are asked for: half an hour of walking.
  package static let reach = 2000.0
  /// Metres after which they are asked for again, while there is still enough ahead.
  package static let step = 500.0
  /// How long to wait before asking again after a failure.
  package static let patience = Duration.seconds(60)

  private let focus: PlacesQuestion.Focus
  private var middle: Coordinate?
  private var asked = Duration.zero
  private var wentWrong = false

  /// Creates a demand that has not asked yet.
  package init(around focus: PlacesQuestion.Focus = .player) { self.focus = focus }

  /// The question to ask the sources at `position`; `nil` while the last question still covers it.
  package mutating func question(at position: Coordinate, _ now: Duration) -> PlacesQuestion? {
    let isFar = middle.map { $0.distance(to: position) > Self.step } ?? true
    guard isFar || wentWrong && now - asked >= Self.patience else { return nil }
    (middle, asked, wentWrong) = (position, now, false)
    return PlacesQuestion(centre: position, metres: Self.reach, focus: focus)
  }

  /// Takes an answer, and notes whether it failed.
  package mutating func receive(_ answer: PlacesAnswer) {
    if answer.trouble != nil, !answer.isAwaitingBetter { wentWrong = true }
  }
}
