/// The figure of the Earth that GPS uses.
package enum WGS84 {
  /// Semi-major axis, in metres (NIMA TR8350.2).
  package static let equatorialRadius = 6_378_137.0
  /// Flattening (NIMA TR8350.2).
  package static let flattening = 1 / 298.257223563
  /// First eccentricity, squared.
  package static let eccentricitySquared = flattening * (2 - flattening)
  /// The largest factor by which a chord between two places falls short of, or a sphere errs from, the geodesic
  /// at distances below 1,000 km; used as a safe margin when distances are first bounded and then measured.
  package static let sphericalMargin = 1.01
}
