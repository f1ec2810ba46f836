import ArgumentParser
import CommandKit
import FoundationEssentials
import Game
import GeoFormats
import Geodesy
import Glibc
import HuntDomain
import Numbers
import ReceiverFeed
import TerminalUI
import WalkerLocation

/// `trove feed`: a walk as a receiver, for every program that reads one.
struct FeedCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "feed", abstract: "Serves a simulated or recorded walk as a GPS receiver.",
    discussion: """
      Examples:
      trove feed --gpsd 2948
      trove feed --nmea pty:/tmp/gps
      trove feed --nmea - --speed max > walk.nmea

      With --gpsd other programs take it for a gpsd: trove, cgps, xgps, gpspipe, foxtrotgps, anything with libgps. \
      With --nmea it is the receiver itself, for a gpsd of your own and for programs that read serial lines. Both may \
      be given, --nmea more than once. Without a source a walker walks the hunt, or the bundled one.

      The accuracy of a position travels as its dilution, because gpsd makes 19 m of each unit of HDOP: a walker without \
      --preset or --noise makes no errors, and has 0.10.

      After the first example `trove play --from gpsd:localhost:2948` plays by it; after the second `gpsd -N /tmp/gps` \
      reads it.

      Exit codes: 0 at the end of the walk; 64 wrong usage; 65 bad data; 66 no such file; 69 a port is in use, or \
      there is nothing to serve by; 74 the output cannot be written; 130 interrupted.
      """)

  @Argument(help: "The hunt that a walker walks: a GeoJSON file.", completion: .file(extensions: ["geojson"]))
  var hunt: String?

  @Option(help: SourceArgument.help)
  var from: SourceArgument?

  @Option(help: ArgumentHelp("Speak gpsd's protocol on a port, 0 to 65535; 0 takes any free one.", valueName: "port"))
  var gpsd: UInt16?

  @Option(
    help: ArgumentHelp(
      "The address to speak it on; without one only programs on this machine are served.",
      valueName: "address"))
  var listen: String?

  @Option(
    help: ArgumentHelp(
      "Write NMEA sentences: pty, pty:LINK for a link to it, udp:HOST:PORT, or - for standard output.",
      valueName: "target"))
  var nmea: [NMEATarget] = []

  @Option(
    help: ArgumentHelp("Fixes in a second of the walk, 1 to 25; a recording may have more of its own.", valueName: "Hz")
  )
  var rate = 1.0

  @Option(help: SpeedArgument.help)
  var speed = SpeedArgument(factor: 1)

  @Option(help: ArgumentHelp("Metres per second for traces that have no times.", valueName: "m/s"))
  var pace = 1.4

  @OptionGroup var recording: RecordingOptions

  @OptionGroup var receivers: ReceiverOptions

  @Option(help: StreetGround.help, completion: .file())
  var ways: String?

  @Flag(help: "Drive the walker by keys: arrows turn and change the speed, Space stops, q ends.")
  var steer = false

  @Option(
    parsing: .unconditional, help: ArgumentHelp("Where a driven walker begins.", valueName: "lat,lon"),
    transform: CoordinateArgument.read)
  var at: Coordinate?

  @Flag(help: "Begin again when the walk is over.")
  var loop = false

  @Flag(help: "Begin when the first program listens to --gpsd or reads the pty.")
  var wait = false

  /// The source of the positions; a simulated walker by default.
  var choice: SourceChoice {
    steer ? .steer(from: at) : from?.choice ?? .walker(seed: 1)
  }

  func validate() throws {
    guard gpsd != nil || !nmea.isEmpty else {
      throw ValidationError("Say whom to serve: --gpsd PORT, --nmea pty, --nmea udp:HOST:PORT or --nmea -.")
    }
    guard listen == nil || gpsd != nil else { throw ValidationError("--listen goes with --gpsd.") }
    guard (1...25).contains(rate) else { throw ValidationError("--rate goes from 1 to 25 Hz.") }
    guard (0.01...1000).contains(pace) else { throw ValidationError("--pace goes from 0.01 to 1000 m/s.") }
    guard !wait || canWait else { throw ValidationError("--wait goes with --gpsd or --nmea pty.") }
    guard !steer || from == nil else { throw ValidationError("--steer is a source: it does not go with --from.") }
    guard !choice.isSteered || !nmea.contains(.standardOutput) else {
      throw ValidationError("Steering has the screen: it does not go with --nmea -.")
    }
    guard steer || at == nil else { throw ValidationError("--at goes with --steer.") }
    if case .gpsd = choice { throw ValidationError("--from gpsd is a receiver already.") }
    try receivers.check(for: choice)
    // Live readers would be flooded; a file takes everything.
    let isFile = gpsd == nil && nmea == [.standardOutput]
    guard isFile || speed.factor.map({ $0 * rate <= 1000 }) ?? false else {
      throw ValidationError(
        "--speed times --rate goes up to 1000 for programs that listen; max is for --nmea - alone.")
    }
  }

  /// Whether the program can tell that a client is connected.
  private var canWait: Bool {
    gpsd != nil || nmea.contains { if case .terminal = $0 { true } else { false } }
  }

  func run() async throws {
    StopSignals.note()
    let walk = try await FeedSource(self)
    if choice.isSteered, isatty(STDIN_FILENO) == 0 || isatty(STDOUT_FILENO) == 0 {
      throw CommandFailure("Steering needs a terminal.", .unavailable)
    }
    let server = try serve()
    let feeder = Feeder(
      walk.sensors, server: server, seed: seed,
      options: .init(
        speed: speed.factor, rate: rate, loops: loop, writesOutput: nmea.contains(.standardOutput),
        showsProgress: showsProgress))
    let lines = announcement(of: walk, server)
    if let wheel = walk.wheel {
      try await drive(wheel, feeder, server, lines)
    } else {
      for line in lines { Output.error(line) }
      try await play(feeder, server)
    }
  }

  /// Feeds until the walk is over or a signal comes.
  private func play(_ feeder: Feeder, _ server: FeedServer?) async throws {
    let walk = walk(feeder, server)
    let watch = Task {
      while StopSignals.signalled == nil {
        if (try? await Task.sleep(for: .milliseconds(50))) == nil { return false }
      }
      walk.cancel()
      return true
    }
    let end = await walk.value
    watch.cancel()
    let isInterrupted = await watch.value
    await feeder.clearProgress()
    server?.close()
    if isInterrupted, let signal = StopSignals.signalled { throw ExitCode(128 + signal) }
    if case .unwritable(let code) = end {
      throw CommandFailure("The output cannot be written: \(String(cString: strerror(code))).", .outputFailed)
    }
  }

  /// Feeds what the keys make of it until the player leaves.
  private func drive(_ wheel: SteeringWheel, _ feeder: Feeder, _ server: FeedServer?, _ lines: [String]) async throws {
    let terminal: Terminal
    do { terminal = try Terminal.open(for: TerminalCapability(environment: Environment.variables)) } catch {
      server?.close()
      throw CommandFailure("\(error)", .unavailable)
    }
    let walk = walk(feeder, server)
    var loop = TerminalLoop(on: terminal, clock: .continuous) { _ in
      SteeringProgram(terminal: terminal, wheel: wheel, lines: lines, feeder: feeder, server: server)
    }
    let end = await loop.run()
    walk.cancel()
    _ = await walk.value
    server?.close()
    terminal.close()
    end?.die()
  }

  private func walk(_ feeder: Feeder, _ server: FeedServer?) -> Task<Feeder.End, Never> {
    Task {
      if wait { await Self.firstListener(of: server) }
      return Task.isCancelled ? .finished : await feeder.run()
    }
  }

  private static func firstListener(of server: FeedServer?) async {
    while let server, server.listeners == 0, (try? await Task.sleep(for: .milliseconds(20))) != nil {}
  }

  /// The seed of the simulated satellites: the walker's own, or 1 for other sources.
  private var seed: UInt64 {
    if case .walker(let seed) = choice { seed } else { 1 }
  }

  // MARK: - The service

  private func serve() throws -> FeedServer? {
    var plan = FeedServer.Plan()
    (plan.port, plan.host) = (gpsd, listen)
    plan.targets = nmea.filter { $0 != .standardOutput }
    guard plan.port != nil || !plan.targets.isEmpty else { return nil }
    do { return try FeedServer(plan, now: { Timestamp.now.milliseconds }) } catch {
      throw CommandFailure("\(error)", .unavailable)
    }
  }

  private func announcement(of walk: FeedSource, _ server: FeedServer?) -> [String] {
    var lines = ["Serving \(walk.name) as a GPS receiver."]
    if let port = server?.port {
      let host = listen ?? "localhost"
      let spec = (host.contains(":") ? "[\(host)]" : host) + ":\(port)"
      lines += ["gpsd's protocol on \(spec); try one of"]
      lines += ["  trove play \(walk.huntPath ?? "HUNT") --from gpsd:\(spec)", "  cgps \(spec)"]
    }
    for terminal in server?.terminals ?? [] {
      let path = terminal.link ?? terminal.path
      lines += ["NMEA on \(terminal.path)" + (terminal.link.map { ", link \($0)" } ?? "") + "; try one of"]
      lines += ["  gpsd -N -n \(path)", "  cat \(path)"]
    }
    for case .datagrams(let host, let port) in nmea {
      lines += ["NMEA by UDP to \(host):\(port); try", "  gpsd -N -n udp://\(host):\(port)"]
    }
    if nmea.contains(.standardOutput) { lines.append("NMEA on standard output.") }
    // Cleaned one by one, because a clean line is not indented.
    return lines.map { ($0.hasPrefix("  ") ? "  " : "") + SafeText.clean($0, limit: 400) }
  }

  /// Whether to show progress: on a terminal, unless the sentences themselves go there.
  private var showsProgress: Bool {
    !choice.isSteered && isatty(STDERR_FILENO) == 1 && !(nmea.contains(.standardOutput) && isatty(STDOUT_FILENO) == 1)
      && Environment.variables["TERM"] != "dumb"
  }
}

extension NMEATarget: ExpressibleByArgument {
  /// Reads the argument of `--nmea`.
  public init?(argument: String) { self.init(argument) }
}
