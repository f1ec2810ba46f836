import ChanceTesting
import Testing

@testable import TextCanvas

@Suite("Exact pictures")
struct RasterExactTests {
  /// A random map: lines and areas in several inks, in whole parts of a dot, far out ones among them.
  private struct Picture {
    var lines: [(dots: [Dot], ink: UInt8)] = []
    var areas: [(dots: [Dot], ends: [Int], texture: Texture?, ink: UInt8)] = []
    var roads: [[Dot]] = []

    init(_ chance: inout Chance) {
      for _ in 0..<20 {
        lines.append((Self.dots(.random(in: 2...6, using: &chance), &chance), .random(in: 0...3, using: &chance)))
        let dots = Self.dots(.random(in: 3...9, using: &chance), &chance)
        let texture = Bool.random(using: &chance) ? nil : Texture.allCases.randomElement(using: &chance)
        areas.append((dots, [dots.count], texture, .random(in: 0...2, using: &chance)))
      }
      roads = (0..<3).map { _ in Self.dots(3, &chance) }
    }

    private static func dots(_ count: Int, _ chance: inout Chance) -> [Dot] {
      var centre = Dot(x: .random(in: -20...100, using: &chance), y: .random(in: -20...60, using: &chance))
      centre = Dot(x: centre.x.rounded(), y: centre.y.rounded())
      // Some lines are houses, some are half the world.
      let reach = [512, 8000, 40_000_000, 200_000_000_000].randomElement(using: &chance) ?? 512
      // Thirds of dots would not survive a move; 1/256 does.
      return (0..<count).map { _ in
        Dot(
          x: centre.x + Double(Int.random(in: -reach...reach, using: &chance)) / 256,
          y: centre.y + Double(Int.random(in: -reach...reach, using: &chance)) / 256)
      }
    }

    func moved(columns: Int, rows: Int) -> Picture {
      func moved(_ dots: [Dot]) -> [Dot] {
        dots.map { Dot(x: $0.x + Double(2 * columns), y: $0.y + Double(4 * rows)) }
      }
      var copy = self
      copy.lines = lines.map { (moved($0.dots), $0.ink) }
      copy.areas = areas.map { (moved($0.dots), $0.ends, $0.texture, $0.ink) }
      copy.roads = roads.map(moved)
      return copy
    }

    func paint(on raster: inout Raster, roads hasRoads: Bool = true) {
      for area in areas { raster.polygon(dots: area.dots, ends: area.ends, texture: area.texture, ink: area.ink) }
      for line in lines { raster.polyline(line.dots, ink: line.ink) }
      if hasRoads { for road in roads { raster.ribbon(road, width: 5, fill: 3, edge: 4) } }
    }
  }

  private let size = CanvasSize(columns: 41, rows: 11)

  @Test("a picture painted in pieces is the picture painted at once", arguments: 0..<40)
  func pieces(seed: Int) {
    var chance = Chance(seed: UInt64(seed))
    let picture = Picture(&chance)
    let glyphs = GlyphLevel.allCases[seed % 3]
    var whole = Raster(size: size, glyphs: glyphs)
    picture.paint(on: &whole)
    var pieces = Raster(size: size, glyphs: glyphs)
    let (column, row) = (Int.random(in: 0...41, using: &chance), Int.random(in: 0...11, using: &chance))
    for area in [
      Area(column: 0, row: 0, columns: column, rows: row), Area(column: column, row: 0, columns: 99, rows: row),
      Area(column: -5, row: row, columns: column + 5, rows: 99), Area(column: column, row: row, columns: 41, rows: 11),
    ] {
      pieces.window = area
      picture.paint(on: &pieces)
    }
    #expect(pieces.cells == whole.cells)
  }

  @Test(
    "a picture moved by whole cells, with the rest painted, is the picture painted in its new place", arguments: 0..<40)
  func moved(seed: Int) {
    var chance = Chance(seed: UInt64(seed) + 100)
    let picture = Picture(&chance)
    let glyphs = GlyphLevel.allCases[seed % 3]
    let (columns, rows) = (Int.random(in: -9...9, using: &chance), Int.random(in: -5...5, using: &chance))
    // Joints of roads come from square roots, which a move may change in their last bit.
    var anew = Raster(size: size, glyphs: glyphs)
    picture.moved(columns: columns, rows: rows).paint(on: &anew, roads: false)
    var scrolled = Raster(size: size, glyphs: glyphs)
    picture.paint(on: &scrolled, roads: false)
    scrolled.scroll(columns: columns, rows: rows)
    // Above or below, and then beside what is left.
    let left = max(0, rows)..<max(0, rows) + 11 - abs(rows)
    for strip in [
      Area(column: 0, row: rows > 0 ? 0 : 11 + rows, columns: 41, rows: abs(rows)),
      Area(column: columns > 0 ? 0 : 41 + columns, row: left.lowerBound, columns: abs(columns), rows: left.count),
    ] {
      scrolled.window = strip
      picture.moved(columns: columns, rows: rows).paint(on: &scrolled, roads: false)
    }
    #expect(scrolled.cells == anew.cells)
  }

  @Test("a window keeps all else as it is, and clearing clears nothing else")
  func window() {
    var chance = Chance(seed: 4)
    let picture = Picture(&chance)
    var raster = Raster(size: size, glyphs: .braille)
    picture.paint(on: &raster)
    let before = raster.cells
    raster.window = Area(column: 7, row: 2, columns: 9, rows: 4)
    raster.clear()
    for (index, cell) in raster.cells.enumerated() {
      let isInside = (7..<16).contains(index % 41) && (2..<6).contains(index / 41)
      #expect(cell == (isInside ? RasterCell() : before[index]))
    }
    picture.paint(on: &raster)
    #expect(raster.cells == before)
    raster.window = Area(column: 50, row: 0, columns: 5, rows: 5)
    raster.clear()
    Picture(&chance).paint(on: &raster)
    raster.circle(centre: Dot(x: 10, y: 10), radius: 8)
    #expect(raster.cells == before)
  }

  @Test("a line runs through the dots nearest to it, one for each step, whichever end it begins at", arguments: 0..<40)
  func nearestDots(seed: Int) {
    var chance = Chance(seed: UInt64(seed) + 40)
    let number = { (limit: Int, chance: inout Chance) in Int.random(in: -2000...limit * 256 + 2000, using: &chance) }
    for _ in 0..<20 {
      let (ax, ay) = (number(82, &chance), number(44, &chance))
      let (bx, by) = (number(82, &chance), number(44, &chance))
      var raster = Raster(size: size, glyphs: .braille)
      let (a, b) = (Dot(x: Double(ax) / 256, y: Double(ay) / 256), Dot(x: Double(bx) / 256, y: Double(by) / 256))
      raster.line(from: a, to: b)
      var back = Raster(size: size, glyphs: .braille)
      back.line(from: b, to: a)
      #expect(raster.cells == back.cells)
      var expected = Raster(size: size, glyphs: .braille).cells
      let isFlat = abs(bx - ax) >= abs(by - ay)
      let (from, to) = isFlat ? (min(ax, bx), max(ax, bx)) : (min(ay, by), max(ay, by))
      for step in (from + 128) >> 8...(to + 128) >> 8 {
        let (low, run) = isFlat ? (ax, bx - ax) : (ay, by - ay)
        let (base, rise) = isFlat ? (ay, by - ay) : (ax, bx - ax)
        // The nearest dot, halves to the later: floor((base + (256 step - low) rise / run) / 256 + 1/2).
        let (top, bottom) = run == 0 ? (base, 1) : (base * run + (256 * step - low) * rise, run)
        let (numerator, denominator) = bottom < 0 ? (-top, -bottom) : (top, bottom)
        let across = floorDivided(numerator + 128 * denominator, 256 * denominator)
        let (x, y) = isFlat ? (step, across) : (across, step)
        if (0..<82).contains(x), (0..<44).contains(y) {
          expected[y / 4 * 41 + x / 2].mark(RasterCell.bit(x, y), ink: 0)
        }
      }
      #expect(raster.cells == expected)
    }
  }

  private func floorDivided(_ value: Int, _ divisor: Int) -> Int {
    value / divisor - (value % divisor < 0 ? 1 : 0)
  }
}
