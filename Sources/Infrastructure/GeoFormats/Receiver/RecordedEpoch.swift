package import Geodesy

/// A receiver's report of one moment: its position, or that it had none.
package struct RecordedEpoch: Hashable, Sendable {
  /// The protocol of a recording that an epoch comes from.
  package enum Origin: Hashable, Sendable {
    /// Sentences of NMEA 0183, the receiver's own.
    case nmea
    /// Reports of gpsd, which has merged and judged the receiver's sentences already.
    case gpsd
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
  /// The receiver, as gpsd names it, to compare and never to show; empty for sentences.
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
