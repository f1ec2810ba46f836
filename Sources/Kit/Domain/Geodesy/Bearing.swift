internal import Glibc

/// A direction on the horizon, in degrees clockwise from true north.
///
/// Always normalised to `0 ..< 360`, so equal directions compare equal:
///
/// ```swift
/// Bearing(degrees: 370) == Bearing(degrees: 10)  // true
/// ```
package struct Bearing: Hashable, Sendable {
  /// Degrees clockwise from true north, in `0 ..< 360`.
  package let degrees: Double

  /// True north.
  package static let north = Bearing(degrees: 0)

  /// Creates a bearing from any angle; whole turns are dropped, and what is not finite is north.
  package init(degrees: Double) {
    let turn = degrees.isFinite ? degrees.truncatingRemainder(dividingBy: 360) : 0
    // A tiny negative remainder plus 360 rounds to exactly 360, and -0 is north too.
    let wrapped = turn < 0 ? turn + 360 : turn
    self.degrees = wrapped == 360 || wrapped == 0 ? 0 : wrapped
  }

  /// The signed turn, in degrees, that takes `self` onto `target`: positive to the right, in `-180 ..< 180`.
  package func turn(to target: Bearing) -> Double {
    Bearing(degrees: target.degrees - degrees + 180).degrees - 180
  }

  /// The nearest of the eight winds: `N`, `NE`, `E` ...
  package var compassPoint: String {
    ["N", "NE", "E", "SE", "S", "SW", "W", "NW"][Int((degrees / 45).rounded()) % 8]
  }
}

/// Plane trigonometry in degrees, for modules that do not import a mathematics library.
package enum Angle {
  /// The angle, in degrees, of a right triangle by its two short sides.
  package static func degrees(opposite: Double, adjacent: Double) -> Double {
    atan2(opposite, adjacent) * 180 / .pi
  }

  /// Sine and cosine of an angle in degrees.
  package static func sineAndCosine(degrees: Double) -> (sine: Double, cosine: Double) {
    (sin(degrees * .pi / 180), cos(degrees * .pi / 180))
  }

  /// 2 to the power of `exponent`.
  package static func powerOfTwo(_ exponent: Double) -> Double { exp2(exponent) }
}

/// e to the power of `exponent`.
package func naturalExponential(_ exponent: Double) -> Double {
  Angle.powerOfTwo(exponent * 1.4426950408889634)  // 1 / ln 2
}
