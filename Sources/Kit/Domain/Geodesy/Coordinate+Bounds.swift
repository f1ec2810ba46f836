/// Bounds of distances that cost no geodesic, for callers that only ask whether something is near or far.
extension Coordinate {
  /// The largest radius of curvature that the ellipsoid has anywhere and in any direction, in metres: at the poles,
  /// a / (1 - f).
  private static let flattestRadius = WGS84.equatorialRadius / (1 - WGS84.flattening)
  /// Metres of a degree of either angle at that radius, and a little for the rounding of the sums.
  private static let longestDegree = flattestRadius * .pi / 180 * (1 + 1e-12)

  /// The square of a length in metres that the geodesic to `other` is never longer than.
  ///
  /// On a way that both angles change along evenly, a step is √(M² dφ² + N² cos² φ dλ²) long, and neither radius is
  /// anywhere greater than that at the poles; the geodesic is no longer than any way. Across the antimeridian the bound
  /// is of no use, and true.
  package func squaredBound(to other: Coordinate) -> Double {
    let north = (other.latitude - latitude) * Self.longestDegree
    let east = (other.longitude - longitude) * Self.longestDegree
    return north * north + east * east
  }
}

/// How long the ways around one place are, within a hundredth.
///
/// A degree of latitude is nowhere near so different a hundred kilometres further on, and the parallels are only a
/// little shorter some kilometres nearer to a pole. So the plane length with the measures of the middle bounds the
/// geodesic from both sides, as long as the middle is not near a pole and the other place is near.
package struct NearbyScale: Hashable, Sendable {
  /// Degrees of latitude beyond which parallels grow too fast.
  private static let steepest = 80.0
  /// Degrees of latitude and of longitude within which the bounds hold.
  ///
  /// The length of a parallel changes by tan φ for each radian of latitude: by 5.7 · 8.7e-4 = 0.005 at most.
  private static let reach = (latitude: 0.05, longitude: 0.25)
  /// By which part the geodesic may be longer or shorter: twice what the parallels make of it.
  private static let margin = 0.01

  private let middle: Coordinate
  private let degreeNorth, degreeEast: Double

  /// The measures around `middle`.
  package init(at middle: Coordinate) {
    self.middle = middle
    let (sine, cosine) = Angle.sineAndCosine(degrees: middle.latitude)
    let bulge = 1 - WGS84.eccentricitySquared * sine * sine
    // Radii of curvature of the ellipsoid: across the meridian and along it.
    let across = WGS84.equatorialRadius / bulge.squareRoot()
    degreeNorth = across * (1 - WGS84.eccentricitySquared) / bulge * .pi / 180
    degreeEast = across * cosine * .pi / 180
  }

  /// Metres between which the geodesic from the middle is long; `nil` if that takes a geodesic.
  package func bounds(to place: Coordinate) -> (least: Double, most: Double)? {
    let latitude = place.latitude - middle.latitude
    let longitude = place.longitude - middle.longitude
    guard abs(latitude) <= Self.reach.latitude, abs(longitude) <= Self.reach.longitude,
      abs(middle.latitude) <= Self.steepest
    else { return nil }
    let (north, east) = (latitude * degreeNorth, longitude * degreeEast)
    let length = (north * north + east * east).squareRoot()
    // A nanometre for lengths that rounding is all of.
    return (max(0, length * (1 - Self.margin) - 1e-9), length * (1 + Self.margin) + 1e-9)
  }
}
