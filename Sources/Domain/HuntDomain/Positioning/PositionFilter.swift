/// The verdict on a fix.
package enum Verdict: Hashable, Sendable {
  /// The unchanged fix, and the one to show: the same, or the average of a stay.
  case believed(Fix, shown: Fix)
  /// It waits for others.
  case held(HeldFix)
}

/// Filters the fixes of a sensor for the game: holds outliers and averages stays.
package struct PositionFilter: Hashable, Sendable {
  private var gate = OutlierGate()
  private var average = StandingAverage()

  /// Whether the last believed fix begins a new track: the first fix, or a jump that was held until others agreed.
  ///
  /// The way to it is not a movement of the player.
  package var isBeginning: Bool { gate.isBeginning }

  /// Creates a filter that has received no fix.
  package init() {}

  /// Judges the next fix.
  package mutating func receive(_ fix: Fix) -> Verdict {
    if let held = gate.judge(fix) { return .held(held) }
    return .believed(fix, shown: average.receive(fix))
  }

  /// Notes whether the player says that they stand, which counts for more than what the receiver reports.
  package mutating func declareStanding(_ isStanding: Bool) { average.declare(isStanding) }

  /// Notes that the sensor was silent or had no position.
  package mutating func interrupt() { gate.interrupt() }
}
