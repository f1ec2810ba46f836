package import Geodesy

/// The state of a receiver at one moment: the values that writers turn into sentences and reports.
package struct ReceiverEpoch: Hashable, Sendable {
  /// What kind of fix there is, by the numbers of NMEA's GSA and gpsd's TPV.
  package enum Mode: Int, Hashable, Sendable {
    case noFix = 1
    case twoD = 2
    case threeD = 3
  }

  /// Milliseconds since 1970-01-01T00:00:00Z.
  package var time: Int64
  /// What kind of fix there is.
  package var mode: Mode
  /// The position; `nil` without a fix.
  package var position: Coordinate?
  /// Metres above mean sea level.
  package var altitude: Double?
  /// Metres per second over ground.
  package var speed: Double?
  /// Direction of movement over ground, from true north.
  package var course: Bearing?
  /// The compass heading, from true north.
  package var heading: Bearing?
  /// The satellites in view; at most 12 of them used, because GSA lists no more.
  package var satellites: [SatelliteView]
  /// The dilution of precision of the used satellites; `nil` without a fix.
  package var dilution: Dilution?

  /// Creates the epoch of a receiver that has no fix yet.
  package init(time: Int64, satellites: [SatelliteView] = []) {
    self.time = time
    self.satellites = satellites
    mode = .noFix
  }

  /// Whether there is a position to write.
  package var hasFix: Bool { mode != .noFix && position != nil }
}

/// A satellite as a receiver sees it.
package struct SatelliteView: Hashable, Sendable {
  /// The number of its code, in `1 ... 32` for GPS.
  package var number: Int
  /// Degrees above the horizon, in `0 ... 90`.
  package var elevation: Double
  /// Degrees from true north, in `0 ..< 360`.
  package var azimuth: Double
  /// Carrier to noise, in dBHz; 0 when it is not tracked.
  package var signal: Double
  /// Whether the fix was computed from it.
  package var isUsed: Bool

  /// Creates a view of a satellite.
  package init(number: Int, elevation: Double, azimuth: Double, signal: Double, isUsed: Bool) {
    self.number = number
    self.elevation = elevation
    self.azimuth = azimuth
    self.signal = signal
    self.isUsed = isUsed
  }
}

/// Dilution of precision: how the places of the satellites in the sky magnify errors; without a unit.
package struct Dilution: Hashable, Sendable {
  /// The dilution along each axis of a fix.
  package var east, north, vertical, time: Double

  /// Creates dilutions along the four axes of a fix.
  package init(east: Double, north: Double, vertical: Double, time: Double) {
    self.east = east
    self.north = north
    self.vertical = vertical
    self.time = time
  }

  /// In the plane: HDOP.
  package var horizontal: Double { (east * east + north * north).squareRoot() }
  /// In space: PDOP.
  package var position: Double { (horizontal * horizontal + vertical * vertical).squareRoot() }
  /// In space and time: GDOP.
  package var geometric: Double { (position * position + time * time).squareRoot() }

  /// Returns the dilution multiplied by `factor`.
  package func scaled(by factor: Double) -> Dilution {
    Dilution(east: east * factor, north: north * factor, vertical: vertical * factor, time: time * factor)
  }
}

/// What gpsd 3.22 takes as errors for each unit of dilution, in metres (`H_UERE_NO_DGPS` and others of
/// `libgpsd_core.c`), so that our reports are those that it would make of our sentences.
package enum ErrorPerDilution {
  /// Metres of longitude or latitude.
  package static let eastOrNorth = 15.0
  /// Metres of altitude.
  package static let vertical = 23.0
  /// Metres of position over ground.
  package static let horizontal = 19.0
  /// Metres of position in space.
  package static let spherical = 19.0
  /// One deviation along one axis: ``horizontal`` is a radius that holds 95 of 100 errors, which are 2.448 deviations
  /// (Rayleigh distribution: √(-2 ln 0.05)).
  package static let deviation = horizontal / 2.448
}
