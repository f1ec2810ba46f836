import Geodesy
import Numbers
import PlaceSamples
import Places
import Testing
import Viewer
import Views

@Suite("Looking at a map where nobody plays")
struct BrowsingTests {
  private let city = BoundingBox(
    southWest: Coordinate(clampingLatitude: 43.72, wrappingLongitude: 11.2),
    northEast: Coordinate(clampingLatitude: 43.82, wrappingLongitude: 11.3))

  private func facts(startZoom: Double? = nil) -> TileSetFacts {
    TileSetFacts(zooms: 0...14, bounds: city, startZoom: startZoom, attribution: "© Sample")
  }

  private func press(_ browsing: inout Browsing, _ keys: Key...) -> [ViewingEffect] {
    keys.flatMap { browsing.handle(.key($0)) }
  }

  @Test("it begins with all of the file, at whatever size, until it is moved")
  func whole() throws {
    var browsing = Browsing(tiles: facts())
    for (columns, rows) in [(80, 24), (200, 60), (40, 12)] {
      #expect(!browsing.handle(.resize(columns: columns, rows: rows)).isEmpty)
      let frame = try #require(browsing.screen.map.ground).frame
      #expect(frame.rows == rows - 1)
      for corner in [(43.72, 11.2), (43.82, 11.3)] {
        let place = Coordinate(clampingLatitude: corner.0, wrappingLongitude: corner.1)
        #expect(frame.contains(frame.point(of: place)))
      }
    }
    _ = press(&browsing, .character("+"))
    let zoom = browsing.screen.map.ground?.frame.zoom
    _ = browsing.handle(.resize(columns: 90, rows: 30))
    #expect(browsing.screen.map.ground?.frame.zoom == zoom)
    _ = press(&browsing, .character("0"))
    #expect(browsing.screen.map.ground?.frame.zoom != zoom)
  }

  @Test("it begins where it is told to, or where the file says")
  func start() {
    let there = Coordinate(clampingLatitude: 43.77, wrappingLongitude: 11.25)
    let told = Browsing(tiles: facts(startZoom: 11), at: there, zoom: 16.25)
    #expect(told.screen.zoom == "zoom 16.25")
    #expect(told.screen.map.ground.map { $0.frame.contains($0.frame.point(of: there)) } == true)
    #expect(Browsing(tiles: facts(startZoom: 11)).screen.zoom == "zoom 11")
    let whole = Browsing(tiles: facts())
    #expect(Browsing(tiles: facts(startZoom: 3)).screen.zoom == whole.screen.zoom, "a town is no dot")
    #expect(Browsing(tiles: facts(startZoom: 11), at: there).screen.zoom == "zoom 15")
    #expect(Browsing().screen.map.ground != nil)
    #expect(Browsing(zoom: .nan).screen.zoom == "zoom 1")
    let base = BaseMap(
      shapes: [BaseMap.Shape(kind: .road, parts: [[home, place("", 300).position]], isArea: false)].compactMap(\.self),
      attribution: "nobody")
    let own = Browsing(base: base)
    #expect(own.screen.map.ground.map { $0.frame.contains($0.frame.point(of: home)) } == true)
    #expect(own.screen.map.attribution == "nobody")
  }

  @Test("tiles are fetched once, and what came is shown")
  func tiles() throws {
    var browsing = Browsing(tiles: facts(), at: city.centre, zoom: 15)
    var asked: [TileID] = []
    func note(_ effects: [ViewingEffect]) { for case .fetch(let tiles) in effects { asked += tiles } }
    note(browsing.handle(.resize(columns: 80, rows: 24)))
    #expect(!asked.isEmpty)
    note(browsing.handle(.resize(columns: 80, rows: 24)))
    #expect(Set(asked).count == asked.count)
    #expect(browsing.screen.map.trouble != nil)
    while let id = asked.popLast() { note(browsing.handle(.tile(id, SampleTiles().outcome(id)))) }
    #expect(browsing.screen.map.trouble == nil)
    #expect(browsing.screen.map.ground?.geometries.isEmpty == false)
    #expect(browsing.screen.map.player == nil && browsing.screen.map.isFollowing)
  }

  @Test("keys and the mouse move, zoom and turn it")
  func moves() throws {
    var browsing = Browsing(tiles: facts(), at: city.centre, zoom: 15)
    _ = browsing.handle(.resize(columns: 80, rows: 25))
    func frame() throws -> MapFrame { try #require(browsing.screen.map.ground).frame }
    func moved(_ events: ViewingEvent...) throws -> [Int] {
      let before = try frame()
      for event in events { _ = browsing.handle(event) }
      return try frame().moved(since: before).map { [$0.columns, $0.rows] } ?? []
    }
    #expect(try moved(.key(.right)) == [-8, 0])
    #expect(try moved(.key(.character("k"))) == [0, 4])
    let drag: [ViewingEvent] = [.pointer(.press(column: 5, row: 5)), .pointer(.drag(column: 9, row: 3))]
    #expect(try moved(drag[0], drag[1]) == [4, -2])
    #expect(try moved(.pointer(.release(column: 9, row: 3)), .pointer(.drag(column: 0, row: 0))) == [0, 0])
    // The last row is not the map's.
    #expect(try moved(.pointer(.wheel(steps: 1, column: 5, row: 24))) == [0, 0])
    _ = browsing.handle(.pointer(.wheel(steps: 2, column: 5, row: 5)))
    #expect(browsing.screen.zoom == "zoom 15.5")
    _ = press(&browsing, .character("]"), .character("]"), .character("]"), .character("["))
    #expect(browsing.screen.zoom == "zoom 15.5, 30° up")
    #expect(try moved(.key(.left)) == [8, 0])
    _ = press(&browsing, .character("n"), .character("-"))
    #expect(browsing.screen.zoom == "zoom 15")
    #expect(try frame().up == .north)
    #expect(browsing.screen.place.hasPrefix("43.7"))
  }

  @Test("q leaves, ? explains, and any key puts the page away")
  func pages() {
    var browsing = Browsing(tiles: facts())
    #expect(press(&browsing, .character("q")) == [.quit])
    #expect(press(&browsing, .control("z"), .control("l")) == [.suspend, .redraw])
    _ = press(&browsing, .character("?"))
    #expect(browsing.screen.page?.isKeys == true)
    _ = browsing.handle(.pageEnds(at: 3))
    _ = browsing.handle(.pointer(.wheel(steps: -1, column: 5, row: 5)))
    #expect(browsing.screen.page?.scrolled == 1)
    _ = press(&browsing, .character("x"))
    #expect(browsing.screen.page == nil)
    _ = press(&browsing, .character("?"))
    #expect(press(&browsing, .control("c")) == [.quit])
    #expect(press(&browsing, .character("q")) == [.quit])
  }

  @Test("any events leave some screen", arguments: [1, 2] as [UInt64])
  func fuzz(seed: UInt64) {
    var chance = SeededGenerator(seed: seed)
    let keys: [Key] = [.up, .down, .left, .right, .home, .end, .enter, .escape, .pageDown, .control("l")]
    var browsing = Browsing(tiles: facts())
    var asked: [TileID] = []
    let wild = [Int.min, -1, 0, 7, 300, Int.max]
    for step in 0..<1500 {
      let (column, row) = (wild.randomElement(using: &chance) ?? 0, wild.randomElement(using: &chance) ?? 0)
      let event: ViewingEvent
      switch Int.random(in: 0..<8, using: &chance) {
      case 0: event = .resize(columns: min(row, 300), rows: min(column, 100))
      case 1: event = .pointer(.wheel(steps: row, column: 7, row: 7))
      case 2: event = .pointer(chance.uniform() < 0.5 ? .press(column: 7, row: 3) : .release(column: column, row: row))
      case 3: event = .pointer(.drag(column: column, row: row))
      case 4: event = .key(keys.randomElement(using: &chance) ?? .up)
      case 5: event = .pageEnds(at: row)
      case 6:
        let id = asked.popLast() ?? tile(2, 1, 1)
        event = .tile(id, SampleTiles(missing: 20, broken: 20).outcome(id))
      default: event = .key(.character("+-hjkl0n[]?x".randomElement(using: &chance) ?? "+"))
      }
      for case .fetch(let tiles) in browsing.handle(event) { asked += tiles }
      if step.isMultiple(of: 5) { #expect(browsing.screen.map.scale.columns > 0) }
    }
  }
}
