import ChanceTesting
import Testing
import TextCanvas

@Suite("Frames as a picture")
struct AnimatedSVGTests {
  private static let look = PictureLook(
    table: ColourTable((0..<9).map { RGB(UInt8($0 * 20), 90, 200) }))
  private let maker = AnimatedSVG(title: "A walk", look: look)

  @Test("every character can be read from the picture, in its own cell", arguments: 0..<40)
  func stillPicture(seed: Int) throws {
    var chance = Chance(seed: UInt64(seed))
    let canvas = Scribbles.more(on: Canvas(width: 24, height: 5), &chance)
    let marks = try PictureReading(try maker.bytes(of: canvas)).marks(at: 0)
    let (letters, patterns) = (try marks.letters(), try marks.patterns())
    for row in 0..<5 {
      for column in 0..<24 {
        let text = canvas[column, row].text
        let scalar = text.unicodeScalars.first ?? " "
        if (0x2801...0x28FF).contains(scalar.value) {
          #expect(patterns[[row, column]] == scalar)
          #expect(letters[[row, column]] == nil)
        } else {
          let isDrawn =
            (0x2580...0x259F).contains(scalar.value) || (0x1FB00...0x1FB3B).contains(scalar.value)
            || "─├┼┤╭╮━┃".unicodeScalars.contains(scalar)
          #expect(letters[[row, column]] == (isDrawn || text == " " || text.isEmpty ? nil : text))
          #expect(patterns[[row, column]] == nil)
        }
      }
    }
  }

  @Test(
    "a film shows at the time of each frame what a still picture of it shows", arguments: 0..<40)
  func film(seed: Int) throws {
    var chance = Chance(seed: UInt64(seed))
    let film = Scribbles.film(12, &chance)
    let reading = try PictureReading(
      try maker.bytes(of: film.map { TimedFrame($0.canvas, at: $0.time) }))
    for (canvas, time) in film {
      let still = try PictureReading(try maker.bytes(of: canvas)).marks(at: 0)
      #expect(try reading.marks(at: (time - film[0].time) / .seconds(1)) == still)
    }
    #expect(reading.columns == film.map(\.canvas.size.columns).max())
  }

  @Test("rows that come again, in any row, are in the picture once")
  func sharedRows() throws {
    var frames: [TimedFrame] = []
    for step in 0..<100 {
      var canvas = Canvas(width: 40, height: 12)
      canvas.put("a row that goes round and round", column: 0, row: step % 10)
      canvas.put("and one that stays", column: 0, row: 11)
      frames.append(TimedFrame(canvas, at: .seconds(step)))
    }
    let picture = try maker.bytes(of: frames)
    let root = try XMLTree.root(of: picture)
    #expect(root.elements("text").count == 2)
    let jumps = root.elements("animateTransform").map {
      $0.attributes["values"]?.split(separator: ";").count
    }
    // A row comes ten times and goes; all but the first begin without it, and the last does not go at the end.
    #expect(jumps == [20, 21, 21, 21, 21, 21, 21, 21, 21, 20])
    #expect(picture.count < 10_000)
  }

  @Test("a small picture, byte by byte")
  func golden() throws {
    var canvas = Canvas(width: 12, height: 3)
    canvas.put("┌──┐ ⣀⡇", column: 0, row: 0, style: Style(.skyBlue))
    canvas.put(
      "│▒█│ <a> & b", column: 0, row: 1, style: Style(.orange, on: .blue, [.bold, .underline]))
    canvas.put("→ x 日", column: 1, row: 2, style: Style(.standard, on: .ground(3), .reverse))
    let picture = String(decoding: try maker.bytes(of: canvas), as: UTF8.self)
    let mismatch = GoldenPicture.mismatch(of: picture, with: "small")
    #expect(mismatch == nil, "\(mismatch ?? "")")
  }

  @Test(
    "colours are those of the terminal",
    arguments: [
      (ColourDepth.trueColour, "#e69f00"), (.twoHundredFiftySix, "#d7af00"), (.sixteen, "#cdcd00"),
      (.none, "#e6edf3"),
    ])
  func depths(depth: ColourDepth, expected: String) throws {
    var canvas = Canvas(width: 3, height: 1)
    canvas.put("█", column: 0, row: 0, style: Style(.orange))
    let root = try XMLTree.root(
      of: try AnimatedSVG(title: "", look: PictureLook(depth: depth)).bytes(of: canvas))
    #expect(root.elements("path").map { $0.attributes["fill"] } == [expected])
  }

  @Test("reversed, what has no colour is ground on ink")
  func reversed() throws {
    var canvas = Canvas(width: 3, height: 1)
    canvas.put("█", column: 0, row: 0, style: Style(.standard, .reverse))
    let root = try XMLTree.root(of: try AnimatedSVG(title: "").bytes(of: canvas))
    #expect(root.elements("path").map { $0.attributes["fill"] } == ["#e6edf3", "#0d1117"])
  }

  @Test("blocks fill their part of the cell and lines reach its edges, so that they join")
  func joins() throws {
    func path(_ text: String) throws -> [String?] {
      var canvas = Canvas(width: 4, height: 1)
      canvas.put(text, column: 0, row: 0)
      return try XMLTree.root(of: try AnimatedSVG(title: "").bytes(of: canvas)).elements("path")
        .map {
          $0.attributes["d"]
        }
    }
    #expect(try path("████") == ["M0 0h32v16h-32z"])
    #expect(try path("▄▄") == ["M0 8h16v8h-16z"])
    #expect(try path("▌▐") == ["M0 0h4v16h-4zM12 0h4v16h-4z"])
    #expect(try path("▟") == ["M4 0h4v8h-4zM0 8h8v8h-8z"])
    #expect(try path("────") == ["M0 8h32"])
    #expect(try path("├─") == ["M4 8h4M4 0v16M8 8h8"])
    #expect(try path("╯") == ["M4 0Q4 8 0 8"])
  }

  @Test("the title is text and nothing else")
  func title() throws {
    let root = try XMLTree.root(
      of: try AnimatedSVG(title: "</title><script>x</script>\u{1B}&\u{0}\u{FFFF}").bytes(
        of: Canvas(width: 2, height: 1)))
    #expect(root.elements("title").map(\.text) == ["</title><script>x</script>&"])
    #expect(root.elements("script").isEmpty)
  }

  @Test("a film that is none, or grows too large, is refused where it does")
  func refusals() throws {
    let canvas = Canvas(width: 4, height: 2)
    #expect(throws: FrameSequenceError.noFrames) { try maker.bytes(of: []) }
    #expect(throws: FrameSequenceError.emptyCanvas(frame: 1)) {
      try maker.bytes(of: Canvas(width: 0, height: 0))
    }
    let small = AnimatedSVG(title: "", limits: FrameSequenceLimits(frames: 9, bytes: 4000))
    let frames = sequence(first: 0) { $0 + 1 }.lazy.map { number in
      var canvas = Canvas(width: 60, height: 20)
      for row in 0..<20 { canvas.put("row \(row + number * 20)", column: 0, row: row) }
      return TimedFrame(canvas, at: .seconds(number))
    }
    #expect(throws: FrameSequenceError.tooManyBytes(limit: 4000, frame: 4, time: .seconds(3))) {
      try small.bytes(of: frames)
    }
    let many = AnimatedSVG(title: "", limits: FrameSequenceLimits(frames: 2, bytes: 1_000_000))
    #expect(throws: FrameSequenceError.tooManyFrames(limit: 2)) { try many.bytes(of: frames) }
    #expect(throws: FrameSequenceError.timeGoesBack(frame: 2, from: .seconds(1), to: .zero)) {
      try maker.bytes(of: [TimedFrame(canvas, at: .seconds(1)), TimedFrame(canvas, at: .zero)])
    }
  }

  @Test("frames within no time make a still picture")
  func noTime() throws {
    var second = Canvas(width: 4, height: 2)
    second.put("b", column: 0, row: 0)
    let frames = [TimedFrame(Canvas(width: 4, height: 2), at: .zero), TimedFrame(second, at: .zero)]
    #expect(try maker.bytes(of: frames, ending: .zero) == maker.bytes(of: second))
  }
}
