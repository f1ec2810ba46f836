internal import CSQLite

/// A prepared statement, to run any number of times; only on the thread of its connection.
package final class Statement {
  private let handle: OpaquePointer
  private let connection: OpaquePointer
  private let budget: WorkBudget?
  /// Keeps the connection open as long as the statement; `nil` if the caller does that.
  private let owner: Connection?

  /// Prepares the first statement of `sql`.
  init(
    _ sql: String, on connection: OpaquePointer, within budget: WorkBudget?, keeping owner: Connection? = nil
  ) throws(DatabaseError) {
    // To prepare it reads the schema, which costs, too.
    if let budget { trove_sqlite3_forgive(budget.work) }
    var handle: OpaquePointer?
    let code = sqlite3_prepare_v2(connection, sql, -1, &handle, nil)
    guard code == SQLITE_OK, let handle else { throw DatabaseError(code, of: connection) }
    (self.handle, self.connection, self.budget, self.owner) = (handle, connection, budget, owner)
  }

  deinit { sqlite3_finalize(handle) }

  /// Binds the values to the parameters, in their order.
  package func bind(_ values: [DatabaseValue]) throws(DatabaseError) {
    for (index, value) in values.enumerated() {
      switch value {
      case .null: try check(sqlite3_bind_null(handle, Int32(index + 1)))
      case .integer(let value): try bind(value, at: index + 1)
      case .real(let value): try check(sqlite3_bind_double(handle, Int32(index + 1), value))
      case .text(let text): try bind(text, at: index + 1)
      }
    }
  }

  /// Binds a whole number to a parameter, counted from 1.
  package func bind(_ value: Int64, at place: Int) throws(DatabaseError) {
    try check(sqlite3_bind_int64(handle, Int32(place), value))
  }

  /// Binds a text, or null, to a parameter, counted from 1.
  package func bind(_ text: String?, at place: Int) throws(DatabaseError) {
    guard var text else { return try check(sqlite3_bind_null(handle, Int32(place))) }
    // With its length, because a text may hold a zero.
    let code = text.withUTF8 { bytes in
      bytes.withMemoryRebound(to: CChar.self) { characters in
        guard let start = characters.baseAddress else { return trove_sqlite3_bind_text(handle, Int32(place), "", 0) }
        return trove_sqlite3_bind_text(handle, Int32(place), start, Int32(clamping: characters.count))
      }
    }
    try check(code)
  }

  private func check(_ code: Int32) throws(DatabaseError) {
    guard code == SQLITE_OK else { throw DatabaseError(code, of: connection) }
  }

  /// Runs it to its end, and makes it ready to be run again; its rows do not matter.
  package func run() throws(DatabaseError) {
    defer { reset() }
    while try step() {}
  }

  /// Makes it ready to be run again; what is bound stays.
  package func reset() {
    sqlite3_reset(handle)
    if let budget { trove_sqlite3_forgive(budget.work) }
  }

  /// Goes to the next row; returns whether there is one.
  package func step() throws(DatabaseError) -> Bool {
    if let budget { trove_sqlite3_resume(budget.work) }
    let code = sqlite3_step(handle)
    if code == SQLITE_ROW { return true }
    guard code == SQLITE_DONE else { throw DatabaseError(code, of: connection) }
    return false
  }

  /// The values of this row; bytes, which this program never writes, count as NULL.
  package var row: [DatabaseValue] {
    (0..<Int(sqlite3_column_count(handle))).map { column in
      switch sqlite3_column_type(handle, Int32(column)) {
      case SQLITE_INTEGER: return .integer(sqlite3_column_int64(handle, Int32(column)))
      case SQLITE_FLOAT: return .real(sqlite3_column_double(handle, Int32(column)))
      case SQLITE_TEXT: return text(column).map { .text($0) } ?? .null
      default: return .null
      }
    }
  }

  /// A column of this row, from 0, as SQLite makes a whole number of it; 0 for null.
  package func integer(_ column: Int) -> Int64 { sqlite3_column_int64(handle, Int32(column)) }

  /// A column of this row, from 0, as a text, of which at most `limit` bytes count; `nil` for NULL.
  package func text(_ column: Int, limit: Int = .max) -> String? {
    guard let start = sqlite3_column_text(handle, Int32(column)) else { return nil }
    let count = min(limit, Int(sqlite3_column_bytes(handle, Int32(column))))
    return String(decoding: UnsafeBufferPointer(start: start, count: count), as: UTF8.self)
  }

  /// The bytes in a column of this row, from 0; `nil` for NULL.
  package func bytes(_ column: Int = 0) -> [UInt8]? {
    let column = Int32(column)
    guard column < sqlite3_column_count(handle), sqlite3_column_type(handle, column) != SQLITE_NULL else { return nil }
    // An empty value has no place.
    guard let start = sqlite3_column_blob(handle, column) else { return [] }
    return Array(UnsafeRawBufferPointer(start: start, count: Int(sqlite3_column_bytes(handle, column))))
  }
}

/// A value of a database: what is bound to a statement, and what a row holds.
package enum DatabaseValue: Hashable, Sendable {
  case null
  case integer(Int64)
  /// Never NaN: the database makes null of it.
  case real(Double)
  case text(String)

  /// The value as a whole number; `nil` for other kinds.
  package var integer: Int64? { if case .integer(let value) = self { value } else { nil } }

  /// The number; whole ones count.
  package var real: Double? {
    switch self {
    case .real(let value): value
    case .integer(let value): Double(value)
    default: nil
    }
  }

  /// The value as a text; `nil` for other kinds.
  package var text: String? { if case .text(let value) = self { value } else { nil } }
}
