import ChanceTesting
import Testing

@testable import TextCanvas

@Suite("Filled areas")
struct RasterFillTests {
  /// A point in 1/256 of a dot, on which everything is exact.
  private struct Point {
    let x: Int
    let y: Int

    var dot: Dot { Dot(x: Double(x) / 256, y: Double(y) / 256) }
  }

  @Test("agree with counting crossings in whole numbers, dot by dot", arguments: 0..<20)
  func evenOdd(seed: Int) {
    var chance = Chance(seed: UInt64(seed))
    let rings = (0..<Int.random(in: 1...3, using: &chance)).map { _ in
      ring(Int.random(in: 3...9, using: &chance), coarse: seed.isMultiple(of: 2), &chance)
    }
    var raster = Raster(size: CanvasSize(columns: 75, rows: 9), glyphs: .braille)
    raster.polygon(rings.map { $0.map(\.dot) })
    let wrong = dots(150, 36).filter { x, y in isSet(raster, x, y) != isInside(x * 256, y * 256, rings) }
    #expect(wrong.isEmpty, "\(wrong.prefix(3))")
  }

  /// Coarse points lie on dots and halves of dots, where corners and edges meet centres.
  private func ring(_ count: Int, coarse: Bool, _ chance: inout Chance) -> [Point] {
    (0..<count).map { _ in
      coarse
        ? Point(x: .random(in: -60...360, using: &chance) * 128, y: .random(in: -20...90, using: &chance) * 128)
        : Point(x: .random(in: -9000...50_000, using: &chance), y: .random(in: -3000...12_000, using: &chance))
    }
  }

  /// Even-odd by a ray to the left, as Franklin's PNPOLY does it; a centre on an edge belongs to what lies to its right.
  private func isInside(_ x: Int, _ y: Int, _ rings: [[Point]]) -> Bool {
    var inside = false
    for ring in rings {
      for (a, b) in zip(ring, ring.dropFirst() + ring.prefix(1)) where (a.y > y) != (b.y > y) {
        let (top, bottom) = a.y < b.y ? (a, b) : (b, a)
        if (x - top.x) * (bottom.y - top.y) >= (bottom.x - top.x) * (y - top.y) { inside.toggle() }
      }
    }
    return inside
  }

  private func dots(_ width: Int, _ height: Int) -> [(x: Int, y: Int)] {
    (0..<width * height).map { ($0 % width, $0 / width) }
  }

  private func isSet(_ raster: Raster, _ x: Int, _ y: Int) -> Bool {
    raster.cells[y / 4 * raster.size.columns + x / 2].area & RasterCell.bit(x, y) != 0
  }

  @Test("that share an edge share no dot and leave no gap")
  func tiling() {
    var chance = Chance(seed: 9)
    for _ in 0..<20 {
      // A fan of triangles around a point in the middle covers the whole once.
      let middle = Point(x: .random(in: 4000...20_000, using: &chance), y: .random(in: 2000...8000, using: &chance))
      let rim = [
        Point(x: -700, y: -600), Point(x: 30_000, y: -900), Point(x: 31_111, y: 12_345), Point(x: -99, y: 9999),
      ]
      var counts = [Int](repeating: 0, count: 100 * 32)
      for (a, b) in zip(rim, rim.dropFirst() + rim.prefix(1)) {
        var raster = Raster(size: CanvasSize(columns: 50, rows: 8), glyphs: .braille)
        raster.polygon([[middle.dot, a.dot, b.dot]])
        for (x, y) in dots(100, 32) where isSet(raster, x, y) { counts[y * 100 + x] += 1 }
      }
      #expect(counts.allSatisfy { $0 == 1 })
    }
  }

  @Test("are as right where corners lie farther out than any screen")
  func farCorners() {
    // 2^36 dots away: half of the screen, cut by a diagonal through its middle.
    let far = 68_719_476_736.0
    var raster = Raster(size: CanvasSize(columns: 20, rows: 10), glyphs: .braille)
    raster.polygon([[Dot(x: -far, y: -far), Dot(x: far, y: far), Dot(x: -far, y: far)]])
    let wrong = dots(40, 40).filter { x, y in isSet(raster, x, y) != (x < y) }
    #expect(wrong.isEmpty, "\(wrong.prefix(3))")
  }

  @Test("take rings from one flat list, and leave out those that cannot be")
  func flat() {
    let square = { (left: Double, right: Double) in
      [Dot(x: left, y: left), Dot(x: right, y: left), Dot(x: right, y: right), Dot(x: left, y: right)]
    }
    var expected = Raster(size: CanvasSize(columns: 10, rows: 5), glyphs: .ascii)
    expected.polygon([square(0, 16), square(4, 12)], texture: .grass, ink: 3)
    var flat = Raster(size: CanvasSize(columns: 10, rows: 5), glyphs: .ascii)
    flat.polygon(dots: square(0, 16) + square(4, 12), ends: [4, 8], texture: .grass, ink: 3)
    #expect(flat.cells == expected.cells)
    var odd = Raster(size: CanvasSize(columns: 10, rows: 5), glyphs: .ascii)
    let bad = [Dot(x: .nan, y: 0), Dot(x: 9, y: 9), Dot(x: 0, y: 9)]
    odd.polygon(
      dots: square(0, 16) + bad + square(4, 12) + bad, ends: [4, 7, 11, 5, 99, -4, .max], texture: .grass, ink: 3)
    #expect(odd.cells == expected.cells)
    odd.polygon(dots: [], ends: [0, 0, 7])
    odd.polygon(dots: bad, ends: [])
    #expect(odd.cells == expected.cells)
  }

  @Test("keep what covers half a cell when something smaller comes upon it")
  func smallUponLarge() {
    var raster = Raster(size: CanvasSize(columns: 1, rows: 1), glyphs: .ascii)
    var cell = RasterCell()
    let (park, house, pond) = (
      RasterCell.Fill(.grass, ink: 1), RasterCell.Fill(.hatch, ink: 2), RasterCell.Fill(nil, ink: 3)
    )
    cell.cover(0xFF, park)
    cell.cover(0b0000_0011, house)
    #expect(cell.ground == park)
    cell.cover(0b0000_1100, house)
    #expect(cell.ground == house)
    cell.cover(0b0000_0001, pond)
    #expect(cell.ground == house)
    cell.cover(0xFF, pond)
    #expect(cell.ground == pond && cell.texture == nil)
    raster.cells[0] = cell
    #expect(raster.scalar(0, 0) == nil)
    #expect(MemoryLayout<RasterCell>.stride == 8)
  }
}
