import ArgumentParser
import FlightRecords
import Game
import Geodesy
import Nearby
import PlaceFiles
import SavedGames
import TerminalUI
import TextCanvas
import Views

extension Composition {
  /// Plays on the whole screen until the player leaves.
  func playOnTerminal() async throws(CommandFailure) {
    // Files named on the command line are complained about before the terminal is taken.
    var opened: Opened?
    if let chosen { opened = try await open(chosen.source, huntPath: chosen.huntPath) }
    let recorder = try recorder()
    let screen = try FullScreen(styling, colour: options.color, isASCII: options.ascii)
    let tape = try FlightTape(
      options.session,
      FlightHeader(
        version: Trove.configuration.version, began: "", voice: .screen, glyphs: screen.glyphs.rawValue,
        colours: screen.capability.colours.number, style: styling.wanted, view: options.view.rawValue,
        hasGeiger: options.geiger))
    try await screen.take { terminal in
      if let crash = options.crashTest { CrashTest(rawValue: crash)?.crash() }
      var player = TerminalPlayer(self, terminal: terminal, tape: tape, glyphs: screen.glyphs, look: screen.look)
      player.recorder = recorder
      return await player.play(opened)
    }
  }
}

/// The loop of a game on a terminal: whatever happens becomes an event, is handled, and is drawn.
private struct TerminalPlayer {
  /// What can happen, from all sides.
  private enum Happening: Sendable {
    case session(SessionEvent, generation: Int)
    /// A tile of the map is read.
    case tile(TileID, TileOutcome)
    /// A source has said what places it knows, as the session is told it.
    case places(SessionEvent)
    case terminal(TerminalEvent)
    case tick
    /// A sound of a pattern is due.
    case ring
    /// The last frame is old enough for the next one.
    case frame
    /// The computer slept.
    case slept(Duration)
  }

  /// What happened, and when: it may have to wait until it is handled.
  private struct Moment: Sendable {
    let happening: Happening
    let time = SuspendingClock.now

    init(_ happening: Happening) { self.happening = happening }
  }

  /// Ages and clocks are drawn anew this often without anything else happening.
  private static let tick = Duration.milliseconds(200)
  /// A frame is drawn this often at most while the sensors are busy, as often as most screens show one; keys are
  /// answered at once.
  private static let frameTime = Duration.milliseconds(16)
  /// A frame is drawn this often at least, for a terminal that did not take the last one.
  private static let longestPause = Duration.seconds(1)
  /// Sleep of the computer that is worth a word.
  private static let shortestSleep = Duration.seconds(5)

  private let composition: Composition
  private let terminal: Terminal
  private let glyphs: GlyphLevel
  private let moments: AsyncStream<Moment>
  private let continuation: AsyncStream<Moment>.Continuation
  /// The time of a computer that sleeps stands still, and so does the game's.
  private let start = SuspendingClock.now
  /// The time since the start at which what is being handled happened; never goes back.
  private var happened = Duration.zero
  private var session: TapedSession
  /// What the last frame shows, and when somebody last looked whether it still is what there is to see.
  private var shown: GameScreen?
  private var looked = Duration.zero
  private var isFrameComing = false
  private var ground: MapGround
  private var source = OpenSource()
  /// Where the map's ground comes from; nothing where that is read as a whole.
  private var tiles: TileFetcher?
  /// Services that are asked for places; nothing where there are none.
  private var places: PlaceAsker?
  /// How the sources are played that the player may change to.
  private var sensorOptions: Sensors.Options
  /// The hunt that is played.
  private var file: HuntSource?
  /// What is kept of the game.
  private var saving: GameSaving?
  /// The session's time: simulated sources run at their own speed.
  private var clock = SessionClock()
  private var drawn = Duration.zero
  private var end: TerminalEnd?
  /// Writes the walk down, when the player wants it.
  var recorder: TrackRecorder?

  init(_ composition: Composition, terminal: Terminal, tape: FlightTape, glyphs: GlyphLevel, look: MapLook) {
    self.composition = composition
    sensorOptions = composition.sensorOptions
    ground = MapGround(look: look)
    self.terminal = terminal
    self.glyphs = glyphs
    (moments, continuation) = AsyncStream.makeStream()
    let (view, geiger) = (composition.options.view, Geiger(isOn: composition.options.geiger))
    session = TapedSession(
      composition.chosen == nil
        ? Session(offers: composition.offers, view: view, geiger: geiger) : Session(view: view, geiger: geiger),
      tape: tape)
  }

  /// Plays; returns what the terminal wants the program to die by, if anything.
  mutating func play(_ opened: Opened?) async -> TerminalEnd? {
    let size = terminal.size
    _ = session.handle(.resize(columns: size.columns, rows: size.rows), at: .zero)
    if let opened { begin(opened) }
    draw()
    let sides = watchTerminal()
    defer {
      for task in sides { task.cancel() }
      source.close()
      tiles?.close()
      places?.close()
      saving?.end()
      session.close()
    }
    for await moment in moments {
      happened = max(happened, start.duration(to: moment.time))
      guard await handle(moment.happening) else { break }
    }
    return end
  }

  private func watchTerminal() -> [Task<Void, Never>] {
    let (events, continuation) = (terminal.events, continuation)
    return [
      Task {
        for await event in events { continuation.yield(Moment(.terminal(event))) }
        continuation.finish()
      },
      Task {
        var wakefulness = Wakefulness.begun(shortest: Self.shortestSleep)
        while (try? await Task.sleep(for: Self.tick, clock: .suspending)) != nil {
          if let time = wakefulness.sleep() { continuation.yield(Moment(.slept(time))) }
          continuation.yield(Moment(.tick))
        }
      },
    ]
  }

  /// Returns whether the game goes on.
  private mutating func handle(_ happening: Happening) async -> Bool {
    // A window that changes says so late: what is drawn before would have one size and be noted with another.
    let size = terminal.size
    if size != session.size {
      let event = SessionEvent.resize(columns: size.columns, rows: size.rows)
      guard await perform(session.handle(event, at: now)) else { return false }
    }
    switch happening {
    case .session(let event, let generation):
      guard source.isOpen(generation) else { return true }
      guard await perform(session.handle(event, at: now)) else { return false }
      drawSoon()
    case .tile(let id, let outcome):
      guard await perform(session.handle(.tile(id, outcome), at: now)) else { return false }
      drawSoon()
    case .places(let event):
      guard await perform(session.handle(event, at: now)) else { return false }
      drawSoon()
    case .terminal(.pointer(let pointer)):
      guard await perform(session.handle(.pointer(pointer), at: now)) else { return false }
      // A hand that drags says so more often than a screen can show it.
      drawSoon()
    case .terminal(.ended(let end)):
      self.end = end
      // Who is sent away has played as long as who goes.
      _ = await perform(session.handle(.action(.quit), at: now))
      return false
    case .terminal(let event):
      if let event = sessionEvent(for: event) {
        tellPageEnd()
        guard await perform(session.handle(event, at: now)) else { return false }
      }
      draw()
    case .tick:
      guard await perform(session.handle(.tick, at: now)) else { return false }
      if let event = saving?.tick() { hear(event) }
      // While the sensors are busy, they make the clocks run as well.
      if wall - looked >= Self.tick { drawNews() }
    case .slept(let time):
      guard await perform(session.handle(.slept(time), at: now)) else { return false }
      draw()
    case .ring: terminal.ring()
    case .frame:
      isFrameComing = false
      drawNews()
    }
    return true
  }

  private mutating func perform(_ effects: [SessionEffect]) async -> Bool {
    for effect in effects {
      switch effect {
      case .quit: return false
      case .listen(let choice): listen(to: choice)
      case .stopListening: stop()
      case .load(let choice, let path, let beginning):
        await load(choice.expanded, path, beginning == .anew ? .anew : nil)
      case .changeSource(let choice, let standpoint): change(to: choice, at: standpoint)
      case .steer(let steering): source.steer(steering)
      case .redraw: terminal.forget()
      case .sound(let sound) where composition.options.sound == .on: ring(sound.rings)
      case .beep: ring([.zero])
      case .save(let events): if let event = saving?.save(events) { hear(event) }
      case .tell(let news): tell(news)
      case .fetch(let wanted): fetch(wanted)
      case .ask(let question): ask(question)
      // Stopping is the terminal's own.
      case .sound, .suspend: break
      }
    }
    return true
  }

  private mutating func fetch(_ wanted: [TileID]) {
    let continuation = continuation
    tiles?.fetch(wanted) { continuation.yield(Moment(.tile($0, $1))) }
  }

  private mutating func ask(_ question: PlacesQuestion) {
    let continuation = continuation
    places?.ask(question) { continuation.yield(Moment(.places($0))) }
  }

  /// Rings at these times from now on.
  private func ring(_ times: [Duration]) {
    Task { [continuation] in
      var passed = Duration.zero
      for time in times {
        if time > passed { try? await Task.sleep(for: time - passed) }
        passed = time
        continuation.yield(Moment(.ring))
      }
    }
  }

  /// The session scrolls no farther than the page that is seen.
  private mutating func tellPageEnd() {
    guard let shown, let last = lastScroll(of: shown, size: terminal.size, glyphs: glyphs) else { return }
    _ = session.handle(.pageEnds(at: last), at: now)
  }

  /// The session hears what became of saving; it wants nothing for it but to be seen.
  private mutating func hear(_ event: SessionEvent) {
    tellNews(session.handle(event, at: now))
  }

  private mutating func tellNews(_ effects: [SessionEffect]) {
    for case .tell(let news) in effects { tell(news) }
  }

  private mutating func tell(_ news: SessionNews) {
    saving?.track(news, at: now)
    recorder?.hear(news)
  }

  // MARK: - The sources

  private mutating func listen(to choice: SourceChoice) {
    do throws(CommandFailure) {
      start(try Sensors.open(choice.expanded, hunt: nil, options: composition.sensorOptions))
    } catch {
      Output.error(error.message)
    }
  }

  private mutating func load(_ choice: SourceChoice, _ path: String, _ sitting: Sitting?) async {
    // Large files take a moment to read: the player sees that the choice was heard.
    draw()
    do throws(CommandFailure) {
      begin(try await composition.open(choice, huntPath: path, sitting: sitting))
    } catch {
      _ = session.handle(.cannotBegin(error.message + " Esc goes back."), at: now)
      // Also for standard error, which is read after leaving.
      Output.error(error.message)
    }
  }

  private mutating func begin(_ opened: Opened) {
    (file, sensorOptions) = (opened.file, opened.sensorOptions)
    tiles?.close()
    tiles = opened.tiles.map { TileFetcher($0) }
    places?.close()
    places = opened.services.isEmpty ? nil : PlaceAsker(opened.services)
    saving = opened.saving
    saving?.track(session.session.onboardingLog, of: "onboarding", at: now)
    tellNews(session.begin(opened, at: now))
    if let event = saving?.begin() { hear(event) }
    start(opened.sensors)
  }

  /// Opens the new source before the old one is closed: where that fails, the old one goes on.
  private mutating func change(to choice: SourceChoice, at standpoint: Standpoint) {
    do throws(CommandFailure) {
      // Whoever types a path may name a pipe that nobody writes to, and there is no way out of waiting for it.
      if case .trace(let path) = choice.expanded, !Files.isOrdinary(path) {
        throw CommandFailure("\(path): there is no such file, or it is none to be read.", .noSuchFile)
      }
      let sensors = try Sensors.open(
        choice.expanded, hunt: file, at: standpoint, options: sensorOptions)
      saving?.track(session.session.switchLog, of: "source", at: now)
      _ = session.handle(.sourceChanged(choice), at: now)
      if let event = saving?.changeSource(to: choice) { hear(event) }
      start(sensors)
    } catch {
      _ = session.handle(.cannotChangeSource(error.message), at: now)
    }
  }

  private mutating func start(_ sensors: Sensors) {
    clock.run(at: sensors.isSimulated ? composition.sensorOptions.speed ?? 1 : 1, from: happened)
    source.open(sensors) { [continuation] in continuation.yield(Moment(.session($0, generation: $1))) }
  }

  private mutating func stop() {
    clock.run(at: 1, from: happened)
    source.close()
  }

  // MARK: - Time and frames

  /// The session's time; never goes back, whatever source is opened or closed.
  private var now: Duration { clock.time(at: happened) }

  private var wall: Duration { start.duration(to: .now) }

  /// Draws what the sensors have brought, now or as soon as the last frame is old enough.
  private mutating func drawSoon() {
    let rest = drawn + Self.frameTime - wall
    if rest <= .zero { return drawNews() }
    guard !isFrameComing else { return }
    isFrameComing = true
    Task { [continuation] in
      try? await Task.sleep(for: rest, tolerance: .zero)
      continuation.yield(Moment(.frame))
    }
  }

  /// Draws if there is anything to see that the last frame did not show.
  private mutating func drawNews() {
    let now = now
    let screen = session.session.screen(at: now)
    looked = wall
    if screen != shown || wall - drawn >= Self.longestPause { draw(screen, at: now) }
  }

  private mutating func draw() {
    let now = now
    draw(session.session.screen(at: now), at: now)
  }

  private mutating func draw(_ screen: GameScreen, at now: Duration) {
    var canvas = Canvas(size: session.size)
    drawGame(screen, on: &canvas, glyphs: glyphs, ground: &ground)
    session.note(shown: canvas, at: now)
    terminal.watchPointer(screen.hasMap && Environment.hasMouse)
    terminal.present(canvas, scrolled: ground.scroll)
    (shown, drawn) = (screen, wall)
  }

  /// What happens at the terminal, for the session; nothing for what only the terminal knows.
  private func sessionEvent(for event: TerminalEvent) -> SessionEvent? {
    switch event {
    case .key(let key): return .key(key)
    case .pointer(let pointer): return .pointer(pointer)
    // The size is looked at whenever anything happens, and the screen is drawn anew.
    case .resize, .resumed, .ended: return nil
    }
  }
}

extension GameScreen {
  /// Whether there is a map that a mouse could move.
  fileprivate var hasMap: Bool {
    if case .play(let screen) = self { screen.layout.map != nil } else { false }
  }
}
