import ArgumentParser
import GeoFormats
import PlaceCatalog

/// `trove import`: imports the places of files as a region for offline use.
struct ImportCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "import", abstract: "Takes the places of files into a region of your own.",
    discussion: """
      Reads OpenStreetMap (.osm.pbf, .osm, .osm.gz, .osm.bz2), GeoJSON, GPX, .loc, Overpass JSON and GeoPackage. The \
      region is replaced as a whole when all is read; an import that is cut off changes nothing, and goes on behind the \
      files that it has read when it is started again. Regions lie below $XDG_DATA_HOME/trove/places, or \
      ~/.local/share/trove/places, or in the folder that TROVE_REGIONS names. Extracts of OpenStreetMap are to be had \
      from download.geofabrik.de and others.

      Exit codes: 0 well; 64 wrong usage; 65 a file is bad, or has no places; 66 a file is not there; 73 the folder \
      cannot be written; 75 another program is importing the region; 130 interrupted.
      """)

  @Argument(
    help: "Files with places.",
    completion: .file(extensions: ["pbf", "osm", "gz", "bz2", "geojson", "json", "gpx", "loc", "gpkg"]))
  var files: [String]

  @Option(help: ArgumentHelp("What the region is called; without it, as the first file is.", valueName: "region"))
  var name: RegionName?

  @Option(
    help: ArgumentHelp(
      "Only what has one of these keys of OpenStreetMap: tourism,historic,natural=tree.", valueName: "keys"))
  var only = ""

  func run() throws {
    let catalog = try Catalog.own()
    let selection = try Catalog.orFail { () throws(CatalogProblem) in try PlaceSelection(only) }
    StopSignals.note()
    var bar = ProgressBar()
    let summary = try Catalog.orFail { () throws(CatalogProblem) in
      defer { bar.end() }
      return try catalog.importer(files: files, name: name, only: selection).run(now: .now) { progress in
        bar.show(progress.fraction, Self.words(progress))
        return StopSignals.signalled == nil
      }
    }
    for warning in summary.warnings { Output.error(warning) }
    var words = "\(summary.region.name): \(Self.counted(summary.region.count))"
    if summary.merged > 0 { words += ", \(summary.merged) doubles merged" }
    if summary.resumed > 0 { words += "; \(summary.resumed) of the files had been read before" }
    Output.write(words + "\n")
  }

  private static func words(_ progress: ImportProgress) -> String {
    let count = counted(progress.count)
    switch progress.phase {
    case .reading: return "\(count), reading \(SafeText.clean(progress.file ?? "", limit: 40))"
    case .sorting: return "\(count), looking for doubles"
    case .writing: return "\(count), writing"
    case .indexing: return "\(count), making the index"
    }
  }

  static func counted(_ places: Int) -> String { places == 1 ? "1 place" : "\(places) places" }
}

/// `trove forget`: removes an imported region.
struct ForgetCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "forget", abstract: "Removes regions that were imported.",
    discussion:
      "Exit codes: 0 well; 64 wrong usage; 66 there is no such region; 73 it cannot be removed; 75 it is in use.")

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
