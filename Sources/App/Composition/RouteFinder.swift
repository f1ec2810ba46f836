import Game
import Geodesy
import MapTiles
import Places
import Simulation
import Views

/// Finds routes on the streets of the game's map while the game goes on.
struct RouteFinder {
  /// Metres between player and target from which on no streets are read: nobody walks so far to a treasure.
  private static let reach = 20_000.0
  /// Metres around player and target whose streets are known.
  private static let margin = 400.0

  private let map: BaseMap
  private let tiles: (any MapTiles)?
  private var task: Task<Void, Never>?

  /// Finds routes on tiles; without them on a map that is read as a whole.
  init(_ map: BaseMap, _ tiles: (any MapTiles)?) { (self.map, self.tiles) = (map, tiles) }

  /// Finds a route, and hears of it as the session is told; of one that was asked for before nothing is heard.
  mutating func find(_ question: RouteQuestion, hear: @escaping @Sendable (SessionEvent) -> Void) {
    task?.cancel()
    task = Task(priority: .utility) { [map, tiles] in
      let line = await Self.line(from: question.start, to: question.goal, on: map, tiles)
      if !Task.isCancelled { hear(.route(line, to: question.target)) }
    }
  }

  /// Stops delivering routes.
  mutating func close() { task?.cancel() }

  /// The line to walk on the streets of tiles, or of a map without any; empty where there are no streets.
  static func line(
    from start: Coordinate, to goal: Coordinate, on map: BaseMap, _ tiles: (any MapTiles)?
  ) async -> [Coordinate] {
    guard start.distance(to: goal) <= reach,
      let streets = await streets(of: map, tiles, around: [start, goal]), !streets.plan.ways.isEmpty,
      let network = WayNetwork(streets.plan, around: start)
    else { return [] }
    return network.route(from: start, to: goal).points
  }

  private static func streets(
    of map: BaseMap, _ tiles: (any MapTiles)?, around places: [Coordinate]
  ) async -> MapStreets? {
    guard let tiles else { return MapStreets(of: map) }
    return try? await MapStreets(of: tiles, around: places, margin: margin)
  }
}
