internal import Geodesy

/// A place on the Earth: geographic latitude and longitude on WGS84, in degrees.
///
/// Any two numbers; the functions that take a coordinate say what they reject.
public struct Coordinate: Hashable, Sendable {
  /// Degrees north of the equator; on the Earth in `-90 ... 90`.
  public var latitude: Double
  /// Degrees east of Greenwich; on the Earth in `-180 ... 180`.
  public var longitude: Double

  /// Creates a coordinate: `Coordinate(48.1374, 11.5755)`.
  public init(_ latitude: Double, _ longitude: Double) {
    (self.latitude, self.longitude) = (latitude, longitude)
  }

  /// Metres of the shortest way to another place on the ellipsoid; what is not on the Earth counts as the nearest
  /// place that is.
  public func distance(to other: Coordinate) -> Double { onEarth.distance(to: other.onEarth) }

  init(_ place: Geodesy.Coordinate) { self.init(place.latitude, place.longitude) }

  /// The nearest place that exists.
  var onEarth: Geodesy.Coordinate {
    Geodesy.Coordinate(clampingLatitude: latitude, wrappingLongitude: longitude)
  }
}

extension Coordinate: CustomStringConvertible {
  /// Latitude and longitude in degrees.
  public var description: String { "\(latitude), \(longitude)" }
}
