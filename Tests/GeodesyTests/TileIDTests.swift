import ChanceTesting
import Geodesy
import Testing

@Suite("Names of tiles")
struct TileIDTests {
  /// Numbers that no honest point has.
  private static let hostile = [
    Double.nan, .infinity, -.infinity, .greatestFiniteMagnitude, -.greatestFiniteMagnitude, 1e300, -1e300,
    .leastNonzeroMagnitude, -.leastNonzeroMagnitude, -0.0, 1, 1.5, -0.5, 0x1p62,
  ]

  @Test("there are tiles within their zoom only")
  func bounds() {
    for zoom in 0...TileID.deepest {
      let last = (1 << zoom) - 1
      #expect(TileID(zoom: zoom, x: last, y: last) != nil && TileID(zoom: zoom, x: 0, y: 0) != nil)
      #expect(TileID(zoom: zoom, x: last + 1, y: 0) == nil && TileID(zoom: zoom, x: 0, y: last + 1) == nil)
      #expect(TileID(zoom: zoom, x: -1, y: 0) == nil && TileID(zoom: zoom, x: 0, y: -1) == nil)
    }
    for zoom in [-1, 31, 64, 1000, .min, .max] { #expect(TileID(zoom: zoom, x: 0, y: 0) == nil) }
    #expect(TileID(zoom: 30, x: .max, y: .min) == nil)
  }

  // As web maps number them: the cathedral of Florence, Big Ben, the Opera of Sydney.
  @Test("a place lies in the tile that map programs show it in")
  func known() throws {
    for (latitude, longitude, name) in [
      (43.7731, 11.2560, "14/8704/5971"), (51.5007, -0.1246, "14/8186/5448"), (0.001, 0.001, "1/1/0"),
      (-33.8568, 151.2153, "10/942/614"), (0, 0, "0/0/0"),
    ] {
      let zoom = try #require(Int(name.prefix { $0 != "/" }))
      #expect("\(TileID(at: MercatorPoint(Coordinate(latitude, longitude)), zoom: zoom))" == name)
    }
  }

  @Test("a tile's corner and middle lie in it, at every zoom", arguments: UInt64(0)..<30)
  func roundTrip(seed: UInt64) throws {
    var chance = Chance(seed: seed)
    let zoom = Int(chance.next() % 31)
    let mask = UInt64(1 << zoom) - 1
    for _ in 0..<50 {
      let tile = try #require(TileID(zoom: zoom, x: Int(chance.next() & mask), y: Int(chance.next() & mask)))
      let (corner, half) = (tile.origin, tile.side / 2)
      #expect(TileID(at: corner, zoom: zoom) == tile)
      #expect(TileID(at: MercatorPoint(x: corner.x + half, y: corner.y + half), zoom: zoom) == tile)
      #expect(tile.parent == (zoom == 0 ? nil : TileID(at: corner, zoom: zoom - 1)))
    }
  }

  @Test("the corners of the world lie in the corner tiles, on either side of the antimeridian")
  func corners() {
    for zoom in [0, 1, 5, 14, 30] {
      let last = (1 << zoom) - 1
      func tile(_ latitude: Double, _ longitude: Double) -> TileID {
        TileID(at: MercatorPoint(Coordinate(latitude, longitude)), zoom: zoom)
      }
      #expect(tile(90, -180) == TileID(zoom: zoom, x: 0, y: 0) && tile(-90, -180) == TileID(zoom: zoom, x: 0, y: last))
      #expect(tile(85.06, 0).y == 0 && tile(-85.06, 0).y == last)
      #expect(tile(0, -180).x == 0 && tile(0, -179.999_999_99).x == 0 && tile(0, 179.999_999_99).x == last)
      // 180 degrees east is where 180 degrees west is.
      #expect(tile(0, 180) == tile(0, -180))
    }
  }

  @Test("points on other turns of the world lie in the same tiles", arguments: -3...3)
  func turns(turn: Int) {
    for index in 0..<64 {
      let x = (Double(index) + 0.5) / 64
      #expect(TileID(at: MercatorPoint(x: x + Double(turn), y: 0.25), zoom: 6) == TileID(zoom: 6, x: index, y: 16))
    }
  }

  @Test("numbers that no honest point has give some tile, and nothing else happens")
  func hostileNumbers() {
    for x in Self.hostile {
      for y in Self.hostile {
        for zoom in [Int.min, -1, 0, 1, 14, 30, 31, .max] {
          let tile = TileID(at: MercatorPoint(x: x, y: y), zoom: zoom)
          #expect(TileID(zoom: tile.zoom, x: tile.x, y: tile.y) == tile)
        }
      }
    }
  }
}
