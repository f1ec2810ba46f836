/// How fast people walk, beside how fast they walk on level ground.
package enum WalkingPace {
  /// Mean speed of people on level ground, in metres per second (Weidmann 1993, "Transporttechnik der Fussgänger",
  /// Schriftenreihe des IVT 90, ETH Zürich).
  package static let meanSpeed = 1.34

  /// The pace uphill and downhill, as a part of that on level ground: Tobler's hiking function, 6·e^(-3.5·|s + 0.05|)
  /// km/h for a slope s (Tobler 1993, "Three presentations on geographical analysis and modeling", NCGIA 93-1).
  ///
  /// - Parameter slope: metres up for a metre over ground, negative downhill; what is steeper than two counts as two.
  package static func onSlope(_ slope: Double) -> Double {
    let slope = slope.isNaN ? 0 : min(2, max(-2, slope))
    return naturalExponential(-3.5 * (abs(slope + gentleSlope) - gentleSlope))
  }

  /// The slope downhill on which people are fastest (Tobler 1993).
  private static let gentleSlope = 0.05

  /// The greatest that ``onSlope(_:)`` can be.
  package static let fastest = onSlope(-gentleSlope)

  /// The pace on stairs: 0.61 m/s up and 0.69 m/s down over ground, where level ground has 1.34 (Weidmann 1993).
  package static let onSteps = 0.65 / 1.34
}
