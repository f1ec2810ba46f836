/// The limits of the numbers in a scenario.
package enum FaultLimits {
  /// Bytes of a scenario's text.
  package static let longestText = 64 << 10
  /// Faults of a scenario.
  package static let mostEntries = 1000
  /// The longest time from the start to a fault, of a fault, and between repetitions.
  package static let longestTime = Duration.seconds(1000 * 3600)
  /// The largest error of civil time: a hundred years of 365 days.
  package static let longestOffset = Duration.seconds(100 * 365 * 86_400)
  /// Metres of a jump: to the other side of the Earth.
  package static let metres = 0.0...20_000_000
  /// Metres per second.
  package static let speed = 0.0...10_000
  /// Metres of an error circle.
  package static let accuracy = 0.0...1_000_000
  /// Metres above the sea.
  package static let altitude = -10_000.0...100_000
  /// Reports a second of a flood.
  package static let rate = 0.1...100
  /// The most repetitions of a report.
  package static let mostDuplicates = 20
  /// The most satellites that a fault may pretend to see.
  static let mostSatellites = 99
}

extension ClosedRange<Double> {
  /// The nearest number within, to a thousandth; the lower bound for NaN.
  func holding(_ number: Double) -> Double {
    number > lowerBound ? Swift.min(number, upperBound).thousandths : lowerBound
  }
}

extension Double {
  /// The nearest thousandth, which the text of a scenario can say; only of what is within reach of one.
  var thousandths: Double { (self * 1000).rounded() / 1000 }
}

extension Duration {
  /// The nearest time that is no longer than `longest` in either direction, in whole milliseconds.
  func held(to longest: Duration) -> Duration {
    let held = self < .zero - longest ? .zero - longest : self > longest ? longest : self
    return .milliseconds(held.wholeMilliseconds)
  }

  /// Milliseconds, rounded down; only of times that a scenario may have, or a receiver's clock.
  var wholeMilliseconds: Int64 {
    let (seconds, attoseconds) = components
    let rest = attoseconds / 1_000_000_000_000_000
    let isCut = attoseconds < 0 && attoseconds % 1_000_000_000_000_000 != 0
    return seconds &* 1000 &+ rest &- (isCut ? 1 : 0)
  }
}
