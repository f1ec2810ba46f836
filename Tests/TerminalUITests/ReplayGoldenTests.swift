import Game
import Geodesy
import HuntDomain
import HuntTesting
import Nearby
import Places
import Testing
import TextCanvas
import Viewer
import Views

@testable import TerminalUI

/// Somebody who looks at a recorded walk over the island.
struct ReplayFrames {
  private(set) var replay: ReplayViewer
  private let size: CanvasSize

  /// A walk of five minutes past the treasures, over a hill, with a minute without a position.
  init(
    _ columns: Int, _ rows: Int, view: PlayView = .split, hasAltitude: Bool = true, read: Int = .max,
    moments: [SessionMoment]? = nil
  ) {
    var options = ReplayOptions()
    options.isPaused = true
    options.bookmarks = [.seconds(70)]
    size = CanvasSize(columns: columns, rows: rows)
    replay = ReplayViewer(
      Recording(moments ?? Self.walk(hasAltitude: hasAltitude)), from: Session(view: view), options: options)
    _ = replay.handle(.resize(columns: columns, rows: rows))
    replay.read(read)
    _ = replay.handle(.tick(.zero))
  }

  private static func walk(hasAltitude: Bool) -> [SessionMoment] {
    guard let hunt else { return [] }
    let corners = [spot(2, 0), spot(2, 0), spot(-40, -38), spot(-40, -38), spot(10, 10), spot(70, 40), spot(70, 40)]
    let game = GameSetup(hunt: hunt, map: island, places: places, source: "trace")
    return [SessionMoment(.begin(game), at: .zero)]
      + (0..<300).map { second in
        let time = Duration.seconds(second)
        if (120..<180).contains(second) { return SessionMoment(.location(.searching(satellitesInView: 2)), at: time) }
        let (leg, part) = (second / 50, Double(second % 50) / 50)
        var fix = Fix(
          position: corners[leg].interpolated(to: corners[leg + 1], fraction: part), time: time, accuracy: 4)
        // A hill of 60 m in the middle, and a valley before it.
        let way = Double(second) / 300
        fix.altitude = hasAltitude ? 480 + 60 * way * (1 - way) * 4 - (second < 60 ? Double(second) / 2 : 0) : nil
        return SessionMoment(.location(.fix(fix)), at: time)
      } + [SessionMoment(.locationEnded, at: .seconds(300))]
  }

  mutating func press(_ keys: Key...) { for key in keys { _ = replay.handle(.key(key)) } }

  mutating func type(_ text: String) { for character in text { press(.character(character)) } }

  func canvas(_ glyphs: GlyphLevel = .braille) -> Canvas {
    var canvas = Canvas(size: size)
    drawReplay(replay.screen, on: &canvas, glyphs: glyphs)
    return canvas
  }

  /// The rows of the time line alone, under what little of the game is beside it.
  func lines(_ glyphs: GlyphLevel = .braille) -> String {
    let text = glyphs == .ascii ? canvas(glyphs).asciiText : canvas(glyphs).text
    return text.split(separator: "\n", omittingEmptySubsequences: false).suffix(4).joined(separator: "\n")
  }
}

@Suite("What is seen of a recording")
struct ReplayGoldenTests {
  @Test("is what was read and agreed on", arguments: scenes)
  func frame(scene: Scene) {
    let mismatch = Golden.mismatch(of: scene.text(), with: scene.file)
    #expect(mismatch == nil, "\(mismatch ?? "")")
  }

  private static let scenes = [
    Scene("the whole screen, in the middle of the walk", "replay-80x24") {
      var viewer = ReplayFrames(80, 24)
      viewer.press(.pageDown, .right, .right)
      return viewer.canvas().text
    },
    Scene("the same in ASCII", "replay-80x24-ascii") {
      var viewer = ReplayFrames(80, 24)
      viewer.press(.pageDown, .right, .right)
      return viewer.canvas(.ascii).asciiText
    },
    Scene("the time line with the old code page", "replay-line-80-blocks") {
      var viewer = ReplayFrames(80, 24)
      viewer.press(.pageDown, .right, .right)
      return viewer.lines(.blocks)
    },
    Scene("a wide screen, at an event", "replay-120x40") {
      var viewer = ReplayFrames(120, 40)
      viewer.press(.character("n"), .character("n"), .character("n"))
      return viewer.canvas().text
    },
    Scene("a small screen", "replay-40x12") {
      var viewer = ReplayFrames(40, 12, view: .map)
      viewer.press(.pageDown)
      return viewer.canvas().text
    },
    Scene("a small screen in ASCII", "replay-40x12-ascii") {
      var viewer = ReplayFrames(40, 12, view: .map)
      viewer.press(.pageDown)
      return viewer.canvas(.ascii).asciiText
    },
    Scene("the smallest screen: the clock alone", "replay-20x8") { ReplayFrames(20, 8, view: .map).canvas().text },
    Scene("without altitudes there is no profile", "replay-line-flat") {
      var viewer = ReplayFrames(80, 24, hasAltitude: false)
      viewer.press(.end)
      return viewer.lines()
    },
    Scene("while it is read", "replay-line-reading") {
      var viewer = ReplayFrames(80, 24, read: 60)
      viewer.press(.end)
      return viewer.lines()
    },
    Scene("somebody types where to go", "replay-line-prompt") {
      var viewer = ReplayFrames(80, 24)
      viewer.press(.character("g"))
      viewer.type("12:30")
      viewer.press(.left, .left)
      return viewer.lines()
    },
    Scene("what they typed is no time", "replay-line-trouble-ascii") {
      var viewer = ReplayFrames(80, 24)
      viewer.press(.character("g"))
      viewer.type("noon")
      viewer.press(.enter)
      return viewer.lines(.ascii)
    },
    Scene("all keys", "replay-help-80x24") {
      var viewer = ReplayFrames(80, 24)
      viewer.press(.character("?"))
      return viewer.canvas().text
    },
  ]
}

@Suite("The line of time, of any size")
struct ReplayViewTests {
  @Test(
    "is drawn on any screen without a trap, and never shows what a terminal could obey", arguments: GlyphLevel.allCases)
  func sizes(glyphs: GlyphLevel) {
    let evil = Treasure(
      place: PointOfInterest(id: "x", name: "\u{1B}[2J東京\u{202E}\tx\n", position: spot(0, 0)), radius: 9)
    let moments = Hunt(title: "\u{1B}]0;x\u{7}", order: .any, treasures: [evil]).map { hunt in
      [SessionMoment(.begin(GameSetup(hunt: hunt, source: "trace")), at: .zero)]
        + (0..<20).map { second in
          var fix = Fix(position: spot(0, 0), time: .seconds(second), accuracy: 4)
          fix.altitude = second == 7 ? 1e300 : Double(second)
          return SessionMoment(.location(.fix(fix)), at: .seconds(second))
        }
    }
    let sizes = [(0, 0), (1, 1), (1, 30), (2, 3), (3, 2), (200, 1), (20, 8), (19, 9), (61, 10), (60, 13), (300, 60)]
    for (columns, rows) in sizes {
      for keys in [[], [.end], [.character("?")], [.character("g"), .character("5")]] as [[Key]] {
        var viewer = ReplayFrames(columns, rows, moments: moments)
        for key in keys { viewer.press(key) }
        let text = glyphs == .ascii ? viewer.canvas(glyphs).asciiText : viewer.canvas(glyphs).text
        #expect(
          text.unicodeScalars.allSatisfy { scalar in
            let category = scalar.properties.generalCategory
            return scalar == "\n" || category != .control && category != .format
          }, "\(columns)x\(rows)")
        if glyphs == .ascii { #expect(text.utf8.allSatisfy { $0 == 0x0A || (0x20..<0x7F).contains($0) }) }
        // Drawn on another size than it was made for, as in the moment of a resize.
        var other = Canvas(width: rows, height: columns)
        drawReplay(viewer.replay.screen, on: &other, glyphs: glyphs)
        _ = lastScroll(of: viewer.replay.screen, size: CanvasSize(columns: columns, rows: rows), glyphs: glyphs)
      }
    }
  }

  @Test("shows each kind of mark as another character, whatever the colours", arguments: GlyphLevel.allCases)
  func signs(glyphs: GlyphLevel) {
    let symbols = Symbols(glyphs: glyphs)
    let kinds =
      ReplayMark.Kind.allCases.map(TimelineScreen.Mark.Kind.event)
      + (1...9).map(TimelineScreen.Mark.Kind.bookmark)
    let signs = kinds.map { symbols.sign($0).text }
    let line = [Symbols.Way.seen, .coming, .unread].map { symbols.way($0).text } + [symbols.cursor]
    #expect(Set(signs + line).count == signs.count + line.count)
    #expect((signs + line).allSatisfy { CharacterWidth.columns(of: $0) == 1 })
  }

  @Test("a cell of a profile is the higher the more of it is filled", arguments: GlyphLevel.allCases)
  func profile(glyphs: GlyphLevel) {
    let symbols = Symbols(glyphs: glyphs)
    let cells = (0...symbols.profileSteps).map { symbols.profile([$0, $0]) }
    #expect(Set(cells).count == cells.count)
    #expect(symbols.profile([99, -5]).count == 1 && symbols.profile([]).count == 1)
    if glyphs == .braille { #expect(symbols.profile([4, 1]) == "⣇" && symbols.profile([4, 4]) == "⣿") }
  }

  @Test("a page scrolls as far as it is longer than the screen")
  func scrolling() {
    var viewer = ReplayFrames(40, 12)
    #expect(lastScroll(of: viewer.replay.screen, size: CanvasSize(columns: 40, rows: 12), glyphs: .braille) == nil)
    viewer.press(.character("?"))
    let last = lastScroll(of: viewer.replay.screen, size: CanvasSize(columns: 40, rows: 12), glyphs: .braille)
    #expect(last.map { $0 > 5 } == true)
  }
}
