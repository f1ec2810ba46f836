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

/// Why a fix is not believed yet, with the figures that a sentence about it needs.
package enum Doubt: Hashable, Sendable {
  /// Too far from the last believed fix for the time between: metres, and seconds, never negative.
  case jump(distance: Double, seconds: Double)
  /// The fix is `seconds` older than the last one, and too far away, by `distance` metres, for a repetition.
  case backwards(seconds: Double, distance: Double)
  /// Latitude and longitude are zero, as of receivers that know nothing; metres from the last believed fix.
  case nullIsland(distance: Double)
  /// The error circle, with a radius of `accuracy` metres, is too large to be of use, and others were better.
  case inaccurate(accuracy: Double)

  /// The reason as one word for programs.
  package var word: String {
    switch self {
    case .jump: "jump"
    case .backwards: "backwards"
    case .nullIsland: "null_island"
    case .inaccurate: "inaccurate"
    }
  }
}

/// A fix that waits until others agree with it.
package struct HeldFix: Hashable, Sendable {
  /// The fix as the source reported it.
  package let fix: Fix
  /// Why it was not believed at once.
  package let why: Doubt
  /// How many held fixes in a row agree, this one included; at least 1.
  package let agreeing: Int

  /// Creates a held fix; `agreeing` is at least 1.
  package init(fix: Fix, why: Doubt, agreeing: Int) {
    (self.fix, self.why, self.agreeing) = (fix, why, max(1, agreeing))
  }
}
