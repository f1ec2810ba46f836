/// The numbers that a text may mean.
///
/// Digits, a sign before them, comma or point before the decimals, and white space, apostrophes, commas or points
/// between thousands; no exponent. One comma or point before exactly three digits may be either (`1,823`): then there
/// are two readings.
package enum NumberReading {
  /// Digits beyond which a text is no answer: whole numbers are exact up to here.
  static let mostDigits = 15

  /// Every number that the text may mean, the likelier first; empty if it is not a number.
  package static func all(of text: String) -> [Double] {
    var rest = text.unicodeScalars.filter { !$0.properties.isWhitespace && !"'’_".unicodeScalars.contains($0) }[...]
    let sign = rest.first.map { "-−".unicodeScalars.contains($0) } == true ? -1.0 : 1
    if let first = rest.first, "-−+".unicodeScalars.contains(first) { rest.removeFirst() }
    guard let (groups, separators) = split(rest) else { return [] }
    let digits = groups.reduce(0) { $0 + $1.count }
    guard (1...mostDigits).contains(digits) else { return [] }
    return readings(groups, separators).map { sign * $0 }
  }

  /// The digits between the commas and points, in ASCII.
  private static func split(_ text: Substring.UnicodeScalarView) -> (groups: [String], separators: [Unicode.Scalar])? {
    var groups = [""]
    var separators: [Unicode.Scalar] = []
    for scalar in text {
      if scalar == "," || scalar == "." || scalar == "٫" {
        separators.append(scalar == "٫" ? "." : scalar)
        groups.append("")
      } else if scalar.properties.numericType == .decimal, let value = scalar.properties.numericValue {
        groups[groups.count - 1] += String(Int(value))
      } else {
        return nil
      }
    }
    return (groups, separators)
  }

  private static func readings(_ groups: [String], _ separators: [Unicode.Scalar]) -> [Double] {
    let whole = number(groups.joined())
    guard let last = separators.last else { return [whole].compactMap(\.self) }
    let decimal = number(groups.dropLast().joined() + "." + (groups.last ?? ""))
    let areThousands = groups.dropFirst().allSatisfy { $0.count == 3 } && (1...3).contains(groups[0].count)
    if separators.count == 1 { return [decimal, areThousands ? whole : nil].compactMap(\.self) }
    if Set(separators).count == 1 { return areThousands ? [whole].compactMap(\.self) : [] }
    // Two kinds: the last one stands before the decimals, the others between thousands.
    let areGrouped = groups.dropFirst().dropLast().allSatisfy { $0.count == 3 } && (1...3).contains(groups[0].count)
    guard areGrouped, separators.count(where: { $0 == last }) == 1 else { return [] }
    return [decimal].compactMap(\.self)
  }

  private static func number(_ text: String) -> Double? {
    let text = text.hasPrefix(".") ? "0" + text : text
    return Double(text.hasSuffix(".") ? text + "0" : text)
  }
}
