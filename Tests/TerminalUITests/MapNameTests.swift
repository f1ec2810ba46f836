import Geodesy
import HuntDomain
import Numbers
import Places
import Testing
import TextCanvas

@testable import Editor
@testable import TerminalUI
@testable import Views

@Suite("Names on the map")
struct MapNameTests {
  private func names(_ geometry: MapGeometry, zoom: Double = 16, isASCII: Bool = false) -> [MapName] {
    let frame = MapFrame(centre: MercatorPoint(City.middle), zoom: zoom, columns: 200, rows: 60)
    return NameFinder.names(of: MapScreen.Ground(geometries: [geometry], frame: frame), isASCII: isASCII)
  }

  /// A sheet around the middle of the city, a unit a hundredth of a column at zoom 16.
  private func geometry(_ build: (inout MapGeometry.Builder) -> Void) -> MapGeometry {
    var builder = MapGeometry.Builder(tile: TileID(at: MercatorPoint(City.middle), zoom: 15), extent: 4096)
    build(&builder)
    return builder.build()
  }

  private func street(_ points: [(Int32, Int32)], name: String = "Via Lunga") -> MapGeometry {
    geometry {
      $0.add(
        .street, isArea: false, name: name, points: points.map { MapGeometry.Point(x: $0.0, y: $0.1) },
        ends: [points.count])
    }
  }

  @Test("a street bears its name where it stays in one row for long enough, and in the middle of that")
  func level() throws {
    let found = names(street([(0, 100), (2000, 104)]))
    let name = try #require(found.first)
    #expect(found.count == 1 && name.kind == .street && name.width == 9)
    // 256 columns to a tile of 4096 units.
    let start = names(street([(0, 100), (160, 100)])).first
    #expect(start == nil || (start?.width ?? 0) < 10)
  }

  @Test("a street that never stays in a row bears its name across its middle, if it is longer than that")
  func slope() throws {
    let name = try #require(names(street([(0, 0), (1000, 1000), (2000, 2000)])).first)
    let middle = try #require(
      names(geometry { $0.label(.sight, name: "Via Lunga", at: .init(x: 1000, y: 1000), rank: 0) }).first)
    #expect((name.column, name.row) == (middle.column, middle.row) && name.kind == .street)
    #expect(names(street([(0, 0), (1000, 500), (2000, 0)])).count == 1)
    #expect(names(street([(0, 0), (60, 60)])).isEmpty)
    // Level stretches go first, and the name is not said twice.
    let both = geometry { builder in
      builder.label(.sight, name: "sight", at: .init(x: 1000, y: 1000), rank: 3)
      builder.add(
        .street, isArea: false, name: "slope", points: [.init(x: 0, y: 0), .init(x: 2000, y: 2000)], ends: [2])
      builder.add(
        .street, isArea: false, name: "level", points: [.init(x: 0, y: 3000), .init(x: 900, y: 3000)], ends: [2])
      builder.add(
        .street, isArea: false, name: "level", points: [.init(x: 0, y: 3000), .init(x: 300, y: 3300)], ends: [2])
    }
    #expect(names(both).map(\.text) == ["level", "sight", "slope"])
  }

  @Test("things have no names where a stage is about one, streets do, and none says what is asked for")
  func secrets() throws {
    var stage = Treasure(
      place: PointOfInterest(id: "s1", name: "A castle, Main Street", position: City.middle), radius: 20)
    stage.question = Question("Where?", rule: .text(["Bakers' Lane"]))
    let hunt = try #require(Hunt(title: "Town", treasures: [stage]))
    let secrets = Secrets(HuntProgress(hunt), visible: [stage])
    let here = MercatorPoint(City.middle)
    var builder = MapGeometry.Builder(around: try #require(BoundingBox(around: [City.middle])))
    func place(_ east: Double, _ north: Double) -> Coordinate {
      TangentPlane(at: City.middle).coordinate(at: .init(east: east, north: north))
    }
    builder.add(
      .building, isArea: true, name: "Burg",
      rings: [[place(-40, -40), place(40, -40), place(40, 40), place(-40, 40)]])
    builder.label(.sight, name: "Spire", at: place(0, 30), rank: 0)
    builder.label(.sight, name: "Chapel", at: place(0, -120), rank: 0)
    builder.label(.town, name: "Town", at: place(150, 0), rank: 0)
    for (name, north) in [("Main Street", 60.0), ("Bakers Lane", -60)] {
      builder.add(.street, isArea: false, name: name, rings: [[place(-200, north), place(200, north)]])
    }
    func names(_ secrets: Secrets) -> Set<String> {
      let frame = MapFrame(centre: here, zoom: 18, columns: 200, rows: 60)
      return Set(
        NameFinder.names(
          of: MapScreen.Ground(geometries: [builder.build()], frame: frame, secrets: secrets), isASCII: false
        ).map(\.text))
    }
    #expect(names(Secrets()) == ["Burg", "Spire", "Chapel", "Town", "Main Street", "Bakers Lane"])
    #expect(names(secrets) == ["Chapel", "Town", "Main Street"])
  }

  @Test("a long street is named again and again, but not near itself")
  func repeats() {
    var along = names(street([(0, 100), (4096, 100)]))
    #expect(along.count == 2)
    along.sort { $0.column < $1.column }
    #expect(along[1].column - along[0].column >= 48)
    let twice = geometry { builder in
      for y in [100, 140] as [Int32] {
        builder.add(
          .street, isArea: false, name: "Via Doppia", points: [.init(x: 0, y: y), .init(x: 900, y: y)], ends: [2])
      }
    }
    #expect(names(twice).count == 1)
  }

  @Test("streets come first, then towns before sights, and of two the more important")
  func order() {
    let geometry = geometry { builder in
      for (index, kind) in [NameKind.sight, .suburb, .town].enumerated() {
        builder.label(kind, name: "\(kind)", at: MapGeometry.Point(x: 100, y: Int32(index * 500)), rank: 3)
      }
      builder.label(.sight, name: "minor", at: MapGeometry.Point(x: 1000, y: 10), rank: 9)
      builder.add(
        .street, isArea: false, name: "alley", points: [.init(x: 0, y: 3000), .init(x: 900, y: 3000)], ends: [2])
      builder.add(
        .road, isArea: false, name: "avenue", points: [.init(x: 0, y: 3500), .init(x: 900, y: 3500)], ends: [2])
    }
    #expect(names(geometry).map(\.text) == ["avenue", "alley", "town", "suburb", "sight", "minor"])
    #expect(!names(geometry, zoom: 12).map(\.text).contains("alley"))
  }

  @Test("in ASCII a name has the likeness of its letters, or is left out")
  func ascii() {
    let geometry = geometry { builder in
      for (index, name) in ["Café Süd", "東京庵", "בית", "Łódź – Nord", ""].enumerated() {
        builder.label(.sight, name: name, at: MapGeometry.Point(x: 100, y: Int32(index * 300)), rank: index)
      }
    }
    #expect(names(geometry, isASCII: true).map(\.text) == ["Café Süd", "Łódź – Nord"])
    #expect(names(geometry).count == 4)
    #expect(names(geometry).map(\.isRightToLeft) == [false, false, true, false])
    #expect(names(geometry).map(\.width) == [8, 6, 3, 11])
  }

  @Test("written, none lies on another, on a mark or on the player", arguments: 0..<20)
  func apart(seed: UInt64) {
    var chance = SeededGenerator(seed: seed)
    let names = (0..<120).map { index in
      let text = ["Via Roma", "Duomo", "字", "Piazza della Signoria"][index % 4] + " \(100 + index)"
      return MapName(
        text: text, kind: .street, width: CharacterWidth.columns(of: text),
        column: Int.random(in: -10...70, using: &chance),
        row: Int.random(in: -2...22, using: &chance), isRightToLeft: false)
    }
    var canvas = Canvas(width: 70, height: 20)
    var layout = LabelLayout(size: canvas.size)
    for _ in 0..<30 {
      let (column, row) = (Int.random(in: 0..<70, using: &chance), Int.random(in: 0..<20, using: &chance))
      canvas.put("#", column: column, row: row)
      layout.block(column: column, row: row)
    }
    let before = canvas.text
    drawNames(names, besides: [], on: &canvas, &layout, MapPen(symbols: Symbols(glyphs: .braille), look: .standard))
    let text = canvas.text
    #expect(text.count { $0 == "#" } == before.count { $0 == "#" })
    let written = names.filter { text.contains($0.text) }
    #expect(written.count >= 5)
    // Each begins where it was to begin, whole.
    let rows = text.split(separator: "\n", omittingEmptySubsequences: false)
    for name in written { #expect(rows[name.row].contains(name.text)) }
  }

  @Test("from the right there is at most one in a row, and not beside a treasure's")
  func rightToLeft() {
    let name = MapName(text: "בית", kind: .sight, width: 3, column: 4, row: 2, isRightToLeft: true)
    var (right, below) = (name, name)
    (right.column, below.row) = (30, 6)
    func drawn(_ marks: [MapScreen.Mark]) -> Int {
      var canvas = Canvas(width: 60, height: 20)
      var layout = LabelLayout(size: canvas.size)
      drawNames(
        [name, right, below], besides: marks, on: &canvas, &layout,
        MapPen(symbols: Symbols(glyphs: .braille), look: .standard))
      return canvas.text.ranges(of: "בית").count
    }
    #expect(drawn([]) == 2)
    #expect(drawn([.init(at: .init(x: 50, y: 7), role: .place, label: "שלום", distance: "")]) == 1)
  }

  @Test("what a mark is called by is not written a second time, however long it is", arguments: [3, 12])
  func marked(words: Int) throws {
    let label = (0..<words).map { "Haus \($0)" }.joined(separator: " ")
    let shown = try #require(ShownName(label, isASCII: false))
    let name = MapName(text: shown.text, kind: .sight, width: shown.width, column: 4, row: 2, isRightToLeft: false)
    func isDrawn(besides mark: String) -> Bool {
      var canvas = Canvas(width: 60, height: 20)
      var layout = LabelLayout(size: canvas.size)
      drawNames(
        [name], besides: [.init(at: .init(x: 50, y: 17), role: .place, label: mark, distance: "")], on: &canvas,
        &layout, MapPen(symbols: Symbols(glyphs: .braille), look: .standard))
      return canvas.text.contains("Haus 0")
    }
    #expect(isDrawn(besides: "Another") && !isDrawn(besides: label))
  }

  @Test("when the map moves by a cell every name that stays moves by that cell", arguments: [(1, 0), (0, 1), (-7, 3)])
  func stable(columns: Int, rows: Int) {
    func found(_ columns: Int, _ rows: Int) -> [MapName] {
      let home = MapFrame(centre: MercatorPoint(City.middle), zoom: 16, columns: 200, rows: 60)
      let middle = home.mercator(at: MapScreen.Point(x: 100 + Double(columns), y: 30 + Double(rows)))
      let frame = MapFrame(centre: middle, zoom: 16, columns: 200, rows: 60)
      return NameFinder.names(of: MapScreen.Ground(geometries: City.geometries, frame: frame), isASCII: false)
    }
    let before = found(0, 0)
    #expect(before.count > 10)
    #expect(
      found(columns, rows)
        == before.map { name in
          var moved = name
          (moved.column, moved.row) = (name.column - columns, name.row - rows)
          return moved
        })
  }
}

@Suite("The looks of the ground")
struct MapLookTests {
  @Test("a palette's colours are ground colours, each once, with the land's behind what has none")
  func colours() {
    let look = MapLook(paints, colours: .trueColour)
    #expect(Set(look.table.colours).count == look.table.colours.count)
    #expect(look.isBright)
    let land = look.inks.areas[GroundKind.land.rank].background
    #expect(land != nil && look.inks.areas[GroundKind.street.rank].background == land)
    #expect(look.inks.areas[GroundKind.water.rank].background != land)
  }

  @Test(
    "where there are few colours nothing is behind the ground, and patterns tell it apart",
    arguments: [
      ColourDepth.none, .sixteen,
    ])
  func few(colours: ColourDepth) {
    let look = MapLook(paints, colours: colours)
    #expect(look.inks.areas.allSatisfy { $0.background == nil })
    #expect(!look.isBright)
    #expect(look.kinds[GroundKind.water.rank].texture == .waves && look.kinds[GroundKind.wood.rank].texture == .grass)
    // What the palette does not know is drawn all the same.
    #expect(look.kinds[GroundKind.beach.rank].texture == .sparse)
  }

  @Test("without colours areas are fainter than the lines beside them, and the player stands out")
  func colourless() {
    let look = MapLook(paints, colours: .none)
    #expect(look.inks.areas.allSatisfy { $0.style.attributes.contains(.dim) })
    #expect(look.inks.lines.allSatisfy { !$0.attributes.contains(.dim) })
    #expect(look.player.attributes.contains(.reverse))
    #expect(!MapLook(paints, colours: .sixteen).player.attributes.contains(.reverse))
  }

  @Test("on a bright ground the terminal's own colour is black, and the palette's colours are for a light terminal")
  func bright() {
    let look = MapLook(paints, colours: .trueColour)
    let ground = Style(on: .ground(0))
    #expect(look.table.isLight && MapLook(paints, colours: .sixteen).table.isLight)
    #expect(MapLook.standardLight.table.isLight && !MapLook.standard.table.isLight)
    #expect(look.style(.plain, over: ground) == Style(.black, on: .ground(0)))
    #expect(look.style(Palette.zone, over: ground) == Palette.zone.on(.ground(0)))
    #expect(look.style(Palette.zone, over: .plain) == Palette.zone)
    #expect(MapLook.standard.style(Palette.zone, over: .plain) == Palette.zone)
  }

  @Test("the ages of the way walked differ without colours", arguments: GlyphLevel.allCases)
  func ages(glyphs: GlyphLevel) {
    let symbols = Symbols(glyphs: glyphs)
    let signs = Set(TrailAge.allCases.map(symbols.trail))
    #expect(signs.count == 3)
    #expect(signs.isDisjoint(with: PlaceRole.allCases.map(symbols.mark)))
    #expect(
      (0..<9).map { TrailAge(index: $0, of: 9) } == [
        .old, .old, .old, .middle, .middle, .middle, .fresh, .fresh, .fresh,
      ])
    #expect((0..<2).map { TrailAge(index: $0, of: 2) } == [.middle, .fresh])
  }
}
