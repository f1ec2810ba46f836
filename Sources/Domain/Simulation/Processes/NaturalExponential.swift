internal import Geodesy

/// e to the power of `exponent`.
func naturalExponential(_ exponent: Double) -> Double {
  Angle.powerOfTwo(exponent * 1.4426950408889634)  // 1 / ln 2
}
