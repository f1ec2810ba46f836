internal import Geodesy

/// Numbers, with and without units.
extension FaultScenarioReader {
  mutating func metres(in range: ClosedRange<Double>) throws(FaultScenarioError) -> Double {
    try quantity(["m": 1, "km": 1000], "a length with m or km, as 200 m", in: range)
  }

  mutating func speed() throws(FaultScenarioError) -> Double {
    try quantity(["m/s": 1, "km/h": 1 / 3.6], "a speed with m/s or km/h, as 1.5 m/s", in: FaultLimits.speed)
  }

  mutating func degrees() throws(FaultScenarioError) -> Bearing {
    Bearing(degrees: try quantity(["": 1, "°": 1], "a direction in degrees, as 90", in: 0...360))
  }

  mutating func count(in range: ClosedRange<Int>) throws(FaultScenarioError) -> Int {
    let word = words.first
    let number = try quantity(["": 1], "a number", in: Double(range.lowerBound)...Double(range.upperBound))
    guard number == number.rounded() else {
      throw error(.expected("a whole number", found: word.map(\.shown)), at: word)
    }
    return Int(number)
  }

  mutating func duration(upTo longest: Duration) throws(FaultScenarioError) -> Duration {
    let units = [
      "ms": 0.001, "s": 1, "sec": 1, "min": 60, "h": 3600, "d": 86_400, "day": 86_400, "days": 86_400, "week": 604_800,
      "weeks": 604_800,
    ]
    let seconds = try quantity(
      units, "a time with s, min or h, as 30s", in: 0...longest / .seconds(1), limits: longest.limit)
    return .milliseconds(Int64((seconds * 1000).rounded()))
  }

  /// A time since the beginning: `00:30`, `1:00:30`, or a number with a unit.
  mutating func time() throws(FaultScenarioError) -> Duration {
    guard let word = words.first, word.text.contains(":") else { return try duration(upTo: FaultLimits.longestTime) }
    let parts = word.text.split(separator: ":", omittingEmptySubsequences: false)
    guard (2...3).contains(parts.count), let seconds = Self.number(parts[parts.count - 1]), seconds < 60 else {
      throw missing("a time as 00:30 or 1:00:30")
    }
    var sum = seconds
    for (part, unit) in zip(parts.dropLast().reversed(), [60.0, 3600]) {
      guard let number = Self.number(part), number == number.rounded(), unit > 60 || parts.count == 2 || number < 60
      else {
        throw missing("a time as 00:30 or 1:00:30")
      }
      sum += number * unit
    }
    guard sum <= FaultLimits.longestTime / .seconds(1) else {
      throw error(.outOfRange(word.shown, limits: FaultLimits.longestTime.limit))
    }
    advance(to: words.dropFirst())
    return .milliseconds(Int64((sum * 1000).rounded()))
  }

  /// A number and its unit, in one word or in two; to a thousandth.
  mutating func quantity(
    _ units: [String: Double], _ what: String, in range: ClosedRange<Double>, limits: String? = nil
  ) throws(FaultScenarioError) -> Double {
    guard let word = words.first else { throw missing(what) }
    let text = word.text.lowercased()
    let digits = text.prefix { $0 == "." || $0 == "-" || ("0"..."9").contains($0) }
    guard let number = Self.number(digits) else { throw missing(what) }
    var unit = String(text.dropFirst(digits.count))
    var rest = words.dropFirst()
    if unit.isEmpty, units[""] == nil {
      guard let second = rest.popFirst() else { throw missing(what) }
      unit = second.text.lowercased()
    }
    guard let factor = units[unit] else { throw missing(what) }
    let value = (number * factor).thousandths
    guard range.contains(value) else {
      throw error(.outOfRange(word.shown, limits: limits ?? range.limits))
    }
    advance(to: rest)
    return value
  }

  /// Parses a decimal number of at most twelve digits; `nil` for other forms that Swift accepts, such as exponents.
  private static func number(_ text: Substring) -> Double? {
    let digits = text.first == "-" ? text.dropFirst() : text
    let isPlain = digits.allSatisfy { $0 == "." || ("0"..."9").contains($0) }
    guard isPlain, (1...13).contains(digits.count), digits.first != ".", digits.last != ".",
      digits.count(where: { $0 == "." }) <= 1
    else { return nil }
    return Double(text)
  }
}

extension ClosedRange<Double> {
  fileprivate var limits: String { "it goes from \(lowerBound.text) to \(upperBound.text)" }
}

extension Duration {
  fileprivate var limit: String { "it goes from 0 to \(text)" }
}
