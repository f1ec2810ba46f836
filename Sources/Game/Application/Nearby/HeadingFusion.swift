internal import Geodesy
internal import HuntDomain

/// Fuses all sources of the player's heading: a compass, the course while walking, the player's keys, and a place that
/// they face.
///
/// It holds one direction with its variance. A compass is averaged as fast as people turn, and its offset is learned
/// from the course; without a compass, the course is the heading. The variance grows with time: slowly while walking,
/// faster while standing, where people look around.
struct HeadingFusion: Sendable {
  /// Variance, in degrees squared, by which the heading drifts from the course in a second of walking.
  static let walkingDrift = 25.0
  /// The drift of the heading while standing, when no sensor would notice a turn.
  static let standingDrift = 144.0
  /// The drift of the heading of a player who enters their turns by keys.
  static let toldDrift = 16.0
  /// The drift of the heading within ``agility`` after a turn was noticed, because turns go on.
  static let turningDrift = 900.0
  /// How long a walk may go without fixes before it counts as standing.
  static let silence = Duration.seconds(2)
  static let agility = Duration.milliseconds(1500)
  /// Variance, in degrees squared, of the angle between a walker's device and the course; constant during a walk.
  static let carriage = 36.0
  /// Half the cone, in degrees, of a heading set by facing a place.
  static let facing = 6.0
  /// Half the cone, in degrees, of a heading that begins with a turn by keys, before any reading.
  static let guess = 45.0
  /// Deviations from the estimate at which one measurement, or an average of some, counts as a turn.
  static let surprise = (once: 3.0, often: 1.3)

  private var belief: CircularEstimate?
  /// The compass offset's part of the variance, which readings do not reduce.
  private var offsetVariance = 0.0
  /// The time up to which the variance has been advanced.
  private var updated = Duration.zero
  /// The time of the last reading, and the usual interval in seconds between two.
  private var heard: Duration?
  private var interval = 0.0
  private var turningUntil = Duration.zero
  private var trend = 0.0
  /// The heading from the sensors alone, and the time of their last reading.
  private var sensed: (belief: CircularEstimate, at: Duration)?
  private var courseHeard: Duration?
  /// The heading that the player entered, as long as it is more certain than the sensors.
  private var claim: Claim?
  private var speaker = Heading.Source.course
  private var compass = CompassSense()
  private var course = CourseSense()
  private var magnetism = MagneticSense()

  /// A heading that the player entered.
  private struct Claim: Sendable {
    let source: Heading.Source
    /// The weight that it keeps against the sensors, in `0 ... 1`.
    var weight = 1.0
    /// Whether it was entered while a compass was present, and turns with it.
    let isOfCompass: Bool
    /// When the player made it.
    let at: Duration
  }

  // MARK: - Readings

  mutating func receive(_ heading: Heading, at now: Duration) {
    switch heading.source {
    case .compass: hear(heading, at: now)
    case .course:
      advance(to: now)
      follow(.init(bearing: heading.bearing, variance: CircularEstimate.variance(halfWidth: heading.uncertainty)), now)
    case .manual, .landmark: face(heading, at: now)
    }
  }

  mutating func receive(_ fix: Fix, at now: Duration) {
    advance(to: now)
    magnetism.note(fix)
    guard let measured = course.measure(fix) else { return }
    follow(
      .init(bearing: measured.bearing, variance: measured.variance + Self.carriage, span: measured.span), now)
  }

  mutating func loseFix() { course.forget() }

  /// Resets the estimate for another device: it has its own compass and errors, in the same magnetic field.
  mutating func changeSource() {
    let field = magnetism
    self = HeadingFusion()
    magnetism = field
  }

  /// Turns the heading by `degrees` to the right, as the player did by keys.
  mutating func turn(by degrees: Double, at now: Duration) {
    guard degrees.isFinite else { return }
    advance(to: now)
    let error = 2 + 0.1 * min(180, abs(degrees))
    if belief == nil { belief = CircularEstimate(.north, halfWidth: Self.guess) }
    belief?.rotate(by: degrees)
    claim = Claim(source: .manual, isOfCompass: compass.isFresh(at: now), at: now)
    if compass.isFresh(at: now) {
      compass.correct(by: degrees, variance: error * error)
      offsetVariance = compass.offset.variance
    } else {
      belief?.grow(by: error * error)
    }
  }

  /// Returns the heading to the sensors.
  mutating func release(at now: Duration) {
    advance(to: now)
    claim = nil
    if compass.isFresh(at: now), let belief {
      let reading = compass.shown(belief.bearing)
      compass.reset()
      self.belief = CircularEstimate(compass.corrected(reading), variance: belief.variance)
      offsetVariance = compass.offset.variance
    } else {
      compass.reset()
      belief = sensed?.belief
      let growth = sensed.map { drift(from: $0.at, to: now) } ?? 0
      belief?.grow(by: growth)
    }
  }

  // MARK: - The estimate

  /// The heading at `now`, with the uncertainty that it will have until the next reading; `nil` before the first
  /// reading.
  func heading(at now: Duration) -> Heading? {
    var fusion = self
    // A cone that shrank with every reading and grew until the next would only flicker.
    let next = heard.map { $0 + .seconds(interval) } ?? now
    fusion.advance(to: max(now, next))
    guard var belief = fusion.belief else { return nil }
    belief.grow(by: fusion.offsetVariance)
    let isDisputed = compass.isDisputed && compass.isFresh(at: now)
    return Heading(
      bearing: belief.bearing, source: claim?.source ?? fusion.speaker, uncertainty: belief.halfWidth,
      dispute: isDisputed ? abs(compass.difference) : nil)
  }

  /// Time since the last reading of the source that ``heading(at:)`` names; `nil` before the first reading.
  func age(at now: Duration) -> Duration? { (claim?.at ?? heard).map { max(.zero, now - $0) } }

  /// Degrees that a compass needle points east of true north at the player's position; `nil` if unknown.
  var declination: Double? { magnetism.declination }

  /// Lets the variance grow up to `now`.
  private mutating func advance(to now: Duration) {
    if !compass.isFresh(at: now), offsetVariance > 0 {
      belief?.grow(by: offsetVariance)
      offsetVariance = 0
    }
    guard now > updated else { return }
    let growth = drift(from: updated, to: now)
    belief?.grow(by: growth)
    updated = now
  }

  private func drift(from start: Duration, to end: Duration) -> Double {
    let turning = max(0, (min(end, turningUntil) - start) / .seconds(1))
    let rest = max(0, (end - start) / .seconds(1) - turning)
    return turning * Self.turningDrift + rest * usualDrift(at: start)
  }

  private func usualDrift(at now: Duration) -> Double {
    // A walk without fixes may have turned a corner.
    if course.isWalking, let heard, now - heard <= Self.silence { return Self.walkingDrift }
    return claim?.source == .manual && offsetVariance == 0 ? Self.toldDrift : Self.standingDrift
  }

  // MARK: - Taking measurements

  private mutating func hear(_ heading: Heading, at now: Duration) {
    advance(to: now)
    guard let reading = magnetism.reading(heading) else { return }
    let wasFresh = compass.isFresh(at: now)
    compass.hear(reading, halfWidth: heading.uncertainty, at: now)
    if !wasFresh, let belief {
      // A heading from another source gives the compass's offset at once; the compass's own last reading does not.
      let isOwn = speaker == .compass && claim?.isOfCompass != false
      let gain = isOwn ? 0 : compass.compare(with: belief, from: reading.bearing)
      // A heading that the player entered while the compass was silent stays as far as the compass has adopted it.
      if claim?.isOfCompass == false { hold(claim: gain, asOfCompass: true) }
      self.belief = nil
    }
    let bearing = compass.corrected(reading.bearing)
    if belief == nil { belief = CircularEstimate(bearing, variance: compass.noise) }
    track(bearing, variance: compass.noise, floor: compass.noise / 2, at: now)
    offsetVariance = compass.offset.variance
    sensed = (CircularEstimate(reading.bearing, variance: compass.ownVariance), now)
    note(.compass, at: now)
  }

  /// Keeps a part of the player's claim; below half, the sensors determine the heading.
  private mutating func hold(claim part: Double, asOfCompass isOfCompass: Bool) {
    guard let old = claim else { return }
    let weight = old.weight * part
    claim = weight < 0.5 ? nil : Claim(source: old.source, weight: weight, isOfCompass: isOfCompass, at: old.at)
  }

  /// Takes a course: a walking player looks where they go, unless a compass says otherwise.
  private mutating func follow(_ measured: CourseSense.Measurement, _ now: Duration) {
    let seconds = courseHeard.map { max(0, (now - $0) / .seconds(1)) } ?? 1
    courseHeard = now
    if compass.isFresh(at: now), let belief {
      let reading = compass.shown(belief.bearing)
      let gain = compass.learn(
        measured, from: reading, variance: belief.variance, after: min(CompassSense.lesson, seconds))
      if let claim { hold(claim: 1 - gain, asOfCompass: claim.isOfCompass) }
      self.belief = CircularEstimate(compass.corrected(reading), variance: belief.variance)
      offsetVariance = compass.offset.variance
    } else {
      if belief == nil { belief = CircularEstimate(measured.bearing, variance: CircularEstimate.nothingKnown) }
      let gain = track(measured.bearing, variance: measured.variance, floor: measured.variance, at: now)
      if let claim { hold(claim: 1 - gain, asOfCompass: claim.isOfCompass) }
      sense(measured, at: now)
      note(.course, at: now)
    }
  }

  /// Takes a course into the heading from the sensors alone.
  private mutating func sense(_ measured: CourseSense.Measurement, at now: Duration) {
    guard case (var belief, let last)? = sensed else {
      return sensed = (CircularEstimate(measured.bearing, variance: measured.variance), now)
    }
    belief.grow(by: drift(from: last, to: max(last, now)))
    let surprise = belief.bearing.turn(to: measured.bearing)
    let expected = (belief.variance + measured.variance).squareRoot()
    if abs(surprise) > Self.surprise.once * expected { belief.grow(by: surprise * surprise) }
    belief.take(measured.bearing, variance: measured.variance, floor: measured.variance)
    sensed = (belief, now)
  }

  /// Takes a heading that the player entered.
  private mutating func face(_ heading: Heading, at now: Duration) {
    advance(to: now)
    let variance = CircularEstimate.variance(halfWidth: heading.uncertainty)
    claim = Claim(source: heading.source, isOfCompass: compass.isFresh(at: now), at: now)
    if compass.isFresh(at: now), let old = belief {
      let reading = compass.shown(old.bearing)
      compass.learn(truth: heading.bearing, from: reading, variance: variance + old.variance)
      belief = CircularEstimate(compass.corrected(reading), variance: old.variance)
      offsetVariance = compass.offset.variance
      return
    }
    guard let old = belief, abs(old.bearing.turn(to: heading.bearing)) <= 3 * (old.variance + variance).squareRoot()
    else { return belief = CircularEstimate(heading.bearing, variance: variance) }
    // Facing the same place twice repeats the same error, so the variance has a floor.
    belief?.take(heading.bearing, variance: variance, floor: variance)
  }

  /// Fuses a measurement, at once when it shows a turn; returns the gain.
  @discardableResult
  private mutating func track(_ bearing: Bearing, variance: Double, floor: Double, at now: Duration) -> Double {
    guard var belief else { return 0 }
    let surprise = belief.bearing.turn(to: bearing)
    let deviations = surprise / max(1e-6, (belief.variance + variance).squareRoot())
    trend += 0.3 * (deviations - trend)
    if abs(deviations) > Self.surprise.once || abs(trend) > Self.surprise.often {
      trend = 0
      turningUntil = now + Self.agility
      belief.grow(by: surprise * surprise)
    }
    let gain = belief.take(bearing, variance: variance, floor: floor)
    self.belief = belief
    return gain
  }

  /// Notes the source of a reading and its interval.
  private mutating func note(_ source: Heading.Source, at now: Duration) {
    if let heard, source == speaker {
      let seconds = min(CompassSense.patience / .seconds(1), max(0, (now - heard) / .seconds(1)))
      interval += 0.3 * (seconds - interval)
    } else {
      interval = 0
    }
    speaker = source
    heard = now
  }
}
