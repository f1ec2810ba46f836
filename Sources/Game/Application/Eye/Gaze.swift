internal import Geodesy

/// Where a player looks, beside where they face: to the side, up or down, and how wide.
package struct Gaze: Hashable, Sendable {
  /// The fields of view that a player can choose, in degrees: from a spyglass to all that is not behind.
  package static let fieldsOfView = 30.0...120.0

  /// Degrees to the right of the heading, in `-180 ..< 180`.
  package private(set) var turn = 0.0
  /// Degrees up, in ``EyeCamera/pitches``.
  package private(set) var pitch = 0.0
  /// Degrees from the left edge of the picture to the right one, in ``EyeCamera/fieldsOfView``.
  package private(set) var fieldOfView: Double

  /// Creates a gaze; numbers out of range are cut to it.
  package init(turn: Double = 0, pitch: Double = 0, fieldOfView: Double = EyeCamera.usualFieldOfView) {
    self.fieldOfView = EyeCamera.fieldsOfView.clamp(fieldOfView.isFinite ? fieldOfView : EyeCamera.usualFieldOfView)
    self.turn(right: turn, up: pitch)
  }

  /// Looks farther to the right and up, in degrees; negative is left and down.
  package mutating func turn(right: Double, up: Double) {
    guard right.isFinite, up.isFinite else { return }
    turn = (turn + right).remainder(dividingBy: 360)
    if turn == 180 { turn = -180 }
    pitch = EyeCamera.pitches.clamp(pitch + up)
  }

  /// Takes in more by so many degrees, or less when negative.
  package mutating func widen(by degrees: Double) {
    fieldOfView = Self.fieldsOfView.clamp(fieldOfView + (degrees.isFinite ? degrees : 0))
  }
}
