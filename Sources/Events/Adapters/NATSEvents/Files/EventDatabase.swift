package import Database
package import EventDomain
package import Events
internal import HuntDomain
internal import Numbers
internal import SystemKit

/// A file with tables of an event, for several threads; its errors are said in the words of an event.
package final class EventDatabase: Sendable {
  /// The version of the tables, in the file's `user_version`.
  private static let version: Int64 = 2

  private let connection: Guarded<Connection>

  /// Opens a file, and makes its tables if it is new.
  ///
  /// - Parameters:
  ///   - tables: statements that make the tables.
  ///   - later: statements for what files of before do not have; they change nothing where it is there.
  ///
  /// Throws: ``EventTrouble/damaged(_:)``, also where the file holds something else, or tables of a newer version.
  package init(_ path: String, tables: String, later: [String]) throws(EventTrouble) {
    do throws(DatabaseError) {
      let connection = try Connection(path: path)
      try connection.execute("PRAGMA journal_mode = WAL")
      switch try connection.number("PRAGMA user_version") ?? 0 {
      case 0:
        guard try connection.number("SELECT count(*) FROM sqlite_schema") == 0 else {
          throw DatabaseError(damage: "it holds no event")
        }
        try connection.transaction { () throws(DatabaseError) in
          try connection.execute(tables)
          try connection.execute("PRAGMA user_version = \(Self.version)")
        }
      case Self.version: break
      default: throw DatabaseError(damage: "it was written by another version of Trove")
      }
      for statement in later { try connection.execute(statement) }
      self.connection = Guarded(connection)
    } catch { throw .damaged("\(error)") }
  }

  /// Runs one statement, and returns its rows.
  @discardableResult
  package func rows(_ sql: String, _ values: [DatabaseValue] = []) throws(EventTrouble) -> [[DatabaseValue]] {
    try connection.withLock { connection throws(EventTrouble) in
      do throws(DatabaseError) { return try connection.rows(sql, values) } catch { throw EventTrouble(error) }
    }
  }

  /// Does something in a transaction, all or nothing.
  package func transaction(_ body: @Sendable (Connection) throws(DatabaseError) -> Void) throws(EventTrouble) {
    try connection.withLock { connection throws(EventTrouble) in
      do throws(DatabaseError) {
        try connection.transaction { () throws(DatabaseError) in try body(connection) }
      } catch { throw EventTrouble(error) }
    }
  }
}

extension EventTrouble {
  fileprivate init(_ error: DatabaseError) {
    self = error.cause == .busy || error.cause == .full ? .unreachable("\(error)") : .damaged("\(error)")
  }
}

extension DatabaseValue {
  /// A text; NULL for none.
  package init(_ text: String?) { self = text.map { .text($0) } ?? .null }
  /// A number; NULL for none.
  package init(_ number: Int?) { self = number.map { .integer(Int64($0)) } ?? .null }
}

extension [DatabaseValue] {
  /// The player whose id, name, team, wave and time of joining come first.
  package func participant() throws(EventTrouble) -> Player {
    guard let id = self[0].text.flatMap({ PlayerID($0) }) else { throw .damaged("a player is missing") }
    return Player(
      id, name: try text(1), team: self[2].text, wave: self[3].integer.map { Int($0) },
      joined: self[4].integer.map { Timestamp(milliseconds: $0) })
  }

  /// The text of a column.
  ///
  /// Throws: ``EventTrouble/damaged(_:)`` if it is NULL or no text.
  package func text(_ column: Int) throws(EventTrouble) -> String {
    guard let text = self[column].text else { throw .damaged("a text is missing") }
    return text
  }

  /// The number of a column.
  ///
  /// Throws: ``EventTrouble/damaged(_:)`` if it is NULL, no number, or too large.
  package func number(_ column: Int) throws(EventTrouble) -> Int {
    guard let number = self[column].integer, let number = Int(exactly: number) else {
      throw .damaged("a number is missing")
    }
    return number
  }
}
