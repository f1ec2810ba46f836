internal import Glibc
package import Numbers
internal import SystemKit

/// Appends the events of a session to a record at once, so that the record of a crash is complete.
///
/// Recording never disturbs the game: if the file is full or a write fails, the recorder stops.
package final class SessionLogWriter: Sendable {
  /// Bytes of a record, a day and a half of playing on a screen; hunt events have no limit.
  package static let largest = 64 << 20

  private let file: Guarded<RecordFile?>
  private let stopped = Guarded<String?>(nil)
  private let limit: Int

  /// Begins a record in a new file; `nil` if the file cannot be created.
  ///
  /// - Parameter header: `nil` if it is not known yet: then ``begin(_:)`` has to come before all else.
  package init?(path: String, _ header: SessionLogHeader? = nil, limit: Int = SessionLogWriter.largest) {
    // The lock keeps the pruning of old records from deleting this one, see ``isWritten(_:)``.
    guard let file = try? RecordFile.make(path, isSaved: false) else { return nil }
    (self.file, self.limit) = (Guarded(file), limit)
    if let header { begin(header) }
  }

  /// Goes on with a record in which hunt events are saved.
  init(_ file: RecordFile, _ header: SessionLogHeader) {
    (self.file, limit) = (Guarded(file), Self.largest)
    begin(header)
  }

  /// The name, without extension, of a record that begins at `moment`: the civil time to the second, without characters
  /// that file systems treat specially.
  package static func name(at moment: Timestamp) -> String {
    // A clock that is wrong may have a year of more than four digits.
    String(moment.description.prefix { $0 != "." && $0 != "Z" }.map { $0 == ":" ? "-" : $0 })
  }

  /// Whether a program is writing the record at `path` now; what cannot be found out counts as no.
  package static func isWritten(_ path: String) -> Bool {
    let descriptor = open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC)
    guard descriptor >= 0 else { return false }
    defer { _ = Glibc.close(descriptor) }
    return flock(descriptor, LOCK_SH | LOCK_NB) != 0 && errno == EWOULDBLOCK
  }

  /// Why the record is incomplete; `nil` if everything was written.
  package var trouble: String? { stopped.withLock { $0 } }

  /// Writes the header of a record that was made without.
  package func begin(_ header: SessionLogHeader) { write(HeaderLine(header)) }

  /// Notes a moment.
  package func note(_ moment: TimedLogEntry) { write(SessionLogLine(moment)) }

  /// Ends the record.
  ///
  /// - Parameter moment: when the player left; `nil` if the session broke off.
  package func close(at moment: Timestamp? = nil) {
    if let moment { write(EndLine(end: moment.description)) }
    file.withLock { $0 = nil }
  }

  private func write(_ line: some Encodable) {
    // A value that JSON cannot represent, such as NaN, is skipped rather than ending the record.
    guard let object = RecordJSON.object(of: line) else { return }
    file.withLock { file in
      do throws(SystemError) { try file?.note(object, limit: limit) } catch {
        stopped.withLock { $0 = error.description }
        file = nil
      }
    }
  }
}
