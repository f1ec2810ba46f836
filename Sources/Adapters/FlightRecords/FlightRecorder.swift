internal import FoundationEssentials
internal import Glibc
internal import Locking

/// Writes what happens to a session to the end of a file, at once, so that what killed the program is told up to its
/// last moment.
///
/// A recorder never disturbs the game: when the file cannot be written any more, or is full, it writes nothing else.
package final class FlightRecorder: Sendable {
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
  package init?(path: String, _ header: FlightHeader, limit: Int = FlightRecorder.largest) {
    let descriptor = open(path, O_WRONLY | O_CREAT | O_EXCL | O_APPEND | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else { return nil }
    file = Guarded(File(descriptor: descriptor))
    self.limit = limit
    write(HeaderLine(header))
  }

  deinit { close() }

  /// Why not everything was written, in words; nothing while all is well.
  package var trouble: String? { stopped.withLock { $0 } }

  /// Notes a moment.
  package func note(_ moment: FlightMoment) { write(FlightLine(moment)) }

  /// Ends the record.
  package func close() {
    file.withLock { file in
      if let descriptor = file?.descriptor { _ = Glibc.close(descriptor) }
      file = nil
    }
  }

  private func write(_ line: some Encodable) {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    // What JSON has no words for, as a number that is none, is not worth ending the record for.
    guard let text = try? encoder.encode(line) else { return }
    append([UInt8](text) + [0x0A])
  }

  private func append(_ bytes: [UInt8]) {
    file.withLock { file in
      guard var open = file else { return }
      let isFull = open.size + bytes.count > limit
      guard !isFull, Self.write(bytes, to: open.descriptor) else {
        let why = isFull ? "it is larger than \(limit >> 20) MiB" : String(cString: strerror(errno))
        stopped.withLock { $0 = why }
        _ = Glibc.close(open.descriptor)
        file = nil
        return
      }
      open.size += bytes.count
      file = open
    }
  }

  private static func write(_ bytes: [UInt8], to descriptor: CInt) -> Bool {
    var rest = bytes[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { return false }
      rest = rest.dropFirst(count)
    }
    return true
  }
}
