import ArgumentParser
import Glibc
import HuntApplication
import TerminalUI

/// `trove play`: the game.
struct PlayCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "play", abstract: "Plays a treasure hunt.",
    discussion: """
      Without a hunt and a source it asks, on a terminal; elsewhere it plays the bundled hunt with a walker. \
      With a hunt alone, positions come from the local gpsd.
      With --json one object a line, each with `event`: started, fix (lat, lon, time, accuracy, elapsed; where known \
      satellites and satellites_seen, accuracy_source: receiver, dilution, average or simulation, and, for the \
      average of a stay, averaged and averaged_s: of how many fixes and seconds), held (a fix that is not believed \
      until others agree: lat, lon, why: jump, backwards, null_island or inaccurate, and text: the reason in words), \
      searching, lost, found (id, time, distance), finished (found, of, completed).

      Exit codes: 0 played, also when treasures are left; 64 wrong usage; 65 bad data; 66 no such file; \
      69 the terminal cannot be used; 130 interrupted.
      """)

  @Argument(
    help: "The hunt: GeoJSON, or geocaches and waypoints as GPX or .loc.",
    completion: .file(extensions: ["geojson", "gpx", "loc"]))
  var hunt: String?

  @OptionGroup var options: PlayOptions

  func run() async throws {
    if let crash = options.crashTest, options.asLines { CrashTest(rawValue: crash)?.crash() }
    let composition = Composition(options, hunt: hunt)
    if options.asLines {
      try await composition.playAsLines()
    } else {
      try await composition.playOnTerminal()
    }
  }
}

/// The options of `trove play`.
struct PlayOptions: ParsableArguments {
  @Option(help: SourceArgument.help)
  var from: SourceArgument?

  @Option(help: SpeedArgument.help)
  var speed: SpeedArgument?

  @Option(help: ArgumentHelp("Metres per second for traces that have no times.", valueName: "m/s"))
  var pace = 1.4

  @Option(help: ArgumentHelp("A walker's GPS error, in metres of deviation.", valueName: "m"))
  var noise = 0.0

  @Option(help: "The first view: map, compass or split.")
  var view = PlayView.split

  @Option(help: "A base map instead of the hunt's own: GeoJSON with lines and areas.", completion: .file())
  var map: String?

  @Option(help: "A file with more places: GeoJSON, or GPX waypoints; may be repeated.", completion: .file())
  var places: [String] = []

  @Option(
    help: ArgumentHelp(
      "Record the walk as a GPX track; a file of an earlier walk goes on with a new segment.", valueName: "file.gpx"))
  var record: String?

  @OptionGroup var coordinates: NotationOptions

  @Flag(help: "Sentences instead of a screen.")
  var plain = false

  @Flag(help: "JSON lines instead of a screen.")
  var json = false

  @Flag(help: "Draw with 7-bit characters only.")
  var ascii = false

  @Option(help: "Colours: auto, always or never.")
  var color = TerminalCapability.ColourChoice.auto

  @Option(help: .hidden)
  var crashTest: String?

  func validate() throws {
    guard !(plain && json) else { throw ValidationError("--plain and --json do not go together.") }
    guard from?.choice.isSteered != true || speed.map({ $0.factor != nil }) ?? true else {
      throw ValidationError("--speed max leaves no time to steer.")
    }
    guard (0.01...1000).contains(pace) else { throw ValidationError("--pace goes from 0.01 to 1000 m/s.") }
    guard (0...1000).contains(noise) else { throw ValidationError("--noise goes from 0 to 1000 m.") }
    guard crashTest.map({ CrashTest(rawValue: $0) != nil }) ?? true else { throw ValidationError("no such crash") }
  }

  /// Lines instead of a screen: asked for, or because there is no terminal to draw on.
  var asLines: Bool {
    plain || json || isatty(STDIN_FILENO) == 0 || isatty(STDOUT_FILENO) == 0
      || !TerminalCapability(environment: Environment.variables).isAddressable
      || Environment.variables["TROVE_PLAIN"] == "1"
  }
}

extension PlayView: ExpressibleByArgument {}
extension TerminalCapability.ColourChoice: ExpressibleByArgument {}
