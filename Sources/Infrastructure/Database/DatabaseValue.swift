/// A value of a database: what is bound to a statement, and what a row holds.
package enum DatabaseValue: Hashable, Sendable {
  case null
  case integer(Int64)
  /// Never NaN: the database makes null of it.
  case real(Double)
  case text(String)

  /// The whole number; nothing for anything else.
  package var integer: Int64? { if case .integer(let value) = self { value } else { nil } }

  /// The number; whole ones count.
  package var real: Double? {
    switch self {
    case .real(let value): value
    case .integer(let value): Double(value)
    default: nil
    }
  }

  /// The text; nothing for anything else.
  package var text: String? { if case .text(let value) = self { value } else { nil } }
}
