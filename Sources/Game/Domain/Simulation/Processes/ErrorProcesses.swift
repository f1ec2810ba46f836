internal import Geodesy

/// An error that forgets itself: a first-order Gauss-Markov process of deviation 1 (Ornstein and Uhlenbeck, 1930).
///
/// Its correlation over `t` seconds is exp(-t/τ), whatever steps it is advanced in: the discretisation is exact.
package struct GaussMarkov: Hashable, Sendable {
  /// What a step of one length does to processes of one correlation time; worked out once for many steps.
  package struct Step: Hashable, Sendable {
    /// How much of the old value stays.
    package let memory: Double
    /// Standard deviation of the random part that is added.
    package let innovation: Double

    /// The step of one length.
    ///
    /// - Parameters:
    ///   - seconds: length of the step, 0 or more.
    ///   - correlationTime: τ in seconds; 0 forgets at once, infinity never.
    package init(seconds: Double, correlationTime: Double) {
      memory =
        if seconds <= 0 { 1 } else if correlationTime > 0 { naturalExponential(-seconds / correlationTime) } else { 0 }
      innovation = max(0, 1 - memory * memory).squareRoot()
    }
  }

  private(set) var value: Double

  /// A process that has run for ever.
  init(using chance: inout Chance) { value = chance.deviate() }

  mutating func advance(_ step: Step, using chance: inout Chance) {
    value = step.memory * value + step.innovation * chance.deviate()
  }
}

/// What a receiver believes of its own error: a lognormal factor around what it could know, and that belatedly.
package struct AccuracyProcess: Hashable, Sendable {
  private var mood: GaussMarkov
  private let report: ErrorModel.Accuracy
  /// The dilution that the receiver believes in follows the true one as an exponential with the time `lag`.
  private var dilution: Double
  private var target: Double
  private var since: Double

  /// A report that has run for ever, of a receiver that believes in the dilution that there is.
  package init(_ report: ErrorModel.Accuracy, dilution: Double, at now: Double, using chance: inout Chance) {
    self.report = report
    mood = GaussMarkov(using: &chance)
    (self.dilution, target, since) = (dilution, dilution, now)
  }

  /// The true dilution changes.
  package mutating func follow(_ dilution: Double, at time: Double) {
    self.dilution = believed(at: time)
    (target, since) = (dilution, time)
  }

  /// A step of time passes.
  package mutating func advance(_ step: GaussMarkov.Step, using chance: inout Chance) {
    mood.advance(step, using: &chance)
  }

  /// Metres of the error circle that the receiver reports.
  ///
  /// - Parameter circle: metres of the true one with the usual satellites.
  package func reported(circle: Double, at now: Double) -> Double {
    circle * believed(at: now) * report.ratio * naturalExponential(report.spread * mood.value)
  }

  private func believed(at now: Double) -> Double {
    let lives = report.lag > 0 ? (now - since) / report.lag : .infinity
    // After twenty the rest is a billionth.
    return lives < 20 ? target + (dilution - target) * naturalExponential(-lives) : target
  }
}

/// Jumps of the position while a reflected signal is taken for the direct one.
struct MultipathProcess: Hashable, Sendable {
  /// The present displacement of the position; zero between jumps.
  private(set) var shift = TangentPlane.Point(east: 0, north: 0)
  private var chain: TwoStateChain
  private let jumps: ErrorModel.Multipath

  init(_ jumps: ErrorModel.Multipath, at now: Double, using chance: inout Chance) {
    self.jumps = jumps
    chain = TwoStateChain(meanOff: jumps.interval, meanOn: jumps.duration, at: now, using: &chance)
    if chain.isOn { shift = jumps.draw(using: &chance) }
  }

  mutating func advance(to now: Double, using chance: inout Chance) {
    while chain.change(until: now, using: &chance) {
      shift = chain.isOn ? jumps.draw(using: &chance) : .init(east: 0, north: 0)
    }
  }
}

extension ErrorModel.Multipath {
  /// One jump: a lognormal length in any direction.
  fileprivate func draw(using chance: inout Chance) -> TangentPlane.Point {
    let length = size * naturalExponential(spread * chance.deviate())
    let direction = Angle.sineAndCosine(degrees: chance.uniform() * 360)
    return .init(east: length * direction.sine, north: length * direction.cosine)
  }
}

/// A receiver that has just been switched on and knows nothing: first no position, then bad ones.
struct StartProcess: Hashable, Sendable {
  private let start: ErrorModel.Start
  private let begin, firstFix: Double

  init(_ start: ErrorModel.Start, at now: Double, using chance: inout Chance) {
    self.start = start
    begin = now
    firstFix = now + start.earliest + (start.latest - start.earliest) * chance.uniform()
  }

  func hasFix(at now: Double) -> Bool { now >= firstFix }

  /// The number of visible satellites found so far; all of them at the first fix.
  func found(of seen: Int, at now: Double) -> Int {
    guard firstFix > begin, now < firstFix else { return seen }
    return Int(Double(seen) * max(0, (now - begin) / (firstFix - begin)))
  }

  /// The factor by which errors are larger than later on.
  func inflation(at now: Double) -> Double {
    let lives = start.settling > 0 ? (now - firstFix) / start.settling : .infinity
    // After forty the rest is less than any number tells.
    return lives < 40 ? 1 + (start.inflation - 1) * naturalExponential(-max(0, lives)) : 1
  }
}
