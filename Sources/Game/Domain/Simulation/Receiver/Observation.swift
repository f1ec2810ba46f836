package import Geodesy
package import HuntDomain
internal import Numbers

/// A simulated receiver's report at one moment.
package enum Observation: Hashable, Sendable {
  /// A position.
  case fix(Fix)
  /// The receiver works and has no position; how many satellites it sees, where it says so.
  case nothing(satellitesSeen: Int?)

  /// The position, when there is one.
  package var fix: Fix? {
    if case .fix(let fix) = self { fix } else { nil }
  }
}

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

/// A receiver's report, and the time at which it arrives.
package struct Moment: Hashable, Sendable {
  /// Since the beginning; a fix says the same.
  package let time: Duration
  /// The report; if it is a fix, its time is ``time``.
  package internal(set) var observation: Observation

  /// Creates the moment `time`, which becomes a fix's own.
  package init(time: Duration, _ observation: Observation) {
    (self.time, self.observation) = (time, observation)
    guard case .fix(var fix) = observation, fix.time != time else { return }
    fix.time = time
    self.observation = .fix(fix)
  }

  /// The moment moved to `time`; the civil time of its fix moves by the same amount.
  func moved(to time: Duration) -> Moment {
    guard case .fix(var fix) = observation else { return Moment(time: time, observation) }
    fix.utc = fix.utc?.advanced(by: time - self.time)
    return Moment(time: time, .fix(fix))
  }
}
