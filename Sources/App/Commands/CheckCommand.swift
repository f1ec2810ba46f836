import ArgumentParser
import FoundationEssentials
import GeoFormats
import MapTiles
import PlaceFiles

/// Whether a file is fit to be played: `trove check`.
struct CheckCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "check", abstract: "Checks GPX, .loc, GeoJSON, NMEA and gpsd JSON files, and maps.",
    discussion: """
      Prints `loaded N`: the points of a GPX or .loc file, the features of a GeoJSON file, the positions of a \
      receiver's recording (sentences of NMEA 0183, or what gpspipe -w or -r writes, also with the times of -t). \
      A hunt (its member trove says so) is also checked as a hunt: docs/hunts.md describes the format. \
      Of a map (PMTiles, MBTiles, a vector tile, a folder of them) every tile is read, and N are the features of all; \
      a style of maps (docs/maps.md) has rules or kinds. \
      Complaints go to standard error as FILE:LINE: error|warning: text; of tiles LINE is the byte.

      Exit codes: 0 loaded, perhaps with warnings; 2 refused whole; 66 not there.
      """)

  @Argument(
    help: "Files to check.",
    completion: .file(extensions: [
      "gpx", "loc", "geojson", "json", "nmea", "log", "jsonl", "txt", "pmtiles", "mbtiles", "mvt", "pbf",
    ]))
  var files: [String]

  func run() throws {
    var worst = ExitCode.success
    for file in files {
      let (loaded, diagnostics) = Self.check(file)
      for diagnostic in diagnostics { Output.error(diagnostic.text(file: file)) }
      if let loaded {
        Output.write((files.count > 1 ? "\(SafeText.clean(file)): " : "") + "loaded \(loaded)\n")
      } else {
        worst = FileManager.default.isReadableFile(atPath: file) ? ExitCode(2) : Failure.noSuchFile
      }
    }
    throw worst
  }

  private static func check(_ file: String) -> (loaded: Int?, diagnostics: [Diagnostic]) {
    if let check = StyleCheck(path: file) { return (check.loaded, check.diagnostics) }
    guard MapFileFormat(path: file) == .other else {
      let check = TileCheck(path: file)
      return (check.loaded, check.diagnostics)
    }
    let check = FileCheck(path: file)
    return (check.loaded, check.diagnostics)
  }
}
