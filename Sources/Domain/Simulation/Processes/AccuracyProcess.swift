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
