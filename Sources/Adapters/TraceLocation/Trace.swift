package import Geodesy
package import HuntDomain

/// A recording of fixes, in segments between which the receiver was silent.
package struct Trace: Hashable, Sendable {
  /// One recorded position.
  package struct Point: Hashable, Sendable {
    package var position: Coordinate
    package var utc: Timestamp?
    package var altitude: Double?
    package var speed: Double?
    package var course: Bearing?
    package var accuracy: Double?

    /// Creates a point; what the recording does not say stays nothing.
    package init(
      position: Coordinate, utc: Timestamp? = nil, altitude: Double? = nil, speed: Double? = nil,
      course: Bearing? = nil, accuracy: Double? = nil
    ) {
      self.position = position
      self.utc = utc
      self.altitude = altitude
      self.speed = speed
      self.course = course
      self.accuracy = accuracy
    }
  }

  /// None of them empty.
  package let segments: [[Point]]

  /// A recording; empty segments are left out.
  package init(segments: [[Point]]) { self.segments = segments.filter { !$0.isEmpty } }

  /// How many points there are in all segments.
  package var count: Int { segments.reduce(0) { $0 + $1.count } }
}
