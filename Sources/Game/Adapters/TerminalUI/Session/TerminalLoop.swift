internal import SystemKit
package import TextCanvas
package import Views

/// Something that is shown on the whole terminal: a game, a map, a recording, an editor.
///
/// It is a value that changes by events. ``TerminalLoop`` brings it the events and decides when a frame is drawn.
package protocol TerminalProgram {
  /// Everything that a frame shows; an unrequested frame is drawn only if this has changed.
  associatedtype Screen: Equatable
  /// An event from outside the terminal: a sensor update, a tile read.
  associatedtype Event: Sendable

  /// The time from now to the next ``ProgramEvent/tick``; `nil` while nothing changes by itself.
  var tickTime: Duration? { get }

  /// Whether frames may be drawn; while it is `false` events are handled, and the frame waits.
  var isReadyToShow: Bool { get }

  /// Applies one event.
  ///
  /// - Parameter time: when it happened, since the loop began; never goes back.
  /// - Returns: when the next frame is to be drawn, or that the program is over.
  mutating func handle(_ event: ProgramEvent<Event>, at time: Duration) async -> Reaction

  /// The screen to show at `time`.
  func screen(at time: Duration) -> Screen

  /// Draws a screen on an empty canvas.
  ///
  /// - Returns: how the ground has moved since the frame before, if it has moved as a whole.
  mutating func draw(_ screen: Screen, on canvas: inout Canvas, at time: Duration) -> Scroll?

  /// Whether what is pasted is text for a field that is open; it is dropped otherwise.
  var takesText: Bool { get }

  /// Whether the screen changes by itself within the next fraction of a second, without an event.
  ///
  /// Then frames follow each other, at most 15 a second.
  func isMoving(in screen: Screen) -> Bool

  /// A frame of a screen that moves took so much longer on its way to the terminal than the shortest frame.
  ///
  /// On a terminal that sends no reports, it is what a line of 48 kB/s takes.
  mutating func frameTook(_ time: Duration, at now: Duration)

  /// The last line to which the page of a screen can be scrolled on a terminal of `size`; `nil` if it shows none.
  func pageEnd(of screen: Screen, size: CanvasSize) -> Int?

  /// The page that was drawn can be scrolled by `lines`.
  ///
  /// Called after the first frame that shows a page and when the number has changed, so that the program knows it at the
  /// next key.
  mutating func pageEnds(at lines: Int, at time: Duration)

  /// Ends the program: closes whatever it has opened.
  mutating func close()
}

extension TerminalProgram {
  /// Ready from the beginning, for a program that waits for nothing.
  package var isReadyToShow: Bool { true }
  /// No text, for a program that has no field to type into.
  package var takesText: Bool { false }
  /// At rest, for a program whose screen changes only by events.
  package func isMoving(in screen: Screen) -> Bool { false }
  /// Does nothing, for a program whose frames are the same on any line.
  package mutating func frameTook(_ time: Duration, at now: Duration) {}
  /// No page, for a program that shows none.
  package func pageEnd(of screen: Screen, size: CanvasSize) -> Int? { nil }
  /// Does nothing, for a program that shows no page.
  package mutating func pageEnds(at lines: Int, at time: Duration) {}
}

/// The input of a ``TerminalProgram``.
package enum ProgramEvent<Event: Sendable>: Sendable {
  /// Something away from the terminal.
  case outside(Event)
  case key(Key)
  /// A pointer event, in cells of the terminal.
  case pointer(Pointer)
  /// Comes first, and when the terminal has another size or has to be drawn anew.
  case resize(CanvasSize)
  /// Time has passed.
  case tick
  /// The last event: the terminal wants the program to end.
  case ended(TerminalEnd)
}

/// The urgency of the next frame.
package enum Reaction: Hashable, Sendable {
  /// Not because of this event.
  case nothing
  /// If there is anything new to see, when the last frame is old enough: for events that come faster than frames.
  case drawSoon
  /// At once: for keys.
  case draw
  /// Never again: the program is over.
  case quit
}

/// Shows a program on the terminal until it is over: brings it events in the order in which they happened, and draws frames.
///
/// ```swift
/// var loop = TerminalLoop(on: terminal, clock: .continuous) { hear in
///   MapProgram(hear: hear)  // calls it from any task, whenever a tile is read
/// }
/// let end = await loop.run()
/// ```
package struct TerminalLoop<Program: TerminalProgram> {
  /// Frames that ``Reaction/drawSoon`` asks for are so far apart, as often as most screens show one.
  private static var frameTime: Duration { .milliseconds(16) }
  /// Frames of a screen that moves by itself are so far apart, 15 a second.
  private static var stepTime: Duration { .seconds(1) / 15 }
  /// Bytes a second that such frames may take on a terminal that does not say when it has shown one: a line of 64 kB/s
  /// takes them, and has room for what keys do.
  ///
  /// Frames wait in the buffers of ssh before a write has to wait, so that the time of a write says too little.
  private static var stepBytes: Int { 48_000 }
  /// Frames that wait for a terminal to show them at most: one that a player asks for may follow another one at once.
  private static var mostUnshown: Int { 2 }
  /// While there are ticks a frame is drawn this often at least, for a terminal that did not take the last one.
  private static var longestPause: Duration { .seconds(1) }
  /// Keys and the like that have one frame in common if they come at once: more than anybody presses.
  private static var crowd: Int { 8 }
  /// The least time between two frames of such a crowd, so that most of the time is left for its keys.
  private static var crowdTime: Duration { .milliseconds(100) }

  private var program: Program
  private let queue: MomentQueue<Program.Event>
  private let events: AsyncStream<TerminalEvent>
  private let present: (Canvas, Scroll?) -> Int?
  /// Frames that are still on their way to the terminal; `nil` for one that does not say.
  private let unshown: () -> Int?
  /// The size of the terminal as far as the events have told it, which is the size of the frames.
  private var size: CanvasSize
  /// The time of the latest moment; never goes back.
  private var now = Duration.zero
  /// The screen shown by the last frame, and when it was drawn.
  private var shown: Program.Screen?
  private var drawn = Duration.zero
  /// The least times from a frame of a screen that moves by itself to the next one that nobody asks for.
  ///
  /// To one that shows nothing but the movement, and to one that shows an event; both are at least as long as the frame
  /// took.
  private var rest = Duration.zero, lineRest = Duration.zero
  /// When the frame was begun that the terminal has not reported yet, if any.
  private var begun: Duration?
  /// The shortest time that a frame took: the way itself takes as long for the smallest one.
  private var shortest: Duration?
  /// The strongest reaction to the events since the last frame.
  private var wanted = Reaction.nothing
  /// Whether a key or the pointer is among the events since the last frame.
  private var isByHand = false
  /// Events of the terminal that were handled since the last frame.
  private var handled = 0
  /// Whether the next frame only shows that the screen has moved on by itself.
  private var isOnlyStep = false
  /// When the frame that was put off is due.
  private var due: Duration?
  private var isTickComing = false
  private var isStepComing = false
  private var isRescueComing = false
  /// The scroll limit of the page as last sent to the program.
  private var pageEnd: Int?

  /// A loop that has not begun.
  ///
  /// - Parameters:
  ///   - clock: the clock of the program's times: one that counts the sleep of the computer, or one that does not.
  ///   - make: makes the program, which keeps what it calls when something happens away from the terminal.
  package init(
    on terminal: Terminal, clock: some Clock<Duration>, _ make: (@escaping @Sendable (Program.Event) -> Void) -> Program
  ) {
    self.init(
      events: terminal.events, size: terminal.size, clock: clock, present: { terminal.present($0, scrolled: $1) },
      unshown: { terminal.unshownFrames }, make)
  }

  /// A loop on anything that has events and takes frames.
  init(
    events: AsyncStream<TerminalEvent>, size: CanvasSize, clock: some Clock<Duration>,
    present: @escaping (Canvas, Scroll?) -> Int?, unshown: @escaping () -> Int? = { nil },
    _ make: (@escaping @Sendable (Program.Event) -> Void) -> Program
  ) {
    let queue = MomentQueue<Program.Event>(clock)
    (self.queue, self.events, self.size, self.present, self.unshown) = (queue, events, size, present, unshown)
    program = make { queue.yield(.program(.outside($0))) }
  }

  /// Runs until the program is over or the terminal wants it to end; returns what the terminal wants it to die by, if
  /// anything.
  package mutating func run() async -> TerminalEnd? {
    let watch = queue.watch(events)
    defer {
      watch.cancel()
      queue.close()
      program.close()
    }
    guard await handle(.resize(size)) else { return nil }
    show()
    wakeSoon()
    while let moment = await queue.next() {
      now = max(now, moment.time)
      switch moment.kind {
      case .frame: due = nil
      case .shown:
        guard unshown() == 0, let begun = begun.take() else { break }
        let time = moment.time - begun
        shortest = min(shortest ?? time, time)
        frameTook(time - (shortest ?? .zero))
      case .rescue: isRescueComing = false
      case .step:
        isStepComing = false
        if wanted == .nothing { (wanted, isOnlyStep) = (.drawSoon, true) }
      case .program(.ended(let end)):
        _ = await handle(.ended(end))
        return end
      case .program(let event):
        if moment.isInput { handled += 1 }
        guard await handle(event) else { return nil }
      case .pasted(let text):
        handled += 1
        for character in text where program.takesText {
          guard await handle(.key(.character(character))) else { return nil }
        }
      }
      show()
      wakeSoon()
    }
    return nil
  }

  /// Returns whether the program goes on.
  private mutating func handle(_ event: ProgramEvent<Program.Event>) async -> Bool {
    switch event {
    case .resize(let size): self.size = size
    // A key or the pointer may open another page.
    case .key, .pointer:
      pageEnd = nil
      isByHand = true
    case .tick: isTickComing = false
    case .outside, .ended: break
    }
    let reaction = await program.handle(event, at: now)
    if reaction != .nothing { isOnlyStep = false }
    if wanted != .draw, reaction != .nothing { wanted = reaction }
    return reaction != .quit
  }

  /// Schedules the next tick and the next frame of a screen that moves, one at a time: slow ones would otherwise queue
  /// up and delay keys.
  private mutating func wakeSoon() {
    if !isTickComing, let time = program.tickTime {
      isTickComing = true
      queue.yield(.program(.tick), after: time)
    }
    if !isStepComing, let shown, program.isMoving(in: shown) {
      isStepComing = true
      queue.yield(.step, after: rest)
    }
  }

  // MARK: - Frames

  /// Draws what is wanted, now or as soon as it may be drawn.
  private mutating func show() {
    guard wanted != .nothing, program.isReadyToShow, !isLineBusy() else { return }
    let isCrowd = handled + queue.waitingInput > Self.crowd
    let pause = isCrowd ? Self.crowdTime : self.pause
    let rest = drawn + pause - queue.elapsed()
    if wanted != .draw || isCrowd, rest > .zero {
      // One that shows only the movement may be put off for longer.
      if let due, due <= drawn + pause { return }
      due = drawn + pause
      return queue.yield(.frame, after: rest)
    }
    let screen = program.screen(at: now)
    if wanted == .draw || screen != shown || queue.elapsed() - drawn >= Self.longestPause { draw(screen) }
    (wanted, isByHand, isOnlyStep, handled) = (.nothing, false, false, 0)
  }

  /// The least time between the last frame and the next one that is not drawn at once.
  private var pause: Duration {
    guard !isByHand, let shown, program.isMoving(in: shown) else { return Self.frameTime }
    return isOnlyStep ? rest : lineRest
  }

  /// Whether frames are still on their way to the terminal: the next one is drawn when it shows them, as of that moment.
  private mutating func isLineBusy() -> Bool {
    guard let unshown = unshown(), unshown >= (isByHand ? Self.mostUnshown : 1) else { return false }
    if !isRescueComing {
      isRescueComing = true
      queue.yield(.rescue, after: FrameReports.patience)
    }
    return true
  }

  private mutating func frameTook(_ time: Duration) {
    if let shown, program.isMoving(in: shown) { program.frameTook(time, at: now) }
  }

  private mutating func draw(_ screen: Program.Screen) {
    let began = queue.elapsed()
    var canvas = Canvas(size: size)
    let scroll = program.draw(screen, on: &canvas, at: now)
    let sent = queue.elapsed()
    let bytes = present(canvas, scroll) ?? 0
    (shown, drawn) = (screen, queue.elapsed())
    begun = bytes > 0 ? sent : nil
    // A terminal that takes long over a frame rests as long.
    let taken = drawn - began
    let ready: Duration = unshown() == nil ? .seconds(1) * bytes / Self.stepBytes : .zero
    lineRest = max(Self.frameTime, taken, ready)
    rest = max(Self.stepTime - taken, lineRest)
    if ready > .zero { frameTook(ready) }
    let end = program.pageEnd(of: screen, size: size)
    guard end != pageEnd else { return }
    pageEnd = end
    if let end { program.pageEnds(at: end, at: now) }
  }
}

/// The events that are not handled yet, in order.
///
/// Of those of the terminal it holds so many at most; the rest waits where it comes from, so that no flood of keys fills
/// the memory, and none is lost.
private final class MomentQueue<Event: Sendable>: Sendable {
  /// An event and its time: it may have to wait before it is handled.
  struct Moment: Sendable {
    let kind: Kind
    let time: Duration
    /// Whether it comes from the terminal.
    var isInput = false
  }

  enum Kind: Sendable {
    case program(ProgramEvent<Event>)
    /// A text was pasted.
    case pasted(String)
    /// The last frame is old enough for the next one.
    case frame
    /// The terminal has shown a frame.
    case shown
    /// A terminal that still has a frame to show has lost its report.
    case rescue
    /// A screen that moves by itself has moved on.
    case step
  }

  private struct State {
    var moments: ArraySlice<Moment> = []
    /// Those of the moments that come from the terminal.
    var input = 0
    var isClosed = false
    /// Waits for a moment.
    var taker: CheckedContinuation<Void, Never>?
    /// Waits for room for input.
    var giver: CheckedContinuation<Void, Never>?
  }

  /// Events of the terminal that wait at most.
  private static var mostInput: Int { 256 }

  private let state = Guarded(State())
  /// The time since the queue was made.
  let elapsed: @Sendable () -> Duration

  init<C: Clock<Duration>>(_ clock: C) {
    let start = clock.now
    elapsed = { start.duration(to: clock.now) }
  }

  /// Events of the terminal that wait.
  var waitingInput: Int { state.withLock { $0.input } }

  /// The next moment, when it comes; `nil` at the end.
  func next() async -> Moment? {
    while true {
      let (moment, isOver, giver) = state.withLock { state in
        let moment = state.moments.popFirst()
        if moment?.isInput == true { state.input -= 1 }
        return (moment, state.isClosed, state.input <= Self.mostInput / 2 ? state.giver.take() : nil)
      }
      giver?.resume()
      if moment != nil || isOver { return moment }
      await withCheckedContinuation { continuation in
        let isThere = state.withLock { state in
          if state.moments.isEmpty, !state.isClosed { state.taker = continuation }
          return state.taker == nil
        }
        if isThere { continuation.resume() }
      }
    }
  }

  /// Something happens now.
  func yield(_ kind: Kind) {
    let moment = Moment(kind: kind, time: elapsed())
    let taker = state.withLock { state in
      if !state.isClosed { state.moments.append(moment) }
      return state.taker.take()
    }
    taker?.resume()
  }

  /// Something will happen when so much time has passed in which the computer did not sleep.
  func yield(_ kind: Kind, after time: Duration) {
    Task {
      try? await Task.sleep(for: time, tolerance: .zero, clock: .suspending)
      yield(kind)
    }
  }

  /// Brings what the terminal tells; the queue ends with it.
  func watch(_ events: AsyncStream<TerminalEvent>) -> Task<Void, Never> {
    Task {
      for await event in events { await add(event) }
      close()
    }
  }

  /// No moment comes after those that wait.
  func close() {
    let waiting = state.withLock { state in
      state.isClosed = true
      return [state.taker.take(), state.giver.take()]
    }
    for continuation in waiting { continuation?.resume() }
  }

  /// Adds an event of the terminal, and waits until there is room for another one.
  private func add(_ event: TerminalEvent) async {
    let moment = Moment(kind: Kind(event), time: elapsed(), isInput: true)
    let (taker, isFull) = state.withLock { state in
      if let last = state.moments.last, last.isInput, moment.kind.replaces(last.kind) {
        state.moments[state.moments.endIndex - 1] = moment
      } else if !state.isClosed {
        state.moments.append(moment)
        state.input += 1
      }
      return (state.taker.take(), state.input >= Self.mostInput)
    }
    taker?.resume()
    guard isFull else { return }
    await withCheckedContinuation { continuation in
      let isFree = state.withLock { state in
        if state.input > Self.mostInput / 2, !state.isClosed { state.giver = continuation }
        return state.giver == nil
      }
      if isFree { continuation.resume() }
    }
  }
}

extension MomentQueue.Kind {
  fileprivate init(_ event: TerminalEvent) {
    self =
      switch event {
      case .shown, .ground: .shown
      case .pasted(let text): .pasted(text)
      case .key(let key): .program(.key(key))
      case .pointer(let pointer): .program(.pointer(pointer))
      case .resize(let size), .resumed(let size): .program(.resize(size))
      case .ended(let end): .program(.ended(end))
      }
  }

  /// Whether nothing is missed if this is handled without the one before: only the last place of the mouse counts, and
  /// only the last size.
  fileprivate func replaces(_ last: Self) -> Bool {
    switch (last, self) {
    case (.shown, .shown), (.program(.resize), .program(.resize)),
      (.program(.pointer(.drag)), .program(.pointer(.drag))):
      true
    default: false
    }
  }
}
