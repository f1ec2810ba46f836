import ArgumentParser
import CommandKit
import EventDomain
import Events
import GeoFormats
import HuntDomain
import HuntTesting
import NATSEvents
import Numbers
import PlaceFiles
import Sealing
import Simulation
import SystemKit

/// `trove-bench crowd`: simulated players take part in an event.
struct CrowdCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "crowd", abstract: "Lets simulated players take part in an event, and tells what they went through.",
    discussion: """
      Examples:
      trove-bench crowd "$link" --players 200 --seconds 60
      trove-bench crowd "$link" --players 20 --speed 10 --faults delay,loss --json

      Each player has a connection of their own, plays the hunt of the event, tells others where they are, and claims \
      what they find. The report tells how long positions and rulings took. With --json one object; what took time is in \
      milliseconds.

      Exit codes: 0 well; 2 something was refused or not answered; 64 wrong usage; 69 the event cannot be reached; 130 \
      interrupted.
      """)

  @Argument(
    help: ArgumentHelp("An invitation for many (trove event invite --many).", valueName: "link"), transform: Self.link)
  var link: EventLink

  @Option(help: ArgumentHelp("How many players, up to \(Self.mostPlayers).", valueName: "n"))
  var players = 100

  @Option(help: ArgumentHelp("Seconds played in one second, from 0.1 to 100.", valueName: "x"))
  var speed = 1.0

  @Option(help: ArgumentHelp("After how many seconds the players leave; at their ends by default.", valueName: "s"))
  var seconds: Int?

  @Option(
    help: ArgumentHelp(
      "What happens to the network: all, or some of delay, loss, partition and kill, with commas between them.",
      valueName: "faults"),
    transform: Self.faults)
  var faults: Set<CrowdFaults.Kind> = []

  @Option(help: ArgumentHelp("The chance that decides everything that is left to chance.", valueName: "n"))
  var seed: UInt64 = 1

  @Option(help: ArgumentHelp("The errors of the receivers, as in trove simulate.", valueName: "surroundings"))
  var preset = ErrorPreset.none

  @Flag(help: "The report as one JSON object.")
  var json = false

  private static let mostPlayers = 1000
  /// Questions for passes at the same time.
  private static let joinsAtOnce = 32
  /// How long a player waits for a place: longer than the minute of a pace.
  private static let patience = Duration.seconds(90)

  func validate() throws {
    guard (1...Self.mostPlayers).contains(players) else {
      throw ValidationError("--players goes from 1 to \(Self.mostPlayers).")
    }
    guard (0.1...100).contains(speed), seconds.map({ (1...86_400).contains($0) }) ?? true else {
      throw ValidationError("--speed goes from 0.1 to 100, and --seconds from 1 to 86400.")
    }
  }

  private static func link(_ text: String) throws -> EventLink {
    guard let link = EventLink(text) else {
      throw ValidationError("This is no invitation: it begins with trove://join? and is one word.")
    }
    return link
  }

  private static func faults(_ text: String) throws -> Set<CrowdFaults.Kind> {
    guard let kinds = CrowdFaults.kinds(text) else {
      throw ValidationError("--faults are all, or some of delay, loss, partition and kill: delay,loss.")
    }
    return kinds
  }

  func run() async throws {
    // New keys each time: their owners have not claimed anything.
    let keys = (0..<players).compactMap { _ in
      SigningKey(seed: (0..<SigningKey.seedLength).map { _ in UInt8.random(in: .min ... .max) })
    }
    StopSignals.note()
    let wishes = EventCrowd.Wishes(
      speed: speed, limit: seconds.map { .seconds($0) }, faults: faults, seed: seed,
      receiver: { [preset] seed in
        preset == .none ? SimulatedReceiver(noise: 0, seed: seed) : SimulatedReceiver(preset, seed: seed)
      })
    let bar = Guarded(ProgressBar())
    let report: CrowdReport
    do throws(EventTrouble) {
      report = try await Self.play(link, keys, wishes) { share, words in bar.withLock { $0.show(share, words) } }
    } catch {
      bar.withLock { $0.end() }
      throw CommandFailure(error)
    }
    bar.withLock { $0.end() }
    Output.write(json ? report.line + "\n" : report.sentences.joined(separator: "\n") + "\n")
    guard !report.isInterrupted else { throw ExitCode(130) }
    guard report.isGood else { throw ExitCode.refused }
  }

  private static func play(
    _ link: EventLink, _ keys: [SigningKey], _ wishes: EventCrowd.Wishes,
    progress: @escaping @Sendable (Double, String) -> Void
  ) async throws(EventTrouble) -> CrowdReport {
    let most = EventCrowd.mostPlayers()
    guard keys.count <= most else {
      throw .refused("this computer allows \(most) connections; `ulimit -n` is its limit")
    }
    let (passes, text) = try await join(link, keys) { count in
      progress(Double(count) / Double(keys.count), "\(count) of \(keys.count) have joined")
    }
    let hunt: Hunt
    do throws(FileProblem) { hunt = try HuntFile(Array(text.utf8), path: "hunt.geojson").hunt } catch {
      throw .damaged("\(error)")
    }
    let crowd = EventCrowd(passes, keys: keys, hunt: hunt, text: text, wishes)
    return await crowd.run(isOver: { StopSignals.signalled != nil }, progress: progress)
  }

  /// The passes of all, in the order of the keys, and the text of the hunt.
  private static func join(
    _ link: EventLink, _ keys: [SigningKey], progress: @escaping @Sendable (Int) -> Void
  ) async throws(EventTrouble) -> ([EventPass], String) {
    let joined = Guarded<[String: (pass: EventPass, hunt: String)]>([:])
    try await keys.concurrently(atMost: joinsAtOnce) { key throws(EventTrouble) in
      // Of an invitation for many only some places are given in a minute.
      let (pass, hunt, _) = try await patiently(
        for: patience, every: .milliseconds(500), on: .continuous,
        ifPassing: { $0.isUnreachable && StopSignals.signalled == nil }
      ) { () async throws(EventTrouble) in
        try await EventPass.join(link, key: key)
      }
      progress(
        joined.withLock { joined in
          joined[key.known.text] = (pass, hunt)
          return joined.count
        })
    }
    let all = joined.withLock { joined in keys.compactMap { joined[$0.known.text] } }
    return (all.map(\.pass), all.first?.hunt ?? "")
  }
}

extension ErrorPreset: ExpressibleByArgument {}
