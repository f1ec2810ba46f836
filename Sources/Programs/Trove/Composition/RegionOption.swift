import ArgumentParser
import CommandKit
import Nearby
import PlaceCatalog

/// `--in REGION`: one name for a map, places and streets.
struct RegionOption: ParsableArguments {
  @Option(
    name: .customLong("in"),
    help: ArgumentHelp(
      "An imported region: its places, and unless others are named, its map and streets, where they are used.",
      valueName: "region"))
  var region: RegionName?

  /// The map that is named, or else that of the region; a region without one is complained about.
  func map(_ named: String?) throws(CommandFailure) -> String? {
    guard named == nil, let region else { return named }
    let map = try Catalog.own(with: region).map(of: region)
    if map == nil { Output.error("The region \(region) has no map; \(Catalog.mapAdvice)") }
    return map
  }

  /// The sources of places that are named, and the region.
  func places(_ named: [String]) throws(CommandFailure) -> [any PointOfInterestSource] {
    var sources: [any PointOfInterestSource] = []
    for name in named { sources.append(try PlaceSources.open(name)) }
    guard let region else { return sources }
    let catalog = try Catalog.own(with: region)
    return sources + [try Catalog.orFail { () throws(CatalogProblem) in try catalog.open(region) }]
  }
}
