import CanvasTesting
import ChanceTesting
import Testing
import TextCanvas

@Suite("Recordings of a terminal")
struct AsciicastTests {
  @Test("a terminal that plays a recording shows every frame at its time", arguments: 0..<30)
  func plays(seed: Int) throws {
    var chance = Chance(seed: UInt64(seed))
    let depth = [ColourDepth.none, .sixteen, .twoHundredFiftySix, .trueColour][seed % 4]
    let table = ColourTable((0..<9).map { RGB(UInt8($0 * 20), 90, 200) })
    let film = Scribbles.film(14, &chance)
    let cast = try Asciicast(writer: FrameWriter(colours: depth, table: table))
      .bytes(of: film.map { TimedFrame($0.canvas, at: $0.time) })
    var lines = try CastLines(cast)

    #expect(lines.width == film[0].canvas.size.columns && lines.height == film[0].canvas.size.rows)
    #expect(lines.next() == .init(time: 0, code: "o", data: "\u{1B}[?25l"))
    var emulator = Emulator(columns: lines.width, rows: lines.height, depth: depth, table: table)
    let beginning = film[0].time
    for frame in film {
      let seconds = (frame.time - beginning) / .seconds(1)
      while let event = lines.next(until: seconds) {
        if event.code == "r" {
          let size = event.data.split(separator: "x").compactMap { Int($0) }
          emulator = Emulator(columns: size[0], rows: size[1], depth: depth, table: table)
        } else {
          try emulator.feed(Array(event.data.utf8))
        }
      }
      #expect(emulator.difference(from: frame.canvas) == nil)
    }
    let last = lines.next()
    let end = try #require(last)
    #expect(end.data == "\u{1B}[?25h")
    #expect(abs(end.time - (film[13].time - beginning) / .seconds(1) - 2) < 1e-5)
    #expect(lines.next() == nil)
  }

  @Test("a small recording, byte by byte")
  func golden() throws {
    var first = Canvas(width: 6, height: 1)
    first.put("\"a\\ é", column: 0, row: 0, style: Style(.orange))
    var second = Canvas(width: 7, height: 1)
    second.put("b", column: 1, row: 0)
    let cast = try Asciicast(
      writer: FrameWriter(), title: "A \"walk\"\u{1B}[2J\n\\ é", timestamp: 1_700_000_000
    )
    .bytes(of: [
      TimedFrame(first, at: .seconds(5)), TimedFrame(first, at: .seconds(6)),
      TimedFrame(second, at: .milliseconds(7250)),
    ])
    #expect(
      String(decoding: cast, as: UTF8.self) == #"""
        {"version":2,"width":6,"height":1,"timestamp":1700000000,"title":"A \"walk\"[2J \\ é","env":{"TERM":"xterm-256color"}}
        [0,"o","\u001b[?25l"]
        [0,"o","\u001b[m\u001b[H\u001b[2J\u001b[38;2;230;159;0m\"a\\ é\u001b[m"]
        [2.25,"r","7x1"]
        [2.25,"o","\u001b[m\u001b[H\u001b[2J b"]
        [4.25,"o","\u001b[?25h"]

        """#)
  }

  @Test("a film that is none, goes back, or grows too large is refused with a word on what to do")
  func refusals() {
    let canvas = Canvas(width: 4, height: 2)
    func error(_ frames: [TimedFrame], _ limits: FrameSequenceLimits = .cast) -> FrameSequenceError? {
      #expect(throws: FrameSequenceError.self) {
        try Asciicast(writer: FrameWriter(), limits: limits).bytes(of: frames)
      }
    }
    #expect(error([]) == .noFrames)
    #expect(error([TimedFrame(Canvas(width: 0, height: 3), at: .zero)]) == .emptyCanvas(frame: 1))
    let backwards = [TimedFrame(canvas, at: .seconds(3)), TimedFrame(canvas, at: .seconds(2))]
    #expect(error(backwards) == .timeGoesBack(frame: 2, from: .seconds(3), to: .seconds(2)))
    let many = Array(repeating: TimedFrame(canvas, at: .zero), count: 4)
    #expect(error(many, FrameSequenceLimits(frames: 3, bytes: 1000)) == .tooManyFrames(limit: 3))
    #expect(
      error(many, FrameSequenceLimits(frames: 4, bytes: 50))
        == .tooManyBytes(limit: 50, frame: 1, time: .zero))
    #expect(FrameSequenceError.tooManyFrames(limit: 3).description.contains("take fewer"))
  }

  @Test("an endless film is read no farther than its limit")
  func endless() {
    let canvas = Canvas(width: 4, height: 2)
    let frames = sequence(first: TimedFrame(canvas, at: .zero)) {
      TimedFrame(canvas, at: $0.time + .seconds(1))
    }
    #expect(throws: FrameSequenceError.tooManyFrames(limit: 100)) {
      try Asciicast(writer: FrameWriter(), limits: FrameSequenceLimits(frames: 100, bytes: 10_000)).bytes(
        of: frames)
    }
  }
}
