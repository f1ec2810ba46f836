internal import Numbers

/// A place on the Earth: geographic latitude and longitude on WGS84, in degrees.
///
/// Only valid coordinates exist: whatever comes from outside passes through ``init(latitude:longitude:)`` once
/// and is never checked again.
package struct Coordinate: Hashable, Sendable {
  /// Degrees north of the equator, in `-90 ... 90`.
  package let latitude: Double
  /// Degrees east of Greenwich, in `-180 ... 180`.
  package let longitude: Double

  /// Creates a coordinate, or `nil` if a number is not finite or out of range.
  package init?(latitude: Double, longitude: Double) {
    // A comparison with NaN is false, so this also refuses what is not a number.
    guard abs(latitude) <= 90, abs(longitude) <= 180 else { return nil }
    self.latitude = latitude
    self.longitude = longitude
  }

  /// Creates a coordinate from a latitude that is cut to the poles and a longitude whose whole turns are dropped;
  /// what is no angle at all counts as 0.
  package init(clampingLatitude latitude: Double, wrappingLongitude longitude: Double) {
    self.latitude = latitude.isNaN ? 0 : min(90, max(-90, latitude))
    let angle = longitude.isFinite ? longitude : 0
    self.longitude = abs(angle) > 180 ? angle.remainder(dividingBy: 360) : angle
  }
}

extension Coordinate: CustomStringConvertible {
  /// `48.858370, 2.294481`: decimal degrees with six places, about a decimetre.
  package var description: String { "\(degrees(latitude)), \(degrees(longitude))" }

  private func degrees(_ value: Double) -> String {
    DecimalText.fixed(units: Int64((value * 1_000_000).rounded()), places: 6)
  }
}
