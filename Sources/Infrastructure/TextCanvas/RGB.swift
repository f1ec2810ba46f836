internal import Glibc

/// Red, green and blue of the sRGB colour space, each in `0 ... 255`.
package struct RGB: Hashable, Sendable {
  package let red: UInt8
  package let green: UInt8
  package let blue: UInt8

  /// Creates a colour from its parts.
  package init(_ red: UInt8, _ green: UInt8, _ blue: UInt8) { (self.red, self.green, self.blue) = (red, green, blue) }

  /// The same in OKLab (Ottosson, 2020), where equal distances look equally far: lightness in `0 ... 1` and two axes
  /// of hue.
  var perceived: SIMD3<Double> {
    let light = SIMD3(Self.linear(red), Self.linear(green), Self.linear(blue))
    let cones = SIMD3(
      cbrt((light * SIMD3(0.4122214708, 0.5363325363, 0.0514459929)).sum()),
      cbrt((light * SIMD3(0.2119034982, 0.6806995451, 0.1073969566)).sum()),
      cbrt((light * SIMD3(0.0883024619, 0.2817188376, 0.6299787005)).sum()))
    return SIMD3(
      (cones * SIMD3(0.2104542553, 0.7936177850, -0.0040720468)).sum(),
      (cones * SIMD3(1.9779984951, -2.4285922050, 0.4505937099)).sum(),
      (cones * SIMD3(0.0259040371, 0.7827717662, -0.8086757660)).sum())
  }

  /// How far it is from grey in OKLab.
  var chroma: Double { (perceived * perceived * SIMD3(0, 1, 1)).sum().squareRoot() }

  /// Light of one part without the curve of sRGB (IEC 61966-2-1), in `0 ... 1`.
  private static func linear(_ part: UInt8) -> Double {
    let value = Double(part) / 255
    return value <= 0.04045 ? value / 12.92 : pow((value + 0.055) / 1.055, 2.4)
  }
}
