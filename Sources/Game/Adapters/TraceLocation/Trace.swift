package import Geodesy
package import HuntDomain
package import Numbers

/// A recording of a walk: fixes in segments between which the receiver had none, and where a compass pointed meanwhile.
package struct Trace: Hashable, Sendable {
  /// The kind of recorder, which decides how the time between two points is played.
  package enum Origin: Hashable, Sendable {
    /// Points of a way, as GPX has them: those of a segment follow one another without a break.
    case way
    /// Reports of a receiver: between them nothing is filled in.
    case receiver
  }

  /// One recorded position.
  package struct Point: Hashable, Sendable {
    /// Where the recorder was.
    package var position: Coordinate
    /// The recorder's clock; see ``hasDate``.
    package var utc: Timestamp?
    /// Whether the recording knows the day.
    ///
    /// Without it ``utc`` counts from an unknown midnight: it tells how long things took, and is not passed on.
    package var hasDate: Bool
    /// The civil time; `nil` if the recording does not know the day.
    var date: Timestamp? { hasDate ? utc : nil }
    /// `nil` if the recording does not say; an altitude then makes it 3D.
    package var mode: Fix.Mode?
    /// Metres above mean sea level.
    package var altitude: Double?
    /// Metres per second over ground.
    package var speed: Double?
    /// Direction of movement over ground, from true north.
    package var course: Bearing?
    /// Radius of the error circle, in metres.
    package var accuracy: Double?
    /// The origin of the accuracy; `nil` without an accuracy, or if the recording does not say.
    package var accuracySource: Fix.AccuracySource?
    /// Satellites that the position was computed from.
    package var satellitesUsed: Int?
    /// Satellites that the receiver saw.
    package var satellitesSeen: Int?

    /// Creates a point; values that the recording lacks are `nil`.
    package init(
      position: Coordinate, utc: Timestamp? = nil, hasDate: Bool = true, mode: Fix.Mode? = nil,
      altitude: Double? = nil, speed: Double? = nil, course: Bearing? = nil, accuracy: Double? = nil,
      accuracySource: Fix.AccuracySource? = nil, satellitesUsed: Int? = nil, satellitesSeen: Int? = nil
    ) {
      self.position = position
      self.utc = utc
      self.hasDate = hasDate
      self.mode = mode
      self.altitude = altitude
      self.speed = speed
      self.course = course
      self.accuracy = accuracy
      self.accuracySource = accuracySource
      self.satellitesUsed = satellitesUsed
      self.satellitesSeen = satellitesSeen
    }
  }

  /// A moment at which the receiver looked for satellites and had no position.
  package struct Search: Hashable, Sendable {
    /// The recorder's clock; `nil` if the recording does not say.
    package var utc: Timestamp?
    /// Satellites in view; `nil` if the recording does not say.
    package var satellitesInView: Int?

    /// Creates a moment.
    package init(utc: Timestamp? = nil, satellitesInView: Int? = nil) {
      self.utc = utc
      self.satellitesInView = satellitesInView
    }
  }

  /// A compass heading and its time.
  package struct TimedHeading: Hashable, Sendable {
    /// What the compass said.
    package var heading: Heading
    /// The place of the point that it came with or after, counted through all segments.
    ///
    /// Receivers give no time with it: those of one point are spread evenly over the time until the next.
    package var point: Int

    /// Creates a heading.
    package init(_ heading: Heading, point: Int) {
      self.heading = heading
      self.point = point
    }
  }

  /// The kind of recorder.
  package let origin: Origin
  /// The segments, each with at least one point.
  package let segments: [[Point]]
  /// The searches before each segment, and after the last: always one list more than there are segments.
  package let searches: [[Search]]
  /// The headings, in the order of the recording.
  package let headings: [TimedHeading]

  /// A recording; empty segments are left out, and the searches around them come together.
  ///
  /// - Parameter searches: those before each segment and after the last; missing ones are none.
  package init(
    segments: [[Point]], searches: [[Search]] = [], headings: [TimedHeading] = [], origin: Origin = .way
  ) {
    var kept: [[Point]] = []
    var before: [[Search]] = [[]]
    for (index, segment) in segments.enumerated() {
      if searches.indices.contains(index) { before[before.count - 1] += searches[index] }
      guard !segment.isEmpty else { continue }
      kept.append(segment)
      before.append([])
    }
    if searches.count > segments.count { before[before.count - 1] += searches[segments.count] }
    self.origin = origin
    self.segments = kept
    self.searches = before
    self.headings = headings
  }

  /// The number of points in all segments.
  package var count: Int { segments.reduce(0) { $0 + $1.count } }
}
