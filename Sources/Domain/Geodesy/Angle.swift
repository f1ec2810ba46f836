internal import Glibc

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
