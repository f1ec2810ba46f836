/// A command with which the player steers a walker.
package enum Steering: Hashable, Sendable {
  /// Degrees, positive to the right.
  case turn(degrees: Double)
  case faster
  case slower
  /// Starts walking again at the speed before the halt; no effect on a walker that moves.
  case go
  /// Stands still until it is asked to go.
  case halt
}
