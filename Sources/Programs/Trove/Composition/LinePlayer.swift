import ArgumentParser
import CommandKit
import Game
import Glibc
import HuntDomain
import Nearby
import Numbers
import PlainUI
import SessionLogs
import Simulation
import Trials
import WalkerLocation

extension Composition {
  /// Plays to the end without a screen: every piece of news as a sentence or as a JSON line.
  func playAsLines() async throws(CommandFailure) {
    // The same ending as on a terminal, where Ctrl-C is caught.
    let before = signal(SIGINT) { _ in _exit(130) }
    // A program started in the background ignores SIGINT, so that Ctrl-C for the foreground does not end it.
    if unsafeBitCast(before, to: Int.self) == unsafeBitCast(SIG_IGN, to: Int.self) { signal(SIGINT, SIG_IGN) }
    guard let hunt = huntPath ?? installation?.demoHunt else {
      throw CommandFailure("Name a hunt: trove play HUNT. The bundled ones were not found.", .noSuchFile)
    }
    if huntPath == nil, let source = options.from?.choice, source.isLive {
      throw CommandFailure("Name a hunt near you: trove play HUNT --from \(source.kind.rawValue).", .usage)
    }
    let commands = try options.commands.map(CommandScript.lines(of:)) ?? []
    let script = CommandScript(commands)
    // Without a hunt and a source, play the demonstration at once.
    let isDemo = huntPath == nil && options.from == nil
    let isWalked = isDemo || options.script != nil
    let source = options.from?.choice ?? (isWalked ? .walker(seed: 1) : .gpsd(""))
    var composition = self
    if isWalked && options.speed == nil { composition.options.speed = SpeedArgument(factor: nil) }
    let opened = try await composition.open(source, huntPath: hunt)
    let isPaced = !opened.sensors.isSimulated || composition.waits
    let logger = try logger(opened, isPaced: isPaced, commands: commands)
    var player = LinePlayer(opened, options: options, script: script, isPaced: isPaced, logger: logger, part: part)
    player.recorder = try recorder()
    await player.begin(opened)
    if isPaced { await player.play() } else { await player.playAtOnce() }
    await player.settle()
    player.end()
    try judge(player)
  }

  /// Throws what the player's author wanted and did not come.
  private func judge(_ player: LinePlayer) throws(CommandFailure) {
    var wrong: [String] = []
    if let failure = player.failure, let path = options.script {
      wrong.append("\(path):\(failure.line): \(failure.problem)")
    }
    if let progress = player.progress {
      wrong += options.require.filter { !$0.isMet(by: progress) }.map { "--require \($0.failure(in: progress))" }
    }
    guard wrong.isEmpty else { throw CommandFailure(wrong, .refused) }
  }

  private var waits: Bool { sensorOptions.speed != nil }

  /// Creates the log that records the game.
  private func logger(_ opened: LoadedGame, isPaced: Bool, commands: [String]) throws(CommandFailure) -> SessionLogger {
    try SessionLogger(
      options.session,
      SessionLogHeader(
        version: troveVersion, began: "", voice: options.json ? .json : .sentences,
        view: options.view.rawValue, hasBeeper: options.beeper, isSteered: opened.sensors.wheel != nil,
        listens: LinePlayer.listens(to: opened.sensors, isPaced: isPaced), hasCallouts: options.callouts,
        commands: commands, speed: opened.sensors.isSimulated ? sensorOptions.speed ?? .infinity : nil), part: part)
  }
}

/// Speaks what a game in lines says, and gives it what sensors and people have to say.
private struct LinePlayer {
  private enum Event: Sendable {
    /// An event, and when it happened: it may be handled later.
    case session(SessionEvent, at: SuspendingClock.Instant = .now)
    /// A command, and when it was read; nothing at the end of standard input.
    case line(String?, at: SuspendingClock.Instant)
  }

  private let sensors: Sensors
  /// The services to ask for places; none for a game that is played at once.
  private var places: PlaceAsker
  /// Receives their answers.
  private var hear: AsyncStream<Event>.Continuation?
  private let flushesEachLine: Bool
  private let bell: Bell?
  /// Whether finds ring.
  private let isLoud: Bool
  private let speech: Speech?
  private var saving: GameSaving
  /// Writes the walk down, when the player wants it.
  var recorder: TrackRecorder?
  /// The log that records the game.
  private var logger: SessionLogger
  /// The part of the game in an event; `nil` for a game without one.
  private let part: EventPart?
  private let isJSON: Bool
  /// What a walker does at a question; `nil` where it waits until the player answers.
  private let answers: WalkerAnswers?
  /// Chooses among right answers, and among wrong ones.
  private var chance: SeededGenerator
  /// The walkthrough that the walker follows; `nil` for a game without one.
  private var walkthrough: (run: WalkthroughRun, guide: WalkerGuide)?
  /// The line of the walkthrough that failed.
  private(set) var failure: WalkthroughError?
  /// The ids of the treasures whose question was answered wrongly.
  private var failed: Set<String> = []
  private var game: LineGame
  private var waiting = ""
  /// When lines were written last: those of a game without waiting are written together, but a second later at most.
  private var written = SuspendingClock.now
  private var now = Duration.zero
  /// The time of a computer that sleeps stands still, and so does the game's.
  private let start = SuspendingClock.now
  /// There may be more commands.
  private var listens: Bool
  /// Sleep of the computer that is worth a word.
  private static let shortestSleep = Duration.seconds(5)

  init(
    _ opened: LoadedGame, options: PlayOptions, script: CommandScript, isPaced: Bool, logger: SessionLogger,
    part: EventPart?
  ) {
    (self.logger, self.part, isJSON) = (logger, part, options.json)
    let canAnswer = isPaced && !options.json && isatty(STDIN_FILENO) == 1 && isatty(STDOUT_FILENO) == 1
    // A script that was written for the game has the answers in it.
    let hasScript = options.commands != nil || options.script != nil
    answers = options.answers ?? (canAnswer ? nil : hasScript ? .leave : .right)
    walkthrough = opened.walkthrough.map { (WalkthroughRun($0.steps), $0.guide) }
    if case .walker(let seed) = opened.sensors.choice { chance = .init(seed: seed) } else { chance = .init(seed: 0) }
    sensors = opened.sensors
    places = PlaceAsker(isPaced ? opened.services : [])
    saving = opened.saving
    flushesEachLine = isPaced
    listens = isPaced
    isLoud = options.sound == .on
    bell = options.beeper ? Bell() : nil
    speech = options.speak ? Speech(environment: Environment.variables) { Output.error($0) } : nil
    game = LineGame(
      options.json ? .json : .sentences, isSteered: sensors.wheel != nil,
      listens: Self.listens(to: sensors, isPaced: isPaced), script: script,
      beeper: ProximityBeeper(isOn: bell != nil), callouts: options.callouts)
  }

  /// Whether a user may type commands.
  static func listens(to sensors: Sensors, isPaced: Bool) -> Bool {
    isPaced && (sensors.wheel != nil || isatty(STDIN_FILENO) == 1)
  }

  /// The game begins.
  mutating func begin(_ opened: LoadedGame) async {
    logger.begin(opened, at: .zero)
    await handle(.begin(opened.game), at: .zero)
  }

  /// Plays one update after the other, as fast as possible; the time is that of the fixes.
  ///
  /// Takes no typed commands, because typing is too slow for this; only those of a script.
  mutating func playAtOnce() async {
    for await update in sensors.location.updates() {
      now = max(now, update.fix?.time ?? now)
      await handle(.location(update), at: now)
      if await isWalkedThrough() || game.isOver { break }
    }
    guard !game.isOver else { return }
    await handle(.locationEnded, at: now)
  }

  /// How far the game is; `nil` before it begins.
  var progress: HuntProgress? { game.hunting?.progress }

  /// Follows the walkthrough as far as it goes now; returns whether it has ended.
  private mutating func isWalkedThrough() async -> Bool {
    while let guide = walkthrough?.guide, var run = walkthrough?.run, let hunting = game.hunting {
      let order = run.next(
        WalkthroughView(
          progress: hunting.progress, asked: hunting.asked?.id, target: hunting.target?.id, position: hunting.position,
          isThere: guide.isThere, now: now))
      switch order {
      case .walk(let goal): guide.send(to: goal)
      case .type(let line):
        logger.note(command: line, at: now)
        let turn = game.type(line, at: now)
        run.hear(turn.news)
        await perform(turn, at: now)
      case .wait, .done: break
      case .fail(let failure): self.failure = failure
      }
      walkthrough?.run = run
      switch order {
      case .walk, .type: continue
      case .wait: return false
      case .fail, .done: return true
      }
    }
    return false
  }

  /// Takes what sensors and people push, until the game is over.
  mutating func play() async {
    let (events, continuation) = AsyncStream<Event>.makeStream()
    hear = continuation
    defer { places.close() }
    part?.listen { continuation.yield(.session($0)) }
    let input = CommandInput()
    input.start { continuation.yield(.line($0, at: $1)) }
    let sides = watch(continuation)
    defer { for side in sides { side.cancel() } }
    for await event in events {
      switch event {
      case .session(let event, let time): await take(event, at: time)
      case .line(let line?, let time):
        let now = wall(at: time)
        logger.note(command: line, at: now)
        await perform(game.type(line, at: now), at: now)
        if answers == nil { sensors.hold?.set(game.isAsking) }
        input.done()
      case .line(nil, _): listens = false
      }
      // The walker stands, and there is no input left that could tell it to go.
      if let wheel = sensors.wheel, !listens, !game.hasScript, wheel.position.gait == .stand {
        await handle(.locationEnded, at: now)
      }
      if game.isOver { return }
    }
  }

  private func watch(_ continuation: AsyncStream<Event>.Continuation) -> [Task<Void, Never>] {
    let sensors = sensors
    var sides = [
      Task {
        for await update in sensors.location.updates() { continuation.yield(.session(.location(update))) }
        continuation.yield(.session(.locationEnded))
        continuation.finish()
      }
    ]
    // The time of simulated sources comes with their fixes, and so does where their player looks.
    guard !sensors.isSimulated else { return sides }
    if let source = sensors.heading {
      sides.append(Task { for await heading in source.headings() { continuation.yield(.session(.heading(heading))) } })
    }
    let tick: Duration = bell == nil ? .seconds(1) : .milliseconds(100)
    sides.append(
      Task {
        var suspendDetector = SuspendDetector.begun(shortest: Self.shortestSleep)
        while (try? await Task.sleep(for: tick, clock: .suspending)) != nil {
          if let time = suspendDetector.sleep() { continuation.yield(.session(.slept(time))) }
          continuation.yield(.session(.tick))
        }
      })
    return sides
  }

  private mutating func take(_ event: SessionEvent, at time: SuspendingClock.Instant) async {
    if case .location(.fix(let fix)) = event, sensors.isSimulated {
      now = max(now, fix.time)
      if let looking = sensors.wheel?.position.looking {
        await handle(.heading(Heading(bearing: looking, source: .compass, uncertainty: 1)), at: now)
      }
    }
    await handle(event, at: wall(at: time))
  }

  /// The session's time: the wall's, or that of the last simulated fix.
  private mutating func wall(at time: SuspendingClock.Instant) -> Duration {
    if !sensors.isSimulated { now = max(now, start.duration(to: time)) }
    return now
  }

  mutating func handle(_ event: SessionEvent, at now: Duration) async {
    logger.note(event, at: now)
    await perform(game.handle(event, at: now), at: now)
    if answers == nil { sensors.hold?.set(game.isAsking) }
    if case .begin = event { await hear(saving.begin()) }
    // A simulated game has no ticks of its own: retry saving with every event.
    await hear(saving.tick())
  }

  /// Logs and handles an event that tells whether saving succeeded.
  private mutating func hear(_ event: SessionEvent?) async {
    guard let event else { return }
    logger.note(event, at: now)
    await perform(game.handle(event, at: now), at: now)
  }

  /// Does what a turn wants and writes its lines; what is to be saved is saved before.
  private mutating func perform(_ turn: LineGame.Turn, at now: Duration) async {
    logger.note(said: turn.lines.map(\.text), at: now)
    var saved: [SessionEvent] = []
    for effect in turn.effects {
      switch effect {
      case .save(let events):
        part?.prove(events)
        if let event = await saving.save(events) { saved.append(event) }
      case .steer(let steering): sensors.wheel?.turn(steering)
      case .ask(let question):
        places.ask(question) { [hear] in hear?.yield(.session($0)) }
      case .sound: if isLoud { bell?.ring() }
      default: break
      }
    }
    if turn.beeps { bell?.ring() }
    for line in turn.lines {
      waiting += line.text + "\n"
      speech?.say(line.text, isPassing: line.isPassing)
    }
    for news in turn.news {
      saving.track(news, at: now)
      part?.note(news)
      if let trouble = recorder?.note(news) { Output.error(trouble) }
    }
    if flushesEachLine || waiting.utf8.count > 1 << 16 || SuspendingClock.now - written > .seconds(1) { flush() }
    for event in saved { await hear(event) }
    for case .asked(let treasure, let question) in turn.news { await answer(question, of: treasure.id) }
  }

  /// A walker's answer, which is a command like a player's.
  private mutating func answer(_ question: Question, of id: String) async {
    guard sensors.choice.kind == .walker, answers == .right || answers == .wrong && failed.insert(id).inserted else {
      return
    }
    let words = question.words(isRight: answers == .right, using: &chance)
    guard !words.isEmpty else { return }
    let line = "answer \(words)"
    logger.note(command: line, at: now)
    await perform(game.type(line, at: now), at: now)
  }

  private mutating func flush() {
    written = .now
    guard !waiting.isEmpty else { return }
    Output.write(waiting)
    waiting = ""
  }

  /// Waits for what the referee says to the last finds.
  mutating func settle() async {
    guard let part else { return }
    flush()
    part.listen { [isJSON] event in
      guard case .announced(let announcement) = event else { return }
      Output.write((isJSON ? JSONLines.line(for: .announced(announcement)) : announcement.text) + "\n")
    }
    if await !part.settle(atMost: Self.patience) {
      Output.error("What you found is kept, and sent to the event with the next game.")
    }
  }

  /// How long the referee is waited for.
  private static let patience = Duration.seconds(10)

  /// The last lines are written and spoken.
  mutating func end() {
    flush()
    part?.close()
    speech?.finish()
    saving.end()
    logger.close()
  }
}

extension WalkthroughRun {
  /// Takes what the game says to a typed line.
  fileprivate mutating func hear(_ news: [SessionNews]) {
    let replies = news.compactMap { if case .reply(let text) = $0 { text } else { nil } }
    let isDone = news.contains { piece in
      switch piece {
      case .answered, .answeredWrongly, .claimed: true
      case .hint: replies.isEmpty
      default: false
      }
    }
    hear(replies: replies, isDone: isDone)
  }
}
