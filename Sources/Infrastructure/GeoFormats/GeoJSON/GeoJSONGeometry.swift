package import Geodesy

/// A geometry of RFC 7946.
///
/// Altitudes are checked and left out.
package enum GeoJSONGeometry: Hashable, Sendable {
  case point(Coordinate)
  case multiPoint([Coordinate])
  /// Two or more positions.
  case lineString([Coordinate])
  case multiLineString([[Coordinate]])
  /// One or more rings, each closed: four or more positions, the last as the first.
  case polygon([[Coordinate]])
  case multiPolygon([[[Coordinate]]])
  case collection([GeoJSONGeometry])

  /// Every position, in the order of the file; the last of a ring, which repeats the first, included.
  package var coordinates: [Coordinate] {
    switch self {
    case .point(let position): [position]
    case .multiPoint(let positions), .lineString(let positions): positions
    case .multiLineString(let lines), .polygon(let lines): lines.flatMap { $0 }
    case .multiPolygon(let polygons): polygons.flatMap { $0.flatMap { $0 } }
    case .collection(let parts): parts.flatMap(\.coordinates)
    }
  }
}
