/// What a player who drives a walker can ask of it.
package enum Steering: Hashable, Sendable {
  /// Degrees, positive to the right.
  case turn(degrees: Double)
  case faster
  case slower
  /// Stands still until it is asked to go.
  case halt
}
