import Game
import Geodesy
import MapTiles
import Places
import Simulation
import Views

/// Finds routes on the streets of the game's map while the game goes on: one at a time, and of those that are asked for
/// meanwhile the latest.
struct RouteFinder {
  private let streets: StreetKeeper
  private var isFinding = false
  private var next: RouteQuestion?
  private var task: Task<Void, Never>?

  /// Finds routes on tiles; without them on a map that is read as a whole.
  init(_ map: BaseMap, _ tiles: (any MapTiles)?) { streets = StreetKeeper(map, tiles) }

  /// Finds a route, now or after the present one; `hear` is told as the session is, and has to call ``ended(hear:)``.
  mutating func find(_ question: RouteQuestion, hear: @escaping @Sendable (SessionEvent) -> Void) {
    guard !isFinding else { return next = question }
    isFinding = true
    task = Task(priority: .utility) { [streets] in
      let line = await streets.line(from: question.start, to: question.goal)
      if !Task.isCancelled { hear(.route(line, to: question.target)) }
    }
  }

  /// The route that was asked for is heard of: goes on with the next one.
  mutating func ended(hear: @escaping @Sendable (SessionEvent) -> Void) {
    isFinding = false
    if let question = next.take() { find(question, hear: hear) }
  }

  /// Stops delivering routes.
  mutating func close() { task?.cancel() }
}

/// The streets of a map around the routes that are asked for, as far as they were read last.
actor StreetKeeper {
  /// Metres between player and target from which on no streets are read: nobody walks so far to a treasure.
  private static let reach = 20_000.0
  /// Metres around player and target whose streets are known.
  private static let margin = 500.0

  private let map: BaseMap
  private let tiles: (any MapTiles)?
  /// The network that was made last, and the area in which it is complete.
  private var kept: (network: WayNetwork?, area: BoundingBox)?

  /// The streets of tiles, or of a map without any.
  init(_ map: BaseMap, _ tiles: (any MapTiles)?) { (self.map, self.tiles) = (map, tiles) }

  /// The line to walk; empty where there are no streets, or the goal is too far away.
  func line(from start: Coordinate, to goal: Coordinate) async -> [Coordinate] {
    guard start.distance(to: goal) <= Self.reach, let network = await network(around: [start, goal]) else { return [] }
    return network.route(from: start, to: goal).points
  }

  private func network(around places: [Coordinate]) async -> WayNetwork? {
    if let kept, places.allSatisfy(kept.area.contains) { return kept.network }
    let corners = places.flatMap { place in
      stride(from: 0.0, to: 360, by: 90).map { place.offset(by: Self.margin, toward: Bearing(degrees: $0)) }
    }
    guard let area = BoundingBox(around: corners) else { return nil }
    let streets =
      if let tiles { try? await MapStreets(of: tiles, around: places, margin: 2 * Self.margin) } else {
        MapStreets?.some(MapStreets(of: map))
      }
    guard !Task.isCancelled, let streets else { return nil }
    let network = streets.plan.ways.isEmpty ? nil : WayNetwork(streets.plan, around: places[0])
    kept = (network, area)
    return network
  }
}
