import Glibc

/// Circular functions of degrees.
enum Angles {
  static func cosine(_ degrees: Double) -> Double { cos(degrees * .pi / 180) }
  static func sine(_ degrees: Double) -> Double { sin(degrees * .pi / 180) }
  static func arcSine(_ value: Double) -> Double { asin(value) * 180 / .pi }
}
