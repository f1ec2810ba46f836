package import Geodesy
internal import Places
internal import Streets
package import Views

/// Routes along the streets of a map; the streets around the latest ones are kept.
package actor StreetRoutes {
  /// Metres between player and target from which on no streets are read: nobody walks so far to a treasure.
  package static let reach = 20_000.0
  /// Metres around player and target whose streets are known.
  private static let margin = 500.0

  private let map: BaseMap
  private let tiles: (any MapTiles)?
  /// The network that was made last, and the area in which it is complete.
  private var kept: (network: WayNetwork?, area: BoundingBox)?

  /// The streets of tiles, or of a map without any.
  package init(_ map: BaseMap, _ tiles: (any MapTiles)?) { (self.map, self.tiles) = (map, tiles) }

  /// The line to walk; empty where there are no streets, or the goal is too far away.
  package func line(from start: Coordinate, to goal: Coordinate) async -> [Coordinate] {
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
