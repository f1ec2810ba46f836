import ArgumentParser
import FoundationEssentials
import GeoFormats
import PlaceFiles

/// Whether a file is fit to be played: `trove check`.
struct CheckCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "check", abstract: "Checks GPX, .loc, GeoJSON, NMEA and gpsd JSON files.",
    discussion: """
      Prints `loaded N`: the points of a GPX or .loc file, the features of a GeoJSON file, the positions of a \
      receiver's recording (sentences of NMEA 0183, or what gpspipe -w or -r writes, also with the times of -t). \
      A hunt (its member trove says so) is also checked as a hunt: docs/hunts.md describes the format. \
      Complaints go to standard error as FILE:LINE: error|warning: text.

      Exit codes: 0 loaded, perhaps with warnings; 2 refused whole; 66 not there.
      """)

  @Argument(
    help: "Files to check.",
    completion: .file(extensions: ["gpx", "loc", "geojson", "json", "nmea", "log", "jsonl", "txt"]))
  var files: [String]

  func run() throws {
    var worst = ExitCode.success
    for file in files {
      let check = FileCheck(path: file)
      for diagnostic in check.diagnostics { Output.error(diagnostic.text(file: file)) }
      if let loaded = check.loaded {
        Output.write((files.count > 1 ? "\(SafeText.clean(file)): " : "") + "loaded \(loaded)\n")
      } else {
        worst = FileManager.default.isReadableFile(atPath: file) ? ExitCode(2) : Failure.noSuchFile
      }
    }
    throw worst
  }
}
