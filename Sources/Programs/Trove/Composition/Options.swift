import ArgumentParser
import CommandKit
import Game
import GeoFormats
import Geodesy
import HuntDomain
import Nearby
import Numbers
import Places
import SessionLogs
import Simulation
import TraceLocation
import WalkerLocation

/// The options for receiver faults: the errors of a simulated walker's receiver, and faults of any receiver.
struct ReceiverOptions: ParsableArguments {
  @Option(help: ArgumentHelp("A walker's GPS error, in metres of deviation.", valueName: "m"))
  var noise = 0.0

  @Option(
    help: ArgumentHelp(
      "The errors of a walker's receiver as they are in surroundings: open-sky, canyon, wood, indoors, or cold-start.",
      valueName: "surroundings"))
  var preset = ErrorPreset.none

  @Option(
    help: ArgumentHelp(
      "Faults that happen to the source, whatever it is: a file with lines as “at 00:30 lose fix for 20s”.",
      valueName: "file"),
    completion: .file())
  var faults: String?

  @Option(
    help: ArgumentHelp(
      """
      When the walk of a walker, steered or not, or a recording without times begins, as 2026-05-01T10:00:00Z; a walker \
      begins at ten in the morning of a summer day by default.
      """,
      valueName: "time"))
  var startTime: String?

  func validate() throws {
    _ = try start()
    guard (0...1000).contains(noise) else { throw ValidationError("--noise goes from 0 to 1000 m.") }
    guard noise == 0 || preset == .none else {
      throw ValidationError("--noise and --preset both say how a walker's receiver errs: take one of them.")
    }
  }

  /// Throws if options for receiver faults are given, but the source is not simulated.
  func check(for choice: SourceChoice) throws {
    guard choice.hasSimulatedReceiver || (noise == 0 && preset == .none) else {
      throw ValidationError(
        "--noise and --preset say how a walker's receiver errs: they go with --from walker or steer; --faults go with "
          + "any source.")
    }
    guard startTime == nil || !choice.isLive else {
      throw ValidationError(
        "--start-time goes with --from walker or steer, and with recordings without times: a receiver knows the time.")
    }
  }

  private func start() throws -> Timestamp? { try startTime.map { try Timestamp(option: "--start-time", $0) } }

  var troubles: ReceiverTroubles {
    // What cannot be read was refused by `validate`.
    ReceiverTroubles(noise: noise, preset: preset, faults: faults, start: try? start())
  }
}

extension Timestamp {
  /// Reads the value of an option.
  ///
  /// Throws: if it is no moment of the years 1 to 9999.
  init(option: String, _ text: String) throws(ValidationError) {
    guard let milliseconds = ISOTime.milliseconds(text) else {
      throw ValidationError("\(option) is no moment as 2026-05-01T10:00:00Z.")
    }
    self.init(milliseconds: milliseconds)
  }
}

/// The faults and the clock of simulated receivers; no faults by default.
struct ReceiverTroubles {
  /// Deviation of a walker's positions, in metres.
  var noise = 0.0
  /// The surroundings that a walker's receiver is in.
  var preset = ErrorPreset.none
  /// The path of a scenario of faults.
  var faults: String?
  /// When the walk begins; `nil` for the morning of a summer day.
  var start: Timestamp?

  /// A walker's receiver.
  func receiver(seed: UInt64) -> SimulatedReceiver {
    var receiver =
      preset == .none ? SimulatedReceiver(noise: noise, seed: seed) : SimulatedReceiver(preset, seed: seed)
    receiver.start = start
    return receiver
  }

  /// A source, with the faults of the file.
  func faulty(_ location: any DeviceLocation) throws(CommandFailure) -> any DeviceLocation {
    guard let faults else { return location }
    return FaultyLocation(location, try Files.faults(faults))
  }
}

extension ErrorPreset: ExpressibleByArgument {
  /// What one can choose; no errors at all is what there is without a word.
  static var allValueStrings: [String] { allCases.filter { $0 != .none }.map(\.rawValue) }
}

/// The option that limits how much of a recording is read.
struct RecordingOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "Positions of a recording that are read at most; each takes about 500 bytes of memory.", valueName: "n"))
  var maxPoints = TraceFile.pointLimit

  func validate() throws {
    guard maxPoints > 0 else { throw ValidationError("--max-points is at least 1.") }
  }
}

/// `--coordinates`, or `TROVE_COORDINATES`: how positions are written.
struct NotationOptions: ParsableArguments {
  private static let variable = "TROVE_COORDINATES"

  @Option(
    help:
      "How positions are written: decimal, minutes, seconds, utm or mgrs; TROVE_COORDINATES says it for all commands.")
  var coordinates: CoordinateNotation?

  func validate() throws {
    guard let word = Self.word, CoordinateNotation(rawValue: word) == nil else { return }
    let words = CoordinateNotation.allCases.map(\.rawValue).joined(separator: ", ")
    throw ValidationError("\(Self.variable) is \(SafeText.quoted(word)): it can be \(words).")
  }

  /// The notation that the option or the environment asks for.
  var wanted: CoordinateNotation? { coordinates ?? Self.word.flatMap(CoordinateNotation.init) }

  var notation: CoordinateNotation { wanted ?? .decimal }

  private static var word: String? { Environment.variables[variable].flatMap { $0.isEmpty ? nil : $0 } }
}

extension CoordinateNotation: ExpressibleByArgument {}

/// `--only`: which kinds of places are wanted.
struct KindOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "Only places of these kinds: \(PlaceCategory.allCases.map(\.rawValue).joined(separator: ", ")).",
      valueName: "kinds"))
  var only = ""

  /// Reads the kinds of places to show; `nil` for all.
  ///
  /// Throws: if a word is not a kind.
  func categories() throws(CommandFailure) -> Set<PlaceCategory>? {
    let words = only.split(whereSeparator: { $0 == "," || $0 == " " }).map { $0.lowercased() }
    guard !words.isEmpty else { return nil }
    return Set(
      try words.map { word throws(CommandFailure) in
        if let category = PlaceCategory(rawValue: word) { return category }
        let all = PlaceCategory.allCases.map(\.rawValue).joined(separator: ", ")
        throw CommandFailure("“\(word)” is no kind of place: say one of \(all).", .usage)
      })
  }
}

/// The options of `trove play` about what is kept of a game.
struct SaveOptions: ParsableArguments {
  @Flag(
    inversion: .prefixedNo,
    help: "Save this game or not. What you walk or steer is saved; simulated walkers and recordings are rehearsals.")
  var save: Bool?

  @Flag(help: "Go on with the last saved game of this hunt, also when it is over.")
  var resume = false

  @Flag(help: "Begin anew; what was saved before is kept.")
  var anew = false

  @Option(
    help: ArgumentHelp("Write what happens to the end of a file, as JSON lines, without positions.", valueName: "file"),
    completion: .file())
  var track: String?

  @Flag(help: "With --track: write positions as well.")
  var trackPositions = false

  func validate() throws {
    guard !(resume && anew) else { throw ValidationError("--resume and --anew do not go together.") }
    guard track != nil || !trackPositions else { throw ValidationError("--track-positions needs --track FILE.") }
  }

  /// The saved game that is asked for; without a word the last one that is not over.
  var sitting: Sitting { resume ? .resume : anew ? .anew : .goOn }
}

/// The options for recording a session: whether, and to which file.
struct SessionOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "Record the session to this file, which must not be there yet; trove replay plays it again.",
      valueName: "file"),
    completion: .file())
  var session: String?

  @Flag(name: .customLong("no-session"), help: "Do not record the session.")
  var isUnrecorded = false

  func validate() throws {
    guard session == nil || !isUnrecorded else {
      throw ValidationError("--session and --no-session do not go together.")
    }
  }
}
