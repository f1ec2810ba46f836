/// Numbers as short as they can be written, the same in every locale.
enum Decimals {
  /// A finite number below 2^40 in size, rounded to at most 6 places, without zeros at its end.
  static func text(_ number: Double, places: Int) -> String {
    let scale = [1, 10, 100, 1000, 10_000, 100_000, 1_000_000][places]
    let scaled = Int((abs(number) * Double(scale)).rounded())
    let (whole, part) = scaled.quotientAndRemainder(dividingBy: scale)
    let sign = number < 0 && scaled != 0 ? "-" : ""
    guard part != 0 else { return "\(sign)\(whole)" }
    var digits = String(part)
    digits = String(repeating: "0", count: places - digits.utf8.count) + digits
    while digits.hasSuffix("0") { digits.removeLast() }
    return "\(sign)\(whole).\(digits)"
  }
}
