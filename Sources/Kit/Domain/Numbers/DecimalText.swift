/// Decimal numbers as text, the same in every locale, never `-0`.
package enum DecimalText {
  /// The number rounded to `decimals` places (0 to 15); `nil` if it is not finite or has more than 15 digits before
  /// the point.
  package static func fixed(_ value: Double, decimals: Int) -> String? {
    guard value.isFinite, abs(value) < 1e15 else { return nil }
    let places = min(15, max(0, decimals))
    // The whole part and the fraction are rounded apart, so that neither has more digits than a double holds.
    var whole = abs(value).rounded(.down)
    let scale = Double(power(places))
    var fraction = ((abs(value) - whole) * scale).rounded()
    if fraction >= scale {
      whole += 1
      fraction = 0
    }
    return text(isNegative: value < 0, whole: UInt64(whole), fraction: UInt64(fraction), places: places)
  }

  /// `units` of `places` decimals (0 to 18): `fixed(units: 1500, places: 3)` is `1.500`.
  package static func fixed(units: Int64, places: Int) -> String {
    let (whole, fraction) = units.magnitude.quotientAndRemainder(dividingBy: power(places))
    return text(isNegative: units < 0, whole: UInt64(whole), fraction: UInt64(fraction), places: places)
  }

  /// `units` of `places` decimals (0 to 18) without zeros at the end: `short(units: 1500, places: 3)` is `1.5`.
  package static func short(units: Int64, places: Int) -> String {
    var (units, places) = (units, places)
    while places > 0, units.isMultiple(of: 10) { (units, places) = (units / 10, places - 1) }
    return fixed(units: units, places: places)
  }

  /// A number rounded to `places` decimals, without zeros at the end.
  ///
  /// The number times ten to the `places` must be finite and below 2^63 in size.
  package static func short(_ value: Double, places: Int) -> String {
    short(units: Int64((value * Double(power(places))).rounded()), places: places)
  }

  private static func text(isNegative: Bool, whole: UInt64, fraction: UInt64, places: Int) -> String {
    let sign = isNegative && (whole > 0 || fraction > 0) ? "-" : ""
    guard places > 0 else { return sign + String(whole) }
    let digits = String(fraction)
    return sign + "\(whole)." + String(repeating: "0", count: places - digits.utf8.count) + digits
  }

  /// Ten to the `places`.
  private static func power(_ places: Int) -> UInt64 {
    var power: UInt64 = 1
    for _ in 0..<places { power *= 10 }
    return power
  }
}
