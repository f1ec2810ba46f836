internal import FoundationEssentials
internal import Glibc
package import HuntDomain
internal import SystemKit

/// Appends the events of a session to a file at once, so that the record of a crash is complete.
///
/// Recording never disturbs the game: if the file is full or a write fails, the recorder stops.
package final class SessionLogWriter: Sendable {
  /// Bytes of a record: a day and a half of playing on a screen, 450 bytes a second.
  package static let largest = 64 << 20

  private struct File {
    var descriptor: CInt
    var size = 0
  }

  private let file: Guarded<File?>
  private let stopped = Guarded<String?>(nil)
  private let limit: Int

  /// Begins a record in a new file; `nil` if the file cannot be created.
  ///
  /// - Parameter header: `nil` if it is not known yet: then ``begin(_:)`` has to come before all else.
  package init?(path: String, _ header: SessionLogHeader? = nil, limit: Int = SessionLogWriter.largest) {
    let descriptor = open(path, O_WRONLY | O_CREAT | O_EXCL | O_APPEND | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else { return nil }
    // The lock keeps the pruning of old records from deleting this one, see ``isWritten(_:)``.
    _ = flock(descriptor, LOCK_EX | LOCK_NB)
    file = Guarded(File(descriptor: descriptor))
    self.limit = limit
    if let header { begin(header) }
  }

  deinit { close() }

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
  package func close() {
    file.withLock { file in
      if let descriptor = file?.descriptor { _ = Glibc.close(descriptor) }
      file = nil
    }
  }

  private func write(_ line: some Encodable) {
    // A value that JSON cannot represent, such as NaN, is skipped rather than ending the record.
    guard let bytes = Self.bytes(of: line) else { return }
    append(bytes)
  }

  /// A line of a record, with its end.
  static func bytes(of line: some Encodable) -> [UInt8]? {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    return (try? encoder.encode(line)).map { [UInt8]($0) + [0x0A] }
  }

  private func append(_ bytes: [UInt8]) {
    file.withLock { file in
      guard var open = file else { return }
      guard let why = failure(of: bytes, in: open) else {
        open.size += bytes.count
        file = open
        return
      }
      stopped.withLock { $0 = why }
      _ = Glibc.close(open.descriptor)
      file = nil
    }
  }

  /// Writes bytes to the record; returns why it cannot, or `nil`.
  private func failure(of bytes: [UInt8], in file: File) -> String? {
    guard file.size + bytes.count <= limit else { return "it is larger than \(limit >> 20) MiB" }
    do throws(SystemError) {
      try SystemIO.write(bytes, to: file.descriptor)
      return nil
    } catch {
      return error.description
    }
  }
}
