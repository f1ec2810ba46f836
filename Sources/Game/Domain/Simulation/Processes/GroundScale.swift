package import Geodesy

/// Degrees for a metre near one latitude, so that a step costs no geodesic.
///
/// Within ``reach`` metres and `steepest` degrees of latitude it agrees with the geodesic to a few centimetres; what
/// lies beyond is left to the geodesic.
package struct GroundScale: Hashable, Sendable {
  /// Metres up to which the ground is flat enough.
  package static let reach = 500.0
  /// Degrees of latitude toward the poles up to which meridians are parallel enough.
  package static let steepest = 80.0
  /// Degrees of latitude in which a scale stays good: 100 m.
  private static let width = 0.001

  /// The latitude at which the scale is exact; NaN before the first use.
  private var latitude = Double.nan
  private var degreesEast = 0.0
  private var degreesNorth = 0.0

  /// A scale that is not exact anywhere yet.
  package init() {}

  /// The place that lies so many metres east and north of `origin`.
  package mutating func place(at point: TangentPlane.Point, from origin: Coordinate) -> Coordinate {
    let isNear = abs(point.east) <= Self.reach && abs(point.north) <= Self.reach
    guard isNear, abs(origin.latitude) <= Self.steepest else {
      return TangentPlane(at: origin).coordinate(at: point)
    }
    // A comparison with NaN is false.
    if !(abs(origin.latitude - latitude) <= Self.width) { move(to: origin.latitude) }
    return Coordinate(
      clampingLatitude: origin.latitude + point.north * degreesNorth,
      wrappingLongitude: origin.longitude + point.east * degreesEast)
  }

  private mutating func move(to latitude: Double) {
    let (sine, cosine) = Angle.sineAndCosine(degrees: latitude)
    let bulge = 1 - WGS84.eccentricitySquared * sine * sine
    // Radii of curvature of the ellipsoid: across the meridian and along it.
    let across = WGS84.equatorialRadius / bulge.squareRoot()
    let along = across * (1 - WGS84.eccentricitySquared) / bulge
    (self.latitude, degreesEast, degreesNorth) = (latitude, 180 / .pi / (across * cosine), 180 / .pi / along)
  }
}
