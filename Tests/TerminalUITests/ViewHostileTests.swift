import Geodesy
import HuntDomain
import Numbers
import Places
import Testing
import TextCanvas

@testable import Editor
@testable import Game
@testable import Nearby
@testable import TerminalUI
@testable import Views

/// Numbers and names that no use case makes, for views that may not trust that.
private struct HostileScreens {
  private static let numbers: [Double] = [
    .nan, .infinity, -.infinity, .greatestFiniteMagnitude, -1e300, -1, -0.0, 0.5, 7, 90, 179.5, 1e9,
  ]
  private static let names = [
    "", "Well", "東京展望台", "שלום עולם", "±°…", "\u{1B}[2J", String(repeating: "long ", count: 50),
  ]

  private var chance: SeededGenerator

  init(seed: UInt64) { chance = SeededGenerator(seed: seed) }

  mutating func map() -> MapScreen {
    var screen = bareMap()
    screen.route = points()
    screen.ghosts = (0..<3).map { _ in MapScreen.Ghost(at: point(), letter: name().first ?? "?", name: name()) }
    screen.heat = (0..<2000).map { _ in UInt8.random(in: 0...255, using: &chance) }
    return screen
  }

  private mutating func bareMap() -> MapScreen {
    MapScreen(
      columns: 80, rows: 24, gps: name(), heading: name(), ground: coin() ? ground() : nil,
      up: Bearing(degrees: number()), trouble: coin() ? name() : nil, trail: points(),
      zones: [.circle(point(), radius: number()), .rings([points(), points()])],
      marks: (0..<6).map { _ in MapScreen.Mark(at: point(), role: role(), label: name(), distance: name()) },
      pointers: (0..<3).map { _ in
        MapScreen.Pointer(toward: Bearing(degrees: number()), role: role(), label: name(), distance: name())
      },
      player: coin()
        ? MapScreen.Player(
          at: point(), heading: coin() ? Bearing(degrees: number()) : nil, cone: number(), accuracy: number(),
          isStale: coin()) : nil,
      scale: MapScreen.Scale(
        columns: [Int.min, -1, 0, 1, 5, Int.max].randomElement(using: &chance) ?? 0, label: name()),
      list: [MapScreen.Row(label: name(), distance: name(), direction: name())], isFollowing: coin(),
      attribution: name())
  }

  /// Sheets that no builder makes.
  private mutating func ground() -> MapScreen.Ground {
    let frame = MapFrame(
      centre: MercatorPoint(x: number(), y: number()), zoom: number(), up: Bearing(degrees: number()),
      columns: Int.random(in: -1...300, using: &chance), rows: Int.random(in: -1...100, using: &chance))
    return MapScreen.Ground(geometries: [geometry(around: frame)], frame: frame, isSeaCharted: coin())
  }

  private mutating func geometry(around frame: MapFrame) -> MapGeometry {
    let points = (0..<60).map { _ in MapGeometry.Point(x: unit(), y: unit()) }
    let parts = (0..<12).map { _ -> Range<Int32> in
      let start = Int32.random(in: -2...50, using: &chance)
      return start..<start + Int32.random(in: 0...20, using: &chance)
    }
    let shapes = GroundKind.allCases.map { kind in
      let start = Int.random(in: 0...11, using: &chance)
      return MapGeometry.Shape(
        kind: kind, isArea: coin(), parts: start..<(coin() ? start + 2 : .max),
        name: Int.random(in: -1...9, using: &chance),
        rise: coin() ? nil : MapGeometry.Rise(foot: nil, top: Double.random(in: -10...2000, using: &chance)),
        box: coin() ? Self.everywhere : MapGeometry.Box(left: unit(), top: unit(), right: unit(), bottom: unit()))
    }
    let labels = NameKind.allCases.map { kind in
      MapGeometry.Label(
        kind: kind, name: Int.random(in: -1...9, using: &chance), at: MapGeometry.Point(x: unit(), y: unit()),
        rank: .min)
    }
    return MapGeometry(
      tile: nil, origin: coin() ? frame.centre : MercatorPoint(x: number(), y: number()),
      unit: coin() ? 0.01 / frame.columnsPerWorld : number(), side: coin() ? unit() : nil, box: Self.everywhere,
      points: points, parts: parts, shapes: coin() ? shapes : shapes.reversed(), labels: labels,
      names: (0..<6).map { _ in name() })
  }

  private static let everywhere = MapGeometry.Box(left: -1 << 29, top: -1 << 29, right: 1 << 29, bottom: 1 << 29)

  private mutating func unit() -> Int32 {
    coin()
      ? Int32.random(in: -4000...4000, using: &chance)
      : [Int32.min, .max, 0, 1, -1, 1 << 29, 4096].randomElement(using: &chance) ?? 0
  }

  mutating func compass() -> CompassScreen {
    let sizes: [CompassScreen.Size] = [.far, .middle, .near, .here]
    return CompassScreen(
      gps: name(), heading: name(), fieldOfView: number(), cone: number(), hasHeading: coin(),
      ticks: (0..<4).map { _ in CompassScreen.Tick(offset: number(), label: name()) },
      marks: (0..<6).map { index in
        CompassScreen.Mark(
          label: name(), distance: name(), offset: number(), role: role(), size: sizes[index % sizes.count])
      },
      dots: (0..<4).map { CompassScreen.Dot(offset: number(), role: role(), size: sizes[$0 % sizes.count]) },
      left: asides(), right: asides(),
      target: coin()
        ? CompassScreen.Target(
          label: name(), distance: name(), wind: name(), cue: name(), turn: coin() ? number() : nil) : nil,
      blips: (0..<4).map { _ in CompassScreen.Blip(turn: number(), radius: number(), role: role()) }, range: name(),
      halfRange: name(),
      list: (0..<3).map { _ in MapScreen.Row(label: name(), distance: name(), direction: name()) }, isStale: coin())
  }

  private mutating func asides() -> [CompassScreen.Aside] {
    (0..<Int.random(in: 0...3, using: &chance)).map { _ in
      CompassScreen.Aside(label: name(), distance: name(), turn: number(), role: role())
    }
  }

  private mutating func coin() -> Bool { chance.uniform() < 0.5 }
  private mutating func name() -> String { Self.names.randomElement(using: &chance) ?? "" }
  private mutating func role() -> PlaceRole {
    PlaceRole.allCases.randomElement(using: &chance) ?? .place
  }

  /// Half of the numbers are sane, so that the strange ones meet views that draw something.
  private mutating func number() -> Double {
    coin() ? chance.uniform() * 90 : Self.numbers.randomElement(using: &chance) ?? 0
  }
  private mutating func point() -> MapScreen.Point { MapScreen.Point(x: number(), y: number()) }
  private mutating func points() -> [MapScreen.Point] { (0..<5).map { _ in point() } }
}

@Suite("A view alone")
struct ViewHostileTests {
  /// From nothing to larger than any terminal.
  static let sizes = [(0, 0), (1, 1), (1, 60), (200, 1), (19, 7), (20, 8), (34, 17), (80, 24), (500, 1000)]
    .map { CanvasSize(columns: $0.0, rows: $0.1) }

  @Test("is drawn at any size, whatever its numbers and names are, and is 7-bit in ASCII", arguments: sizes)
  func hostile(size: CanvasSize) {
    for seed in 0..<(size.rows > 100 ? 1 : size.columns * size.rows > 400 ? 4 : 16) as Range<UInt64> {
      var screens = HostileScreens(seed: seed)
      let (map, compass) = (screens.map(), screens.compass())
      for glyphs in GlyphLevel.allCases {
        for canvas in [
          drawn(size) { drawMap(map, on: &$0, glyphs: glyphs) },
          drawn(size) { drawCompass(compass, on: &$0, glyphs: glyphs) },
        ] {
          guard glyphs == .ascii else { continue }
          let isASCII = canvas.asciiText.utf8.allSatisfy { $0 == 0x0A || (0x20..<0x7F).contains($0) }
          #expect(isASCII, "seed \(seed)")
        }
      }
    }
  }

  @Test("meets everything that a map can have")
  func complete() {
    var screens = HostileScreens(seed: 1)
    for (name, value) in Mirror(reflecting: screens.map()).children {
      let list = Mirror(reflecting: value)
      if list.displayStyle == .collection { #expect(!list.children.isEmpty, "\(name ?? "") is empty") }
    }
  }

  @Test("of the whole game survives a window of any size", arguments: sizes)
  func game(size: CanvasSize) {
    for view in PlayView.allCases {
      var player = Player(view, size.columns, size.rows)
      player.stand(-10, -30)
      player.look(250)
      #expect(player.canvas().size == size)
    }
    #expect(Player(choosing: size.columns, size.rows).canvas().size == size)
  }

  @Test("below 20x8 says that it is too small, and how large it must be", arguments: [(19, 8), (20, 7)])
  func tooSmall(columns: Int, rows: Int) {
    #expect(Player(.map, columns, rows).canvas().text.hasPrefix("too small\n20x8 at least"))
    #expect(!Player(.map, 20, 8).canvas().text.contains("too small"))
  }

  private func drawn(_ size: CanvasSize, _ draw: (inout Canvas) -> Void) -> Canvas {
    var canvas = Canvas(size: size)
    draw(&canvas)
    return canvas
  }
}

@Suite("Without colour")
struct ViewWithoutColourTests {
  @Test("the tape shows how sure the heading is, in every set of characters", arguments: GlyphLevel.allCases)
  func cone(glyphs: GlyphLevel) throws {
    func tape(_ uncertainty: Double) throws -> String {
      var player = Player(.compass, 80, 24)
      player.stand(0, 0)
      player.look(20, uncertainty: uncertainty)
      let canvas = player.canvas(glyphs)
      let lines = (glyphs == .ascii ? canvas.asciiText : canvas.text).split(separator: "\n")
      return String(try #require(lines.dropFirst(3).first))
    }
    #expect(try tape(5) != tape(25))
    let cone: Character = glyphs == .ascii ? "=" : "═"
    #expect(try tape(25).count { $0 == cone } > tape(5).count { $0 == cone })
  }

  @Test("the range of the radar is read whole, however far the target is", arguments: GlyphLevel.allCases)
  func range(glyphs: GlyphLevel) {
    var service = NearbyPOIService()
    let far = PointOfInterest(id: "far", name: "Far", position: spot(9e6, 0))
    service.receive([far], at: .zero)
    service.receive(.fix(Fix(position: spot(0, 0), time: .zero, accuracy: 4)), at: .zero)
    service.receive(Heading(bearing: Bearing(degrees: 90), source: .compass, uncertainty: 5), at: .zero)
    let screen = CompassUseCase().screen(
      for: service.snapshot(at: .zero), source: "GPS", roles: ["far": .target], target: "far")
    var canvas = Canvas(width: 60, height: 24)
    drawCompass(screen, on: &canvas, glyphs: glyphs)
    #expect(screen.range == "20100 km" && canvas.text.hasSuffix(" 20100 km"), "\(canvas.text)")
  }

  @Test("near places stand out from far ones")
  func depth() throws {
    let near = Palette.style(of: .place, size: .near)
    let middle = Palette.style(of: .place, size: .middle)
    let far = Palette.style(of: .place, size: .far)
    #expect(near.attributes.contains(.bold) && !middle.attributes.contains(.bold))
    #expect(far.attributes.contains(.dim) && !middle.attributes.contains(.dim))
    // What the player is after is never dimmed.
    #expect(!Palette.style(of: .target, size: .far).attributes.contains(.dim))
  }
}

@Suite("In ASCII")
struct ViewASCIITests {
  @Test("signs that it lacks are words, so that no number changes its meaning")
  func signs() {
    let symbols = Symbols(glyphs: .ascii)
    #expect(symbols.text("45° NE ±12° course") == "45 deg NE +-12 deg course")
    #expect(symbols.text("(15°)") == "(15 deg)")
    #expect(symbols.text("Old Oak") == "Old Oak")
    #expect(Symbols(glyphs: .braille).text("45° ±12°") == "45° ±12°")
  }

  @Test("the line about the sensor gives its error and not an estimate, and stays in the middle", arguments: [80, 21])
  func sensor(columns: Int) throws {
    var player = Player(.map, columns, 24)
    player.stand(-10, -30)
    let bar = try #require(player.canvas(.ascii).asciiText.split(separator: "\n").first)
    #expect(bar.contains("GPS 3D +-4 m"))
  }

  @Test("a text that was cut does not look like the end of a sentence")
  func ellipsis() {
    var canvas = Canvas(width: 8, height: 1)
    canvas.put(shortened("who walks the hunt", columns: 8), column: 0, row: 0)
    #expect(canvas.asciiText == "who wal~")
  }

  @Test("hints and news keep their degrees")
  func prose() {
    let hunt = Hunt(
      title: "H", order: .any,
      treasures: [
        treasure("Start", 0, 0, message: "Walk 120° now."), treasure("End", 60, 0, hint: "Look along 300°."),
      ])
    var player = Player(.map, 60, 20, hunt: hunt)
    player.stay(0, 0)
    #expect(player.canvas(.ascii).asciiText.contains("Walk 120 deg now."))
    player.press(.enter, .character("i"))
    #expect(player.canvas(.ascii).asciiText.contains("Look along 300 deg."))
  }
}
