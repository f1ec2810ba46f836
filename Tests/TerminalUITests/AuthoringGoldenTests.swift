import Editor
import Game
import Geodesy
import HuntDomain
import HuntTesting
import Nearby
import Testing
import TextCanvas
import Views

@testable import TerminalUI

/// Someone who makes a hunt on the small island: a real editor, and what its terminal shows.
private struct Maker {
  private var editor: Authoring
  private var now = Duration.zero
  private let size: (columns: Int, rows: Int)

  init(_ columns: Int, _ rows: Int, source: SourceChoice = .gpsd("")) {
    editor = Authoring(AuthoringStart(draft: Draft(title: "Three Things"), map: island, source: source))
    size = (columns, rows)
    self.do(.resize(columns: columns, rows: rows))
  }

  mutating func `do`(_ event: AuthoringEvent) {
    for case .save in editor.handle(event, at: now) { _ = editor.handle(.saved, at: now) }
  }

  /// Presses keys, as a terminal does that knows how long its pages are.
  mutating func press(_ keys: Key...) {
    for key in keys {
      let size = CanvasSize(columns: size.columns, rows: size.rows)
      if let last = lastScroll(of: editor.view(at: now), size: size, glyphs: .braille) { self.do(.pageEnds(at: last)) }
      self.do(.key(key))
    }
  }

  mutating func type(_ text: String) { for character in text { self.do(.key(.character(character))) } }

  /// Trembles around a spot, one fix a second.
  mutating func stand(_ east: Double, _ north: Double, seconds: Int = 40, accuracy: Double = 4) {
    now += .seconds(60)
    for second in 0..<seconds {
      let aside = second % 2 == 0 ? 0.5 : -0.5
      now += .seconds(1)
      self.do(.location(.fix(Fix(position: spot(east + aside, north), time: now, accuracy: accuracy, speed: 0))))
    }
  }

  mutating func drop(_ name: String, _ east: Double, _ north: Double) {
    stand(east, north)
    press(.character("n"), .enter)
    type(name)
    press(.enter, .enter)
  }

  /// Two stages, the second with a walked zone and a hint.
  mutating func work() {
    drop("Doorstep Coin", 0, 0)
    drop("Brass Bell", -40, -38)
    press(.character("z"))
    for corner in [(-55.0, -50.0), (-25, -50), (-25, -26), (-55, -26)] {
      stand(corner.0, corner.1, seconds: 1)
      press(.character("c"))
    }
    press(.enter, .enter, .character("h"))
    type("It rings when the tide comes in.")
    press(.enter)
  }

  func canvas(_ glyphs: GlyphLevel = .braille) -> Canvas {
    var canvas = Canvas(width: size.columns, height: size.rows)
    drawAuthoring(editor.view(at: now), on: &canvas, glyphs: glyphs)
    return canvas
  }
}

@Suite("What an author sees")
struct AuthoringGoldenTests {
  private func check(_ text: String, _ file: String) {
    let mismatch = Golden.mismatch(of: text, with: file)
    #expect(mismatch == nil, "\(mismatch ?? "")")
  }

  @Test("two stages, one with an outline", arguments: [(80, 24), (40, 12)])
  func editor(columns: Int, rows: Int) {
    var maker = Maker(columns, rows)
    maker.work()
    check(maker.canvas().text, "author-editor-\(columns)x\(rows)")
    check(maker.canvas(.ascii).asciiText, "author-editor-\(columns)x\(rows)-ascii")
  }

  @Test("nothing yet")
  func empty() { check(Maker(60, 14).canvas().text, "author-empty") }

  @Test("a stage is dropped: standing, naming, done", arguments: [(80, 24), (40, 12)])
  func drop(columns: Int, rows: Int) {
    var maker = Maker(columns, rows)
    maker.stand(0, 0, seconds: 25, accuracy: 9)
    maker.press(.character("n"))
    check(maker.canvas().text, "author-standing-\(columns)x\(rows)")
    maker.press(.enter)
    maker.type("The Well")
    check(maker.canvas().text, "author-naming-\(columns)x\(rows)")
    maker.press(.enter)
    check(maker.canvas().text, "author-dropped-\(columns)x\(rows)")
  }

  @Test("an outline is walked, and a crossing refused")
  func outline() {
    var maker = Maker(60, 20)
    maker.drop("Pond", 0, 0)
    maker.press(.character("z"))
    for corner in [(-20.0, -20.0), (20, 20), (20, -20), (-20, 20)] {
      maker.stand(corner.0, corner.1, seconds: 1)
      maker.press(.character("c"))
    }
    check(maker.canvas().text, "author-outline-crossing")
    maker.press(.enter)
    check(maker.canvas(.ascii).asciiText, "author-outline-ascii")
  }

  @Test("everything about a stage, and a line that is not taken")
  func edit() {
    var maker = Maker(80, 24)
    maker.work()
    maker.press(.character("e"), .down, .down)
    check(maker.canvas().text, "author-edit")
    maker.press(.enter, .control("u"))
    maker.type("wide")
    maker.press(.enter)
    check(maker.canvas().text, "author-edit-refused")
  }

  @Test("the keys, and a file that cannot be written, steering a walker")
  func helpAndTrouble() {
    var maker = Maker(80, 24, source: .steer(from: nil))
    maker.work()
    maker.press(.character("?"))
    check(maker.canvas().text, "author-help")
    maker.press(.escape)
    maker.do(.cannotSave("hunt.geojson: no space left on the device."))
    check(maker.canvas().text, "author-not-saved")
  }

  @Test("every key of the editor can be read in a small window, and the page goes no farther than its end")
  func allKeys() {
    var maker = Maker(40, 12)
    maker.press(.character("?"))
    #expect(maker.canvas().text.contains("a new stage"))
    #expect(!maker.canvas().text.contains("saved already"))
    for _ in 0..<60 { maker.press(.down) }
    let end = maker.canvas().text
    #expect(end.contains("saved already"))
    maker.press(.up)
    #expect(maker.canvas().text != end)
    maker.press(.escape)
    #expect(maker.canvas().text.contains("? help"))
  }

  @Test("what is asked for is read whole, in a small window too", arguments: [(80, 24), (40, 12)])
  func prompt(columns: Int, rows: Int) {
    var maker = Maker(columns, rows)
    maker.drop("Doorstep Coin", 0, 0)
    maker.press(.character("e"))
    for _ in 0..<9 where !maker.canvas().text.contains("▶ Question") { maker.press(.down) }
    maker.press(.enter)
    maker.type("Which tree?")
    maker.press(.enter)
    let text = maker.canvas().text
    for word in ["The answer:", "42 ± 2", "tree", "red", "*blue:"] { #expect(text.contains(word), "\(text)") }
  }

  @Test("the preview says how to come back")
  func preview() {
    var maker = Maker(80, 24)
    maker.work()
    maker.press(.character("p"))
    let lines = maker.canvas().text.split(separator: "\n", omittingEmptySubsequences: false)
    #expect(lines.last?.contains("q back to the editor") == true)
  }

  @Test("any size is drawn, in ASCII with 7-bit characters only", arguments: 0..<60)
  func anySize(seed: Int) {
    let (columns, rows) = (seed * 7 % 101, seed * 5 % 37)
    var maker = Maker(columns, rows)
    maker.drop("東京 ±4°", 10, 10)
    for key in [Key.character("n"), .enter, .escape, .character("e"), .escape, .character("z"), .escape] {
      maker.press(key)
      let canvas = maker.canvas(.ascii)
      #expect(canvas.text.split(separator: "\n", omittingEmptySubsequences: false).count == max(1, rows))
      #expect(canvas.asciiText.utf8.allSatisfy { $0 == 0x0A || (0x20..<0x7F).contains($0) })
    }
  }
}
