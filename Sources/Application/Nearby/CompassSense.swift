internal import Geodesy

/// What is known of the compass: how much it trembles, and by how much it is off.
///
/// A compass errs in two ways. Its readings scatter, which averages away; and it is mounted crooked, held askew or
/// near iron, which does not. The second is the offset, and only others can tell it: the course of someone who walks,
/// a place that the player faces, the player's keys.
struct CompassSense: Sendable {
  /// A compass that is silent this long has nothing more to say.
  static let patience = Duration.seconds(3)
  /// Degrees squared by which an offset changes in a second: what lies around the compass, and how it is held.
  static let offsetDrift = 0.1
  /// Seconds in which the error of a course becomes another one; before, it teaches nothing new about the offset.
  static let lesson = 10.0
  /// Degrees squared of a course that is too vague to teach anything.
  static let worst = 600.0
  /// Seconds over which a difference between compass and course is averaged before anything is said of it.
  static let doubt = 5.0
  /// Degrees of such a difference below which nobody is accused.
  static let dispute = 25.0

  /// When the last reading came; nothing before the first.
  private(set) var heard: Duration?
  /// How far the compass shows too much, clockwise.
  private(set) var offset = CircularEstimate(.north, variance: 0)
  /// Degrees squared by which one reading scatters.
  private(set) var noise = 0.0
  /// Degrees, on an average, by which compass and course differ more than the offset explains.
  private(set) var difference = 0.0
  /// Whether that is more than chance.
  private(set) var isDisputed = false

  /// The variance of an offset of which nothing was learned, by what the sensor says of itself.
  private var prior = 0.0
  private var last: Bearing?

  /// Degrees squared by which a reading errs of which nothing was learned.
  var ownVariance: Double { prior + noise }

  /// Whether there is a compass at `now`.
  func isFresh(at now: Duration) -> Bool { heard.map { now - $0 <= Self.patience } ?? false }

  /// Hears a reading; its scatter is learned from how much one differs from the next.
  mutating func hear(_ reading: MagneticSense.Reading, halfWidth: Double, at now: Duration) {
    let stated = CircularEstimate.variance(halfWidth: halfWidth)
    let isFirst = heard == nil
    prior = stated + reading.declinationVariance
    if isFirst { offset = CircularEstimate(.north, variance: prior) }
    if let heard { age(by: (now - heard) / .seconds(1)) }
    let scatter = stated * reading.unrest * reading.unrest
    if let last, isFresh(at: now) {
      let step = last.turn(to: reading.bearing)
      // A turn is no scatter: one step may not say more than three deviations.
      noise += 0.05 * (min(step * step, 9 * noise) / 2 - noise)
    } else {
      noise = scatter
    }
    noise = min(900, max(noise, scatter / 4))
    last = reading.bearing
    heard = now
  }

  /// What the compass would show of a true bearing.
  func shown(_ bearing: Bearing) -> Bearing { Bearing(degrees: bearing.degrees + offset.bearing.degrees) }

  /// What a reading says of the true bearing.
  func corrected(_ reading: Bearing) -> Bearing { Bearing(degrees: reading.degrees - offset.bearing.degrees) }

  /// Learns from a course, `seconds` after the last one, what a compass that shows `reading` is off by; returns how much
  /// of what was known before that replaces: 0 is nothing, 1 is all.
  ///
  /// - Parameter other: degrees squared by which the compass' reading itself may scatter.
  mutating func learn(
    _ course: CourseSense.Measurement, from reading: Bearing, variance other: Double, after seconds: Double
  ) -> Double {
    let variance = course.variance + other
    guard variance <= Self.worst else { return 0 }
    let measured = Bearing(degrees: reading.degrees - course.bearing.degrees)
    let surprise = offset.bearing.turn(to: measured)
    // After a long silence one course is still one voice; and a long way tells too late where somebody looked.
    let weight = course.span <= Self.doubt ? min(1, seconds) : 0
    difference += weight / (weight + Self.doubt) * (surprise - difference)
    let expected = (offset.variance + variance).squareRoot()
    isDisputed = abs(difference) > max(Self.dispute, 2.5 * expected)
    let gain = offset.take(
      measured, variance: variance * max(1, max(Self.lesson, 2 * course.span) / max(0.01, seconds)))
    // Nobody knows yet who is right: both must lie in the cone.
    let between = 1.1 * max(abs(difference), abs(surprise))
    if isDisputed { offset.loosen(to: CircularEstimate.variance(halfWidth: between)) }
    return gain
  }

  /// Another has said what the true bearing is, when the compass begins to speak; returns how much of it was taken.
  mutating func compare(with known: CircularEstimate, from reading: Bearing) -> Double {
    let measured = Bearing(degrees: reading.degrees - known.bearing.degrees)
    let variance = known.variance + noise
    let surprise = offset.bearing.turn(to: measured)
    // Who contradicts each other that much does not speak of the same moment.
    guard surprise * surprise <= 9 * (offset.variance + variance) else { return 0 }
    return offset.take(measured, variance: variance)
  }

  /// The player says what the true bearing is while the compass shows `reading`.
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

  /// The player turns by keys although there is a compass: so it is off by as much.
  mutating func correct(by degrees: Double, variance: Double) {
    offset.rotate(by: -degrees)
    offset.grow(by: variance)
    settle()
  }

  /// Forgets all that was said and learned about the offset.
  mutating func reset() {
    offset = CircularEstimate(.north, variance: prior)
    settle()
  }

  private mutating func settle() {
    difference = 0
    isDisputed = false
  }

  /// An offset that was learned is forgotten little by little, up to what the sensor says of itself.
  private mutating func age(by seconds: Double) {
    guard offset.variance < prior else { return }
    offset.grow(by: min(prior - offset.variance, Self.offsetDrift * max(0, seconds)))
  }
}
