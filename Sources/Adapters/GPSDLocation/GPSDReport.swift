package import Geodesy
package import HuntDomain

/// One report of gpsd, as far as the hunt needs it: every number checked, whatever was absurd left out.
package enum GPSDReport: Hashable, Sendable {
  /// VERSION: who answers is a gpsd.
  case greeting
  /// DEVICES: whether gpsd has a receiver at all.
  case devices(hasAny: Bool)
  /// DEVICE: a receiver was plugged in or out; its path as gpsd names it.
  case device(path: String, isActive: Bool)
  /// ERROR: gpsd refuses what it was asked for.
  case refusal
  /// TPV: time, position, velocity.
  case position(PositionReport)
  /// SKY: satellites in view and in use, and the horizontal dilution of precision; nothing where the report does not
  /// say.
  case sky(SatelliteCount?, dilution: Double?)
  /// ATT: where the device points, from true and from magnetic north; nothing where the report does not say or the
  /// number is absurd.
  case attitude(heading: Bearing?, magnetic: Bearing?)
}

/// How many satellites a receiver sees, and how many of them it uses.
package struct SatelliteCount: Hashable, Sendable {
  package let visible: Int
  package let used: Int

  /// Creates a count.
  package init(visible: Int, used: Int) {
    self.visible = visible
    self.used = used
  }
}

/// What one TPV says.
///
/// A receiver's epoch comes in one to four of them; ``EpochMerger`` puts them together.
package struct PositionReport: Hashable, Sendable {
  /// What kind of fix the receiver has.
  package enum Mode: Hashable, Sendable {
    case noFix
    case twoD
    case threeD
  }

  /// The receiver, as gpsd names it; empty when the report does not say.
  package var device = ""
  /// The receiver's time; missing in real reports, even with a fix.
  package var utc: Timestamp?
  /// Nothing when the receiver has not said yet.
  package var mode: Mode?
  package var position: Coordinate?
  /// Metres: `eph`, else the larger of `epx` and `epy`; who says so is a matter of ``AccuracyProvenance``.
  package var accuracy: Double?
  /// Metres above mean sea level.
  package var altitude: Double?
  /// Metres per second.
  package var speed: Double?
  package var course: Bearing?

  /// Creates a report that says nothing.
  package init() {}

  /// Lays a later report of the same epoch over this one: what it says counts, what it leaves out stays.
  package mutating func merge(_ later: PositionReport) {
    mode = later.mode ?? mode
    position = later.position ?? position
    accuracy = later.accuracy ?? accuracy
    altitude = later.altitude ?? altitude
    speed = later.speed ?? speed
    course = later.course ?? course
  }

  /// The fix, if this is one: a mode of at least 2D and a position.
  ///
  /// An altitude counts in 3D only; gpsd promises none in 2D.
  package func fix(
    at time: Duration, satellites: SatelliteCount? = nil, accuracySource: Fix.AccuracySource? = nil
  ) -> Fix? {
    guard let mode, mode != .noFix, let position else { return nil }
    return Fix(
      position: position, time: time, utc: utc, mode: mode == .threeD ? .threeD : .twoD, accuracy: accuracy,
      accuracySource: accuracySource, altitude: mode == .threeD ? altitude : nil, speed: speed, course: course,
      satellitesUsed: satellites?.used, satellitesSeen: satellites?.visible)
  }
}
