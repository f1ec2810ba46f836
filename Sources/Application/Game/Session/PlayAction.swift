package import Nearby

/// An action of the player, from a key, a typed word or a script.
package enum PlayAction: Hashable, Sendable {
  /// Answers the question that is asked.
  case answer(String)
  /// Reads the next hint of the target.
  case hint
  /// Says that the target is found, though the receiver does not agree.
  case claim
  /// Looks for another open treasure: the next one of the list.
  case nextTarget
  /// Says where the target is, now.
  case way
  /// Says what is done, open and carried.
  case status
  /// Says what can be asked for.
  case help
  /// The player has turned, in degrees to the right.
  case turn(degrees: Double)
  /// Drives the walker.
  case steer(Steering)
  case quit
}
