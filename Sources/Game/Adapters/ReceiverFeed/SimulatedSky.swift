package import GeoFormats
package import Geodesy
internal import Numbers

/// A sky of thirty satellites on orbits like those of GPS: the same seed, place and time give the same sky.
///
/// Six planes of five satellites (IS-GPS-200's constellation in the rough); satellites rise, cross and set within
/// hours, as receivers see it.
package struct SimulatedSky: Sendable {
  /// Distance of a satellite from the middle of the Earth, in metres.
  private static let radius = 26_559_800.0
  /// Tilt of the orbits against the equator, in degrees.
  private static let inclination = 55.0
  /// Seconds in which the Earth turns once, and satellites go round twice (a sidereal day).
  private static let day = 86_164.0905
  /// Lower satellites hide behind houses and hills; degrees.
  private static let horizon = 5.0
  /// Lower satellites are seen and not used, because the air bends their signals; degrees.
  private static let mask = 10.0

  /// One satellite, all angles in degrees.
  private struct Orbit {
    let number: Int
    /// The longitude at which the orbit crosses the equator northward, at time 0.
    let node: Double
    /// The satellite's angle along its orbit from there, at time 0.
    let phase: Double
    /// The signal strength relative to the others, in dB.
    let strength: Double
  }

  private let orbits: [Orbit]

  /// The sky of one seed.
  package init(seed: UInt64) {
    var generator = SeededGenerator(seed: seed ^ 0x5A7E_111E)
    orbits = (0..<30).map { index in
      let (plane, place) = (Double(index / 5), Double(index % 5))
      let node = plane * 60 + generator.bell() * 2
      let phase = place * 72 + plane * 12 + generator.bell() * 8
      return Orbit(number: index + 1, node: node, phase: phase, strength: generator.bell() * 2)
    }
  }

  /// The satellites above the horizon, `time` in milliseconds since 1970; the twelve highest that are high enough are
  /// used.
  package func satellites(from place: Coordinate, at time: Int64) -> [SatelliteView] {
    let seconds = (Double(time) / 1000).truncatingRemainder(dividingBy: Self.day)
    let horizon = Horizon(at: place)
    let seen = orbits.map { orbit in (orbit, horizon.direction(to: Self.position(of: orbit, at: seconds))) }
      .filter { $0.1.elevation >= Self.horizon }
    let used = Set(
      seen.filter { $0.1.elevation >= Self.mask }.sorted { $0.1.elevation > $1.1.elevation }.prefix(12)
        .map(\.0.number))
    return seen.map { orbit, direction in
      let signal = 32 + 14 * Angle.sineAndCosine(degrees: direction.elevation).sine + orbit.strength
      return SatelliteView(
        number: orbit.number, elevation: direction.elevation, azimuth: direction.azimuth, signal: signal,
        isUsed: used.contains(orbit.number))
    }
  }

  /// Metres from the middle of the Earth, on axes that turn with it.
  private static func position(of orbit: Orbit, at seconds: Double) -> (x: Double, y: Double, z: Double) {
    let turn = seconds / day * 360
    let (sine, cosine) = Angle.sineAndCosine(degrees: orbit.phase + 2 * turn)
    let (nodeSine, nodeCosine) = Angle.sineAndCosine(degrees: orbit.node - turn)
    let (tiltSine, tiltCosine) = Angle.sineAndCosine(degrees: inclination)
    let (along, across) = (radius * cosine, radius * sine)
    return (
      along * nodeCosine - across * tiltCosine * nodeSine, along * nodeSine + across * tiltCosine * nodeCosine,
      across * tiltSine
    )
  }
}

/// East, north and up at a place on the Earth.
private struct Horizon {
  private let place: Geocentric
  private let latitude: (sine: Double, cosine: Double)
  private let longitude: (sine: Double, cosine: Double)

  init(at place: Coordinate) {
    self.place = Geocentric(place)
    latitude = Angle.sineAndCosine(degrees: place.latitude)
    longitude = Angle.sineAndCosine(degrees: place.longitude)
  }

  /// The elevation and azimuth of a point, in degrees.
  func direction(to point: (x: Double, y: Double, z: Double)) -> (elevation: Double, azimuth: Double) {
    let (dx, dy, dz) = (point.x - place.x, point.y - place.y, point.z - place.z)
    let outward = dx * longitude.cosine + dy * longitude.sine
    let east = dy * longitude.cosine - dx * longitude.sine
    let north = dz * latitude.cosine - outward * latitude.sine
    let up = outward * latitude.cosine + dz * latitude.sine
    let flat = (east * east + north * north).squareRoot()
    return (
      Angle.degrees(opposite: up, adjacent: flat),
      Bearing(degrees: Angle.degrees(opposite: east, adjacent: north)).degrees
    )
  }
}

extension Dilution {
  /// The dilution from the used satellites; `nil` with fewer than four, or if their geometry is degenerate.
  ///
  /// The roots of the diagonal of (GᵀG)⁻¹, where each row of G is the direction to a satellite and 1 for the clock.
  package init?(of satellites: [SatelliteView]) {
    let rows = satellites.filter(\.isUsed).map { satellite -> [Double] in
      let (up, flat) = Angle.sineAndCosine(degrees: satellite.elevation)
      let (east, north) = Angle.sineAndCosine(degrees: satellite.azimuth)
      return [flat * east, flat * north, up, 1]
    }
    guard rows.count >= 4 else { return nil }
    let normal = (0..<4).map { i in (0..<4).map { j in rows.reduce(0) { $0 + $1[i] * $1[j] } } }
    guard let diagonal = Self.diagonalOfInverse(normal), diagonal.allSatisfy({ $0 > 0 && $0 < 1e4 }) else { return nil }
    let roots = diagonal.map { $0.squareRoot() }
    self.init(east: roots[0], north: roots[1], vertical: roots[2], time: roots[3])
  }

  /// Gauss and Jordan's way, with the largest element of a column first.
  private static func diagonalOfInverse(_ matrix: [[Double]]) -> [Double]? {
    let size = matrix.count
    var rows = matrix.enumerated().map { index, row in row + (0..<size).map { $0 == index ? 1 : 0 } }
    for column in 0..<size {
      guard let pivot = (column..<size).max(by: { abs(rows[$0][column]) < abs(rows[$1][column]) }),
        abs(rows[pivot][column]) > 1e-9
      else { return nil }
      rows.swapAt(column, pivot)
      let scale = rows[column][column]
      rows[column] = rows[column].map { $0 / scale }
      for row in 0..<size where row != column {
        let factor = rows[row][column]
        rows[row] = zip(rows[row], rows[column]).map { $0 - factor * $1 }
      }
    }
    return (0..<size).map { rows[$0][size + $0] }
  }
}
