internal import Game

/// Splits incoming bytes into commands, one a line, with any line ending.
///
/// A line that is too long is skipped to its end; only its beginning is kept, to report it.
package struct CommandLines: Hashable, Sendable {
  /// Bytes of a line that are kept: four for each character that a command may have, and one more.
  private static let longest = PlayWords.longest * 4 + 1

  private var line: [UInt8] = []

  /// Creates an empty splitter.
  package init() {}

  /// The lines that are complete with these bytes; what is not UTF-8 becomes U+FFFD.
  package mutating func receive(_ bytes: some Sequence<UInt8>) -> [String] {
    var lines: [String] = []
    for byte in bytes {
      guard byte != 0x0A, byte != 0x0D else {
        if let last = end() { lines.append(last) }
        continue
      }
      if line.count < Self.longest { line.append(byte) }
    }
    return lines
  }

  /// The last line, when nothing more comes and nothing has ended it.
  package mutating func end() -> String? {
    guard !line.isEmpty else { return nil }
    defer { line.removeAll(keepingCapacity: true) }
    return String(decoding: line, as: UTF8.self)
  }
}
