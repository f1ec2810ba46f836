internal import Geodesy
internal import HuntDomain

/// Finds the direction of movement in fixes, and whether there is any movement.
struct CourseSense: Sendable {
  /// A direction of movement.
  struct Measurement: Hashable, Sendable {
    let bearing: Bearing
    /// The variance of the course, in degrees squared.
    let variance: Double
    /// Seconds of the way from which it was taken; measurements that share a way have correlated errors.
    var span = 0.0
  }

  /// Metres per second below which a course is noise; slower than a stroll.
  static let walkingSpeed = 0.7
  /// Error of a receiver's velocity across the course, in metres per second (95 %, a consumer receiver in the open).
  static let velocityError = 0.3
  /// Metres of accuracy up to which a receiver's velocity is as good as in the open; beyond it errs in proportion.
  static let openSky = 15.0
  /// Half a cone, in degrees, from which on a measured course is ignored.
  static let widest = 60.0
  /// Metres that must at least lie between two fixes for the way between them to be a course; with a worse receiver
  /// as many as its error.
  static let baseline = 5.0
  /// Metres (95 %) by which two positions of a source that does not say its accuracy err against each other in the long
  /// run: recordings and scripts are smooth, however far all of them lie from the truth.
  static let unsaidWander = 2.0
  /// Correlation time, in seconds, of a receiver's errors: consecutive fixes have similar errors.
  static let memory = 30.0
  /// Degrees in a second by which a way may bend between two fixes: a corner every minute or so, anywhere on it.
  static let bend = 3.5
  /// Seconds of a way beyond which it is too long to give a course.
  static let longest = 15.0
  /// Factor on the error of a way for the bias of choosing the first one that is long enough.
  static let selection = 1.5
  /// The part of a corner within a way by which its end may leave the straight line.
  static let corner = 0.6
  /// How many times longer than its error the way between two fixes must be.
  static let margin = 1.5

  private struct Step {
    let point: Geocentric
    let fix: Fix
  }

  /// Seconds between two steps that are kept, and how many are.
  private static let spacing = Duration.milliseconds(500)
  private static let length = 120

  /// Whether the player walks, as far as the fixes tell.
  private(set) var isWalking = false
  private var steps: [Step] = []

  /// Drops the steps when the sensor goes silent: the way to its next fix is not a course.
  mutating func forget() {
    steps = []
    isWalking = false
  }

  /// The direction in which the player moves at the time of `fix`, when that can be told.
  mutating func measure(_ fix: Fix) -> Measurement? {
    if let speed = fix.speed, speed < Self.walkingSpeed {
      // A standing player has no course, whatever noise the fixes have and whatever way led here.
      isWalking = false
      steps = []
      keep(fix)
      return nil
    }
    guard let bearing = fix.course, let speed = fix.speed else { return infer(from: fix) }
    isWalking = true
    steps = []
    let error = Self.velocityError * max(1, (fix.accuracy ?? 0) / Self.openSky)
    let halfWidth = Angle.degrees(opposite: error, adjacent: speed)
    guard halfWidth <= Self.widest else { return nil }
    return Measurement(bearing: bearing, variance: CircularEstimate.variance(halfWidth: halfWidth))
  }

  /// Infers a course from the way between two fixes far enough apart, for sources that report none.
  private mutating func infer(from fix: Fix) -> Measurement? {
    defer { keep(fix) }
    let point = Geocentric(fix.position)
    for index in steps.indices.reversed() {
      let distance = steps[index].point.chord(to: point)
      let seconds = max(0, (fix.time - steps[index].fix.time) / .seconds(1))
      guard seconds <= Self.longest else { break }
      let error = Self.error(of: fix, after: seconds)
      guard distance >= max(Self.baseline, Self.margin * error) else { continue }
      isWalking = seconds <= 0 || distance / seconds >= Self.walkingSpeed
      return isWalking ? way(from: index, to: fix, distance: distance, seconds: seconds) : nil
    }
    noticeStanding(at: fix)
    return nil
  }

  /// Notices that the player stands: a walker would have come farther by now.
  private mutating func noticeStanding(at fix: Fix) {
    guard let first = steps.first else { return }
    let seconds = max(0, (fix.time - first.fix.time) / .seconds(1))
    let needed = max(Self.baseline, Self.margin * Self.error(of: fix, after: seconds))
    if seconds * Self.walkingSpeed > needed { isWalking = false }
  }

  private func way(from index: Int, to fix: Fix, distance: Double, seconds: Double) -> Measurement {
    // Choosing the first way that is long enough favours ways that errors have lengthened.
    let error = Self.selection * Self.error(of: fix, after: seconds)
    let halfWidth = Angle.degrees(opposite: error, adjacent: distance)
    let (bend, corner) = (Self.bend * seconds, Self.corner * corner(from: index, to: fix))
    return Measurement(
      bearing: steps[index].fix.position.bearing(to: fix.position),
      variance: CircularEstimate.variance(halfWidth: halfWidth) + bend * bend + corner * corner, span: seconds)
  }

  /// Degrees by which the second half of a way leaves the first.
  private func corner(from first: Int, to fix: Fix) -> Double {
    let start = steps[first].fix
    guard let middle = steps[first...].first(where: { $0.fix.time - start.time >= fix.time - $0.fix.time })?.fix,
      first < steps.count - 1
    else { return 0 }
    let (before, after) = (start.position.course(to: middle.position), middle.position.course(to: fix.position))
    return before.distance > 0 && after.distance > 0 ? before.bearing.turn(to: after.bearing) : 0
  }

  /// Metres by which the way between two fixes may be wrong.
  private static func error(of fix: Fix, after seconds: Double) -> Double {
    let accuracy = fix.accuracy ?? unsaidWander
    return accuracy * (2 * seconds / (seconds + memory)).squareRoot()
  }

  private mutating func keep(_ fix: Fix) {
    if let last = steps.last, fix.time - last.fix.time < Self.spacing { return }
    if steps.count >= Self.length { steps.removeFirst(Self.length / 4) }
    steps.append(Step(point: Geocentric(fix.position), fix: fix))
  }
}
