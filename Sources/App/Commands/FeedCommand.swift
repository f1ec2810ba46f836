import ArgumentParser
import FoundationEssentials
import GeoFormats
import Glibc
import HuntApplication
import HuntDomain
import PlaceFiles
import ReceiverFeed

/// `trove feed`: a walk as a receiver, for every program that reads one.
struct FeedCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "feed", abstract: "Serves a simulated or recorded walk as a GPS receiver.",
    discussion: """
      With --gpsd other programs take it for a gpsd: trove, cgps, xgps, gpspipe, foxtrotgps, anything with libgps. \
      With --nmea it is the receiver itself, for a gpsd of your own and for programs that read serial lines. Both may \
      be given, --nmea more than once. Without a source a walker walks the hunt, or the bundled one.

      trove feed --gpsd 2948, then: trove play --from gpsd:localhost:2948
      trove feed --nmea pty:/tmp/gps, then: gpsd -N /tmp/gps
      trove feed --nmea - --speed max > walk.nmea

      Exit codes: 0 at the end of the walk; 64 wrong usage; 65 bad data; 66 no such file; 69 a port is in use, or \
      there is nothing to serve by; 74 the output cannot be written; 130 interrupted.
      """)

  @Argument(help: "The hunt that a walker walks: a GeoJSON file.", completion: .file(extensions: ["geojson"]))
  var hunt: String?

  @Option(help: SourceArgument.help)
  var from: SourceArgument?

  @Option(help: ArgumentHelp("Speak gpsd's protocol on a port; 0 takes any free one.", valueName: "port"))
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

  @Option(help: ArgumentHelp("Fixes in a second of the walk, 1 to 25.", valueName: "Hz"))
  var rate = 1.0

  @Option(help: SpeedArgument.help)
  var speed = SpeedArgument(factor: 1)

  @Option(help: ArgumentHelp("Metres per second for traces that have no times.", valueName: "m/s"))
  var pace = 1.4

  @Option(help: ArgumentHelp("A walker's GPS error, in metres of deviation.", valueName: "m"))
  var noise = 0.0

  @Flag(help: "Begin again when the walk is over.")
  var loop = false

  @Flag(help: "Begin when the first program listens to --gpsd or reads the pty.")
  var wait = false

  func validate() throws {
    guard gpsd != nil || !nmea.isEmpty else {
      throw ValidationError("Say whom to serve: --gpsd PORT, --nmea pty, --nmea udp:HOST:PORT or --nmea -.")
    }
    guard listen == nil || gpsd != nil else { throw ValidationError("--listen goes with --gpsd.") }
    guard (1...25).contains(rate) else { throw ValidationError("--rate goes from 1 to 25 Hz.") }
    guard (0.01...1000).contains(pace) else { throw ValidationError("--pace goes from 0.01 to 1000 m/s.") }
    guard (0...1000).contains(noise) else { throw ValidationError("--noise goes from 0 to 1000 m.") }
    guard !wait || canWait else { throw ValidationError("--wait goes with --gpsd or --nmea pty.") }
    if case .gpsd = from?.choice { throw ValidationError("--from gpsd is a receiver already.") }
    // Live readers would be flooded; a file takes everything.
    let isFile = gpsd == nil && nmea == [.standardOutput]
    guard isFile || speed.factor.map({ $0 * rate <= 1000 }) ?? false else {
      throw ValidationError(
        "--speed times --rate goes up to 1000 for programs that listen; max is for --nmea - alone.")
    }
  }

  /// Whether it can be told that somebody listens.
  private var canWait: Bool {
    gpsd != nil || nmea.contains { if case .terminal = $0 { true } else { false } }
  }

  func run() async throws {
    StopSignals.note()
    let (source, sensors) = try open()
    let server = try serve()
    announce(source, server)
    let (end, isInterrupted) = await feed(sensors, to: server)
    server?.close()
    if isInterrupted, let signal = StopSignals.signalled { throw ExitCode(128 + signal) }
    if case .unwritable(let code) = end {
      throw Failure.say("The output cannot be written: \(String(cString: strerror(code))).", Failure.outputFailed)
    }
  }

  // MARK: - The source

  private func open() throws -> (name: String, sensors: Sensors) {
    let choice = from?.choice ?? .walker(seed: 1)
    var file: HuntFile?
    if let hunt {
      file = try Files.hunt(hunt)
    } else if case .walker = choice {
      guard let demo = Installation.find(environment: Environment.variables)?.demoHunt else {
        throw Failure.say("Name a hunt for the walker: trove feed HUNT. The bundled ones were not found.", ExitCode(64))
      }
      file = try Files.hunt(demo)
    }
    let sensors = try Sensors.open(
      choice, hunt: file,
      options: .init(speed: speed.factor, walkingPace: pace, noise: noise, interval: .seconds(1 / rate)))
    return (name(of: choice, file), sensors)
  }

  private func name(of choice: SourceChoice, _ hunt: HuntFile?) -> String {
    switch choice {
    case .trace(let path): path
    case .walker(let seed): "walker:\(seed)" + (hunt.map { " on \($0.hunt.title)" } ?? "")
    default: choice.label
    }
  }

  /// What the sky's chance starts with: another walker, another sky.
  private var seed: UInt64 {
    if case .walker(let seed) = from?.choice { seed } else { 1 }
  }

  // MARK: - The service

  private func serve() throws -> FeedServer? {
    var plan = FeedServer.Plan()
    (plan.port, plan.host) = (gpsd, listen)
    plan.targets = nmea.filter { $0 != .standardOutput }
    guard plan.port != nil || !plan.targets.isEmpty else { return nil }
    do { return try FeedServer(plan, now: Self.now) } catch {
      throw Failure.say("\(error)", Failure.unavailable)
    }
  }

  /// Milliseconds since 1970, by the wall.
  private static func now() -> Int64 {
    var time = timespec()
    clock_gettime(CLOCK_REALTIME, &time)
    return Int64(time.tv_sec) * 1000 + Int64(time.tv_nsec) / 1_000_000
  }

  private func announce(_ source: String, _ server: FeedServer?) {
    var lines = ["Serving \(SafeText.clean(source, limit: 200)) as a GPS receiver."]
    if let port = server?.port {
      let host = listen ?? "localhost"
      let spec = (host.contains(":") ? "[\(host)]" : host) + ":\(port)"
      lines += ["gpsd's protocol on \(spec); try one of", "  trove play HUNT --from gpsd:\(spec)", "  cgps \(spec)"]
    }
    for terminal in server?.terminals ?? [] {
      let path = terminal.link ?? terminal.path
      lines += ["NMEA on \(terminal.path)" + (terminal.link.map { ", link \($0)" } ?? "") + "; try one of"]
      lines += ["  gpsd -N \(path)", "  cat \(path)"]
    }
    for case .datagrams(let host, let port) in nmea {
      lines += ["NMEA by UDP to \(host):\(port); try", "  gpsd -N -n udp://\(host):\(port)"]
    }
    if nmea.contains(.standardOutput) { lines.append("NMEA on standard output.") }
    // Cleaned one by one, because a clean line is not indented.
    for line in lines { Output.error((line.hasPrefix("  ") ? "  " : "") + SafeText.clean(line, limit: 400)) }
  }

  /// Feeds until the walk is over or a signal comes.
  private func feed(_ sensors: Sensors, to server: FeedServer?) async -> (Feeder.End, isInterrupted: Bool) {
    let feeder = Feeder(
      sensors, server: server, seed: seed,
      options: .init(
        speed: speed.factor, rate: rate, loops: loop, writesOutput: nmea.contains(.standardOutput),
        showsProgress: showsProgress))
    let walk = Task {
      if wait { await Self.firstListener(of: server) }
      return Task.isCancelled ? .finished : await feeder.run()
    }
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
    return (end, isInterrupted)
  }

  private static func firstListener(of server: FeedServer?) async {
    while let server, server.listeners == 0, (try? await Task.sleep(for: .milliseconds(20))) != nil {}
  }

  /// For people who watch; not where the sentences themselves go to the terminal.
  private var showsProgress: Bool {
    isatty(STDERR_FILENO) == 1 && !(nmea.contains(.standardOutput) && isatty(STDOUT_FILENO) == 1)
      && Environment.variables["TERM"] != "dumb"
  }
}

extension NMEATarget: ExpressibleByArgument {
  /// Reads what stands behind `--nmea`.
  public init?(argument: String) { self.init(argument) }
}
