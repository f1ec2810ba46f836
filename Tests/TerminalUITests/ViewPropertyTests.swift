import Game
import Geodesy
import HuntDomain
import Nearby
import Numbers
import Places
import Testing
import TextCanvas
import Views

@testable import TerminalUI

/// A game at a random moment, with names that mean no good.
private struct RandomGame {
  private static let names = [
    "Well", "東京スカイツリー展望台", "👨‍👩‍👧‍👦 Family", "e\u{301}\u{301}\u{301}\u{301}\u{301}", "", " ", "a\tb\nc\r\nd",
    "\u{1B}[2J\u{1B}]0;owned\u{7}", "\u{9B}31m\u{90}q\u{9C}", "left\u{202E}thgir\u{2066}x\u{200F}", "\u{0}\u{8}\u{7F}",
    "\u{FEFF}\u{200B}\u{AD}\u{E0041}", String(repeating: "long ", count: 60), String(repeating: "字", count: 120),
  ]

  private var chance: SeededGenerator
  private var session: Session
  private var now = Duration.zero

  init(seed: UInt64, columns: Int, rows: Int) {
    chance = SeededGenerator(seed: seed)
    let view = PlayView.allCases.randomElement(using: &chance) ?? .map
    session = chance.uniform() < 0.15 ? Session(offers: offers) : Session(view: view)
    _ = session.handle(.resize(columns: columns, rows: rows), at: now)
    let treasures = (0..<Int.random(in: 1...4, using: &chance)).map { _ in randomTreasure() }
    if let hunt = Hunt(title: name(), order: .any, treasures: treasures) {
      let places = (0..<Int.random(in: 0...30, using: &chance)).map { _ in randomPlace() }
      let game = GameSetup(hunt: hunt, map: chance.uniform() < 0.5 ? island : .empty, places: places, source: "GPS")
      _ = session.handle(.begin(game), at: now)
    }
    for _ in 0..<Int.random(in: 0...12, using: &chance) { _ = session.handle(event(), at: now) }
  }

  func canvas(_ columns: Int, _ rows: Int, _ glyphs: GlyphLevel) -> Canvas {
    var canvas = Canvas(width: columns, height: rows)
    drawGame(session.screen(at: now), on: &canvas, glyphs: glyphs)
    return canvas
  }

  /// Plays on for a moment.
  mutating func goOn() { _ = session.handle(event(), at: now) }

  /// The same frame, drawn over the ground of the one before.
  func canvas(_ columns: Int, _ rows: Int, _ glyphs: GlyphLevel, scenery: inout Scenery) -> Canvas {
    var canvas = Canvas(width: columns, height: rows)
    drawGame(session.screen(at: now), on: &canvas, glyphs: glyphs, scenery: &scenery)
    return canvas
  }

  private mutating func name() -> String { Self.names.randomElement(using: &chance) ?? "" }

  private mutating func anywhere() -> Coordinate {
    let reach = ([10, 100, 1000, 8_000_000] as [Double]).randomElement(using: &chance) ?? 1
    return spot(0, 0).offset(by: chance.uniform() * reach, toward: Bearing(degrees: chance.uniform() * 360))
  }

  private mutating func randomPlace() -> PointOfInterest {
    PointOfInterest(id: "\(chance.next())", name: name(), position: anywhere())
  }

  private mutating func randomTreasure() -> Treasure {
    Treasure(place: randomPlace(), radius: 20, hint: chance.uniform() < 0.5 ? name() : nil, message: name())
  }

  private mutating func event() -> SessionEvent {
    now += .seconds(chance.uniform() * 4)
    switch Int.random(in: 0...7, using: &chance) {
    case 0: return .location(.lost(reason: name()))
    case 1: return .location(.searching(satellitesInView: Int.random(in: 0...9, using: &chance)))
    case 2, 3:
      let accuracies: [Double?] = [nil, 0, 4, 1e300, .nan]
      let accuracy = accuracies.randomElement(using: &chance) ?? nil
      return .location(.fix(Fix(position: anywhere(), time: now, accuracy: accuracy)))
    case 4:
      return .heading(
        Heading(
          bearing: Bearing(degrees: chance.uniform() * 360), source: .compass, uncertainty: chance.uniform() * 200))
    default:
      let keys: [Key] = [
        .character("?"), .character("g"), .character("i"), .character("m"), .character("c"), .character("s"),
        .character("+"),
        .character("-"), .character("a"), .character("e"), .pageUp, .left, .down, .enter, .tab,
      ]
      return .key(keys.randomElement(using: &chance) ?? .tab)
    }
  }
}

@Suite("Any screen, of any size")
struct ViewPropertyTests {
  /// Sizes below the smallest, of terminals, and between.
  private static func size(_ chance: inout SeededGenerator) -> (columns: Int, rows: Int) {
    (Int.random(in: 0...120, using: &chance), Int.random(in: 0...60, using: &chance))
  }

  @Test("the ground that is kept from frame to frame is the ground of every frame", arguments: 0..<60)
  func ground(seed: UInt64) {
    var game = RandomGame(seed: seed, columns: 80, rows: 24)
    var scenery = Scenery()
    for step in 0..<20 {
      game.goOn()
      let size = step % 7 == 6 ? (60, 20) : (80, 24)
      let glyphs: GlyphLevel = step % 5 == 4 ? .ascii : .braille
      // Signs stay where they were; that is theirs alone.
      scenery.eye.signs = EyeSigns()
      #expect(game.canvas(size.0, size.1, glyphs, scenery: &scenery) == game.canvas(size.0, size.1, glyphs))
    }
  }

  @Test("is drawn without a trap, and never shows what a terminal could obey")
  func drawn() {
    var chance = SeededGenerator(seed: 7)
    for seed in 0..<500 as Range<UInt64> {
      let (columns, rows) = Self.size(&chance)
      let game = RandomGame(seed: seed, columns: columns, rows: rows)
      let glyphs = GlyphLevel.allCases.randomElement(using: &chance) ?? .braille
      let text = game.canvas(columns, rows, glyphs).text
      let isHarmless = text.unicodeScalars.allSatisfy { scalar in
        switch scalar.properties.generalCategory {
        case .control: scalar == "\n"
        case .format, .surrogate, .privateUse, .lineSeparator, .paragraphSeparator: false
        default: true
        }
      }
      #expect(isHarmless, "seed \(seed), \(columns)x\(rows)")
    }
  }

  @Test("is drawn on a canvas of another size than it was made for, as in the moment of a resize")
  func resized() {
    var chance = SeededGenerator(seed: 8)
    for seed in 1000..<1200 as Range<UInt64> {
      let (columns, rows) = Self.size(&chance)
      let (width, height) = Self.size(&chance)
      let canvas = RandomGame(seed: seed, columns: columns, rows: rows).canvas(width, height, .braille)
      #expect(canvas.text.split(separator: "\n", omittingEmptySubsequences: false).count == max(1, height))
    }
  }

  @Test("is 7-bit and printable in ASCII, as text and as bytes")
  func ascii() {
    var chance = SeededGenerator(seed: 9)
    let writer = FrameWriter(colours: .none, isUnicode: false)
    for seed in 2000..<2200 as Range<UInt64> {
      let (columns, rows) = Self.size(&chance)
      let canvas = RandomGame(seed: seed, columns: columns, rows: rows).canvas(columns, rows, .ascii)
      #expect(canvas.asciiText.utf8.allSatisfy { $0 == 0x0A || (0x20..<0x7F).contains($0) }, "seed \(seed)")
      // The bytes move the cursor too, with escape sequences of the writer's own.
      let bytes = writer.bytes(from: nil, to: canvas)
      #expect(bytes.allSatisfy { [0x0A, 0x0D, 0x08, 0x1B].contains($0) || (0x20..<0x7F).contains($0) }, "seed \(seed)")
    }
  }

  @Test("on a map, is drawn also when its places are no numbers", arguments: [Double.nan, .infinity, -1e300, 1e300])
  func hostileCells(value: Double) {
    #expect(Cell2D(.init(x: value, y: 1), in: CanvasSize(columns: 80, rows: 24)) == nil)
    #expect(Cell2D(.init(x: 1, y: value), in: CanvasSize(columns: 80, rows: 24)) == nil)
  }

  @Test("on a map, hides no mark and no player behind a label or a pointer", arguments: GlyphLevel.allCases)
  func marksStay(glyphs: GlyphLevel) {
    var chance = SeededGenerator(seed: 10)
    let symbols = Symbols(glyphs: glyphs)
    for _ in 0..<150 {
      let size = CanvasSize(columns: .random(in: 1...80, using: &chance), rows: .random(in: 1...30, using: &chance))
      let screen = Self.map(size, &chance)
      var canvas = Canvas(size: size)
      drawMap(screen, on: &canvas, glyphs: glyphs)
      let player = screen.player.flatMap { Cell2D($0.at, in: size) }
      if let player, let person = screen.player {
        #expect(
          canvas[player.column, player.row].text == symbols.player(person.heading, isStale: person.isStale))
      }
      for mark in screen.marks {
        guard let cell = Cell2D(mark.at, in: size) else { continue }
        if Self.legend(of: screen, size).contains(cell) { continue }
        // Marks may hide each other, and the player with the arrow beside them may stand on one.
        if let player, abs(cell.column - player.column) <= 1, abs(cell.row - player.row) <= 1 { continue }
        let texts = [PlaceRole.place, .found, .treasure, .target].map(symbols.mark)
        #expect(texts.contains(canvas[cell.column, cell.row].text), "\(canvas.text)")
      }
    }
  }

  @Test("on a map, never draws a place over the scale, north, or a banner", arguments: GlyphLevel.allCases)
  func legendStays(glyphs: GlyphLevel) {
    var chance = SeededGenerator(seed: 11)
    let symbols = Symbols(glyphs: glyphs)
    for _ in 0..<150 {
      let size = CanvasSize(columns: .random(in: 20...80, using: &chance), rows: .random(in: 6...30, using: &chance))
      let screen = Self.map(size, &chance)
      var canvas = Canvas(size: size)
      drawMap(screen, on: &canvas, glyphs: glyphs)
      let rows = canvas.text.split(separator: "\n", omittingEmptySubsequences: false)
      guard let player = screen.player.flatMap({ Cell2D($0.at, in: size) }),
        !Self.legend(of: screen, size).contains(player)
      else { continue }
      #expect(rows.last?.contains("┤ \(screen.scale.label)") == true, "\(canvas.text)")
      #expect(rows.first?.contains("N\(symbols.arrow(.north))") == true, "\(canvas.text)")
      #expect(rows.first?.contains("f: follow me") == !screen.isFollowing, "\(canvas.text)")
    }
  }

  /// The cells in which the legend stands, drawn without anything else.
  private static func legend(of screen: MapScreen, _ size: CanvasSize) -> Set<Cell2D> {
    var (canvas, layout) = (Canvas(size: size), LabelLayout(size: size))
    drawLegend(screen, on: &canvas, &layout, MapPen(symbols: Symbols(glyphs: .braille), look: .standard))
    let cells = (0..<size.rows).flatMap { row in (0..<size.columns).map { Cell2D(column: $0, row: row) } }
    return Set(cells.filter { layout.isFurnished($0) })
  }

  private static func map(_ size: CanvasSize, _ chance: inout SeededGenerator) -> MapScreen {
    let places = (0..<20).map { index in
      PointOfInterest(
        id: "\(index)", name: "Place \(index) 字",
        position: spot(chance.uniform() * 300 - 150, chance.uniform() * 240 - 120))
    }
    var service = NearbyPOIService()
    service.receive(places, at: .zero)
    service.receive(.fix(Fix(position: spot(0, 0), time: .zero, accuracy: 4)), at: .zero)
    if chance.uniform() < 0.7 {
      let bearing = Bearing(degrees: chance.uniform() * 360)
      service.receive(Heading(bearing: bearing, source: .compass, uncertainty: 20), at: .zero)
    }
    var useCase = MapUseCase(base: island)
    if chance.uniform() < 0.3 { useCase.camera.pan(columns: 9, rows: 5, from: spot(0, 0)) }
    let roles: [String: PlaceRole] = ["0": .target, "1": .treasure, "2": .found]
    return useCase.screen(
      for: service.snapshot(at: .zero), source: "GPS", roles: roles, columns: size.columns, rows: size.rows)
  }
}
