import ArgumentParser
import CommandKit
import GeoFormats
import HuntDomain
import Numbers
import PlaceFiles
import SessionLogs
import TraceLocation

/// `trove export`: what other programs can read.
struct ExportCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "export", abstract: "Writes a recording, or the finds of a saved game, for other programs.",
    usage: """
      trove export --track --from <recording> [--output <file>]
      trove export --gpx-finds --game <id> --hunt <file>
                   [--finder <name>] [--comment <text>] [--output <file>]
      trove export --field-notes --game <id> --hunt <file>
                   [--comment <text>] [--output <file>]
      """,
    discussion: """
      Examples:
      trove export --from walk.nmea --track > walk.gpx
      trove export --game 3 --hunt caches.gpx --gpx-finds --finder Ada > finds.gpx
      trove export --game 3 --hunt caches.gpx --field-notes -o geocache_visits.txt

      --track turns a recording (\(FileFormat.list(of: .recording))) into a GPX 1.1 track, with times and altitudes where they are \
      known.
      --gpx-finds and --field-notes write what was found in a saved game, for sites that keep logs of geocaches: GPX 1.0 \
      with a log entry each, or the lines of a receiver's geocache_visits.txt, in UTF-16. The game's number is in \
      `trove games`; the hunt is the file that was played. Finds of which nobody knows the day are left out, and \
      counted on standard error.

      Exit codes: 64 wrong usage; 65 bad data, another hunt than the game's, or nothing to write; 66 no such file or \
      game; 74 the output cannot be written, or the saved games cannot be read.
      """)

  @Option(help: "The recording.", completion: .file(extensions: FileFormat.extensions(of: .recording)))
  var from: String?

  @OptionGroup var recording: RecordingOptions

  @Option(help: ArgumentHelp("The saved game's number in the list of `trove games`.", valueName: "id"))
  var game: Int64?

  @Option(
    help: ArgumentHelp("The hunt that was played: \(FileFormat.list(of: .hunt)).", valueName: "file"),
    completion: .file(extensions: FileFormat.extensions(of: .hunt)))
  var hunt: String?

  @Flag(help: "What to write.")
  var product: Product

  @Option(
    help: ArgumentHelp("Who found it, for --gpx-finds; field notes name nobody. (default: me)", valueName: "name"))
  var finder: String?

  @Option(help: ArgumentHelp("What to say with every find.", valueName: "text"))
  var comment: String?

  @Option(
    name: .shortAndLong,
    help: ArgumentHelp("The file to write, wholly or not at all; standard output without it.", valueName: "file"),
    completion: .file())
  var output: String?

  /// What can be written.
  enum Product: EnumerableFlag {
    case track, gpxFinds, fieldNotes

    static func help(for value: Product) -> ArgumentHelp? {
      switch value {
      case .track: "Write the track of a recording."
      case .gpxFinds: "Write the finds of a saved game as GPX."
      case .fieldNotes: "Write the finds of a saved game as geocache_visits.txt."
      }
    }
  }

  func validate() throws {
    guard product == .track else { return try validateFinds() }
    guard from != nil else { throw ValidationError("Say which recording: --from RECORDING.") }
    guard game == nil, hunt == nil, finder == nil, comment == nil else {
      throw ValidationError("--game, --hunt, --finder and --comment are for finds, not for --track.")
    }
  }

  private func validateFinds() throws {
    guard from == nil else { throw ValidationError("--from is for --track; finds come from a saved game, --game ID.") }
    guard let game else { throw ValidationError("Say which game: --game ID; `trove games` lists them.") }
    guard hunt != nil else {
      throw ValidationError(
        "Say where the hunt of game \(game) is: --hunt FILE, the file that was played; `trove games` names the hunt.")
    }
  }

  func run() throws {
    let file = try output.map { try OutputFile($0, named: "--output", reading: [from, hunt]) }
    let bytes =
      switch product {
      case .track: try track()
      case .gpxFinds: FindsWriter.bytes(try finds())
      case .fieldNotes: FieldNotes.bytes(try finds())
      }
    guard let file else { return Output.write(bytes: bytes) }
    try file.write(bytes, orFail: .outputFailed)
  }
}

// MARK: - A track

extension ExportCommand {
  private func track() throws -> [UInt8] {
    let path = from ?? ""
    let file = try Files.trace(path, limit: recording.maxPoints)
    guard file.trace.count > 0 else { throw CommandFailure("\(path):1: error: no position to write", .badData) }
    let name = SafeText.clean(path.split(separator: "/").last ?? "", limit: SafeText.nameLimit)
    return TrackWriter.bytes(name: name, file.trace.segments.flatMap(points))
  }

  private func points(of segment: [Trace.Point]) -> [GPXPoint] {
    segment.enumerated().map { index, point in
      GPXPoint(
        position: point.position, startsSegment: index == 0, time: point.hasDate ? point.utc?.milliseconds : nil,
        elevation: point.altitude)
    }
  }
}

// MARK: - Finds

extension ExportCommand {
  /// The finds of the game, after it was said what is left out of them.
  private func finds() throws -> [CacheVisit] {
    let (id, path) = (self.game ?? 0, self.hunt ?? "")
    let game = try SavedGames.game(id)
    let hunt = try Files.hunt(path).hunt
    guard hunt.id == game.hunt else {
      let title = SafeText.quoted(game.title)
      throw CommandFailure(
        FileProblem(file: path, "this is not the hunt of game \(id), \(title); name the file that was played"))
    }
    let finds = CacheVisits(
      of: hunt, try SavedGames.events(ofGame: id), finder: finder ?? "me", comment: comment ?? "")
    say(finds.undated, "because nothing tells the day")
    say(finds.unknown, "because the hunt has no treasure of that id")
    guard !finds.visits.isEmpty else { throw CommandFailure("Game \(id) has no finds to write.", .badData) }
    return finds.visits
  }

  private func say(_ count: Int, _ reason: String) {
    guard count > 0 else { return }
    Output.error("\(count) \(count == 1 ? "find is" : "finds are") left out, \(reason).")
  }
}
