import ArgumentParser
import CommandKit
import Geodesy
import HuntDomain
import MapTiles
import PlaceCatalog
import Places
import Streets
import Views

/// Loads the streets that simulated walkers follow, from a map or an imported region, and the buildings and waters that
/// they go around.
enum StreetGround {
  static let help = ArgumentHelp(
    "Walkers keep to the streets and paths of a map (tiles or GeoJSON) or of an imported region.", valueName: "map")

  /// Metres around each treasure whose streets are known.
  private static let margin = 800.0

  /// Reads the streets around a hunt: those that are named, or those of a region, which need not have any there; without
  /// either the ground is open, but for the buildings and waters of a map.
  ///
  /// - Parameter map: the map of the game, if the walkers are seen on one.
  static func open(
    _ name: String?, in region: RegionName?, around hunt: Hunt, on map: LoadedMap? = nil, styling: MapStyling
  ) async throws(CommandFailure) -> WalkingGround {
    let places = hunt.treasures.map(\.place.position)
    var mapped = StreetPlan()
    if let map { mapped = await barriers(map, around: places) }
    if let source = name ?? region?.text {
      var plan = try await plan(source, around: places, styling: styling)
      // Regions have ways only.
      if plan.barriers.isEmpty { plan.barriers = mapped.barriers }
      if !plan.ways.isEmpty, let network = WayNetwork(plan, around: places[0]) { return .network(network) }
      if name != nil {
        throw CommandFailure(
          "\(source): there are no streets around this hunt; without --ways walkers go straight.", .badData)
      }
    }
    guard !mapped.barriers.isEmpty, let network = WayNetwork(mapped, around: places[0]) else { return .open }
    return .built(network)
  }

  /// The barriers of a map, and the ways that lead through them; nothing where they cannot be read, which the map tells
  /// by itself.
  private static func barriers(_ map: LoadedMap, around places: [Coordinate]) async -> StreetPlan {
    let plan = MapStreets(of: map.base).plan
    guard let tiles = map.tiles else { return plan }
    return (try? await MapStreets(of: tiles, around: places, margin: margin))?.plan ?? plan
  }

  private static func plan(_ name: String, around places: [Coordinate], styling: MapStyling)
    async throws(CommandFailure) -> StreetPlan
  {
    if !Files.isThere(name), let region = RegionName(name) {
      let catalog = try Catalog.own()
      guard catalog.has(region) else {
        throw Catalog.nothing(called: name)
      }
      let opened = try Catalog.orFail { () throws(CatalogProblem) in try catalog.open(region) }
      if let note = opened.summary.ways.note(region) { Output.error(note) }
      do throws(CatalogProblem) { return try await opened.streets(around: places, margin: margin) } catch {
        throw CommandFailure(error)
      }
    }
    let map = try Files.loadMap(name, styles: styling.styles)
    guard let tiles = map.tiles else { return MapStreets(of: map.base).plan }
    do throws(MapStreetsError) {
      let streets = try await MapStreets(of: tiles, around: places, margin: margin)
      for trouble in streets.troubles { Output.error("\(name): \(trouble)") }
      return streets.plan
    } catch {
      throw CommandFailure("\(name): \(error)", .badData)
    }
  }
}
