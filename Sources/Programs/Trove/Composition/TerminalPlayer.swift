import ArgumentParser
import CommandKit
import Game
import Geodesy
import HuntDomain
import Nearby
import PlaceFiles
import SessionLogs
import TerminalUI
import TextCanvas
import Views

extension Composition {
  /// Plays on the whole screen until the player leaves.
  func playOnTerminal() async throws(CommandFailure) {
    // Files named on the command line are complained about before the terminal is taken.
    var opened: LoadedGame?
    if let chosen { opened = try await open(chosen.source, huntPath: chosen.huntPath) }
    let recorder = try recorder()
    let screen = try FullScreen(styling, colour: options.color, isASCII: options.ascii)
    var logger = try SessionLogger(
      options.session,
      SessionLogHeader(
        version: troveVersion, began: "", voice: .screen, glyphs: screen.glyphs.rawValue,
        colours: screen.capability.colours.number, view: options.view.rawValue,
        hasScene: options.scene == .on, hasSextants: screen.capability.hasSextants, hasBeeper: options.beeper,
        speed: sensorOptions.speed ?? .infinity),
      part: part)
    try await screen.take { terminal, screen in
      logger.use(style: screen.styleName)
      if let crash = options.crashTest { CrashTest(rawValue: crash)?.crash() }
      // The time of a computer that sleeps stands still, and so does the game's.
      var loop = TerminalLoop(on: terminal, clock: .suspending) { hear in
        TerminalPlayer(
          self, opened, terminal: terminal, logger: logger, recorder: recorder, screen: screen, hear: hear)
      }
      return await loop.run()
    }
  }
}

/// A game on a terminal: passes events to the session, and performs its effects.
private struct TerminalPlayer: TerminalProgram {
  /// Events that do not come from the terminal.
  enum Event: Sendable {
    /// A source has spoken, the one of this number.
    case source(SessionEvent, generation: Int)
    /// A tile of the map is read.
    case tile(TileID, TileOutcome)
    /// A source has answered with its places.
    case places(SessionEvent)
    /// A route was looked for.
    case route(SessionEvent)
    /// The files of the game that was chosen are to be read, after a frame that says so.
    case load
    /// An extract is being imported for the game of this load.
    case imports(ExtractImport.News)
    /// Saving has ended; carries an event if the session has to be told that it failed.
    case saved(SessionEvent?)
    /// Saving has ended because a program plays from now on; why the last events are not saved, if so.
    case savingEnded(lost: String?)
    /// A sound of a pattern is due.
    case ring
    /// There is news of the event of many players.
    case event(SessionEvent)
  }

  /// Files that are to be read for a game.
  private struct Load {
    let source: SourceChoice
    let huntPath: String
    let sitting: Sitting?
  }

  /// Sleep of the computer that is worth a word.
  private static let shortestSleep = Duration.seconds(5)

  private let composition: Composition
  private let terminal: Terminal
  private let glyphs: GlyphLevel
  /// Receives the events.
  private let hear: @Sendable (Event) -> Void
  /// The game that begins with the first frame, if it is chosen already.
  private var opened: LoadedGame?
  private var loading: Load?
  /// The time of the event that is being handled, since the start; never goes back.
  private var happened = Duration.zero
  private var session: LoggedSession
  private var scenery: Scenery
  private var detail = DetailControl()
  private var source = SensorSubscription()
  /// The source of the map's tiles; `nil` if the map is read as a whole.
  private var tiles: TileFetcher?
  /// Services that are asked for places; `nil` if there are none.
  private var places: PlaceAsker?
  /// Finds routes to the targets; `nil` before a game.
  private var routes: RouteFinder?
  /// How to play the sources that the player may switch to.
  private var sensorOptions: Sensors.Options
  /// The hunt that is played.
  private var file: HuntSource?
  /// Saves the game.
  private var saving: GameSaving?
  /// Holds back what is to be shown, rung or told until it is saved.
  private var gate = SaveGate()
  /// The session's time: simulated sources run at their own speed.
  private var clock = SessionClock()
  private var suspendDetector = SuspendDetector.begun(shortest: Self.shortestSleep)
  /// Writes the walk down, when the player wants it.
  private var recorder: TrackRecorder?

  init(
    _ composition: Composition, _ opened: LoadedGame?, terminal: Terminal, logger: SessionLogger,
    recorder: TrackRecorder?,
    screen: FullScreen, hear: @escaping @Sendable (Event) -> Void
  ) {
    (self.composition, self.opened, self.terminal, self.hear) = (composition, opened, terminal, hear)
    self.recorder = recorder
    sensorOptions = composition.sensorOptions
    scenery = screen.scenery
    glyphs = screen.glyphs
    let options = composition.options
    let (view, hasScene, beeper) = (options.view, options.scene == .on, ProximityBeeper(isOn: options.beeper))
    session = LoggedSession(
      composition.chosen == nil
        ? Session(offers: composition.offers, view: view, hasScene: hasScene, beeper: beeper)
        : Session(view: view, hasScene: hasScene, beeper: beeper),
      logger: logger)
  }

  mutating func close() {
    source.close()
    tiles?.close()
    places?.close()
    routes?.close()
    saving?.end()
    composition.part?.close()
    for held in gate.release() {
      if case .tell(let news) = held.effect { tell(news, at: held.time) }
    }
    session.close()
  }

  // MARK: - Events

  var takesText: Bool { session.session.takesText }

  /// How often ages and clocks are redrawn without another event.
  var tickTime: Duration? { .milliseconds(200) }

  mutating func handle(_ event: ProgramEvent<Event>, at time: Duration) async -> Reaction {
    happened = time
    switch event {
    case .key(let key): return follow(.key(key)) ? .draw : .quit
    // The mouse tells of a drag more often than a screen can show it.
    case .pointer(let pointer):
      return follow(scenery.clicked(pointer).map(SessionEvent.clicked) ?? .pointer(pointer)) ? .drawSoon : .quit
    case .resize(let size): return resize(to: size) ? .draw : .quit
    case .tick: return tick()
    case .outside(let event): return await handle(event)
    case .ended:
      // On SIGTERM or SIGHUP save the time played, as on quit.
      _ = follow(.action(.quit))
      return .quit
    }
  }

  private mutating func handle(_ event: Event) async -> Reaction {
    switch event {
    case .source(let event, let generation):
      guard source.isOpen(generation) else { return .nothing }
      return follow(event) ? .drawSoon : .quit
    case .tile(let id, let outcome): return follow(.tile(id, outcome)) ? .drawSoon : .quit
    case .places(let event): return follow(event) ? .drawSoon : .quit
    case .route(let event):
      let hear = hear
      routes?.ended { hear(.route($0)) }
      return follow(event) ? .drawSoon : .quit
    case .load:
      await load()
      return .draw
    case .imports(let news):
      await hear(news)
      return .draw
    case .saved(let event):
      if let event { tell(of: event) }
      hasAnswered()
      return .drawSoon
    case .savingEnded(let lost):
      if let event = saving?.hasEnded(losing: lost) { tell(of: event) }
      hasAnswered()
      return .drawSoon
    case .ring:
      terminal.ring()
      return .nothing
    case .event(let event): return follow(event) ? .drawSoon : .quit
    }
  }

  /// Returns whether the game goes on.
  private mutating func resize(to size: CanvasSize) -> Bool {
    if size != session.size || opened != nil {
      guard follow(.resize(columns: size.columns, rows: size.rows)) else { return false }
    }
    if let opened = opened.take() { begin(opened) }
    return true
  }

  private mutating func tick() -> Reaction {
    if let time = suspendDetector.sleep() {
      guard follow(.slept(time)) else { return .quit }
    }
    guard follow(.tick) else { return .quit }
    if let event = saving?.tick() { tell(of: event) }
    return .drawSoon
  }

  /// Applies an event and does what the session wants; returns whether the game goes on.
  private mutating func follow(_ event: SessionEvent) -> Bool {
    let goesOn = perform(session.handle(event, at: now))
    // A walker waits at a question until the player has answered it.
    source.hold(session.session.isAsking)
    return goesOn
  }

  /// Does what the session wants; returns whether the game goes on.
  @discardableResult
  private mutating func perform(_ effects: [SessionEffect]) -> Bool {
    let hear = hear
    for effect in effects {
      switch effect {
      case .quit: return false
      case .listen(let choice): listen(to: choice)
      case .stopListening: stop()
      case .load(let choice, let path, let beginning):
        loading = Load(source: choice.expanded, huntPath: path, sitting: beginning == .anew ? .anew : nil)
        // Large files take a moment to read: the frame before it shows that the choice was heard.
        hear(.load)
      case .changeSource(let choice, let standpoint): change(to: choice, at: standpoint)
      case .steer(let steering): source.steer(steering)
      case .redraw: terminal.forget()
      case .sound, .beep, .tell: if !gate.holdsBack(effect, at: now) { show(effect, at: now) }
      case .save(let events):
        composition.part?.prove(events)
        if saving?.save(events, answer: { hear(.saved($0)) }) == true { gate.waitForAnswer() }
      case .fetch(let wanted): tiles?.fetch(wanted) { hear(.tile($0, $1)) }
      case .ask(let question): places?.ask(question) { hear(.places($0)) }
      case .findRoute(let question): routes?.find(question) { hear(.route($0)) }
      // Stopping is the terminal's own.
      case .suspend: break
      }
    }
    return true
  }

  // MARK: - What is seen and heard

  /// Whether all events are saved: they are shown only then.
  var isReadyToShow: Bool { gate.isOpen }

  /// An answer of saving has come.
  private mutating func hasAnswered() {
    for held in gate.hasAnswered() { show(held.effect, at: held.time) }
  }

  /// Does what tells others of the game.
  private mutating func show(_ effect: SessionEffect, at time: Duration) {
    switch effect {
    case .sound(let sound) where composition.options.sound == .on: ring(sound.rings)
    case .beep: ring([.zero])
    case .tell(let news): tell(news, at: time)
    default: break
    }
  }

  /// Rings at these times from now on.
  private func ring(_ times: [Duration]) {
    Task { [hear] in
      var passed = Duration.zero
      for time in times {
        if time > passed { try? await Task.sleep(for: time - passed) }
        passed = time
        hear(.ring)
      }
    }
  }

  /// Tells the session whether saving succeeded, and shows the messages that it returns.
  private mutating func tell(of event: SessionEvent) {
    let effects = session.handle(event, at: now)
    // These news are not held back until something is saved: they say that it is not.
    for case .tell(let news) in effects { tell(news, at: now) }
    perform(effects.filter { if case .tell = $0 { false } else { true } })
  }

  private mutating func tell(_ news: SessionNews, at time: Duration) {
    saving?.track(news, at: time)
    composition.part?.note(news)
    if let trouble = recorder?.note(news) { Output.error(trouble) }
  }

  // MARK: - The sources

  private mutating func listen(to choice: SourceChoice) {
    loading = nil
    do throws(CommandFailure) {
      start(try Sensors.open(choice.expanded, hunt: nil, options: composition.sensorOptions))
    } catch {
      Output.error(error.message)
    }
  }

  /// Reads the files of the game that was chosen, unless the player has gone back in the meantime.
  private mutating func load() async {
    guard let load = loading else { return }
    if let extract = ExtractImport(path: load.huntPath) { return extract.start { [hear] in hear(.imports($0)) } }
    loading = nil
    do throws(CommandFailure) {
      begin(try await composition.open(load.source, huntPath: load.huntPath, sitting: load.sitting))
    } catch {
      _ = follow(.cannotBegin(error.message + " Esc goes back."))
      // Also for standard error, which is read after leaving.
      Output.error(error.message)
    }
  }

  /// An import goes on in the background if the player has gone back; then nobody waits for it.
  private mutating func hear(_ news: ExtractImport.News) async {
    guard let load = loading, ExtractImport(path: load.huntPath)?.file == news.file else { return }
    switch news.state {
    case .running(let words): _ = follow(.cannotBegin(words))
    case .failed(let reason):
      loading = nil
      _ = follow(.cannotBegin(reason + " Esc goes back."))
    case .done(let region):
      loading = Load(source: load.source, huntPath: HuntHere(region).path, sitting: nil)
      _ = follow(.cannotBegin("Making a hunt"))
      await self.load()
    }
  }

  private mutating func begin(_ opened: LoadedGame) {
    (file, sensorOptions) = (opened.file, opened.sensorOptions)
    tiles?.close()
    tiles = opened.tiles.map { TileFetcher($0) }
    places?.close()
    places = opened.services.isEmpty ? nil : PlaceAsker(opened.services)
    routes?.close()
    routes = RouteFinder(opened.game.map, opened.tiles)
    saving = opened.saving
    composition.part?.listen { [hear] in hear(.event($0)) }
    saving?.track(session.session.onboardingLog, of: "onboarding", at: now)
    perform(session.begin(opened, at: now))
    if let event = saving?.begin() { tell(of: event) }
    start(opened.sensors)
  }

  /// Opens the new source before the old one is closed: where that fails, the old one goes on.
  private mutating func change(to choice: SourceChoice, at standpoint: Standpoint) {
    let hear = hear
    do throws(CommandFailure) {
      // A path that is typed may be a pipe without a writer, and opening it would never end.
      if case .trace(let path) = choice.expanded, !Files.isOrdinary(path) {
        throw CommandFailure("\(path): there is no such file, or it is none to be read.", .noSuchFile)
      }
      let sensors = try Sensors.open(
        choice.expanded, hunt: file, at: standpoint, options: sensorOptions)
      saving?.track(session.session.switchLog, of: "source", at: now)
      _ = follow(.sourceChanged(choice))
      let change = saving?.changeSource(to: choice) { hear(.savingEnded(lost: $0)) }
      if let event = change?.event { tell(of: event) }
      if change?.isEnding == true { gate.waitForAnswer() }
      start(sensors)
    } catch {
      _ = follow(.cannotChangeSource(error.message))
    }
  }

  private mutating func start(_ sensors: Sensors) {
    clock.run(at: sensors.isSimulated ? composition.sensorOptions.speed ?? 1 : 1, from: happened)
    source.open(sensors) { [hear] in hear(.source($0, generation: $1)) }
  }

  private mutating func stop() {
    loading = nil
    clock.run(at: 1, from: happened)
    source.close()
  }

  // MARK: - Frames

  /// The session's time; never goes back, even if a source is opened or closed.
  private var now: Duration { clock.time(at: happened) }

  func screen(at time: Duration) -> GameScreen { session.session.screen(at: clock.time(at: time)) }

  mutating func draw(_ screen: GameScreen, on canvas: inout Canvas, at time: Duration) -> Scroll? {
    drawGame(screen, on: &canvas, glyphs: glyphs, scenery: &scenery)
    session.note(shown: canvas, at: clock.time(at: time))
    terminal.watchPointer(screen.hasPicture && Environment.hasMouse)
    return scenery.scroll
  }

  func isMoving(in screen: GameScreen) -> Bool { screen.isMoving }

  mutating func frameTook(_ time: Duration, at now: Duration) {
    guard let detail = detail.adapt(toFrameOf: time) else { return }
    happened = max(happened, now)
    _ = follow(.detail(detail))
  }

  func pageEnd(of screen: GameScreen, size: CanvasSize) -> Int? { lastScroll(of: screen, size: size, glyphs: glyphs) }

  mutating func pageEnds(at lines: Int, at time: Duration) {
    happened = max(happened, time)
    _ = follow(.pageEnds(at: lines))
  }
}

extension GameScreen {
  /// Whether there is a map or a picture that a mouse could move.
  fileprivate var hasPicture: Bool {
    if case .play(let screen) = self { screen.layout.map != nil || screen.layout.eye != nil } else { false }
  }
}
