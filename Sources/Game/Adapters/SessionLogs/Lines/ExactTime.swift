/// A time as a line has it: seconds as a decimal number in a string, to the attosecond, so that a replay has the same.
struct ExactTime: Hashable, Codable {
  /// A hundred years: longer than any game, and far below the overflow of durations.
  private static let longest: Int64 = 100 * 366 * 86_400
  private static let digits = 18

  let duration: Duration

  /// Creates a time since the beginning; negative durations become zero.
  init(_ duration: Duration) { self.duration = max(.zero, duration) }

  init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    guard let duration = Self.duration(try container.decode(String.self)) else {
      throw DecodingError.dataCorruptedError(in: container, debugDescription: "no time")
    }
    self.duration = duration
  }

  func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(text)
  }

  private var text: String {
    let (seconds, attoseconds) = duration.components
    guard attoseconds != 0 else { return "\(seconds)" }
    var fraction = String(attoseconds)
    fraction = String(repeating: "0", count: Self.digits - fraction.count) + fraction
    while fraction.last == "0" { fraction.removeLast() }
    return "\(seconds).\(fraction)"
  }

  private static func duration(_ text: String) -> Duration? {
    let parts = text.split(separator: ".", maxSplits: 1, omittingEmptySubsequences: false)
    guard parts.allSatisfy({ !$0.isEmpty && $0.utf8.allSatisfy { (0x30...0x39).contains($0) } }),
      let seconds = Int64(parts[0]), (0...longest).contains(seconds)
    else { return nil }
    guard parts.count == 2 else { return .seconds(seconds) }
    guard parts[1].utf8.count <= digits,
      let attoseconds = Int64(parts[1] + String(repeating: "0", count: digits - parts[1].utf8.count))
    else { return nil }
    return Duration(secondsComponent: seconds, attosecondsComponent: attoseconds)
  }
}
