import ArgumentParser
import Geodesy
import HuntDomain
import MapTiles
import PlaceCatalog
import Places
import Simulation
import Views

/// Loads the streets that simulated walkers follow, from a map or an imported region.
enum StreetGround {
  static let help = ArgumentHelp(
    "Walkers keep to the streets and paths of a map (tiles or GeoJSON) or of an imported region.", valueName: "map")

  /// Metres around each treasure whose streets are known.
  private static let margin = 800.0

  /// Reads the streets around a hunt: those that are named, or those of a region, which need not have any there; open
  /// ground without either.
  static func open(
    _ name: String?, in region: RegionName?, around hunt: Hunt, styling: MapStyling
  ) async throws(CommandFailure) -> WalkingGround {
    let isNamed = name != nil
    guard let name = name ?? region?.text else { return .open }
    let places = hunt.treasures.map(\.place.position)
    let plan = try await plan(name, around: places, styling: styling)
    if plan.ways.isEmpty, !isNamed { return .open }
    guard !plan.ways.isEmpty, let network = WayNetwork(plan, around: places[0]) else {
      throw CommandFailure(
        "\(name): there are no streets around this hunt; without --ways walkers go straight.", .badData)
    }
    return .network(network)
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
