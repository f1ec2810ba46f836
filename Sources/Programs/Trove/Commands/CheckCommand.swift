import ArgumentParser
import CommandKit
import FoundationEssentials
import GeoFormats
import MapTiles
import OSMExtracts
import PlaceFiles
import SystemKit
import Views

/// `trove check`: checks that a file can be played.
struct CheckCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "check", abstract: "Checks \(FileFormat.all.flatMap(\.names).joined(separator: ", ")), and maps.",
    discussion: """
      Examples:
      trove check park.geojson
      trove check walk.gpx florence.pmtiles

      Prints `loaded N`: the points of a GPX or .loc file, the features of a GeoJSON file, the positions of a \
      receiver's recording (sentences of NMEA 0183, or what gpspipe -w or -r writes, also with the times of -t). \
      A hunt (its member trove says so) is also checked as a hunt: docs/hunts.md describes the format. \
      Of a map (PMTiles, MBTiles, a vector tile, a folder of them) every tile is read, and N are the features of all; the \
      schema of its layers is told; \
      a style of maps (docs/maps.md) has rules or kinds. Of OpenStreetMap (.osm.pbf, .osm, .osm.gz, .osm.bz2) N are \
      the nodes. \
      Same tiles of a PMTiles file are read once, and the tiles of all files together for half a minute at most: --wait says \
      how long.
      Files may be packed by gzip, bzip2 or ZIP; - is standard input.
      Complaints go to standard error as FILE:LINE: error|warning: text; of tiles and .osm.pbf LINE is \
      the byte.

      Exit codes: 0 loaded, perhaps with warnings; 2 refused whole, or nothing in it; 66 not there.
      """)

  @Argument(
    help: "Files to check.",
    completion: .file(
      extensions: [
        "pmtiles", "mbtiles", "mvt", "pbf", "osm",
      ] + FileFormat.extensions()))
  var files: [String]

  @Option(help: ArgumentHelp("How long the tiles of maps are read at most.", valueName: "seconds"))
  var wait = 30.0

  func validate() throws {
    guard (0.1...1e6).contains(wait) else { throw ValidationError("--wait goes from 0.1 to 1000000 seconds.") }
  }

  func run() throws {
    var worst = ExitCode.success
    let end = ContinuousClock.now + .seconds(wait)
    for file in files {
      var (loaded, diagnostics) = Self.check(file) { ContinuousClock.now >= end }
      let schema = loaded == nil ? nil : Self.schema(of: file, &diagnostics)
      for diagnostic in diagnostics { Output.error(diagnostic.text(file: file)) }
      if let loaded {
        Output.write((files.count > 1 ? "\(SafeText.clean(file)): " : "") + "loaded \(loaded)\(schema ?? "")\n")
        guard loaded == 0 else { continue }
        Output.error(Diagnostic(.error, line: 1, "there is nothing in it that can be loaded").text(file: file))
        if worst == .success { worst = .refused }
      } else {
        worst = FileManager.default.isReadableFile(atPath: StandardInput.path(file)) ? .refused : .noSuchFile
      }
    }
    throw worst
  }

  private static func check(
    _ file: String, isOverdue: () -> Bool
  ) -> (loaded: Int?, diagnostics: [Diagnostic]) {
    if let check = StyleCheck(path: file) { return (check.loaded, check.diagnostics) }
    if isExtract(file) { return checkExtract(file) }
    guard MapFileFormat(path: file) == .other else {
      let check = TileCheck(path: file, isOverdue: isOverdue)
      return (check.loaded, check.diagnostics)
    }
    let check = FileCheck(path: file)
    return (check.loaded, check.diagnostics)
  }

  /// The schema of a map of tiles, to be told behind the count; a map whose layers no table knows is complained about.
  private static func schema(of file: String, _ diagnostics: inout [Diagnostic]) -> String? {
    guard [.archive, .tile, .folder].contains(MapFileFormat(path: file)), let styles = try? MapStyling(nil).styles()
    else { return nil }
    do { return ", of the schema \(try TileFile(path: file, styles: styles).facts.schema)" } catch {
      diagnostics.append(Diagnostic(.warning, line: 0, "it is not drawn: \(error.message)"))
      return nil
    }
  }

  /// Whether a file is OpenStreetMap's, by its ending or by its beginning.
  private static func isExtract(_ file: String) -> Bool {
    let name = file.lowercased()
    let isNamed = [".osm.pbf", ".osm", ".osm.gz", ".osm.bz2"].contains(where: name.hasSuffix)
    let others: [FileFormat] = [.foreign(.webPage), .foreign(.serverMessage), .foreign(.packed)]
    return isNamed && Files.isOrdinary(file) && !others.contains(FileFormat(path: file))
      || MapFileFormat(path: file) == .extract
  }

  private static func checkExtract(_ file: String) -> (loaded: Int?, diagnostics: [Diagnostic]) {
    let check = OSMCheck(path: file)
    var diagnostics = check.warnings.entries.map {
      Diagnostic(.warning, line: $0.position.number, $0.problem.description)
    }
    if check.warnings.omitted > 0 {
      diagnostics.append(Diagnostic(.warning, line: 0, "\(check.warnings.omitted) more warnings"))
    }
    if let error = check.error {
      diagnostics.append(Diagnostic(.error, line: error.position.number, error.problem.description))
    }
    return (check.nodes, diagnostics)
  }
}
