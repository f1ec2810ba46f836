internal import FoundationEssentials
internal import Glibc
package import HuntDomain
internal import SystemKit

/// Writes what happens to a session to the end of a file, at once, so that what killed the program is told up to its
/// last moment.
///
/// A recorder never disturbs the game: when the file cannot be written any more, or is full, it writes nothing else.
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

  /// Begins a record in a new file; nothing where it cannot be made.
  package init?(path: String, _ header: SessionLogHeader, limit: Int = SessionLogWriter.largest) {
    let descriptor = open(path, O_WRONLY | O_CREAT | O_EXCL | O_APPEND | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else { return nil }
    // Who makes room for newer records leaves those that are still written, see ``isWritten(_:)``.
    _ = flock(descriptor, LOCK_EX | LOCK_NB)
    file = Guarded(File(descriptor: descriptor))
    self.limit = limit
    write(HeaderLine(header))
  }

  deinit { close() }

  /// What a record is called that begins at `moment`, without the ending: its civil time to the second, without signs
  /// that file systems take for something else.
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

  /// Why not everything was written, in words; nothing while all is well.
  package var trouble: String? { stopped.withLock { $0 } }

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
    // What JSON has no words for, as a number that is none, is not worth ending the record for.
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
