import ArgumentParser
import CommandKit
import Editor
import Game
import Geodesy
import Glibc
import HuntDomain
import MapTiles
import PlaceCatalog
import PlaceFiles
import Places
import TerminalUI
import Trials
import Views

/// The options of `trove play`.
struct PlayOptions: ParsableArguments {
  @Option(help: SourceArgument.helpInEvents)
  var from: SourceArgument?

  @Option(help: SpeedArgument.help)
  var speed: SpeedArgument?

  @Option(help: ArgumentHelp("Metres per second for traces that have no times.", valueName: "m/s"))
  var pace = 1.4

  @OptionGroup var recording: RecordingOptions

  @OptionGroup var receivers: ReceiverOptions

  @Option(help: "The first view: map, compass, split or eye.")
  var view = PlayView.split

  @Option(help: "Draw what lies ahead behind the places of the compass: on or off.")
  var scene = SwitchArgument.on

  @Option(
    help: """
      A map instead of the hunt's own: PMTiles, MBTiles, a folder of vector tiles, GeoJSON, or the name of an imported \
      region.
      """,
    completion: .file())
  var map: String?

  @Option(help: StreetGround.help, completion: .file())
  var ways: String?

  @Option(help: MapStyling.help, completion: MapStyling.completion, transform: MapStyling.read)
  var style: String?

  @Option(help: ArgumentHelp("\(PlaceSources.help) May be repeated.", valueName: "places"), completion: .file())
  var places: [String] = []

  @OptionGroup var home: RegionOption

  @Flag(help: "Make a hunt around here, from the region of --in or the one that you are in, and play it.")
  var here = false

  @Option(help: ArgumentHelp("Play in an event: the link of your invitation.", valueName: "link"))
  var event: String?

  @OptionGroup(title: "A hunt made by --here") var wish: HuntWishOptions

  @Option(
    help: ArgumentHelp(
      "Record the walk as a GPX track; a file of an earlier walk goes on with a new segment.", valueName: "file.gpx"))
  var record: String?

  @Option(help: ArgumentHelp(GhostFile.help, valueName: "file"), completion: .file())
  var ghost: [String] = []

  @OptionGroup var coordinates: NotationOptions

  @Flag(help: "Sentences instead of a screen.")
  var plain = false

  @Flag(help: "JSON lines instead of a screen.")
  var json = false

  @Option(
    help: ArgumentHelp("A file with commands for --plain and --json, one a line.", valueName: "file"),
    completion: .file())
  var commands: String?

  @Option(
    help: ArgumentHelp(
      "Play a walkthrough: a file of steps, one a line, or - for standard input.", valueName: "file"),
    completion: .file())
  var script: String?

  @Option(
    help: ArgumentHelp(
      "What has to be reached in the end: won, found>=5 or points>=40. May be repeated.", valueName: "limit"),
    transform: Self.requirement)
  var require: [TrialRequirement] = []

  @Flag(help: "Speak the sentences of --plain aloud, with spd-say.")
  var speak = false

  @Flag(help: "With --plain and --json, announce places on the way.")
  var callouts = false

  @Flag(help: "Draw with 7-bit characters only.")
  var ascii = false

  @Option(help: "Colours: auto, always or never.")
  var color = TerminalCapability.ColourChoice.auto

  @Option(help: "Ring the terminal's bell for finds and alerts: on or off. Without a screen it rings only with --bell.")
  var sound = SwitchArgument.on

  @Flag(
    name: [.customLong("bell"), .customLong("geiger")],
    help: "Beep the faster the nearer the treasure is and the better you face it; on the screen b switches it.")
  var beeper = false

  @Option(
    help: """
      What a simulated walker does at a question where nobody can type an answer: right (which is usual), wrong (once) or \
      none; then it goes on.
      """)
  var answers: WalkerAnswers?

  @OptionGroup var saving: SaveOptions

  @OptionGroup var session: SessionOptions

  @Option(help: .hidden)
  var crashTest: String?

  func validate() throws {
    guard !(plain && json) else { throw ValidationError("--plain and --json do not go together.") }
    guard here || wish.isEmpty else {
      throw ValidationError(
        "--length, --time, --stages, --theme, --seed, --easy, --hard and --no-steps go with --here.")
    }
    guard !speak || !json else { throw ValidationError("--speak speaks sentences, not --json.") }
    guard from?.choice.isSteered != true || speed.map({ $0.factor != nil }) ?? true else {
      throw ValidationError("--speed max leaves no time to steer.")
    }
    if script != nil {
      guard from.map({ $0.choice.kind == .walker }) ?? true else {
        throw ValidationError("--script walks by itself: leave out --from, or take --from walker:SEED.")
      }
      guard commands == nil, answers == nil, speed == nil, event == nil else {
        throw ValidationError(
          "--script has its answers in it and goes at full speed: leave out --commands, --answers, --speed, --event.")
      }
    }
    guard ghost.count <= Race.mostGhosts else {
      throw ValidationError("--ghost can be said \(Race.mostGhosts) times.")
    }
    guard (0.01...1000).contains(pace) else { throw ValidationError("--pace goes from 0.01 to 1000 m/s.") }
    guard crashTest.map({ CrashTest(rawValue: $0) != nil }) ?? true else { throw ValidationError("no such crash") }
  }

  /// Lines instead of a screen: asked for, or because there is no terminal to draw on.
  var asLines: Bool {
    plain || json || script != nil || !Environment.wantsTerminal
  }

  private static func requirement(_ text: String) throws -> TrialRequirement {
    do { return try TrialRequirement(ofGame: text) } catch { throw ValidationError(error.description) }
  }
}

/// `--answers`: what a simulated walker does at a question.
enum WalkerAnswers: String, ExpressibleByArgument, CaseIterable {
  case right, wrong
  /// The question stays open.
  case leave = "none"
}

/// The options that `new` and `edit` share: the source of positions, and how the editor is drawn.
struct EditorOptions: ParsableArguments {
  @Option(help: SourceArgument.helpInEditor)
  var from: SourceArgument?

  @Option(help: SpeedArgument.help)
  var speed: SpeedArgument?

  @Option(help: ArgumentHelp("Metres per second for traces that have no times.", valueName: "m/s"))
  var pace = 1.4

  @OptionGroup var receivers: ReceiverOptions

  @Option(help: "A base map instead of the hunt's own: GeoJSON with lines and areas.", completion: .file())
  var map: String?

  @Option(
    name: .customLong("in"),
    help: ArgumentHelp(
      "An imported region whose map is shown, around the stages or the region's middle.", valueName: "region"))
  var region: RegionName?

  @Flag(help: "Draw with 7-bit characters only.")
  var ascii = false

  @Option(help: "Colours: auto, always or never.")
  var color = TerminalCapability.ColourChoice.auto

  func validate() throws {
    guard speed.map({ $0.factor != nil }) ?? true else {
      throw ValidationError("--speed max leaves no time to make anything.")
    }
    guard (0.01...1000).contains(pace) else { throw ValidationError("--pace goes from 0.01 to 1000 m/s.") }
    guard map == nil || region == nil else { throw ValidationError("--map and --in do not go together.") }
    try receivers.check(for: from?.choice ?? .gpsd(""))
  }

  /// The options for simulated sources.
  var sensorOptions: Sensors.Options {
    .init(speed: speed?.factor ?? 1, walkingPace: pace, troubles: receivers.troubles)
  }

  /// Opens the sensors and the map for a document.
  func open(_ document: HuntDocument, file: String) async throws -> EditorSetup {
    let hunt = document.hunt().hunt
    let choice = from?.choice ?? .gpsd("")
    var base = try Files.map(map)
    if let region {
      let start = if case .steer(let place?) = choice { [place] } else { [Coordinate]() }
      base = try await Self.map(of: region, around: hunt?.treasures.map(\.place.position) ?? start)
    } else if map == nil, hunt != nil, let file = try? HuntSource(path: file) {
      base = Files.map(of: file)
    }
    let sensors = try Sensors.open(
      choice, hunt: nil, at: hunt.map { Standpoint(position: nil, looking: nil, hunt: $0) }, options: sensorOptions)
    let draft =
      hunt.map(Draft.init)
      ?? Draft(title: document.text(of: "title") ?? file, author: document.text(of: "author") ?? "")
    return EditorSetup(
      options: self, start: AuthoringStart(draft: draft, map: base, source: choice), sensors: sensors, file: file,
      document: document)
  }

  /// Metres around places whose map is shown.
  private static let margin = 1500.0

  /// The map of a region around some places, or around its middle.
  private static func map(of region: RegionName, around places: [Coordinate]) async throws -> BaseMap {
    let catalog = try Catalog.own(with: region)
    let opened = try Catalog.orFail { () throws(CatalogProblem) in try catalog.open(region) }
    guard let tiles = try Files.loadMap(region.text, styles: MapStyling(nil).styles).tiles else { return .empty }
    let middle = opened.summary.box.map { [$0.centre] } ?? []
    do {
      return try await BaseMap(of: tiles, around: places.isEmpty ? middle : places, margin: margin)
    } catch { throw CommandFailure("--in \(region): \(error).", .badData) }
  }
}
