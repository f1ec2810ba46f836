import ArgumentParser
import Glibc
import HuntApplication
import HuntDomain
import PlainUI

extension Composition {
  /// Plays to the end without a screen: every piece of news as a sentence or as a JSON line.
  func playAsLines() async throws {
    // The same ending as on a terminal, where Ctrl-C is caught.
    let before = signal(SIGINT) { _ in _exit(130) }
    // Whoever started it in the background does not want it to end with what runs in the foreground.
    if unsafeBitCast(before, to: Int.self) == unsafeBitCast(SIG_IGN, to: Int.self) { signal(SIGINT, SIG_IGN) }
    guard let hunt = huntPath ?? installation?.demoHunt else {
      throw Failure.say("Name a hunt: trove play HUNT. The bundled ones were not found.", Failure.noSuchFile)
    }
    if huntPath == nil, case .gpsd = options.from?.choice {
      throw Failure.say("Name a hunt near you: trove play HUNT --from gpsd.", ExitCode(64))
    }
    if options.from?.choice.isSteered == true {
      throw Failure.say(
        "Steering needs a terminal, and somebody at its keys: leave out --plain and --json, or take --from walker.",
        ExitCode(64))
    }
    // Nobody chose anything: the demonstration, at once.
    let isDemo = huntPath == nil && options.from == nil
    let source = options.from?.choice ?? (isDemo ? .walker(seed: 1) : .gpsd(""))
    var composition = self
    if isDemo && options.speed == nil { composition.options.speed = SpeedArgument(factor: nil) }
    let opened = try await composition.open(source, huntPath: hunt)
    let (game, sensors) = (opened.game, opened.sensors)
    var player = LinePlayer(json: options.json, flushesEachLine: !sensors.isSimulated || composition.waits)
    player.recorder = try recorder()
    player.handle(.begin(game), at: .zero)
    if sensors.isSimulated {
      await player.play(simulated: sensors.location)
    } else {
      await player.play(Self.events(of: sensors))
    }
    player.flush()
  }

  private var waits: Bool { sensorOptions.speed != nil }

  /// What live sensors say, with the time of the wall.
  private static func events(of sensors: Sensors) -> AsyncStream<(SessionEvent, Duration)> {
    let start = ContinuousClock.now
    return AsyncStream { (continuation: AsyncStream<(SessionEvent, Duration)>.Continuation) in
      let location = Task<Void, Never> {
        for await update in sensors.location.updates() {
          continuation.yield((.location(update), start.duration(to: .now)))
        }
        continuation.yield((.locationEnded, start.duration(to: .now)))
        continuation.finish()
      }
      let heading = Task<Void, Never> {
        guard let source = sensors.heading else { return }
        for await heading in source.headings() { continuation.yield((.heading(heading), start.duration(to: .now))) }
      }
      continuation.onTermination = { _ in
        location.cancel()
        heading.cancel()
      }
    }
  }
}

/// Speaks what a session tells.
private struct LinePlayer {
  private(set) var session = Session()
  private var narrator = Narrator()
  private var waiting = ""
  /// Writes the walk down, when the player wants it.
  var recorder: TrackRecorder?
  private let json: Bool
  private let flushesEachLine: Bool

  init(json: Bool, flushesEachLine: Bool) {
    self.json = json
    self.flushesEachLine = flushesEachLine
  }

  /// Pulls one update after the other: nothing runs ahead of the session, and time comes with the fixes.
  mutating func play(simulated location: any DeviceLocation) async {
    var now = Duration.zero
    for await update in location.updates() {
      now = max(now, update.fix?.time ?? now)
      handle(.location(update), at: now)
      if session.isFinished { return }
    }
    handle(.locationEnded, at: now)
  }

  /// Takes what live sensors push, until the game is over.
  mutating func play(_ events: AsyncStream<(SessionEvent, Duration)>) async {
    for await (event, now) in events {
      handle(event, at: now)
      if session.isFinished { return }
    }
  }

  mutating func handle(_ event: SessionEvent, at now: Duration) {
    for case .tell(let news) in session.handle(event, at: now) {
      recorder?.hear(news)
      let lines =
        json
        ? [JSONLines.line(for: news)]
        : narrator.sentences(for: news, at: now) { [session] in session.way(at: now) }
      for line in lines { waiting += line + "\n" }
    }
    if flushesEachLine || waiting.utf8.count > 1 << 16 { flush() }
  }

  mutating func flush() {
    guard !waiting.isEmpty else { return }
    Output.write(waiting)
    waiting = ""
  }
}
