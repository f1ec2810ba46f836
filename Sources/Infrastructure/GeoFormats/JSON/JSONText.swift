internal import Numbers

/// Writes one JSON object on one line, member by member, in the order of the calls: the same calls, the same bytes.
///
/// ```swift
/// var line = JSONText()
/// line.add("event", "find")
/// line.add("distance", 12.345, decimals: 1)
/// line.text  // {"event":"find","distance":12.3}
/// ```
package struct JSONText: Sendable {
  private var body = ""

  /// Starts an empty object.
  package init() {}

  /// The object so far, without line break.
  package var text: String { "{\(body)}" }

  /// Adds a string; control characters, quotation marks and what terminals could act on are escaped.
  package mutating func add(_ key: String, _ value: String) { add(key, raw: Self.quoted(value)) }

  /// Adds a whole number.
  package mutating func add(_ key: String, _ value: some BinaryInteger) { add(key, raw: String(value)) }

  /// Adds `true` or `false`.
  package mutating func add(_ key: String, _ value: Bool) { add(key, raw: value ? "true" : "false") }

  /// Adds a number with a fixed number of decimals; `null` when it is not finite, because JSON knows no other word.
  package mutating func add(_ key: String, _ value: Double, decimals: Int) {
    add(key, raw: DecimalText.fixed(value, decimals: decimals) ?? "null")
  }

  /// Adds a number in as many digits as it has: `14`, `0.5`; `null` when it is not finite.
  package mutating func add(_ key: String, _ value: Double) {
    let isWhole = value.magnitude < 1e15 && value == value.rounded()
    add(key, raw: isWhole ? String(Int64(value)) : value.isFinite ? "\(value)" : "null")
  }

  /// Adds `null`.
  package mutating func addNull(_ key: String) { add(key, raw: "null") }

  /// Adds another object.
  package mutating func add(_ key: String, _ value: JSONText) { add(key, raw: value.text) }

  /// Adds an array of objects.
  package mutating func add(_ key: String, _ values: [JSONText]) {
    add(key, raw: "[\(values.map(\.text).joined(separator: ","))]")
  }

  private mutating func add(_ key: String, raw: String) {
    if !body.isEmpty { body += "," }
    body += "\(Self.quoted(key)):\(raw)"
  }

  /// A string of JSON, in pure printable text.
  package static func quoted(_ value: String) -> String {
    var quoted = "\""
    for scalar in value.unicodeScalars {
      switch scalar {
      case "\"", "\\": quoted += "\\\(scalar)"
      case "\n": quoted += "\\n"
      case "\t": quoted += "\\t"
      default: quoted += isPrintable(scalar) ? String(scalar) : escaped(scalar)
      }
    }
    return quoted + "\""
  }

  /// Whether a terminal just shows it: no C0 or C1 control, no bidi control, no line separator.
  private static func isPrintable(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0...0x1F, 0x7F...0x9F, 0x200E, 0x200F, 0x2028...0x202E, 0x2066...0x2069, 0xFEFF: false
    default: true
    }
  }

  private static func escaped(_ scalar: Unicode.Scalar) -> String {
    let digits = String(scalar.value, radix: 16)
    return "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
  }
}
