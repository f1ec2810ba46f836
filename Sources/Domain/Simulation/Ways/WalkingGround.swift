package import Geodesy

/// The ground on which a simulated player walks.
package enum WalkingGround: Sendable {
  /// Ground that is open everywhere: one goes straight.
  case open
  /// Streets and paths, and what stands between them.
  case network(WayNetwork)

  /// The route on foot from `start` to `goal`; deterministic.
  package func route(from start: Coordinate, to goal: Coordinate) -> Route {
    switch self {
    case .open: Route([start, goal])
    case .network(let network): network.route(from: start, to: goal)
    }
  }
}
