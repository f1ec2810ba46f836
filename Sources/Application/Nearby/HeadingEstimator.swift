internal import Geodesy
internal import HuntDomain

/// Chooses who may say where the device points: the player's keys before the compass, the compass before the
/// course, and the course only of someone who moves.
struct HeadingEstimator: Sendable {
  /// Metres per second below which a course is noise; slower than a stroll.
  static let walkingSpeed = 0.7
  /// Error of a receiver's velocity across the course, in metres per second (95 %, a consumer receiver in the open).
  static let velocityError = 0.3
  /// A compass that is silent this long has nothing more to say.
  static let compassPatience = Duration.seconds(3)
  /// Degrees by which a heading kept while standing still grows less sure in a second.
  static let drift = 2.0
  /// Metres that must at least lie between two fixes for the way between them to be a course; with a worse receiver
  /// as many as its error.
  static let baseline = 5.0

  private var manual: Bearing?
  private var compass: (heading: Heading, at: Duration)?
  private var course: (heading: Heading, at: Duration)?
  private var anchor: Fix?

  mutating func receive(_ heading: Heading, at now: Duration) { compass = (heading, now) }

  mutating func receive(_ fix: Fix, at now: Duration) {
    if let speed = fix.speed, speed < Self.walkingSpeed {
      // Who stands goes nowhere, however much the receiver trembles, and whatever way led here.
      anchor = fix
      return
    }
    guard let bearing = fix.course, let speed = fix.speed else { return infer(from: fix, at: now) }
    anchor = fix
    course = (Self.heading(bearing, error: Self.velocityError, over: speed), now)
  }

  /// The sensor fell silent: the way to where it speaks again is not a course.
  mutating func loseFix() { anchor = nil }

  mutating func turn(by degrees: Double, at now: Duration) {
    let from = manual ?? heading(at: now)?.bearing ?? .north
    manual = Bearing(degrees: from.degrees + degrees)
  }

  mutating func release() { manual = nil }

  func heading(at now: Duration) -> Heading? {
    // Someone who turns by keys looks at what they mean to look at.
    if let manual { return Heading(bearing: manual, source: .manual, uncertainty: 10) }
    if let compass, now - compass.at <= Self.compassPatience { return compass.heading }
    guard let course else { return nil }
    let waiting = max(0, (now - course.at) / .seconds(1) - 1)
    return Heading(
      bearing: course.heading.bearing, source: .course,
      uncertainty: min(90, course.heading.uncertainty + Self.drift * waiting))
  }

  /// A source without courses still moves: the way between two fixes far enough apart is one.
  private mutating func infer(from fix: Fix, at now: Duration) {
    guard let start = anchor else {
      anchor = fix
      return
    }
    let way = start.position.course(to: fix.position)
    guard way.distance >= max(Self.baseline, fix.accuracy ?? 0) else { return }
    anchor = fix
    let seconds = (fix.time - start.time) / .seconds(1)
    guard seconds <= 0 || way.distance / seconds >= Self.walkingSpeed else { return }
    course = (Self.heading(way.bearing, error: fix.accuracy ?? 2, over: way.distance), now)
  }

  private static func heading(_ bearing: Bearing, error: Double, over length: Double) -> Heading {
    Heading(bearing: bearing, source: .course, uncertainty: Angle.degrees(opposite: error, adjacent: length))
  }
}
