/// Numbers written with a fixed number of decimals, the same in every locale.
package enum FixedDecimal {
  /// The number rounded to `decimals` places (0 to 15); nothing when it is not finite or has more than 15 digits
  /// before the point.
  ///
  /// Never `-0`: a number that rounds to nothing has no sign.
  package static func text(_ value: Double, decimals: Int) -> String? {
    guard value.isFinite, abs(value) < 1e15 else { return nil }
    let places = min(15, max(0, decimals))
    // The whole part and the fraction are rounded apart, so that neither has more digits than a double holds.
    var whole = abs(value).rounded(.down)
    let scale = DecimalNumber.powers[places]
    var fraction = ((abs(value) - whole) * scale).rounded()
    if fraction >= scale {
      whole += 1
      fraction = 0
    }
    let sign = value < 0 && (whole > 0 || fraction > 0) ? "-" : ""
    guard places > 0 else { return sign + String(Int64(whole)) }
    let digits = String(Int64(fraction))
    return sign + "\(Int64(whole))." + String(repeating: "0", count: places - digits.count) + digits
  }
}
