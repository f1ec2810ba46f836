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

/// A receiver's report of one moment: its position, or that it had none.
package struct RecordedEpoch: Hashable, Sendable {
  /// The protocol of a recording that an epoch comes from.
  package enum Origin: Hashable, Sendable {
    /// Sentences of NMEA 0183, the receiver's own.
    case nmea
    /// Reports of gpsd, which has merged and judged the receiver's sentences already.
    case gpsd
    /// Rows of Android's GnssLogger: what the telephone makes of its receiver and of networks.
    case logger
  }

  /// Where the accuracy of a position comes from.
  package enum AccuracySource: Hashable, Sendable {
    /// The receiver's own estimate of its error.
    case receiver
    /// Made of the horizontal dilution, because the receiver does not say.
    case dilution
  }

  /// The protocol that the epoch comes from.
  package var origin: Origin
  /// The position; `nil` while the receiver has no fix.
  package var position: Coordinate?
  /// Milliseconds since 1970-01-01T00:00:00Z, or since an unknown midnight while ``isDated`` is false.
  package var time: Int64?
  /// Whether the recording says which day it is.
  package var isDated = true
  /// Whether the fix has an altitude that counts.
  package var isThreeD = false
  /// Metres above mean sea level.
  package var altitude: Double?
  /// Metres per second over ground; never negative.
  package var speed: Double?
  /// Direction of movement, in degrees clockwise from true north, `0 ... 360`.
  package var course: Double?
  /// Radius of the error circle (95 %), in metres.
  package var accuracy: Double?
  /// Where the accuracy comes from.
  package var accuracySource: AccuracySource?
  /// Satellites that the fix was computed from.
  package var satellitesUsed: Int?
  /// Satellites in view.
  package var satellitesSeen: Int?
  /// The recording begins anew here: what lies between this epoch and the one before was not recorded.
  package var startsSegment = false
  /// The receiver, as gpsd or a telephone names it, to compare and never to show; empty for sentences.
  package var device = ""
  /// The line of the file on which it begins, from 1.
  package var line: Int

  /// Creates an epoch without a fix.
  package init(origin: Origin, line: Int) {
    self.origin = origin
    self.line = line
  }

  /// Metres of error (95 %) for each unit of horizontal dilution, as gpsd 3.22 takes it.
  package static let errorPerDilution = 19.0
  /// Metres of error per dilution of a fix that a ground station has corrected (DGPS, SBAS).
  package static let correctedErrorPerDilution = 4.75
}

/// The heading of the receiver's compass.
package struct RecordedHeading: Hashable, Sendable {
  /// The protocol that the heading comes from.
  package var origin: RecordedEpoch.Origin
  /// Clockwise from north, in `0 ... 360`.
  package var degrees: Double
  /// From true north, as against magnetic north.
  package var isTrue: Bool
  /// The line of the file, from 1.
  package var line: Int

  /// Creates a heading.
  package init(origin: RecordedEpoch.Origin, degrees: Double, isTrue: Bool, line: Int) {
    self.origin = origin
    self.degrees = degrees
    self.isTrue = isTrue
    self.line = line
  }
}

/// An item of a recording; a reader delivers them in the order of the file.
package enum ReceiverLogItem: Hashable, Sendable {
  case epoch(RecordedEpoch)
  /// It belongs to the epoch before it.
  case heading(RecordedHeading)
  /// The day is known from here on: the midnight that the epochs of sentences so far counted from was this one, in
  /// milliseconds since 1970.
  case date(midnight: Int64)
}

/// An error in one line; the line is skipped and reading goes on.
struct LineFault: Error {
  let message: String

  init(_ message: String) { self.message = message }
}
