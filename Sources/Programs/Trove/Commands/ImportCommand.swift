import ArgumentParser
import CommandKit
import PlaceCatalog

/// `trove import`: imports the places of files as a region for offline use.
struct ImportCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "import", abstract: "Makes a region of your own from files: places, streets and a map.",
    discussion: """
      Examples:
      trove import krems.osm.pbf
      trove import cafes.geojson --name cafes

      Reads OpenStreetMap (.osm.pbf, .osm, .osm.gz, .osm.bz2), GeoJSON, GPX, .loc, CSV, Overpass JSON and GeoPackage. The \
      region is replaced as a whole when all is read; an import that is cut off changes nothing, and goes on behind the \
      files that it has read when it is started again. Of files of OpenStreetMap it also makes the map, by the program \
      tilemaker; without it the region has none. Regions lie below $XDG_DATA_HOME/trove/places, or \
      ~/.local/share/trove/places, or in the folder that TROVE_REGIONS names. Extracts of OpenStreetMap are to be had \
      from download.geofabrik.de and others.

      Exit codes: 0 well; 64 wrong usage; 65 a file is bad, or has no places; 66 a file is not there; 73 the folder \
      cannot be written; 75 another program is importing the region; 130 interrupted.
      """)

  @Argument(
    help: "Files with places.",
    completion: .file(extensions: ["pbf", "osm", "gz", "bz2", "geojson", "json", "gpx", "loc", "csv", "gpkg"]))
  var files: [String]

  @Option(help: ArgumentHelp("What the region is called; without it, as the first file is.", valueName: "region"))
  var name: RegionName?

  @Option(
    help: ArgumentHelp(
      "Only what has one of these keys of OpenStreetMap: tourism,historic,natural=tree.", valueName: "keys"))
  var only = ""

  @Flag(name: .customLong("no-map"), help: "Make no map.")
  var hasNoMap = false

  func run() throws {
    let catalog = try Catalog.own()
    let selection = try Catalog.orFail { () throws(CatalogProblem) in try PlaceSelection(only) }
    let importer = try Catalog.orFail { () throws(CatalogProblem) in
      try catalog.importer(files: files, name: name, only: selection)
    }
    let summary = try Catalog.orFail { () throws(CatalogProblem) in
      try ImportRun.run(importer, makeMap: hasNoMap ? nil : ImportRun.mapMaking(of: files))
    }
    for warning in summary.warnings { Output.error(warning) }
    var words = "\(summary.region.name): \(ImportRun.counted(summary.region.count))"
    if summary.merged > 0 { words += ", \(summary.merged) doubles merged" }
    if catalog.map(of: summary.region.name) != nil { words += ", and a map" }
    if summary.resumed > 0 { words += "; \(summary.resumed) of the files had been read before" }
    Output.write(words + "\n")
  }
}

/// `trove forget`: removes an imported region.
struct ForgetCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "forget", abstract: "Removes regions that were imported.",
    discussion: """
      Examples:
      trove forget krems

      Exit codes: 0 well; 64 wrong usage; 66 there is no such region; 73 it cannot be removed; 75 it is in use.
      """)

  @Argument(help: "The names of the regions.")
  var regions: [RegionName]

  func run() throws {
    let catalog = try Catalog.own()
    for region in regions {
      try Catalog.orFail { () throws(CatalogProblem) in try catalog.forget(region) }
      Output.write("Forgot \(region).\n")
    }
  }
}
