import Numbers
import Testing

@Suite("Decimal text")
struct DecimalTextTests {
  @Test(
    "decimals are rounded, without exponent and without minus zero",
    arguments: [
      (1.25, 1, "1.3"), (0.999, 2, "1.00"), (-0.04, 1, "0.0"), (-1.5, 0, "-2"), (48.1371556, 7, "48.1371556"),
      (0, 3, "0.000"),
      (1e14, 2, "100000000000000.00"), (12.345, 0, "12"),
    ])
  func writes(value: Double, decimals: Int, text: String) {
    #expect(DecimalText.fixed(value, decimals: decimals) == text)
  }

  @Test(
    "there is no text for what is not finite or too large", arguments: [Double.nan, .infinity, -.infinity, 1e15, 1e300])
  func refuses(value: Double) { #expect(DecimalText.fixed(value, decimals: 3) == nil) }

  @Test(
    "the short text has no zeros at its end",
    arguments: [(1.5, 3, "1.5"), (2, 2, "2"), (-0.04, 1, "0"), (-0.5, 1, "-0.5"), (0.25, 2, "0.25"), (10, 1, "10")])
  func short(value: Double, places: Int, text: String) { #expect(DecimalText.short(value, places: places) == text) }

  @Test(
    "whole units of a decimal place keep all their places",
    arguments: [(1500, 3, "1.500"), (-7, 2, "-0.07"), (0, 6, "0.000000"), (.max, 0, "9223372036854775807")])
  func units(units: Int64, places: Int, text: String) {
    #expect(DecimalText.fixed(units: units, places: places) == text)
  }
}
