import Glibc
import SystemKit
import Testing
import TextCanvas
import Views

@testable import TerminalUI

@Suite("A terminal, on a pseudo-terminal", .serialized)
struct TtyScreenTests {
  private func canvas(_ text: String) -> Canvas {
    var canvas = Canvas(width: 20, height: 2)
    canvas.put(text, column: 0, row: 0)
    return canvas
  }

  @Test("taken and given back, it is as it was")
  func takenAndGivenBack() throws {
    let pair = try TtyPair()
    let before = pair.localFlags
    let screen = TerminalScreen(device: pair.device, writer: FrameWriter())
    try screen.enter()
    #expect(pair.localFlags & tcflag_t(ICANON | ECHO) == 0)
    #expect(pair.localFlags & tcflag_t(ISIG) != 0)
    #expect(pair.written() == "\u{1B}[?1049h\u{1B}[?25l\u{1B}[?2004h\u{1B}[m\u{1B}[H\u{1B}[2J")
    screen.leave()
    #expect(pair.localFlags == before)
    #expect(pair.written().hasSuffix("\u{1B}[?25h\u{1B}[?1049l"))
    screen.leave()
    #expect(pair.written() == "")
  }

  @Test("the mouse is asked for only while it is wanted, and let go of with the terminal")
  func pointer() throws {
    let pair = try TtyPair()
    let screen = TerminalScreen(device: pair.device, writer: FrameWriter())
    screen.watchPointer(true)
    #expect(pair.written() == "")
    try screen.enter()
    #expect(pair.written().hasSuffix("\u{1B}[2J\u{1B}[?1002h\u{1B}[?1006h"))
    screen.watchPointer(true)
    #expect(pair.written() == "")
    screen.leave()
    #expect(pair.written().contains("\u{1B}[?1002l\u{1B}[?1006l"))
    try screen.enter()
    #expect(pair.written().hasSuffix("\u{1B}[?1002h\u{1B}[?1006h"))
    screen.watchPointer(false)
    #expect(pair.written() == "\u{1B}[?1002l\u{1B}[?1006l")
    screen.leave()
    // Also what a crash leaves behind lets go of it.
    #expect("\(TerminalSequences.leave)".contains("\u{1B}[?1002l\u{1B}[?1006l\u{1B}[?2004l"))
  }

  @Test("only what changed is written, and everything once the screen is not known")
  func frames() throws {
    let pair = try TtyPair()
    let screen = TerminalScreen(device: pair.device, writer: FrameWriter())
    #expect(screen.present(canvas("unseen")) != nil)
    #expect(pair.written() == "")
    try screen.enter()
    #expect(screen.present(canvas("12 m")) != nil)
    _ = pair.written()
    #expect(screen.present(canvas("13 m")) != nil)
    #expect(pair.written() == "\u{1B}[1;2H3\u{1B}[5n")
    #expect(screen.present(canvas("13 m")) != nil)
    #expect(pair.written() == "")
    screen.forget()
    #expect(screen.present(canvas("13 m")) != nil)
    #expect(pair.written() == "\u{1B}[m\u{1B}[H\u{1B}[2J13 m\u{1B}[5n")
    screen.leave()
  }

  @Test("a terminal that reports what it has shown owes as many reports as it has frames")
  func reports() throws {
    let pair = try TtyPair()
    let screen = TerminalScreen(device: pair.device, writer: FrameWriter())
    try screen.enter()
    for text in ["1", "2"] { #expect(screen.present(canvas(text)) != nil) }
    #expect(screen.reports.unshown == nil, "nothing says that it ever reports")
    screen.reports.note()
    #expect(screen.reports.unshown == 0)
    for text in ["3", "4"] { #expect(screen.present(canvas(text)) != nil) }
    #expect(screen.reports.unshown == 2)
    screen.reports.note()
    #expect(screen.reports.unshown == 1)
    // What it still owes is not left to the shell.
    pair.type("\u{1B}[0n\u{1B}[0n")
    screen.leave()
    #expect(screen.reports.unshown == 0 && pair.device.read() == [])
  }

  @Test("answers of a slow terminal do not reach the shell", arguments: [0, 300, 600])
  func slowAnswers(milliseconds: UInt32) async throws {
    let pair = try TtyPair()
    let screen = TerminalScreen(device: pair.device, writer: FrameWriter())
    try screen.enter()
    for text in ["1", "2", "3"] { #expect(screen.present(canvas(text)) != nil) }
    let thread = SystemThread {
      usleep(milliseconds * 1000)
      for _ in 0..<3 {
        pair.type("\u{1B}[0n")
        usleep(20_000)
      }
    }
    let terminal = try #require(thread)
    screen.leave()
    terminal.join()
    // Where lines are read, half a line does not show.
    try pair.device.makeRaw()
    #expect(pair.device.read() == [])
  }

  @Test(
    "the ground's colour is what the terminal says, and keys typed before are kept",
    arguments: [
      ("\u{1B}]11;rgb:ffff/ffff/ffff\u{1B}\\\u{1B}[0n", RGB(255, 255, 255)),
      ("a\u{1B}]11;rgb:00/00/00\u{7}\u{1B}[0n", RGB(0, 0, 0)), ("a\u{1B}[0n", nil),
    ] as [(String, RGB?)])
  func ground(reply: String, colour: RGB?) throws {
    let pair = try TtyPair()
    let screen = TerminalScreen(device: pair.device, writer: FrameWriter())
    try screen.enter()
    _ = pair.written()
    pair.type(reply)
    var (decoder, kept) = (KeyDecoder(), [TerminalEvent]())
    // Long, as it ends with the answer.
    let ground = screen.askGround(until: .now + .seconds(60), &decoder) { kept += $0 }
    #expect(ground == colour)
    #expect(pair.written() == "\u{1B}]11;?\u{1B}\\\u{1B}[5n")
    #expect(kept == (reply.hasPrefix("a") ? [.key(.character("a"))] : []))
    #expect(!decoder.isWaiting && screen.reports.unshown ?? 0 == 0)
    screen.leave()
  }

  @Test("a terminal that does not answer is not waited for, and what it still owes is not left to the shell")
  func silentGround() throws {
    let pair = try TtyPair()
    let screen = TerminalScreen(device: pair.device, writer: FrameWriter())
    try screen.enter()
    var decoder = KeyDecoder()
    #expect(screen.askGround(until: .now, &decoder) { _ in } == nil)
    pair.type("\u{1B}]11;rgb:ffff/ffff/ffff\u{1B}\\\u{1B}[0n")
    screen.leave()
    #expect(pair.device.read() == [])
  }

  @Test("a terminal that is only asked shows what it showed, and is as it was, also when the answer comes late")
  func bare() throws {
    let pair = try TtyPair()
    let before = pair.localFlags
    let screen = TerminalScreen(device: pair.device, writer: FrameWriter(), isBare: true)
    try screen.enter()
    #expect(pair.written() == "" && pair.localFlags & tcflag_t(ICANON | ECHO) == 0 && !pair.device.hasInput)
    var decoder = KeyDecoder()
    #expect(screen.askGround(until: .now, &decoder) { _ in } == nil)
    pair.type("\u{1B}]11;rgb:ffff/ffff/ffff\u{1B}\\\u{1B}[0n")
    #expect(pair.device.hasInput)
    screen.leave()
    #expect(pair.written() == "\u{1B}]11;?\u{1B}\\\u{1B}[5n")
    #expect(pair.device.read() == [] && pair.localFlags == before)
  }

  @Test("what ground colours look like can change, and then all is drawn anew")
  func table() throws {
    let pair = try TtyPair()
    let screen = TerminalScreen(device: pair.device, writer: FrameWriter())
    try screen.enter()
    var canvas = Canvas(width: 20, height: 2)
    canvas.put("x", column: 0, row: 0, style: Style(.yellow))
    #expect(screen.present(canvas) != nil)
    #expect(pair.written().contains("38;2;240;228;66m"))
    screen.use(ColourTable([], isLight: true))
    #expect(screen.present(canvas) != nil)
    #expect(pair.written().contains("38;2;95;86;0m"))
    screen.leave()
  }

  @Test("a window that nobody reads gets its frame later and its terminal back at once")
  func stalled() throws {
    let pair = try TtyPair()
    let before = pair.localFlags
    let screen = TerminalScreen(device: pair.device, writer: FrameWriter())
    try screen.enter()
    var full = Canvas(width: 300, height: 100)
    full.fill(Area(column: 0, row: 0, columns: 300, rows: 100), with: "x")
    #expect(screen.present(full) != nil)
    screen.leave()
    #expect(pair.localFlags == before)
    #expect(pair.written().hasSuffix("\u{1B}[?1049l"))
  }

  @Test("a closed window is told by the frame that does not arrive")
  func closed() throws {
    let pair = try TtyPair()
    let screen = TerminalScreen(device: pair.device, writer: FrameWriter())
    try screen.enter()
    close(pair.window)
    #expect(screen.present(canvas("a")) == nil)
    #expect(screen.present(canvas("b")) == nil)
    #expect(pair.device.read() == nil)
    screen.leave()
  }

  @Test("a window of no size has none, and a huge one is cut")
  func sizes() throws {
    let pair = try TtyPair()
    pair.resize(columns: 0, rows: 0)
    #expect(pair.device.size() == nil)
    let screen = TerminalScreen(device: pair.device, writer: FrameWriter())
    #expect(screen.size == CanvasSize(columns: 80, rows: 24))
    pair.resize(columns: 31, rows: 9)
    #expect(screen.size == CanvasSize(columns: 31, rows: 9))
    pair.resize(columns: 0, rows: 9)
    #expect(screen.size == CanvasSize(columns: 31, rows: 9))
    pair.resize(columns: 1000, rows: 500)
    #expect(pair.device.size() == CanvasSize(columns: 1000, rows: 500))
    pair.resize(columns: 65_535, rows: 65_535)
    #expect(pair.device.size() == CanvasSize(columns: 2048, rows: 2048))
  }

  @Test("a terminal that cannot be made to give single keys is not taken, and nothing is drawn on it")
  func settingsRefused() throws {
    var ends: [Int32] = [-1, -1]
    try #require(Glibc.pipe(&ends) == 0)
    defer { for end in ends { close(end) } }
    let screen = TerminalScreen(
      device: TerminalDevice(descriptor: ends[1], settings: termios()), writer: FrameWriter())
    #expect(throws: TerminalError.failed(operation: "changing the terminal's settings", code: ENOTTY)) {
      try screen.enter()
    }
    #expect(screen.present(Canvas(width: 4, height: 1)) != nil)
    var request = pollfd(fd: ends[0], events: Int16(POLLIN), revents: 0)
    #expect(poll(&request, 1, 0) == 0)
  }

  @Test("keys, a new size and the end arrive as events, in order")
  func events() async throws {
    let pair = try TtyPair()
    try pair.device.makeRaw()
    var pipe: [Int32] = [-1, -1]
    try #require(Glibc.pipe(&pipe) == 0)
    let (events, continuation) = AsyncStream<TerminalEvent>.makeStream(bufferingPolicy: .bufferingOldest(256))
    let thread = try reading(pair, signals: pipe[0], to: continuation)
    var arriving = events.makeAsyncIterator()
    pair.type("a\u{1B}[A")
    #expect(await arriving.next() == .key(.character("a")))
    #expect(await arriving.next() == .key(.up))
    pair.type("\u{1B}")
    #expect(await arriving.next() == .key(.escape))
    pair.type("\u{1B}[0n")
    #expect(await arriving.next() == .shown)
    pair.resize(columns: 33, rows: 7)
    send(SIGWINCH, to: pipe[1])
    #expect(await arriving.next() == .resize(CanvasSize(columns: 33, rows: 7)))
    send(SIGTERM, to: pipe[1])
    #expect(await arriving.next() == .ended(.interrupted(signal: SIGTERM)))
    #expect(await arriving.next() == nil)
    send(0, to: pipe[1])  // closed in time: the reader ends itself, not the process
    thread.join()
  }

  @Test("a busy program gets every key later, and the end before them")
  func full() async throws {
    let pair = try TtyPair()
    try pair.device.makeRaw()
    var pipe: [Int32] = [-1, -1]
    try #require(Glibc.pipe(&pipe) == 0)
    let (events, continuation) = AsyncStream<TerminalEvent>.makeStream(bufferingPolicy: .bufferingOldest(2))
    let thread = try reading(pair, signals: pipe[0], to: continuation)
    var arriving = events.makeAsyncIterator()
    let keys = String(repeating: "abcdefgh", count: 300)
    pair.type(keys)
    for key in keys { #expect(await arriving.next() == .key(.character(key))) }
    pair.type(keys)
    #expect(await arriving.next() == .key(.character("a")))
    close(pair.window)
    var last: TerminalEvent?
    var count = 0
    while let event = await arriving.next() {
      (last, count) = (event, count + 1)
      // Busy: whoever takes keys as fast as they are handed over may get all of them before the end is seen.
      try await Task.sleep(for: .milliseconds(1))
    }
    send(0, to: pipe[1])
    thread.join()
    #expect(last == .ended(.hangUp) && count < 100, "\(count)")
  }

  /// The thread of a reader, as ``Terminal`` starts one.
  private func reading(
    _ pair: TtyPair, signals: Int32, to events: AsyncStream<TerminalEvent>.Continuation
  ) throws -> SystemThread {
    try #require(
      SystemThread {
        let screen = TerminalScreen(device: pair.device, writer: FrameWriter())
        TerminalReader(screen: screen, signals: signals, events: events).run()
      })
  }

  private func send(_ byte: Int32, to descriptor: Int32) {
    var byte = UInt8(byte)
    write(descriptor, &byte, 1)
  }
}
