import ChanceTesting
import Geodesy
import Testing
import VectorTiles
import Views

@testable import MapTiles

@Suite("Sheets from tiles")
struct MapGeometryTests {
  private let id = TileID(zoom: 3, x: 4, y: 2)!

  private func geometry(_ layers: String, _ tile: VectorTile) throws -> MapGeometry {
    MapGeometry(tile, at: id, by: try Samples.table(layers: layers))
  }

  @Test("an area keeps its holes, and every outer ring is an area of its own")
  func rings() throws {
    let parts = [
      SampleFeature.ring(0, 0, side: 100), SampleFeature.ring(20, 20, side: 20, isHole: true),
      SampleFeature.ring(60, 60, side: 20, isHole: true), SampleFeature.ring(1000, 1000, side: 300),
    ]
    let tile = try SampleTile.tile(["a": [SampleFeature(kind: .area, tags: [("name", "W")], parts: parts)]])
    let geometry = try geometry(#"{"a": [{"kind": "wood"}]}"#, tile)
    #expect(geometry.summary == ["wood area W", "wood area W"])
    #expect(geometry.shapes.map(\.parts.count) == [3, 1])
    #expect(geometry.side == 4096 && geometry.tile == id && geometry.origin == id.origin)
    #expect(geometry.shapes.last?.box == MapGeometry.Box(left: 1000, top: 1000, right: 1300, bottom: 1300))
  }

  @Test("layers of different units meet on one sheet, whose units are the finest")
  func extents() throws {
    let bytes =
      SampleTile.bytes(["a": [.square(0, 0, side: 256, [:])]], extent: 256)
      + SampleTile.bytes(["b": [.square(0, 0, side: 2048, [:])]], extent: 4096)
      + SampleTile.bytes(["c": [.square(0, 0, side: 1 << 20, [:])]], extent: 1 << 20)
    let table = #"{"a": [{"kind": "wood"}], "b": [{"kind": "park"}]}"#
    let boxes = try geometry(table, VectorTile(bytes)).shapes.map { [$0.box.right, $0.box.bottom] }
    #expect(boxes == [[2048, 2048], [4096, 4096]])
    // A layer that is finer than a sheet may be makes all coarser.
    let fine = try geometry(#"{"a": [{"kind": "wood"}], "c": [{"kind": "park"}]}"#, VectorTile(bytes))
    #expect(fine.side == MapGeometry.Builder.extents.upperBound)
    #expect(fine.shapes.allSatisfy { $0.box.right == fine.side })
  }

  @Test("points at the ends of all numbers are cut away and do no harm")
  func extremes() throws {
    let (low, high) = (Int32.min / 2, Int32.max / 2)
    let tile = try SampleTile.tile(
      ["a": [.line([(low, low), (high, high)], ["name": "N"]), .square(low, low, side: high, ["name": "S"])]],
      extent: 512)
    let geometry = try geometry(#"{"a": [{"shape": "line", "kind": "road"}, {"kind": "wood", "label": "park"}]}"#, tile)
    for shape in geometry.shapes { #expect(shape.box.left >= 0 && shape.box.right <= 512) }
  }

  @Test("a schema without land gets it under everything, edge to edge")
  func ground() throws {
    let table = try Samples.table(
      json: """
        {"trove": {"type": "map-schema", "version": 1}, "schema": "test", "knownBy": ["a"], "names": ["name"],
        "ground": "land", "layers": {"a": [{"kind": "water"}]}}
        """)
    let tile = try SampleTile.tile(["a": [.square(0, 0, side: 100, [:])]])
    let geometry = MapGeometry(tile, at: id, by: table)
    #expect(geometry.summary == ["land area", "water area"])
    #expect(geometry.shapes.first?.box == MapGeometry.Box(left: 0, top: 0, right: 4096, bottom: 4096))
    // Also where the tile is empty.
    #expect(MapGeometry(try VectorTile([]), at: id, by: table).summary == ["land area"])
  }

  @Test("the label of an area stands inside of it, the larger area first; that of a line stands on it")
  func labels() throws {
    let tile = try SampleTile.tile([
      "a": [
        .square(0, 0, side: 100, ["name": "small"]), .square(1000, 1000, side: 900, ["name": "large"]),
        .line([(0, 2000), (300, 2100), (900, 2000)], ["name": "line"]),
      ]
    ])
    let geometry = try geometry(#"{"a": [{"label": "park"}]}"#, tile)
    let labels = geometry.labels.map { (geometry.names[$0.name], $0.at) }
    try #require(labels.map(\.0) == ["large", "small", "line"])
    #expect(labels[0].1 == MapGeometry.Point(x: 1450, y: 1450) && labels[1].1 == MapGeometry.Point(x: 50, y: 50))
    #expect(labels[2].1 == MapGeometry.Point(x: 300, y: 2100))
  }

  @Test("an area with a label does not bear its name a second time")
  func once() throws {
    let tile = try SampleTile.tile(["a": [.square(0, 0, side: 100, ["name": "N"])]])
    #expect(
      try geometry(#"{"a": [{"kind": "building", "label": "sight"}]}"#, tile).summary == [
        "building area", "label sight N",
      ])
    #expect(try geometry(#"{"a": [{"kind": "building"}]}"#, tile).summary == ["building area N"])
  }

  @Test("the point for a name lies in the area and in none of its holes, for shapes of chance")
  func inner() throws {
    var chance = Chance(seed: 3)
    var found = 0
    for _ in 0..<300 {
      // Stars whose rays differ in length, so that many have their centre outside.
      let count = Int.random(in: 3...12, using: &chance)
      let ring = (0..<count).map { index -> MapGeometry.Point in
        let (angle, length) = (Double(index) / Double(count) * 5, Double.random(in: 50...2000, using: &chance))
        return MapGeometry.Point(
          x: Int32(3000 + length * Self.cosine(angle)), y: Int32(3000 + length * Self.cosine(angle - 1.5707963)))
      }
      let hole = [(2990, 2990), (3010, 2990), (3010, 3010), (2990, 3010)].map { MapGeometry.Point(x: $0.0, y: $0.1) }
      let points = ring + hole
      guard let (spot, size) = InnerPoint.of(points, ends: [ring.count, points.count]) else { continue }
      found += 1
      #expect(size > 0)
      // Points lie on whole units, half of one beside the row that was looked at.
      let isInside = [(0.0, 0.0), (0.5, 0.5), (1, 0.5)].contains { offset in
        let (x, y) = (Double(spot.x) + offset.0, Double(spot.y) + offset.1)
        return Self.contains(ring, x, y) && !Self.contains(hole, x, y)
      }
      #expect(isInside, "\(spot) in \(ring)")
    }
    #expect(found > 250)
  }

  /// Counts how often a ray to the east crosses a ring.
  private static func contains(_ ring: [MapGeometry.Point], _ x: Double, _ y: Double) -> Bool {
    zip(ring, ring.dropFirst() + ring.prefix(1)).reduce(false) { isInside, edge in
      let (from, to) = (edge.0, edge.1)
      guard (Double(from.y) > y) != (Double(to.y) > y) else { return isInside }
      let crossing =
        Double(from.x) + (Double(to.x) - Double(from.x)) * (y - Double(from.y)) / (Double(to.y) - Double(from.y))
      return crossing > x ? !isInside : isInside
    }
  }

  private static func cosine(_ angle: Double) -> Double {
    // A series is near enough for stars.
    var (sum, term) = (1.0, 1.0)
    for step in 1...20 {
      term *= -angle * angle / Double((2 * step - 1) * (2 * step))
      sum += term
    }
    return sum
  }
}
