internal import Geodesy

/// A direction and its variance: a one-dimensional Kalman filter on the circle.
struct CircularEstimate: Hashable, Sendable {
  /// How many deviations to each side hold 95 of 100 errors (normal distribution).
  static let ninetyFivePercent = 1.96
  /// The variance of a direction of which nothing is known: 180° / √3, squared (uniform distribution).
  static let nothingKnown = 10_800.0

  private(set) var bearing: Bearing
  /// Degrees squared, in `0 ... nothingKnown`.
  private(set) var variance: Double

  init(_ bearing: Bearing, variance: Double) {
    self.bearing = bearing
    self.variance = Self.cut(variance)
  }

  /// Creates an estimate from a sensor's uncertainty: half the width of the cone that holds 95 of 100 errors.
  init(_ bearing: Bearing, halfWidth: Double) {
    self.init(bearing, variance: Self.variance(halfWidth: halfWidth))
  }

  /// Half the width of the cone that holds 95 of 100 errors, in degrees, in `0 ... 180`.
  var halfWidth: Double { min(180, Self.ninetyFivePercent * variance.squareRoot()) }

  static func variance(halfWidth: Double) -> Double {
    let deviation = halfWidth / ninetyFivePercent
    return deviation * deviation
  }

  mutating func rotate(by degrees: Double) { bearing = Bearing(degrees: bearing.degrees + degrees) }

  mutating func grow(by variance: Double) { self.variance = Self.cut(self.variance + variance) }

  /// Raises the variance to at least `variance`.
  mutating func loosen(to variance: Double) { self.variance = max(self.variance, Self.cut(variance)) }

  /// Updates the estimate with a measurement; returns the Kalman gain, from 0 (ignored) to 1 (adopted).
  ///
  /// - Parameter floor: the variance that no number of measurements of this kind gets below, because they err alike.
  @discardableResult
  mutating func take(_ measured: Bearing, variance other: Double, floor: Double = 0) -> Double {
    let sum = variance + other
    // If neither has any error, the measurement wins.
    let gain = sum > 0 ? variance / sum : 1
    rotate(by: gain * bearing.turn(to: measured))
    variance = Self.cut(max((1 - gain) * variance, min(variance, floor)))
    return gain
  }

  /// Clamps a variance to `0 ... nothingKnown`; NaN and infinity become `nothingKnown`.
  private static func cut(_ variance: Double) -> Double {
    variance.isFinite ? min(nothingKnown, max(0, variance)) : nothingKnown
  }
}
