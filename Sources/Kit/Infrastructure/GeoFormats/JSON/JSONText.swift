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

/// A value to be written as JSON.
///
/// Members keep their order; literals do for most:
///
/// ```swift
/// let hint: JSONContent = ["text": "Look up.", "price": 2]
/// hint.text  // {"text": "Look up.", "price": 2}
/// ```
package enum JSONContent: Hashable, Sendable {
  /// One member of an object.
  package struct Member: Hashable, Sendable {
    /// The member's name.
    package var key: String
    /// The member's value.
    package var value: JSONContent

    /// Creates a member.
    package init(_ key: String, _ value: JSONContent) { (self.key, self.value) = (key, value) }
  }

  case null
  case bool(Bool)
  /// Written with as few digits as tell it from every other number; `null` when it is not finite.
  case number(Double)
  /// Written with this number of decimals at most, zeros at the end left out.
  case decimal(Double, places: Int)
  case string(String)
  case list([JSONContent])
  /// Keys that repeat are written as they are.
  case object([Member])

  /// The value on one line.
  package var text: String {
    switch self {
    case .null: "null"
    case .bool(let truth): truth ? "true" : "false"
    case .number(let number): Self.shortest(number)
    case .decimal(let number, let places): Self.rounded(number, places)
    case .string(let string): JSONText.quoted(string)
    case .list(let list): "[" + list.map(\.text).joined(separator: ", ") + "]"
    case .object(let members): "{" + members.map(\.text).joined(separator: ", ") + "}"
    }
  }

  private static func shortest(_ number: Double) -> String {
    guard number.isFinite else { return "null" }
    guard abs(number) < 1e15, let whole = Int64(exactly: number) else { return "\(number)" }
    return "\(whole)"
  }

  private static func rounded(_ number: Double, _ places: Int) -> String {
    guard var text = DecimalText.fixed(number, decimals: places) else { return shortest(number) }
    guard text.contains(".") else { return text }
    while text.last == "0" { text.removeLast() }
    if text.last == "." { text.removeLast() }
    return text
  }
}

extension JSONContent.Member {
  /// The member as an object holds it.
  package var text: String { "\(JSONText.quoted(key)): \(value.text)" }
}

extension JSONContent: ExpressibleByStringLiteral, ExpressibleByIntegerLiteral, ExpressibleByFloatLiteral,
  ExpressibleByBooleanLiteral, ExpressibleByArrayLiteral, ExpressibleByDictionaryLiteral
{
  /// A string.
  package init(stringLiteral value: String) { self = .string(value) }
  /// A whole number.
  package init(integerLiteral value: Int) { self = .number(Double(value)) }
  /// A number.
  package init(floatLiteral value: Double) { self = .number(value) }
  /// `true` or `false`.
  package init(booleanLiteral value: Bool) { self = .bool(value) }
  /// An array.
  package init(arrayLiteral elements: JSONContent...) { self = .list(elements) }
  /// An object with its members in this order.
  package init(dictionaryLiteral elements: (String, JSONContent)...) {
    self = .object(elements.map { Member($0, $1) })
  }
}
