package import Geodesy

/// What a simulated player walks on.
package enum WalkingGround: Sendable {
  /// Ground that is open everywhere: one goes straight.
  case open
  /// Streets and paths, and what stands between them.
  case network(WayNetwork)

  /// How somebody on foot gets from one place to another: the same way every time.
  package func route(from start: Coordinate, to goal: Coordinate) -> Route {
    switch self {
    case .open: Route([start, goal])
    case .network(let network): network.route(from: start, to: goal)
    }
  }
}
