import HuntTesting
import Testing
import TextCanvas
import Views

@testable import TerminalUI

/// A program that writes down what happens to it; its frames show the last key.
private struct LoggingProgram: TerminalProgram {
  /// What happened, in order; shared with the test.
  final class Log {
    var lines: [String] = []
  }

  let log: Log
  var page: Int?
  var isReadyToShow = true
  var takesText = false
  private var key = ""

  init(_ log: Log) { self.log = log }

  var tickTime: Duration? { nil }

  mutating func handle(_ event: ProgramEvent<String>, at time: Duration) -> Reaction {
    switch event {
    case .resize(let size): log.lines.append("resize \(size.columns)x\(size.rows)")
    case .key(.character("q")): return .quit
    case .key(.character("w")):
      log.lines.append("waits")
      isReadyToShow = false
    case .key(.character("r")):
      log.lines.append("is ready")
      isReadyToShow = true
    case .key(.character(let character)):
      log.lines.append("key \(character)")
      key = String(character)
    case .outside(let word): log.lines.append(word)
    case .ended(let end): log.lines.append("ended by \(end.signal)")
    case .key, .pointer, .tick: break
    }
    return .draw
  }

  func screen(at time: Duration) -> String { key }

  func draw(_ screen: String, on canvas: inout Canvas, at time: Duration) -> Scroll? {
    canvas.put(screen, column: 0, row: 0)
    return nil
  }

  func pageEnd(of screen: String, size: CanvasSize) -> Int? { page }
  func pageEnds(at lines: Int, at time: Duration) { log.lines.append("page ends at \(lines)") }
  func close() { log.lines.append("closed") }
}

/// A program that takes its time over each event.
private struct SlowProgram: TerminalProgram {
  let take: (ProgramEvent<String>, Duration) async -> Void

  var tickTime: Duration? { nil }
  func handle(_ event: ProgramEvent<String>, at time: Duration) async -> Reaction {
    await take(event, time)
    return if case .outside = event { .quit } else { .nothing }
  }
  func screen(at time: Duration) -> Int { 0 }
  func draw(_ screen: Int, on canvas: inout Canvas, at time: Duration) -> Scroll? { nil }
  func pageEnd(of screen: Int, size: CanvasSize) -> Int? { nil }
  func close() {}
}

/// A program whose screen moves by itself until so many frames are drawn.
private struct MovingProgram: TerminalProgram {
  let frames: Int
  let rests: @Sendable () -> Void
  private(set) var drawn = 0

  var tickTime: Duration? { nil }
  func handle(_ event: ProgramEvent<String>, at time: Duration) -> Reaction {
    if case .outside = event { .quit } else { .draw }
  }
  func screen(at time: Duration) -> Int { drawn }
  mutating func draw(_ screen: Int, on canvas: inout Canvas, at time: Duration) -> Scroll? {
    drawn += 1
    if drawn == frames { rests() }
    return nil
  }
  func isMoving(in screen: Int) -> Bool { drawn < frames }
  func close() {}
}

/// A program that writes down how long its frames were on their way; its screen moves all the time.
private struct HeavyProgram: TerminalProgram {
  let log: LoggingProgram.Log
  private var key = ""

  init(_ log: LoggingProgram.Log) { self.log = log }

  var tickTime: Duration? { nil }
  mutating func handle(_ event: ProgramEvent<String>, at time: Duration) -> Reaction {
    guard case .key(.character(let character)) = event else { return .draw }
    key = String(character)
    return character == "q" ? .quit : .draw
  }
  func screen(at time: Duration) -> String { key }
  func draw(_ screen: String, on canvas: inout Canvas, at time: Duration) -> Scroll? { nil }
  func isMoving(in screen: String) -> Bool { true }
  mutating func frameTook(_ time: Duration, at now: Duration) { log.lines.append("[\(key)] took \(time)") }
  func close() {}
}

/// A program whose screen moves all the time, and to which something happens 20 ms after the first frame.
private struct HappeningProgram: TerminalProgram {
  let log: LoggingProgram.Log
  let clock: TestClock
  let quit: @Sendable () -> Void
  private var isNew = false

  init(_ log: LoggingProgram.Log, _ clock: TestClock, quit: @escaping @Sendable () -> Void) {
    (self.log, self.clock, self.quit) = (log, clock, quit)
  }

  var tickTime: Duration? { nil }
  mutating func handle(_ event: ProgramEvent<String>, at time: Duration) -> Reaction {
    switch event {
    case .outside(let word):
      log.lines.append(word)
      clock.advance(by: .milliseconds(20))
      isNew = true
      quit()
      return .drawSoon
    case .key: return .quit
    default: return .draw
    }
  }
  func screen(at time: Duration) -> Bool { isNew }
  func draw(_ screen: Bool, on canvas: inout Canvas, at time: Duration) -> Scroll? { nil }
  func isMoving(in screen: Bool) -> Bool { true }
  func close() {}
}

/// Events that come one after the other; tells when all of them were taken.
private actor Keyboard {
  private var events: ArraySlice<TerminalEvent>
  private let (taken, tell) = AsyncStream<Void>.makeStream()

  init(_ events: [TerminalEvent]) { self.events = events[...] }

  func next() async -> TerminalEvent? {
    guard let event = events.popFirst() else {
      tell.finish()
      // No more keys come until the loop ends.
      try? await Task.sleep(for: .seconds(60))
      return nil
    }
    return event
  }

  nonisolated func isTaken() async { for await _ in taken {} }
}

@Suite("The loop of a program on the terminal", .timeLimit(.minutes(1)))
struct TerminalLoopTests {
  /// Runs a program through some events of the terminal; returns what happened, frames included, and how it ended.
  private func run(
    _ events: [TerminalEvent], page: Int? = nil, outside: String? = nil, takesText: Bool = false
  ) async -> (lines: [String], end: TerminalEnd?) {
    let log = LoggingProgram.Log()
    let (stream, continuation) = AsyncStream<TerminalEvent>.makeStream()
    var loop = TerminalLoop(
      events: stream, size: CanvasSize(columns: 9, rows: 1), clock: .continuous,
      present: { canvas, _ in
        log.lines.append("frame \(canvas.size.columns)x\(canvas.size.rows) [\(canvas.text.filter(\.isLetter))]")
        return nil
      },
      { hear -> LoggingProgram in
        var program = LoggingProgram(log)
        program.page = page
        program.takesText = takesText
        if let outside { hear(outside) }
        return program
      })
    for event in events { continuation.yield(event) }
    continuation.finish()
    let end = await loop.run()
    return (log.lines, end)
  }

  private static func keys(_ text: String) -> [TerminalEvent] { text.map { .key(.character($0)) } }

  @Test("the size comes first, and each key has its frame before the next key")
  func keys() async {
    let (lines, end) = await run(Self.keys("abq"))
    #expect(lines == ["resize 9x1", "frame 9x1 []", "key a", "frame 9x1 [a]", "key b", "frame 9x1 [b]", "closed"])
    #expect(end == nil)
  }

  @Test("a window of another size, or one that comes back, is drawn in its size")
  func sizes() async {
    let events: [TerminalEvent] = [
      .resize(CanvasSize(columns: 5, rows: 2)), .key(.character("a")), .resumed(CanvasSize(columns: 6, rows: 3)),
    ]
    let lines = await run(events + Self.keys("q")).lines
    #expect(
      lines == [
        "resize 9x1", "frame 9x1 []", "resize 5x2", "frame 5x2 []", "key a", "frame 5x2 [a]", "resize 6x3",
        "frame 6x3 [a]", "closed",
      ])
  }

  @Test("of keys that come at once none is lost, and they have few frames in common")
  func flood() async {
    let (clock, log) = (TestClock(), LoggingProgram.Log())
    let (stream, continuation) = AsyncStream<TerminalEvent>.makeStream()
    let text = String(repeating: "abcdefgh", count: 1000)
    for event in Self.keys(text + "q") { continuation.yield(event) }
    var loop = TerminalLoop(
      events: stream, size: CanvasSize(columns: 9, rows: 1), clock: clock,
      present: { _, _ in
        log.lines.append("frame")
        return nil
      },
      { _ in LoggingProgram(log) })
    _ = await loop.run()
    #expect(log.lines.filter { $0.hasPrefix("key") }.count == text.count)
    #expect(log.lines.filter { $0 == "frame" }.count < 10)
  }

  @Test("of places of the mouse and of sizes that come while a program is busy the last one counts")
  func storm() async {
    var events = Self.keys("a")
    for step in 1...1000 { events.append(.resize(CanvasSize(columns: step, rows: 2))) }
    for step in 1...1000 { events.append(.pointer(.drag(column: step, row: 1))) }
    let (keyboard, log) = (Keyboard(events + Self.keys("b")), LoggingProgram.Log())
    var loop = TerminalLoop(
      events: AsyncStream { await keyboard.next() }, size: CanvasSize(columns: 9, rows: 1), clock: .continuous,
      present: { _, _ in nil },
      { hear in
        SlowProgram { event, _ in
          switch event {
          case .key(.character("a")): await keyboard.isTaken()
          case .key: hear("over")
          case .resize(let size): log.lines.append("\(size.columns) columns")
          case .pointer(.drag(let column, _)): log.lines.append("column \(column)")
          default: break
          }
        }
      })
    _ = await loop.run()
    #expect(log.lines == ["9 columns", "1000 columns", "column 1000"])
  }

  @Test("what is pasted is typed where text is, and nothing elsewhere")
  func pasted() async {
    let events: [TerminalEvent] = [.pasted("ab q"), .key(.character("c"))]
    #expect(await run(events).lines.filter { $0.hasPrefix("key") } == ["key c"])
    let typed = await run([.pasted("ab")] + events.suffix(1), takesText: true).lines
    #expect(typed.filter { $0.hasPrefix("key") } == ["key a", "key b", "key c"])
  }

  @Test("the program hears that the terminal ends it, and what it dies by is returned")
  func ended() async {
    let (lines, end) = await run(Self.keys("a") + [.ended(.interrupted(signal: 15))])
    #expect(lines.suffix(2) == ["ended by 15", "closed"])
    #expect(end == .interrupted(signal: 15))
  }

  @Test("while a program is not ready, events are handled and the frame waits")
  func waits() async {
    let lines = await run(Self.keys("wabr")).lines
    #expect(lines == ["resize 9x1", "frame 9x1 []", "waits", "key a", "key b", "is ready", "frame 9x1 [b]", "closed"])
  }

  @Test("what happens away from the terminal is brought to the program as well")
  func outside() async {
    let lines = await run(Self.keys("q"), outside: "tile").lines
    #expect(lines == ["resize 9x1", "frame 9x1 []", "tile", "frame 9x1 []", "closed"])
  }

  @Test("a program is told how far its page can be scrolled, after a frame and before the next key")
  func pages() async {
    let lines = await run(Self.keys("aq"), page: 3).lines
    #expect(
      lines == ["resize 9x1", "frame 9x1 []", "page ends at 3", "key a", "frame 9x1 [a]", "page ends at 3", "closed"])
  }

  @Test("what happens while a program is busy has the time at which it happened, not that at which it is handled")
  func times() async {
    let (clock, keyboard, log) = (TestClock(), Keyboard(Self.keys("ab")), LoggingProgram.Log())
    var loop = TerminalLoop(
      events: AsyncStream { await keyboard.next() }, size: CanvasSize(columns: 9, rows: 1), clock: clock,
      present: { _, _ in nil },
      { hear in
        SlowProgram { event, time in
          switch event {
          case .key(.character(let key)): log.lines.append("key \(key) at \(time)")
          case .outside(let word): log.lines.append("\(word) at \(time)")
          default: break
          }
          guard case .key(.character("a")) = event else { return }
          // The second key is typed before this, and a tile is read a second later.
          await keyboard.isTaken()
          clock.advance(by: .seconds(1))
          hear("tile")
          clock.advance(by: .seconds(8))
        }
      })
    _ = await loop.run()
    #expect(log.lines == ["key a at 0.0 seconds", "key b at 0.0 seconds", "tile at 1.0 seconds"])
  }

  @Test("while a terminal has frames to show only a key has another one, and nothing has a third")
  func slowLine() async {
    let (log, stream) = (LoggingProgram.Log(), AsyncStream<TerminalEvent>.makeStream())
    var (unshown, isKeyHandled) = (0, false)
    var loop = TerminalLoop(
      events: stream.stream, size: CanvasSize(columns: 9, rows: 1), clock: .continuous,
      present: { canvas, _ in
        unshown += 1
        log.lines.append("frame [\(canvas.text.filter(\.isLetter))] is number \(unshown)")
        return 9
      },
      unshown: {
        // The report of one frame comes after the last key.
        if log.lines.last == "key c" {
          if isKeyHandled { unshown = 1 }
          isKeyHandled = true
        }
        return unshown
      },
      { _ in LoggingProgram(log) })
    for event in Self.keys("abc") + [.shown] + Self.keys("q") { stream.continuation.yield(event) }
    _ = await loop.run()
    #expect(
      log.lines == [
        "resize 9x1", "frame [] is number 1", "key a", "frame [a] is number 2", "key b", "key c",
        "frame [c] is number 2", "closed",
      ])
  }

  @Test("a program is told how much longer than the shortest one a frame was on its way, once for each frame")
  func onTheWay() async {
    let (clock, log) = (TestClock(), LoggingProgram.Log())
    let (stream, continuation) = AsyncStream<TerminalEvent>.makeStream()
    var frames = [(100, "a"), (400, "b"), (150, "q")][...]
    var loop = TerminalLoop(
      events: stream, size: CanvasSize(columns: 9, rows: 1), clock: clock,
      present: { _, _ in
        guard let (milliseconds, key) = frames.popFirst() else { return nil }
        clock.advance(by: .milliseconds(milliseconds))
        // The second report is one that nobody asked for.
        for event in [.shown, .shown] + Self.keys(key) { continuation.yield(event) }
        return 9
      },
      unshown: { 0 }, { _ in HeavyProgram(log) })
    _ = await loop.run()
    #expect(log.lines == ["[] took 0.0 seconds", "[a] took 0.3 seconds", "[b] took 0.05 seconds"])
  }

  @Test("what happens on a screen that moves by itself is drawn before the next frame of the movement is due")
  func happens() async {
    let (clock, log) = (TestClock(), LoggingProgram.Log())
    let (stream, continuation) = AsyncStream<TerminalEvent>.makeStream()
    var loop = TerminalLoop(
      events: stream, size: CanvasSize(columns: 9, rows: 1), clock: clock,
      present: { _, _ in
        log.lines.append("frame")
        return 9
      },
      { hear -> HappeningProgram in
        hear("fix")
        return HappeningProgram(log, clock) { continuation.yield(.key(.character("q"))) }
      })
    _ = await loop.run()
    #expect(log.lines == ["frame", "fix", "frame"])
  }

  @Test("a screen that moves by itself has frames without events, and none when it is at rest")
  func moves() async {
    var count = 0
    let (stream, _) = AsyncStream<TerminalEvent>.makeStream()
    var loop = TerminalLoop(
      events: stream, size: CanvasSize(columns: 9, rows: 1), clock: .continuous,
      present: { _, _ in
        count += 1
        return 100
      },
      { hear in
        MovingProgram(frames: 4) {
          Task {
            // Long enough for another frame, if one was asked for.
            try? await Task.sleep(for: .milliseconds(200))
            hear("over")
          }
        }
      })
    _ = await loop.run()
    #expect(count == 4)
  }
}
