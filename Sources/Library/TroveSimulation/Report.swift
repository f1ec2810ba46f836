/// A receiver's report of one moment, and the true position.
public struct Report: Hashable, Sendable {
  /// The time of the measurement, since the walk began; never goes back.
  public let time: Duration
  /// The time at which the report is delivered, since the walk began; never goes back.
  ///
  /// At ``time``, or later after a stall.
  public let arrival: Duration
  /// The position; `nil` while the receiver works but has no fix.
  public let position: Position?
  /// Satellites that the receiver sees, used or not; `nil` if it does not say.
  public let satellitesSeen: Int?
  /// The walker's true position at the moment of the walk that the report belongs to.
  public let truth: Coordinate
}

/// A position as a receiver reports it.
public struct Position: Hashable, Sendable {
  /// The reported position, with its errors; always a place on the Earth.
  public let coordinate: Coordinate
  /// Degrees north of the equator.
  public var latitude: Double { coordinate.latitude }
  /// Degrees east of Greenwich.
  public var longitude: Double { coordinate.longitude }
  /// Metres above mean sea level.
  public let altitude: Double?
  /// Radius of the circle that holds 95 of 100 errors, in metres, as the receiver believes.
  public let accuracy: Double?
  /// Metres per second over ground; never negative.
  public let speed: Double?
  /// Direction of movement, in degrees clockwise from true north, in `0 ..< 360`.
  public let course: Double?
  /// Satellites that the position was computed from.
  public let satellitesUsed: Int?
  /// Whether the receiver has four satellites or more, and so an altitude if it is known (mode 3D).
  public let isThreeDimensional: Bool
  /// Milliseconds since 1970-01-01T00:00:00Z, as the receiver believes; walks begin at the start of 2026.
  public let milliseconds: Int64?
}
