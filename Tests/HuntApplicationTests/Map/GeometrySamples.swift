import Geodesy
import Numbers
import Views

typealias Corner = MapGeometry.Point

/// A random closed way of steps along the eight winds: wherever such an edge crosses a whole line, it is at a whole
/// number, so that nothing is rounded.
func octagonalRing(_ chance: inout SeededGenerator, around size: Int32) -> [Corner] {
  var ring = [
    Corner(x: .random(in: -size...2 * size, using: &chance), y: .random(in: -size...2 * size, using: &chance))
  ]
  for _ in 0..<Int.random(in: 2...12, using: &chance) {
    let last = ring[ring.count - 1]
    let length = Int32.random(in: 1...size, using: &chance)
    ring.append(
      Corner(
        x: last.x + length * Int32.random(in: -1...1, using: &chance),
        y: last.y + length * Int32.random(in: -1...1, using: &chance)))
  }
  ring.append(Corner(x: ring[0].x, y: ring[ring.count - 1].y))
  return ring
}

/// Any corners, some of them far away.
func anyRing(_ chance: inout SeededGenerator, around size: Int32) -> [Corner] {
  (0..<Int.random(in: 3...20, using: &chance)).map { _ in
    Corner(x: .random(in: -size...2 * size, using: &chance), y: .random(in: -size...2 * size, using: &chance))
  }
}

extension MapGeometry {
  /// The corners of all parts of a shape.
  func rings(_ shape: Shape) -> [[Corner]] {
    parts[shape.parts].map { Array(points[Int($0.lowerBound)..<Int($0.upperBound)]) }
  }
}

/// A tile's sheet with one shape.
func geometry(
  _ tile: TileID, extent: Int32 = 4096, kind: GroundKind = .road, isArea: Bool = false, name: String? = nil,
  _ parts: [[Corner]]
) -> MapGeometry {
  var builder = MapGeometry.Builder(tile: tile, extent: extent)
  builder.add(
    kind, isArea: isArea, name: name, points: parts.flatMap(\.self),
    ends: parts.reduce(into: []) { $0.append(($0.last ?? 0) + $1.count) })
  return builder.build()
}

/// Twice the area of a ring with the sign of its direction, exactly (the shoelace formula).
func doubleArea(_ ring: [Corner]) -> Int64 {
  zip(ring, ring.dropFirst() + ring.prefix(1)).reduce(0) {
    $0 + Int64($1.0.x) * Int64($1.1.y) - Int64($1.1.x) * Int64($1.0.y)
  }
}

/// A tile that must exist.
func tile(_ zoom: Int, _ x: Int, _ y: Int) -> TileID {
  TileID(zoom: zoom, x: x, y: y) ?? TileID(at: MercatorPoint(x: 0, y: 0), zoom: 0)
}

/// A file of tiles that knows everything up to a zoom; what a tile is depends on nothing but its name.
struct SampleTiles {
  var zooms = 0...14
  /// Of a hundred tiles, so many are missing and so many broken.
  var missing = 0
  var broken = 0
  /// Corners of a tile's only line.
  var corners = 2

  var facts: TileSetFacts {
    TileSetFacts(
      zooms: zooms,
      bounds: BoundingBox(
        southWest: Coordinate(clampingLatitude: -85, wrappingLongitude: -180),
        northEast: Coordinate(clampingLatitude: 85, wrappingLongitude: 180)), attribution: "© Sample")
  }

  func outcome(_ id: TileID) -> TileOutcome {
    let lot = (id.zoom * 31 + id.x * 17 + id.y * 13) % 100
    if !zooms.contains(id.zoom) || lot < missing { return .missing }
    if lot < missing + broken { return .broken("bad \(id)") }
    let line = (0..<corners).map { Corner(x: Int32($0 % 2) * 4096, y: Int32($0 % 4096)) }
    return .geometry(geometry(id, name: id.description, [line]))
  }
}
