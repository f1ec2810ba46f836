internal import CSQLite
internal import Glibc

/// A database file that is open, for one thread at a time.
///
/// What a transaction has returned from is on the disk: SQLite writes ahead and waits for the disk at each commit.
/// Values are bound, never spliced into a statement.
package final class Connection {
  private let handle: OpaquePointer
  /// What its statements may take; `nil` where they may take anything.
  private let budget: WorkBudget?
  /// Milliseconds to wait for another program that holds the file.
  private static let patience: Int32 = 2000
  /// Bytes that a text, or a row, of a file may have.
  private static let largestValue: Int32 = 1 << 20
  /// Limits what all databases of this process keep in memory at a time, their largest values included.
  private static let memory: Void = { _ = sqlite3_hard_heap_limit64(160 << 20) }()

  /// How files without a name are opened; `nil` if that failed.
  private static let unnamedFiles = trove_sqlite3_make_vfs().map { String(cString: $0) }

  /// What the schema of a file may do while it is read.
  package enum Origin {
    /// This program has written it.
    case own
    /// It may come from anywhere, and only its plain tables are read.
    case anywhere
    /// It may come from anywhere, and what is read may be views of its tables.
    case anywhereWithViews
  }

  /// Opens a file, and makes it if need be.
  package init(path: String) throws(DatabaseError) {
    var handle: OpaquePointer?
    _ = Self.memory
    let flags = SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE | SQLITE_OPEN_NOMUTEX
    let code = sqlite3_open_v2(path, &handle, flags, nil)
    guard code == SQLITE_OK, let handle else {
      defer { sqlite3_close_v2(handle) }
      throw DatabaseError(code, of: handle)
    }
    self.handle = handle
    budget = nil
    sqlite3_extended_result_codes(handle, 1)
    sqlite3_busy_timeout(handle, Self.patience)
    sqlite3_limit(handle, SQLITE_LIMIT_LENGTH, Self.largestValue)
    try check(trove_sqlite3_harden(handle, 0))
    // FULL waits for the disk at each commit; what is removed is overwritten, so that it stays removed.
    try execute("PRAGMA synchronous = FULL; PRAGMA foreign_keys = ON; PRAGMA cell_size_check = ON")
    try execute("PRAGMA secure_delete = ON")
  }

  /// Opens a file to read it, as it is: neither it nor anything beside it is made, locked or changed.
  ///
  /// What its schema makes of a statement is ended after a bounded amount of work. The schema of a file from anywhere
  /// runs no trigger, no virtual table, no computed column, and in its views only functions that make nothing large.
  /// - Parameters:
  ///   - largestValue: Bytes that a value, or a row, may have.
  ///   - origin: Where the file may come from.
  /// Throws: also where another program has written something that is not yet in the file itself.
  package init(reading path: String, largestValue: Int, from origin: Origin) throws(DatabaseError) {
    _ = Self.memory
    for sidecar in ["-wal", "-journal"] where FileSize.of(path + sidecar) > 0 {
      throw DatabaseError(busy: "another program has not finished writing it")
    }
    // What was kept of a pipe has no name, which SQLite would look for.
    var status = stat()
    let isNamed = stat(path, &status) != 0 || status.st_nlink > 0
    var handle: OpaquePointer?
    let flags = SQLITE_OPEN_READONLY | SQLITE_OPEN_URI | SQLITE_OPEN_NOMUTEX
    let code = sqlite3_open_v2(FileURI.immutable(path), &handle, flags, isNamed ? nil : Self.unnamedFiles)
    guard code == SQLITE_OK, let handle else {
      defer { sqlite3_close_v2(handle) }
      throw DatabaseError(code, of: handle)
    }
    self.handle = handle
    let budget = WorkBudget()
    self.budget = budget
    sqlite3_extended_result_codes(handle, 1)
    sqlite3_limit(handle, SQLITE_LIMIT_LENGTH, Int32(clamping: largestValue))
    try check(trove_sqlite3_harden(handle, origin == .anywhereWithViews ? 1 : 0))
    trove_sqlite3_limit_work(handle, budget.work)
    try execute("PRAGMA query_only = ON; PRAGMA cell_size_check = ON; PRAGMA mmap_size = 0")
    guard origin != .own else { return }
    // What is sorted stays in memory, and is limited with it: on the disk it would fill that.
    try execute("PRAGMA temp_store = MEMORY")
    try check(trove_sqlite3_confine(handle))
    try refuseComputedColumns()
  }

  deinit { sqlite3_close_v2(handle) }

  /// Throws if a table has a generated column: a few bytes of it make values of any size.
  private func refuseComputedColumns() throws(DatabaseError) {
    let computed = try number(
      """
      SELECT count(*) FROM sqlite_schema s, pragma_table_xinfo(s.name) c \
      WHERE s.type = 'table' AND s.sql NOT LIKE 'CREATE VIRTUAL TABLE%' AND c.hidden > 1
      """)
    guard computed == 0 else { throw DatabaseError(refused: "its tables have computed columns, which are not read") }
  }

  /// Makes closing leave the files unchanged, to the byte.
  package func leaveFiles() { trove_sqlite3_leave_files(handle) }

  /// Runs statements that take no values and give no rows that matter.
  package func execute(_ sql: String) throws(DatabaseError) {
    try check(sqlite3_exec(handle, sql, nil, nil, nil))
  }

  private func check(_ code: Int32) throws(DatabaseError) {
    guard code == SQLITE_OK else { throw DatabaseError(code, of: handle) }
  }

  /// A statement that is run many times.
  package func prepare(_ sql: String) throws(DatabaseError) -> Statement {
    try Statement(sql, on: handle, within: budget, keeping: self)
  }

  /// Trades safety for speed: writes are not synced to the disk and deleted content is not overwritten.
  ///
  /// For a file that is worthless until it is complete and ``FileFlush`` has synced it.
  ///
  /// The file survives a killed process, but maybe not a power failure. It is locked against other processes.
  package func hurry() throws(DatabaseError) {
    try execute("PRAGMA locking_mode = EXCLUSIVE; PRAGMA journal_mode = TRUNCATE")
    try execute("PRAGMA synchronous = OFF; PRAGMA secure_delete = OFF; PRAGMA cache_size = -16384")
  }

  /// Runs one statement, and returns its rows, at most `limit`.
  @discardableResult
  package func rows(
    _ sql: String, _ values: [DatabaseValue] = [], limit: Int = 1_000_000
  ) throws(DatabaseError) -> [[DatabaseValue]] {
    let statement = try Statement(sql, on: handle, within: budget)
    try statement.bind(values)
    var rows: [[DatabaseValue]] = []
    while rows.count < limit, try statement.step() { rows.append(statement.row) }
    return rows
  }

  /// The first value of the first row, where it is a whole number.
  package func number(_ sql: String, _ values: [DatabaseValue] = []) throws(DatabaseError) -> Int64? {
    try rows(sql, values, limit: 1).first?.first?.integer
  }

  /// The bytes in the first column of the first row; `nil` if there is no row, or NULL in it.
  ///
  /// A text counts as its bytes in UTF-8.
  package func bytes(_ sql: String, _ values: [DatabaseValue] = []) throws(DatabaseError) -> [UInt8]? {
    let statement = try Statement(sql, on: handle, within: budget)
    try statement.bind(values)
    return try statement.step() ? statement.bytes() : nil
  }

  /// Runs `body` in a transaction, all or nothing; the changes are on the disk when this returns.
  package func transaction(_ body: () throws(DatabaseError) -> Void) throws(DatabaseError) {
    try execute("BEGIN IMMEDIATE")
    do {
      try body()
      try execute("COMMIT")
    } catch {
      // What fails after an error of the disk is rolled back already.
      try? execute("ROLLBACK")
      throw error
    }
  }
}

/// How much work statements may take: so many steps of SQLite's virtual machine, and so much time of the processor.
final class WorkBudget {
  let work: UnsafeMutablePointer<trove_sqlite3_work>
  /// About a second of work, where a step is a short one.
  private static let steps: Int32 = 20_000_000
  /// Where each step moves megabytes.
  private static let nanoseconds: Int64 = 4_000_000_000

  init() {
    work = .allocate(capacity: 1)
    work.initialize(
      to: trove_sqlite3_work(
        most_turns: Self.steps / TROVE_SQLITE3_TURN, turns: 0, most_nanoseconds: Self.nanoseconds, spent: 0, began: 0,
        last: 0))
  }

  deinit { work.deallocate() }
}

/// Names of files as SQLite takes them with something to say about each.
enum FileURI {
  /// The URI of a file that does not change while it is open: SQLite takes no lock and creates no file beside it.
  static func immutable(_ path: String) -> String { "file:\(escaped(path))?immutable=1" }

  /// A path of which no letter is taken for something else.
  private static func escaped(_ path: String) -> String {
    let digits = Array("0123456789ABCDEF")
    let plain: (UInt8) -> Bool = { byte in
      (0x30...0x39).contains(byte) || (0x41...0x5A).contains(byte) || (0x61...0x7A).contains(byte)
        || "/._-".utf8.contains(byte)
    }
    // Two slashes in front would be taken for the name of a machine.
    let start = path.hasPrefix("//") ? "/." : ""
    return path.utf8.reduce(into: start) { text, byte in
      if plain(byte) {
        text.unicodeScalars.append(Unicode.Scalar(byte))
      } else {
        text += "%\(digits[Int(byte >> 4)])\(digits[Int(byte & 15)])"
      }
    }
  }
}

/// Reads the size of a file.
enum FileSize {
  /// Bytes of the file at `path`; 0 where there is none.
  static func of(_ path: String) -> Int {
    var status = stat()
    return stat(path, &status) == 0 ? Int(status.st_size) : 0
  }
}

/// Brings what was written without waiting to the disk.
package enum FileFlush {
  /// Waits until the file at `path` is on the disk, or the names in a folder are.
  ///
  /// Throws: what the disk reports.
  package static func wait(_ path: String) throws(DatabaseError) {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { throw DatabaseError(system: errno) }
    defer { close(descriptor) }
    guard fsync(descriptor) == 0 else { throw DatabaseError(system: errno) }
  }
}
