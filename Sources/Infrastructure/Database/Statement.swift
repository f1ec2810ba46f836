internal import CSQLite

/// One prepared statement; it must not outlive its connection.
final class Statement {
  private let handle: OpaquePointer
  private let connection: OpaquePointer

  /// Prepares the first statement of `sql`.
  init(_ sql: String, on connection: OpaquePointer) throws(DatabaseError) {
    var handle: OpaquePointer?
    let code = sqlite3_prepare_v2(connection, sql, -1, &handle, nil)
    guard code == SQLITE_OK, let handle else { throw DatabaseError(code, of: connection) }
    (self.handle, self.connection) = (handle, connection)
  }

  deinit { sqlite3_finalize(handle) }

  /// Binds the values to the parameters, in their order.
  func bind(_ values: [DatabaseValue]) throws(DatabaseError) {
    for (index, value) in values.enumerated() {
      let place = Int32(index + 1)
      let code =
        switch value {
        case .null: sqlite3_bind_null(handle, place)
        case .integer(let value): sqlite3_bind_int64(handle, place, value)
        case .real(let value): sqlite3_bind_double(handle, place, value)
        case .text(let text): bind(text, at: place)
        }
      guard code == SQLITE_OK else { throw DatabaseError(code, of: connection) }
    }
  }

  private func bind(_ text: String, at place: Int32) -> Int32 {
    // With its length, because a text may hold a zero.
    text.withCString { trove_sqlite3_bind_text(handle, place, $0, Int32(clamping: text.utf8.count)) }
  }

  /// Goes to the next row; returns whether there is one.
  func step() throws(DatabaseError) -> Bool {
    let code = sqlite3_step(handle)
    if code == SQLITE_ROW { return true }
    guard code == SQLITE_DONE else { throw DatabaseError(code, of: connection) }
    return false
  }

  /// The values of this row; bytes, which nobody here writes, count as null.
  var row: [DatabaseValue] {
    (0..<sqlite3_column_count(handle)).map { column in
      switch sqlite3_column_type(handle, column) {
      case SQLITE_INTEGER: return .integer(sqlite3_column_int64(handle, column))
      case SQLITE_FLOAT: return .real(sqlite3_column_double(handle, column))
      case SQLITE_TEXT:
        guard let start = sqlite3_column_text(handle, column) else { return .null }
        let bytes = UnsafeBufferPointer(start: start, count: Int(sqlite3_column_bytes(handle, column)))
        return .text(String(decoding: bytes, as: UTF8.self))
      default: return .null
      }
    }
  }

  /// The bytes in the first column of this row; nothing for null.
  var bytes: [UInt8]? {
    guard sqlite3_column_count(handle) > 0, sqlite3_column_type(handle, 0) != SQLITE_NULL else { return nil }
    // An empty value has no place.
    guard let start = sqlite3_column_blob(handle, 0) else { return [] }
    return Array(UnsafeRawBufferPointer(start: start, count: Int(sqlite3_column_bytes(handle, 0))))
  }
}
