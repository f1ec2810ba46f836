internal import CSQLite
internal import Glibc

/// Why a database did not do what it was asked, as SQLite's code and as a sentence.
package struct DatabaseError: Error, Hashable, CustomStringConvertible {
  /// The kind of an error, by what the caller can do about it.
  package enum Cause: Hashable, Sendable {
    /// No room on the disk, or none left for this user.
    case full
    /// The file or its folder cannot be written.
    case unwritable
    /// The file is damaged, or no database.
    case damaged
    /// Another process locks the database for longer than we wait.
    case busy
    /// The disk reports an error.
    case device
    case other
  }

  /// SQLite's extended result code.
  package let code: Int32
  /// The system's error (`errno`); 0 if it is not involved.
  package let system: Int32
  /// SQLite's own words.
  package let message: String

  /// The error of a connection's last call.
  init(_ code: Int32, of handle: OpaquePointer?) {
    self.code = code
    system = handle.map(sqlite3_system_errno) ?? 0
    message = String(cString: handle.map { sqlite3_errmsg($0) } ?? sqlite3_errstr(code))
  }

  /// An error that was not SQLite's to find.
  package init(damage message: String) { (code, system, self.message) = (SQLITE_CORRUPT, 0, message) }

  /// Creates the error for a database that is not read because of what its schema holds.
  init(refused message: String) { (code, system, self.message) = (SQLITE_AUTH, 0, message) }

  /// Creates the error for a database that another process uses, as a file beside it shows.
  init(busy message: String) { (code, system, self.message) = (SQLITE_BUSY, 0, message) }

  /// Creates the error for an `errno` that a file operation outside of SQLite returned.
  package init(system error: Int32) {
    let isForbidden = [EACCES, EROFS, EPERM, ENOENT, ENOTDIR].contains(error)
    (code, system) = (isForbidden ? SQLITE_CANTOPEN : SQLITE_IOERR, error)
    message = String(cString: strerror(error))
  }

  /// The kind of the error.
  package var cause: Cause {
    switch code & 0xFF {
    case SQLITE_FULL: .full
    case SQLITE_CORRUPT, SQLITE_NOTADB: .damaged
    case SQLITE_BUSY, SQLITE_LOCKED: .busy
    case SQLITE_READONLY, SQLITE_PERM: .unwritable
    case SQLITE_CANTOPEN: [EACCES, EROFS, EPERM, ENOENT, ENOTDIR].contains(system) ? .unwritable : byErrno(.unwritable)
    case SQLITE_IOERR: byErrno(.device)
    default: .other
    }
  }

  /// Whether the statement was ended because it took too much work: see ``Connection/init(reading:largestValue:from:)``.
  package var isEndless: Bool { code & 0xFF == SQLITE_INTERRUPT }

  private func byErrno(_ otherwise: Cause) -> Cause { [ENOSPC, EDQUOT].contains(system) ? .full : otherwise }

  package var description: String {
    switch cause {
    case .full: "the disk is full"
    case .unwritable: "it cannot be written"
    case .damaged: "the file is damaged (\(message))"
    case .busy: "another program holds it"
    case .device: system == 0 ? "the disk reports an error" : "the disk reports: \(String(cString: strerror(system)))"
    case .other: refusal ?? "\(message) (\(code))"
    }
  }
  /// Why a file from anywhere is not read: it asks for more than it may; `nil` for other errors.
  package var refusal: String? {
    switch code & 0xFF {
    case SQLITE_TOOBIG: "it holds a value that is too large"
    case SQLITE_NOMEM: "it takes too much memory to read"
    case SQLITE_INTERRUPT: "it takes too long to read"
    case SQLITE_AUTH: message
    default: nil
    }
  }
}
