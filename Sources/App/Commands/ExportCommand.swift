import ArgumentParser
import GeoFormats
import HuntDomain
import PlaceFiles
import TraceLocation

/// `trove export`: what other programs can read.
struct ExportCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "export", abstract: "Writes a recording as GPX, for other programs.",
    discussion: """
      The recording may be GPX, NMEA or gpsd JSON; what comes out is a GPX 1.1 track on standard output, with times and \
      altitudes where they are known.

      trove export --from walk.nmea --track > walk.gpx

      Exit codes: 64 wrong usage, 65 bad data, 66 no such file, 74 the output cannot be written.
      """)

  @Option(help: "The recording.", completion: .file(extensions: ["gpx", "nmea", "log", "jsonl"]))
  var from: String

  @Flag(help: "Write its track.")
  var track = false

  func validate() throws {
    guard track else { throw ValidationError("Say what to write: --track.") }
  }

  func run() throws {
    let file: TraceFile
    do { file = try TraceFile(path: from) } catch {
      throw Failure.say(FileProblem(file: from, line: error.line, error.message, isMissing: error.isMissing))
    }
    for warning in file.warnings { Output.error(warning.text(file: from)) }
    guard file.trace.count > 0 else { throw Failure.say("\(from):1: error: no position to write", Failure.badData) }
    Output.write(String(decoding: TrackWriter.bytes(name: name, file.trace.segments.flatMap(points)), as: UTF8.self))
  }

  private var name: String { SafeText.clean(from.split(separator: "/").last ?? "", limit: SafeText.nameLimit) }

  private func points(of segment: [Trace.Point]) -> [GPXPoint] {
    segment.enumerated().map { index, point in
      GPXPoint(
        position: point.position, startsSegment: index == 0, time: point.hasDate ? point.utc?.milliseconds : nil,
        elevation: point.altitude)
    }
  }
}
