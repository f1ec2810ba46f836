/// What a player who drives a walker can ask of it.
package enum Steering: Hashable, Sendable {
  /// Degrees, positive to the right.
  case turn(degrees: Double)
  case faster
  case slower
  /// Goes on as before it stood, if it stands; whoever goes already keeps their speed.
  case go
  /// Stands still until it is asked to go.
  case halt
}
