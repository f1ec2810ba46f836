package import Geodesy

/// The true position and movement of a simulated player at one moment.
package struct Truth: Hashable, Sendable {
  /// Where the player really is.
  package var position: Coordinate
  /// Metres above mean sea level; `nil` if unknown, and then no report has an altitude.
  package var altitude: Double?
  /// Metres per second over ground.
  package var speed: Double
  /// Direction of movement; `nil` while standing.
  package var course: Bearing?
  /// Since the simulation began.
  package var time: Duration

  /// Creates the truth of one moment.
  package init(position: Coordinate, altitude: Double? = nil, speed: Double = 0, course: Bearing? = nil, time: Duration)
  {
    self.position = position
    self.altitude = altitude
    self.speed = speed
    self.course = course
    self.time = time
  }
}
