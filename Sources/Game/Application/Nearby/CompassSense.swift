internal import Geodesy

/// The state of the compass: how much its readings scatter, and its offset.
///
/// A compass errs in two ways. Its readings scatter, which averages away; and it is mounted crooked, held askew or
/// near iron, which does not. The second is the offset, which only other sources reveal: the course of a walking
/// player, a place that the player faces, the player's keys.
struct CompassSense: Sendable {
  /// A compass without readings for this long is ignored.
  static let patience = Duration.seconds(3)
  /// Degrees squared by which an offset changes in a second: what lies around the compass, and how it is held.
  static let offsetDrift = 0.1
  /// Correlation time, in seconds, of a course's error; within it, further courses teach nothing new about the offset.
  static let lesson = 10.0
  /// Variance, in degrees squared, beyond which a course is too uncertain to learn from.
  static let worst = 600.0
  /// Seconds over which a difference between compass and course is averaged before it is reported.
  static let doubt = 5.0
  /// Degrees of such a difference below which compass and course do not count as contradictory.
  static let dispute = 25.0

  /// When the last reading came; `nil` before the first.
  private(set) var heard: Duration?
  /// The compass's offset, clockwise: its reading minus the true bearing.
  private(set) var offset = CircularEstimate(.north, variance: 0)
  /// Degrees squared by which one reading scatters.
  private(set) var noise = 0.0
  /// The average difference, in degrees, between compass and course that the offset does not explain.
  private(set) var difference = 0.0
  /// Whether the difference is more than chance.
  private(set) var isDisputed = false

  /// The variance of the offset before anything is learned, from the sensor's own uncertainty.
  private var prior = 0.0
  private var last: Bearing?

  /// The variance, in degrees squared, of a reading before anything is learned.
  var ownVariance: Double { prior + noise }

  /// Whether the compass has given a reading recently enough at `now`.
  func isFresh(at now: Duration) -> Bool { heard.map { now - $0 <= Self.patience } ?? false }

  /// Takes a reading and learns the scatter from its difference to the previous one.
  mutating func hear(_ reading: MagneticSense.Reading, halfWidth: Double, at now: Duration) {
    let stated = CircularEstimate.variance(halfWidth: halfWidth)
    let isFirst = heard == nil
    prior = stated + reading.declinationVariance
    if isFirst { offset = CircularEstimate(.north, variance: prior) }
    if let heard { age(by: (now - heard) / .seconds(1)) }
    let scatter = stated * reading.unrest * reading.unrest
    if let last, isFresh(at: now) {
      let step = last.turn(to: reading.bearing)
      // A turn is not scatter: limit each step to three deviations.
      noise += 0.05 * (min(step * step, 9 * noise) / 2 - noise)
    } else {
      noise = scatter
    }
    noise = min(900, max(noise, scatter / 4))
    last = reading.bearing
    heard = now
  }

  /// The reading that the compass would show for a true bearing.
  func shown(_ bearing: Bearing) -> Bearing { Bearing(degrees: bearing.degrees + offset.bearing.degrees) }

  /// The true bearing of a reading, with the compass's offset removed.
  func corrected(_ reading: Bearing) -> Bearing { Bearing(degrees: reading.degrees - offset.bearing.degrees) }

  /// Learns the compass's offset from a course, `seconds` after the last one; returns the Kalman gain, from 0 to 1.
  ///
  /// - Parameter other: degrees squared by which the compass' reading itself may scatter.
  mutating func learn(
    _ course: CourseSense.Measurement, from reading: Bearing, variance other: Double, after seconds: Double
  ) -> Double {
    let variance = course.variance + other
    guard variance <= Self.worst else { return 0 }
    let measured = Bearing(degrees: reading.degrees - course.bearing.degrees)
    let surprise = offset.bearing.turn(to: measured)
    // One course counts as one second at most, also after a long silence; a course over a long way counts nothing,
    // because it comes too late.
    let weight = course.span <= Self.doubt ? min(1, seconds) : 0
    difference += weight / (weight + Self.doubt) * (surprise - difference)
    let expected = (offset.variance + variance).squareRoot()
    isDisputed = abs(difference) > max(Self.dispute, 2.5 * expected)
    let gain = offset.take(
      measured, variance: variance * max(1, max(Self.lesson, 2 * course.span) / max(0.01, seconds)))
    // Either may be right: both must lie in the cone.
    let between = 1.1 * max(abs(difference), abs(surprise))
    if isDisputed { offset.loosen(to: CircularEstimate.variance(halfWidth: between)) }
    return gain
  }

  /// Learns the offset from a known true bearing at the compass's first reading; returns how much of it was taken.
  mutating func compare(with known: CircularEstimate, from reading: Bearing) -> Double {
    let measured = Bearing(degrees: reading.degrees - known.bearing.degrees)
    let variance = known.variance + noise
    let surprise = offset.bearing.turn(to: measured)
    // A contradiction beyond three deviations means that the two are not of the same moment.
    guard surprise * surprise <= 9 * (offset.variance + variance) else { return 0 }
    return offset.take(measured, variance: variance)
  }

  /// Learns the offset from a true bearing that the player entered while the compass shows `reading`.
  mutating func learn(truth: Bearing, from reading: Bearing, variance: Double) {
    let measured = Bearing(degrees: reading.degrees - truth.degrees)
    let surprise = offset.bearing.turn(to: measured)
    if surprise * surprise > 9 * (offset.variance + variance) {
      offset = CircularEstimate(measured, variance: variance)
    } else {
      offset.take(measured, variance: variance, floor: variance)
    }
    settle()
  }

  /// Shifts the offset by a turn that the player made by keys: the compass is off by that much.
  mutating func correct(by degrees: Double, variance: Double) {
    offset.rotate(by: -degrees)
    offset.grow(by: variance)
    settle()
  }

  /// Resets the offset to its prior.
  mutating func reset() {
    offset = CircularEstimate(.north, variance: prior)
    settle()
  }

  private mutating func settle() {
    difference = 0
    isDisputed = false
  }

  /// Ages the learned offset: its variance grows with time, up to the prior.
  private mutating func age(by seconds: Double) {
    guard offset.variance < prior else { return }
    offset.grow(by: min(prior - offset.variance, Self.offsetDrift * max(0, seconds)))
  }
}
