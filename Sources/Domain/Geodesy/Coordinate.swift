/// A place on the Earth: geographic latitude and longitude on WGS84, in degrees.
///
/// Only valid coordinates exist: whatever comes from outside passes through ``init(latitude:longitude:)`` once
/// and is never checked again.
package struct Coordinate: Hashable, Sendable {
  /// Degrees north of the equator, in `-90 ... 90`.
  package let latitude: Double
  /// Degrees east of Greenwich, in `-180 ... 180`.
  package let longitude: Double

  /// Creates a coordinate, or nothing when a number is not finite or out of range.
  package init?(latitude: Double, longitude: Double) {
    // A comparison with NaN is false, so this also refuses what is not a number.
    guard abs(latitude) <= 90, abs(longitude) <= 180 else { return nil }
    self.latitude = latitude
    self.longitude = longitude
  }

  /// Creates a coordinate from any finite longitude and a latitude that is cut to the poles.
  package init(clampingLatitude latitude: Double, wrappingLongitude longitude: Double) {
    self.latitude = min(90, max(-90, latitude.isFinite ? latitude : 0))
    guard longitude.isFinite, abs(longitude) > 180 else {
      self.longitude = longitude.isFinite ? longitude : 0
      return
    }
    self.longitude = longitude.remainder(dividingBy: 360)
  }
}

extension Coordinate: CustomStringConvertible {
  /// `48.858370, 2.294481`: decimal degrees with six places, about a decimetre.
  package var description: String { "\(degrees(latitude)), \(degrees(longitude))" }

  private func degrees(_ value: Double) -> String {
    let millionths = Int((abs(value) * 1_000_000).rounded())
    let fraction = String(millionths % 1_000_000)
    let sign = value < 0 && millionths > 0 ? "-" : ""
    return sign + "\(millionths / 1_000_000)." + String(repeating: "0", count: 6 - fraction.count) + fraction
  }
}
