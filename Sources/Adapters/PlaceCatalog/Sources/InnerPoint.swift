internal import GeoFormats
internal import Geodesy

/// One point that stands for a whole geometry, and lies on it.
enum InnerPoint {
  /// Of points the first, of a line the middle one of its positions, of an area a point inside; of several the
  /// largest.
  ///
  /// Nothing for what is empty.
  static func of(_ geometry: GeoJSONGeometry) -> Coordinate? {
    switch geometry {
    case .point(let position): position
    case .multiPoint(let positions): positions.first
    case .lineString(let line): middle(line)
    case .multiLineString(let lines): lines.max { $0.count < $1.count }.flatMap(middle)
    case .polygon(let rings): inside(rings)
    case .multiPolygon(let polygons): largest(polygons).flatMap(inside)
    case .collection(let parts): parts.lazy.compactMap(of).first
    }
  }

  private static func middle(_ line: [Coordinate]) -> Coordinate? { line.isEmpty ? nil : line[line.count / 2] }

  private static func largest(_ polygons: [[[Coordinate]]]) -> [[Coordinate]]? {
    polygons.max { size($0) < size($1) }
  }

  /// Twice the area of the outer ring in square degrees: enough to compare neighbours with.
  private static func size(_ rings: [[Coordinate]]) -> Double {
    guard let ring = rings.first, let origin = ring.first else { return 0 }
    return abs(
      zip(ring, ring.dropFirst()).reduce(0) { sum, edge in
        let (left, right) = (east(edge.0, of: origin), east(edge.1, of: origin))
        return sum + left * edge.1.latitude - right * edge.0.latitude
      })
  }

  /// The middle of the widest part of an area on the latitude of the middle of its box.
  static func inside(_ rings: [[Coordinate]]) -> Coordinate? {
    guard let outer = rings.first, let origin = outer.first, let box = BoundingBox(around: outer) else { return nil }
    var latitude = (box.south + box.north) / 2
    // Exactly through a corner, an edge would be counted twice or not at all.
    if outer.contains(where: { $0.latitude == latitude }) { latitude += (box.north - box.south) * 1e-6 }
    var crossings: [Double] = []
    for ring in rings {
      for (from, to) in zip(ring, ring.dropFirst()) where (from.latitude > latitude) != (to.latitude > latitude) {
        let share = (latitude - from.latitude) / (to.latitude - from.latitude)
        let (start, end) = (east(from, of: origin), east(to, of: origin))
        crossings.append(start + share * (end - start))
      }
    }
    crossings.sort()
    let spans = stride(from: 0, to: crossings.count - 1, by: 2).map { (crossings[$0], crossings[$0 + 1]) }
    guard let widest = spans.max(by: { $0.1 - $0.0 < $1.1 - $1.0 }) else { return box.centre }
    return Coordinate(
      clampingLatitude: latitude, wrappingLongitude: origin.longitude + (widest.0 + widest.1) / 2)
  }

  /// Degrees to the east of a first position, the short way round: an area across the antimeridian is not torn.
  private static func east(_ place: Coordinate, of origin: Coordinate) -> Double {
    (place.longitude - origin.longitude).remainder(dividingBy: 360)
  }
}
