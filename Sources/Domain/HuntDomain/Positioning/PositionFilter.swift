/// What is made of a fix.
package enum Verdict: Hashable, Sendable {
  /// The fix as it came, and the one to show: the same, or the average of a stay.
  case believed(Fix, shown: Fix)
  /// It waits for others.
  case held(HeldFix)
}

/// From the fixes of a sensor to those that the game plays with: outliers are held, stays are averaged.
package struct PositionFilter: Hashable, Sendable {
  private var gate = OutlierGate()
  private var average = StandingAverage()

  /// Whether nobody knows how the player came to the last believed fix; then the way to it is no movement.
  ///
  /// It is the first, or was held to be impossible until others agreed.
  package var isBeginning: Bool { gate.isBeginning }

  /// A filter that has seen nothing.
  package init() {}

  /// Judges the next fix.
  package mutating func receive(_ fix: Fix) -> Verdict {
    if let held = gate.judge(fix) { return .held(held) }
    return .believed(fix, shown: average.receive(fix))
  }

  /// The sensor was silent or had no position.
  package mutating func interrupt() { gate.interrupt() }
}
