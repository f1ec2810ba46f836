import ChanceTesting
import Geodesy
import Testing

@testable import VectorTiles

@Suite("Numbers along the Hilbert curve")
struct HilbertIndexTests {
  // From the specification of PMTiles 3.
  @Test(
    "are those of the specification",
    arguments: [
      (0, 0, 0, 0), (1, 0, 0, 1), (1, 0, 1, 2), (1, 1, 1, 3), (1, 1, 0, 4), (2, 0, 0, 5), (12, 3423, 1763, 19_078_479),
    ])
  func examples(zoom: Int, x: Int, y: Int, number: UInt64) throws {
    #expect(try #require(TileID(zoom: zoom, x: x, y: y)).hilbertIndex == number)
  }

  @Test("fill each zoom without a gap, from neighbour to neighbour", arguments: 0...6)
  func curve(zoom: Int) throws {
    let side = 1 << zoom
    let tiles = try (0..<side * side).map { try #require(TileID(zoom: zoom, x: $0 % side, y: $0 / side)) }
    let sorted = tiles.sorted { $0.hilbertIndex < $1.hilbertIndex }
    #expect(sorted.map(\.hilbertIndex) == Array(TileID.firstNumber(zoom: zoom)..<TileID.firstNumber(zoom: zoom + 1)))
    for (one, next) in zip(sorted, sorted.dropFirst()) {
      #expect(abs(one.x - next.x) + abs(one.y - next.y) == 1)
    }
  }

  @Test("of the deepest zoom end where they should")
  func deepest() throws {
    let side = 1 << TileID.deepest
    let last = try #require(TileID(zoom: TileID.deepest, x: side - 1, y: 0))
    #expect(last.hilbertIndex == TileID.indexEnd - 1)
    #expect(
      try #require(TileID(zoom: TileID.deepest, x: 0, y: 0)).hilbertIndex == TileID.firstNumber(zoom: TileID.deepest))
  }

  @Test("of four tiles lie together where those lie in one of the zoom before", arguments: UInt64(0)..<20)
  func nested(seed: UInt64) throws {
    var chance = Chance(seed: seed)
    let zoom = chance.integer(in: 1...29)
    let (x, y) = (chance.integer(in: 0...(1 << zoom) - 1), chance.integer(in: 0...(1 << zoom) - 1))
    let parent = try #require(TileID(zoom: zoom, x: x, y: y))
    let numbers = try [(0, 0), (1, 0), (0, 1), (1, 1)].map {
      try #require(TileID(zoom: zoom + 1, x: 2 * x + $0, y: 2 * y + $1)).hilbertIndex
    }
    let first = TileID.firstNumber(zoom: zoom + 1) + (parent.hilbertIndex - TileID.firstNumber(zoom: zoom)) * 4
    #expect(numbers.sorted() == Array(first..<first + 4))
  }
}
