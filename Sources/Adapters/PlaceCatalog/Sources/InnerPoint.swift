internal import GeoFormats
internal import Geodesy
internal import OSMExtracts

/// One point that stands for a whole geometry, and lies on it: the same as for a thing of OpenStreetMap of that shape.
enum InnerPoint {
  /// Of points the first, of a line the middle of its length, of areas a point inside of the widest; of several things
  /// the first.
  ///
  /// Nothing for what is empty.
  static func of(_ geometry: GeoJSONGeometry) -> Coordinate? {
    switch geometry {
    case .point(let position): position
    case .multiPoint(let positions): positions.first
    case .lineString(let line): halfway(line)
    case .multiLineString(let lines): lines.max { $0.count < $1.count }.flatMap(halfway)
    case .polygon(let rings): inside(rings)
    case .multiPolygon(let polygons): inside(polygons.flatMap { $0 })
    case .collection(let parts): parts.lazy.compactMap(of).first
    }
  }

  private static func halfway(_ line: [Coordinate]) -> Coordinate? { OSMSpot.halfway(corners(line)).flatMap(place) }

  /// A point inside of rings; of what is as flat as a line, the middle of its length.
  private static func inside(_ rings: [[Coordinate]]) -> Coordinate? {
    OSMSpot.inside(rings.map(corners)).flatMap(place) ?? rings.first.flatMap(halfway)
  }

  private static func corners(_ line: [Coordinate]) -> [OSMSpot.Corner] { line.map { ($0.latitude, $0.longitude) } }

  private static func place(_ corner: OSMSpot.Corner) -> Coordinate? {
    Coordinate(latitude: corner.latitude, longitude: corner.longitude)
  }
}
