import Geodesy
import Numbers
import Testing
import TextCanvas

@testable import Editor
@testable import TerminalUI
@testable import Views

/// A sheet of one tile, from shapes in its units.
private func geometry(_ tile: TileID, _ shapes: [(GroundKind, Bool, [(Int32, Int32)])]) -> MapGeometry {
  var builder = MapGeometry.Builder(tile: tile, extent: 4096)
  for (kind, isArea, points) in shapes {
    builder.add(
      kind, isArea: isArea, points: points.map { MapGeometry.Point(x: $0.0, y: $0.1) }, ends: [points.count])
  }
  return builder.build()
}

private let tile = TileID(at: MercatorPoint(City.middle), zoom: 15)
private let square: [(Int32, Int32)] = [(0, 0), (4096, 0), (4096, 4096), (0, 4096)]

/// The ground of some sheets, looked at so that the middle of the first tile is in the middle.
private func ground(
  _ geometries: [MapGeometry], _ columns: Int, _ rows: Int, zoom: Double = 16, isSeaCharted: Bool = false
) -> MapScreen.Ground {
  let middle = MercatorPoint(x: tile.origin.x + tile.side / 2, y: tile.origin.y + tile.side / 2)
  let frame = MapFrame(centre: middle, zoom: zoom, columns: columns, rows: rows)
  return MapScreen.Ground(geometries: geometries, frame: frame, isSeaCharted: isSeaCharted)
}

private func painted(_ ground: MapScreen.Ground, _ glyphs: GlyphLevel = .ascii, look: MapLook = .standard) -> Canvas {
  var raster = Raster(size: CanvasSize(columns: ground.frame.columns, rows: ground.frame.rows), glyphs: glyphs)
  var painter = MapPainter(ground, look: look)
  painter.paint(on: &raster)
  var canvas = Canvas(size: raster.size)
  canvas.draw(raster, inks: look.inks)
  return canvas
}

@Suite("The ground")
struct MapPainterTests {
  @Test("painted in pieces is the ground painted at once", arguments: GlyphLevel.allCases)
  func pieces(glyphs: GlyphLevel) {
    var chance = SeededGenerator(seed: 4)
    for look in [MapLook.standard, MapLook(paints, colours: .trueColour)] {
      for zoom in [14.5, 16, 17.3, 18.5] {
        let ground = City.ground(70, 30, zoom: zoom, up: Bearing(degrees: zoom == 17.3 ? 30 : 0))
        let whole = painted(ground, glyphs, look: look)
        let (column, row) = (Int.random(in: 1..<70, using: &chance), Int.random(in: 1..<30, using: &chance))
        var raster = Raster(size: CanvasSize(columns: 70, rows: 30), glyphs: glyphs)
        var painter = MapPainter(ground, look: look)
        for (left, width) in [(0, column), (column, 70 - column)] {
          for (top, height) in [(0, row), (row, 30 - row)] {
            raster.window = Area(column: left, row: top, columns: width, rows: height)
            painter.paint(on: &raster)
          }
        }
        var canvas = Canvas(size: raster.size)
        canvas.draw(raster, inks: look.inks)
        #expect(canvas == whole, "zoom \(zoom), cut at \(column), \(row)")
      }
    }
  }

  @Test("a road of one tile is not under the park of the next, whichever comes first", arguments: [false, true])
  func ranks(isReversed: Bool) throws {
    let road = geometry(tile, [(.road, false, [(0, 2048), (4096, 2048)])])
    let park = geometry(tile, [(.park, true, square)])
    let canvas = painted(ground(isReversed ? [road, park] : [park, road], 60, 20))
    #expect(canvas[30, 10].text == "-")
    #expect(canvas[30, 4].text == ".")
  }

  @Test("where a tile was cut no area has an edge, and everywhere else it has")
  func cuts() {
    let east = TileID(zoom: tile.zoom, x: tile.x + 1, y: tile.y) ?? tile
    // One lake over two tiles.
    let lake = [
      geometry(tile, [(.water, true, [(2048, 1024), (5000, 1024), (5000, 3072), (2048, 3072)])]),
      geometry(east, [(.water, true, [(-2048, 1024), (2048, 1024), (2048, 3072), (-2048, 3072)])]),
    ]
    let middle = MercatorPoint(x: east.origin.x, y: east.origin.y + east.side / 2)
    let frame = MapFrame(centre: middle, zoom: 14, columns: 80, rows: 24)
    let text = painted(MapScreen.Ground(geometries: lake, frame: frame)).asciiText
    let rows = text.split(separator: "\n").map(String.init)
    // An outline on the left and on the right, and waves without a break between them.
    for row in rows.dropFirst().dropLast() where row.contains("~") {
      let inside = row.trimmingPrefix { $0 == " " }
      #expect(inside.hasPrefix("|~") && inside.hasSuffix("~|"), "\(text)")
      #expect(!inside.dropFirst().dropLast().contains { $0 != "~" }, "\(text)")
    }
    #expect(rows.count > 4)
  }

  @Test("what no land covers is sea, where the map knows its coast")
  func sea() {
    let island = geometry(tile, [(.land, true, [(1024, 1024), (3072, 1024), (3072, 3072), (1024, 3072)])])
    let charted = painted(ground([island], 80, 24, zoom: 14, isSeaCharted: true))
    #expect(charted[0, 0].text == "~" && charted[40, 12].text == " ")
    let uncharted = painted(ground([island], 80, 24, zoom: 14))
    #expect(uncharted[0, 0].text == " ")
    #expect(painted(ground([], 80, 24, isSeaCharted: true))[40, 12].text == "~")
  }

  @Test("a kind is drawn from its zoom on")
  func zooms() {
    let path = geometry(tile, [(.path, false, [(0, 2048), (4096, 2048)])])
    let from = MapLook.standard.kinds[GroundKind.path.rank].fromZoom
    #expect(painted(ground([path], 40, 20, zoom: from + 0.1)).asciiText.contains { "-_".contains($0) })
    #expect(!painted(ground([path], 40, 20, zoom: from - 0.1)).asciiText.contains { "-_".contains($0) })
  }

  @Test("a street that is wide enough has two edges and nothing between them, also across a tile's border")
  func wide() {
    let east = TileID(zoom: tile.zoom, x: tile.x + 1, y: tile.y) ?? tile
    let geometries = [
      geometry(tile, [(.highway, false, [(0, 2048), (4096, 2048)]), (.park, true, square)]),
      geometry(east, [(.highway, false, [(0, 2048), (4096, 2048)]), (.park, true, square)]),
    ]
    let middle = MercatorPoint(x: east.origin.x, y: east.origin.y + east.side / 2)
    let frame = MapFrame(centre: middle, zoom: 18, columns: 60, rows: 30)
    let canvas = painted(MapScreen.Ground(geometries: geometries, frame: frame))
    for column in 0..<60 {
      let lines = (0..<30).filter { "-_".contains(canvas[column, $0].text) }
      #expect(lines.count == 2, "\(canvas.text)")
      #expect(canvas[column, 15].text == " ")
    }
  }
}

@Suite("The ground that is kept")
struct MapGroundTests {
  /// Wanders over the city, and draws each frame with and without what was kept.
  @Test("is the ground of every frame, wherever the map goes", arguments: 0..<12)
  func kept(seed: UInt64) {
    var chance = SeededGenerator(seed: seed)
    let look = seed.isMultiple(of: 3) ? MapLook(paints, colours: .trueColour) : .standard
    var memory = MapGround(look: look)
    var glyphs = GlyphLevel.allCases[Int(seed) % 3]
    var (zoom, up, geometries) = (16.0, Bearing.north, City.geometries)
    var middle = MercatorPoint(City.middle)
    var size = (columns: 64, rows: 20)
    for _ in 0..<12 {
      switch Int.random(in: 0..<12, using: &chance) {
      case 0: zoom = Double.random(in: 13...18.5, using: &chance)
      case 1: up = Bearing(degrees: Double.random(in: 0..<24, using: &chance).rounded() * 15)
      case 2: geometries = Array(City.geometries.shuffled(using: &chance).prefix(3))
      case 3: glyphs = GlyphLevel.allCases.randomElement(using: &chance) ?? .braille
      case 4: size = (Int.random(in: 1...90, using: &chance), Int.random(in: 1...30, using: &chance))
      default: break
      }
      let cell = 1 / (MapFrame.columnsPerWorldAtZoom0 * Angle.powerOfTwo(zoom))
      middle.x += Double.random(in: -30...30, using: &chance) * cell
      middle.y += Double.random(in: -30...30, using: &chance) * cell
      let frame = MapFrame(centre: middle, zoom: zoom, up: up, columns: size.columns, rows: size.rows)
      let screen = Self.screen(
        MapScreen.Ground(geometries: geometries, frame: frame, isSeaCharted: seed.isMultiple(of: 2)))
      var (fresh, kept) = (
        Canvas(width: size.columns, height: size.rows), Canvas(width: size.columns, height: size.rows)
      )
      drawMap(screen, on: &fresh, glyphs: glyphs, look: look)
      drawMap(screen, on: &kept, glyphs: glyphs, ground: &memory)
      #expect(fresh == kept, "zoom \(zoom), up \(up.degrees), \(glyphs):\n\(fresh.text)\n---\n\(kept.text)")
    }
  }

  @Test("tells how it has moved, where the map lies on the whole screen, also where tiles come or go")
  func scroll() {
    var memory = MapGround()
    func draw(_ columns: Double, _ rows: Double, zoom: Double = 16, without gone: Int = 0) -> Scroll? {
      var canvas = Canvas(width: 60, height: 20)
      let area = Area(column: 5, row: 2, columns: 50, rows: 15)
      memory.begin(in: area)
      let home = MapFrame(centre: MercatorPoint(City.middle), zoom: zoom, columns: 50, rows: 15)
      let middle = home.mercator(at: MapScreen.Point(x: 25 + columns, y: 7.5 + rows))
      let frame = MapFrame(centre: middle, zoom: zoom, columns: 50, rows: 15)
      canvas.within(area) {
        let geometries = Array(City.geometries.dropLast(gone))
        drawMap(Self.screen(.init(geometries: geometries, frame: frame)), on: &$0, glyphs: .braille, ground: &memory)
      }
      return memory.scroll
    }
    #expect(draw(0, 0) == nil)
    #expect(draw(3, 0) == Scroll(area: Area(column: 5, row: 2, columns: 50, rows: 15), columns: -3, rows: 0))
    #expect(draw(3, 0) == nil)
    #expect(draw(1, -2) == Scroll(area: Area(column: 5, row: 2, columns: 50, rows: 15), columns: 2, rows: 2))
    #expect(
      draw(4, -2, without: 1) == Scroll(area: Area(column: 5, row: 2, columns: 50, rows: 15), columns: -3, rows: 0))
    #expect(draw(4, -2, zoom: 17) == nil)
    memory.begin(in: nil)
    #expect(memory.scroll == nil)
  }

  @Test("moving over a city, and walking in it, costs few bytes", arguments: [ColourDepth.none, .trueColour])
  func bytes(colours: ColourDepth) {
    let look = colours == .none ? MapLook.standard : MapLook(paints, colours: colours)
    let writer = FrameWriter(colours: colours, table: look.table)
    var memory = MapGround(look: look)
    func frame(_ step: Int, _ rows: Int) -> Canvas {
      var canvas = Canvas(width: 200, height: 60)
      let area = Area(column: 0, row: 0, columns: 200, rows: 60)
      memory.begin(in: area)
      let home = MapFrame(centre: MercatorPoint(City.middle), zoom: 16, columns: 200, rows: 60)
      let middle = home.mercator(at: MapScreen.Point(x: 100 + Double(step), y: 30 + Double(rows)))
      let frame = MapFrame(centre: middle, zoom: 16, columns: 200, rows: 60)
      drawMap(
        Self.screen(.init(geometries: City.geometries, frame: frame)), on: &canvas, glyphs: .braille, ground: &memory)
      return canvas
    }
    var shown = frame(0, 0)
    for (column, row) in [(8, 0), (16, 0), (16, 4), (16, 8), (8, 8), (8, 4)] {
      let next = frame(column, row)
      let bytes = writer.bytes(from: shown, to: next, scrolled: memory.scroll)
      #expect(bytes.count < 20_000, "\(bytes.count) bytes to \(column), \(row)")
      shown = next
    }
  }

  @Test(
    "the route is arrows around the corner, from the player to the target, each pointing along it",
    arguments: [(GlyphLevel.braille, "→", "↑"), (.blocks, "►", "▲"), (.ascii, ">", "^")])
  func route(glyphs: GlyphLevel, right: String, up: String) {
    let frame = MapFrame(centre: MercatorPoint(City.middle), zoom: 16, columns: 60, rows: 20)
    var screen = Self.screen(.init(geometries: [], frame: frame))
    screen.route = [(10.0, 15.0), (40, 15), (40, 5)].map { MapScreen.Point(x: $0.0, y: $0.1) }
    var canvas = Canvas(width: 60, height: 20)
    drawMap(screen, on: &canvas, glyphs: glyphs)
    let arrows = (0..<60).flatMap { column in (2..<19).map { (column, $0) } }
      .filter { canvas[$0.0, $0.1].style.foreground == .yellow }
    #expect(arrows.filter { $0.0 < 39 }.map { [$0.0, $0.1] } == stride(from: 12, to: 39, by: 3).map { [$0, 15] })
    #expect(arrows.filter { $0.0 > 39 }.map { [$0.0, $0.1] } == [6, 8, 9, 11, 12, 14].map { [40, $0] })
    for (column, row) in arrows where column != 39 {
      #expect(canvas[column, row].text == (row == 15 ? right : up), "\(column), \(row)")
    }
  }

  @Test(
    "route, border of a zone and streets differ in their characters, with and without colours",
    arguments: GlyphLevel.allCases)
  func shapes(glyphs: GlyphLevel) {
    let lines: [(GroundKind, Bool, [(Int32, Int32)])] = [
      (.road, false, [(0, 0), (4096, 4096)]), (.street, false, [(0, 2048), (4096, 2048)]),
      (.path, false, [(2048, 0), (2048, 4096)]), (.building, true, [(100, 100), (900, 100), (900, 1200)]),
    ]
    let streets = Self.screen(ground([geometry(tile, lines)], 60, 20))
    func characters(_ zones: [MapScreen.Zone], _ route: [MapScreen.Point]) -> Set<String> {
      var screen = streets
      (screen.zones, screen.route) = (zones, route)
      var canvas = Canvas(width: 60, height: 20)
      drawMap(screen, on: &canvas, glyphs: glyphs)
      // Without the legend.
      return Set((1..<19).flatMap { row in (0..<60).map { canvas[$0, row].text } })
    }
    let ground = characters([], [])
    let zone = characters([.circle(.init(x: 30, y: 10), radius: 12)], []).subtracting(ground)
    let way = characters([], [(5.0, 3.0), (50, 3), (50, 17), (8, 16)].map { .init(x: $0.0, y: $0.1) })
      .subtracting(ground)
    #expect(zone == [Symbols(glyphs: glyphs).border])
    #expect(way.count >= 3 && way.isDisjoint(with: zone))
    #expect(Set([Palette.route, Palette.zone, Palette.circle].map(\.foreground)).count == 3)
  }

  @Test("a click on the mark or the label of a place is one on the place, unless the map is dragged")
  func clicks() throws {
    let frame = MapFrame(centre: MercatorPoint(City.middle), zoom: 16, columns: 60, rows: 20)
    var screen = Self.screen(.init(geometries: [], frame: frame))
    screen.marks = [
      MapScreen.Mark(at: .init(x: 20.5, y: 8.5), role: .place, label: "Old Oak", distance: "", id: "oak"),
      MapScreen.Mark(at: .init(x: 40.5, y: 12.5), role: .mate, label: "Ann", distance: ""),
    ]
    var scenery = Scenery()
    let place = Area(column: 3, row: 1, columns: 60, rows: 20)
    var canvas = Canvas(width: 70, height: 24)
    func click(_ column: Int, _ row: Int, over others: Pointer...) -> String? {
      for pointer in [.press(column: column, row: row)] + others {
        if let id = scenery.clicked(pointer) { return "early \(id)" }
      }
      return scenery.clicked(.release(column: column, row: row))
    }
    #expect(click(23, 9) == nil, "nothing is drawn")
    scenery.map.begin(in: place)
    canvas.within(place) { drawMap(screen, on: &$0, glyphs: .braille, ground: &scenery.map) }
    #expect(canvas[23, 9].text == "○" && canvas[25, 9].text == "O")
    #expect(click(23, 9) == "oak" && click(25, 9) == "oak" && click(31, 9) == "oak")
    #expect(click(22, 9) == nil && click(23, 10) == nil && click(43, 13) == nil)
    #expect(click(23, 9, over: .drag(column: 24, row: 9)) == nil)
    #expect(scenery.clicked(.press(column: 23, row: 9)) == nil && scenery.clicked(.release(column: 40, row: 4)) == nil)
    #expect(scenery.clicked(.release(column: 23, row: 9)) == nil)
  }

  private static func screen(_ ground: MapScreen.Ground) -> MapScreen {
    MapScreen(
      columns: ground.frame.columns, rows: ground.frame.rows, gps: "", heading: "", ground: ground,
      up: ground.frame.up, trouble: nil, trail: [], zones: [], marks: [], pointers: [], player: nil,
      scale: MapScreen.Scale(columns: 10, label: "50 m"), list: [], isFollowing: true, attribution: "made up")
  }
}
