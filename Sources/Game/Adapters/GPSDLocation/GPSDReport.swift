package import Geodesy
package import HuntDomain
package import Numbers

/// One report of gpsd, as far as the game needs it: every number is checked, and absurd ones are dropped.
package enum GPSDReport: Hashable, Sendable {
  /// VERSION: the server is a gpsd.
  case greeting
  /// DEVICES: whether gpsd has a receiver at all.
  case devices(hasAny: Bool)
  /// DEVICE: a receiver was plugged in or out; its path as gpsd names it.
  case device(path: String, isActive: Bool)
  /// ERROR: gpsd refused the request.
  case refusal
  /// TPV: time, position, velocity.
  case position(PositionReport)
  /// SKY: satellites in view and in use, and the horizontal dilution of precision; `nil` if the report does not say.
  ///
  /// The receiver as in ``PositionReport``.
  case sky(SatelliteCount?, dilution: Double?, device: String = "")
  /// ATT: where the device points, from true and from magnetic north; `nil` if the report does not say or the number is
  /// absurd.
  case attitude(heading: Bearing?, magnetic: Bearing?)
}

/// The numbers of satellites that a receiver sees and uses.
package struct SatelliteCount: Hashable, Sendable {
  /// Satellites in view; not negative.
  package let visible: Int
  /// Satellites that the position is computed from; not negative.
  package let used: Int

  /// Creates a count.
  package init(visible: Int, used: Int) {
    self.visible = visible
    self.used = used
  }
}

/// The content of one TPV.
///
/// A receiver's epoch comes in one to four of them; ``EpochMerger`` puts them together.
package struct PositionReport: Hashable, Sendable {
  /// The kind of fix.
  package enum Mode: Hashable, Sendable {
    case noFix
    case twoD
    case threeD
  }

  /// The receiver, as gpsd names it; empty when the report does not say.
  package var device = ""
  /// The receiver's time; missing in real reports, even with a fix.
  package var utc: Timestamp?
  /// `nil` until the receiver has reported one.
  package var mode: Mode?
  /// Latitude and longitude; `nil` without a fix, or if the report has no valid ones.
  package var position: Coordinate?
  /// The accuracy in metres: `eph`, else the larger of `epx` and `epy`; see ``AccuracyProvenance`` for its source.
  package var accuracy: Double?
  /// Metres above mean sea level.
  package var altitude: Double?
  /// Metres per second.
  package var speed: Double?
  /// Direction of movement over ground, from true north; `nil` if the report does not say.
  package var course: Bearing?

  /// Creates an empty report.
  package init() {}

  /// Merges a later report of the same epoch into this one: its values win, its missing ones leave this report's.
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
