import ArgumentParser
import CommandKit
import GeoFormats
import Geodesy
import Glibc
import HuntDomain
import Numbers
import PlainUI
import Simulation
import TerminalUI
import TextCanvas
import Trials

/// `trove simulate`: a crowd of simulated players tries a hunt.
struct SimulateCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "simulate", abstract: "Lets a thousand simulated players try a hunt, and reports to its author.",
    discussion: """
      Examples:
      trove simulate park.geojson
      trove simulate park.geojson --preset canyon --require "p95<90min"

      How long players take, which stage loses whom, where the game is wrong about who is inside a zone, and where a \
      zone is smaller than receivers err. Players go where the screen says the treasure is, search around, take \
      hints, answer, and give up. The same hunt, seed and options give the same report, on any number of threads.

      --require sets a limit, and may be repeated: p95<90min (all percentiles from p1 to p100, and median; players who \
      never finish count), finished>=95%, lost<20, gave-up<5%, false-finds<1%, far-finds=0, missed<1%, claimed<=3; and of \
      the least successful player won, found>=5, points>=40.

      Exit codes: 0 well; 2 a limit is not kept; 64 wrong usage; 65 a file has bad data; 66 a file is not there; 73 the \
      picture cannot be made; 130 interrupted.
      """)

  @Argument(help: "The hunt to try.", completion: .file(extensions: FileFormat.extensions(of: .hunt)))
  var hunt: String

  @Option(help: ArgumentHelp("How many players, up to \(Trial.mostPlayers).", valueName: "n"))
  var players = 1000

  @Option(
    help: ArgumentHelp("The chance that decides everything that is left to chance, a number from 0.", valueName: "n"))
  var seed: UInt64 = 1

  @Option(
    help: ArgumentHelp(
      "How all players go about it: greedy, ordered, lost or hints; a mixture by default.", valueName: "strategy"))
  var strategy: Strategy?

  @Option(
    help: ArgumentHelp("Where all players begin; some 60 m from the first treasure by default.", valueName: "lat,lon"),
    transform: CoordinateArgument.read)
  var start: Coordinate?

  @Option(help: ArgumentHelp("Minutes without a find after which a player gives up, about.", valueName: "min"))
  var patience = 30

  @Option(
    help: ArgumentHelp("A limit for the hunt, such as “p95<90min”. May be repeated.", valueName: "limit"),
    transform: Self.requirement)
  var require: [TrialRequirement] = []

  @Option(
    help: ArgumentHelp(
      "How many choose an option of a stage, by its number: fork=2:30%. May be repeated.", valueName: "choice"),
    transform: Self.share)
  var choice: [ChoiceShare] = []

  @Option(help: ArgumentHelp("Writes where the players went to a picture.", valueName: "file.svg"), completion: .file())
  var svg: String?

  @Option(help: ArgumentHelp("Players at the same time; one on each core by default.", valueName: "n"))
  var threads: Int?

  @OptionGroup var receivers: ReceiverOptions

  @Option(help: StreetGround.help, completion: .file())
  var ways: String?

  @OptionGroup var home: RegionOption

  @Option(
    help: """
      The map around whose buildings and waters players go, and under the report's picture of where they went: tiles or \
      GeoJSON; that of the hunt by default.
      """,
    completion: .file())
  var map: String?

  @Option(help: MapStyling.help, completion: MapStyling.completion, transform: MapStyling.read)
  var style: String?

  @Option(help: ArgumentHelp("Colours: auto, always or never.", valueName: "when"))
  var color: TerminalCapability.ColourChoice = .auto

  @Flag(help: "Draw with 7-bit characters only.")
  var ascii = false

  @Flag(help: "The report as sentences, without colours and map.")
  var plain = false

  @Flag(help: "The report as one JSON object.")
  var json = false

  func validate() throws {
    guard (1...Trial.mostPlayers).contains(players) else {
      throw ValidationError("--players goes from 1 to \(Trial.mostPlayers).")
    }
    guard (1...480).contains(patience) else { throw ValidationError("--patience goes from 1 to 480 minutes.") }
    guard threads.map({ (1...256).contains($0) }) ?? true else {
      throw ValidationError("--threads goes from 1 to 256.")
    }
    guard receivers.faults == nil else {
      throw ValidationError("--faults happen to one source; say with --preset what all receivers are like.")
    }
  }

  func run() async throws {
    let picture = try svg.map { try OutputFile($0, named: "--svg", reading: [hunt, self.map, ways]) }
    let source = try Files.hunt(hunt)
    let styling = MapStyling(style)
    let map = try loadedMap(of: source, styling)
    let ground = try await StreetGround.open(
      ways, in: home.region, around: source.hunt, on: map, styling: styling)
    if let problem = ChoiceShare.problem(with: choice, in: source.hunt) {
      throw CommandFailure("--choice: \(SafeText.clean(problem)).", .usage)
    }
    let trial = Trial(
      source.hunt, players: players, seed: seed, strategy: strategy, start: start, ground: ground,
      patience: patience * 60, shares: choice,
      receiver: { [troubles = receivers.troubles] in troubles.receiver(seed: $0) })
    let threads = threads ?? TrialRunning.cores
    var result = await TrialRunning.run(trial, threads: threads)
    result.radii = await trial.measuredRadii(for: result, threads: threads)
    try picture?.write(Array(TrialPicture.svg(HeatScreen(result), title: source.hunt.title).utf8))
    let screen = TrialScreen(result, surroundings: surroundings, requirements: require)
    if json {
      Output.write(TrialLines.json(result, surroundings: surroundings, requirements: require) + "\n")
    } else if plain {
      Output.write(TrialLines.text(screen))
    } else {
      try await TrialPrinter(colour: color, isASCII: ascii).show(screen, result, on: map, styling)
    }
    guard require.allSatisfy({ $0.isMet(by: result) }) else { throw ExitCode.refused }
  }

  private func loadedMap(of source: HuntSource, _ styling: MapStyling) throws -> LoadedMap {
    guard let map = try home.map(map) else { return Files.loadMap(of: source, styles: styling.styles) }
    return try Files.loadMap(map, styles: styling.styles)
  }

  /// Reads a limit at once, so that a mistake is told before a thousand players walk.
  private static func requirement(_ text: String) throws -> TrialRequirement {
    do { return try TrialRequirement(text) } catch { throw ValidationError(error.description) }
  }

  private static func share(_ text: String) throws -> ChoiceShare {
    guard let share = ChoiceShare(text) else {
      throw ValidationError("--choice wants a stage, an option from 1 and a share: fork=2:30%.")
    }
    return share
  }

  /// What the receivers are like, in words.
  private var surroundings: String {
    if receivers.noise > 0 { return "\(DecimalText.fixed(receivers.noise, decimals: 1) ?? "?") m of noise" }
    return receivers.preset == .none ? "without errors" : receivers.preset.rawValue
  }
}

extension Strategy: ExpressibleByArgument {}
