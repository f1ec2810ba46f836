internal import Numbers

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
    package var key: String
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
  package init(stringLiteral value: String) { self = .string(value) }
  package init(integerLiteral value: Int) { self = .number(Double(value)) }
  package init(floatLiteral value: Double) { self = .number(value) }
  package init(booleanLiteral value: Bool) { self = .bool(value) }
  package init(arrayLiteral elements: JSONContent...) { self = .list(elements) }
  package init(dictionaryLiteral elements: (String, JSONContent)...) {
    self = .object(elements.map { Member($0, $1) })
  }
}
