internal import Glibc

/// A flat map around one place: degrees of latitude up, and as long ones to the right.
///
/// True to shape for anything that is a place of a hunt; for a country it still puts what is inside inside. Longitudes
/// are counted from the origin, so that the antimeridian is nothing special.
struct LocalPlane {
  private let longitude: Double
  private let shrink: Double

  /// A point of the plane, in degrees of latitude.
  struct Point: Hashable {
    var x: Double
    var y: Double
  }

  /// Creates the plane whose origin has the longitude of `origin`, and lengths as at its latitude.
  init(around origin: FixedPlace) {
    longitude = Double(origin.longitude) / 1e7
    // Not quite nothing at the poles, where every longitude is the same.
    shrink = max(cos(Double(origin.latitude) / 1e7 * .pi / 180), 1e-6)
  }

  /// The point of a place.
  func point(_ place: FixedPlace) -> Point {
    var east = Double(place.longitude) / 1e7 - longitude
    if east > 180 { east -= 360 } else if east < -180 { east += 360 }
    return Point(x: east * shrink, y: Double(place.latitude) / 1e7)
  }

  /// The place of a point, in degrees.
  func place(_ point: Point) -> (latitude: Double, longitude: Double) {
    var degrees = longitude + point.x / shrink
    if degrees > 180 { degrees -= 360 } else if degrees < -180 { degrees += 360 }
    return (min(max(point.y, -90), 90), min(max(degrees, -180), 180))
  }
}

/// The box around points of a plane.
struct PlaneBox {
  private(set) var low: LocalPlane.Point
  private(set) var high: LocalPlane.Point

  /// Creates the box around one point.
  init(_ point: LocalPlane.Point) { (low, high) = (point, point) }

  /// Takes a point in.
  mutating func take(_ point: LocalPlane.Point) {
    low = .init(x: min(low.x, point.x), y: min(low.y, point.y))
    high = .init(x: max(high.x, point.x), y: max(high.y, point.y))
  }

  var middle: LocalPlane.Point { .init(x: (low.x + high.x) / 2, y: (low.y + high.y) / 2) }
  var width: Double { high.x - low.x }
  var height: Double { high.y - low.y }
}
