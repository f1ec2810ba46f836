internal import Glibc

/// A place on the ellipsoid's surface as a point in space, in metres from the centre of the Earth (ECEF axes).
///
/// A place costs its sines and cosines once, here; after that, chords and maps need only a few multiplications.
/// It has no seam: the poles and the antimeridian are points like others.
package struct Geocentric: Hashable, Sendable {
  /// Metres from the centre of the Earth: `x` towards 0° N 0° E, `y` towards 0° N 90° E, `z` towards the north pole.
  package let x, y, z: Double

  /// The point of `coordinate` at height 0.
  package init(_ coordinate: Coordinate) {
    let latitude = coordinate.latitude * .pi / 180
    let longitude = coordinate.longitude * .pi / 180
    let sine = sin(latitude)
    let normal = WGS84.equatorialRadius / (1 - WGS84.eccentricitySquared * sine * sine).squareRoot()
    x = normal * cos(latitude) * cos(longitude)
    y = normal * cos(latitude) * sin(longitude)
    z = normal * (1 - WGS84.eccentricitySquared) * sine
  }

  /// The straight line to `other` through the ground, in metres; never longer than the geodesic.
  package func chord(to other: Geocentric) -> Double {
    let (dx, dy, dz) = (other.x - x, other.y - y, other.z - z)
    return (dx * dx + dy * dy + dz * dz).squareRoot()
  }
}
