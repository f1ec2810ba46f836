package import Geodesy
package import Numbers

/// One position report of a sensor: where, when, how good.
package struct Fix: Hashable, Sendable {
  /// The dimensions of a fix.
  package enum Mode: Hashable, Sendable {
    /// Latitude and longitude only.
    case twoD
    /// Latitude, longitude and altitude.
    case threeD
  }

  /// The origin of a position's accuracy.
  package enum AccuracySource: String, Hashable, Sendable {
    /// The receiver's own estimate of its error.
    case receiver
    /// Computed from the dilution of precision, because the receiver reports no accuracy.
    case dilution
    /// The average of a stay: the larger of the receiver's circle and the scatter of its positions, over the root of
    /// how many of them are independent, and never less than half of that.
    case average
    /// The simulation, which knows the true error.
    case simulation
  }

  /// Radius of the circle that holds 95 of 100 errors, in deviations of one axis (Rayleigh distribution:
  /// √(-2 ln 0.05)).
  package static let circleDeviations = 2.448
  /// Metres of the error circle (95 %) of a source that does not say: a consumer receiver among houses, and a recorder
  /// that at times is late.
  package static let assumedAccuracy = 12.0

  /// Where the device is: as the source reports it, or the average of a stay.
  package var position: Coordinate
  /// Since the subscription began, by the source's own clock; never goes back from one fix to the next.
  package var time: Duration
  /// The time that the receiver or the recording reports; may be missing, wrong, and go back.
  package var utc: Timestamp?
  /// Whether the fix has a height: 2D or 3D.
  package var mode: Mode
  /// Radius of the error circle, in metres, as the source estimates it; missing when it does not say.
  package var accuracy: Double?
  /// The origin of the accuracy; `nil` without an accuracy, or if the source does not name one.
  package var accuracySource: AccuracySource?
  /// Metres above mean sea level.
  package var altitude: Double?
  /// Metres per second over ground; never negative.
  package var speed: Double?
  /// Direction of movement over ground.
  package var course: Bearing?
  /// Satellites that the fix was computed from.
  package var satellitesUsed: Int?
  /// Satellites that the receiver saw at that time.
  package var satellitesSeen: Int?
  /// The stay of which the position is the average; `nil` for a single report.
  package var averaged: Averaging?

  /// Creates a fix; values that are missing, not finite, or negative where that makes no sense become `nil`.
  package init(
    position: Coordinate, time: Duration, utc: Timestamp? = nil, mode: Mode = .threeD, accuracy: Double? = nil,
    accuracySource: AccuracySource? = nil, altitude: Double? = nil, speed: Double? = nil, course: Bearing? = nil,
    satellitesUsed: Int? = nil, satellitesSeen: Int? = nil
  ) {
    self.position = position
    self.time = time
    self.utc = utc
    self.mode = mode
    self.accuracy = accuracy.flatMap { $0.isFinite && $0 >= 0 ? $0 : nil }
    self.accuracySource = self.accuracy == nil ? nil : accuracySource
    self.altitude = altitude.flatMap { $0.isFinite ? $0 : nil }
    self.speed = speed.flatMap { $0.isFinite && $0 >= 0 ? $0 : nil }
    self.course = course
    self.satellitesUsed = satellitesUsed
    self.satellitesSeen = satellitesSeen
  }
}

/// The stay that an averaged fix stands for.
package struct Averaging: Hashable, Sendable {
  /// How many fixes; at least ``StandingAverage/fewest``.
  package let count: Int
  /// From the first of them to the last.
  package let duration: Duration
}
