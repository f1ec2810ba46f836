internal import GeoFormats

/// A record's entry in the list of sessions; parses a few lines of the record and only looks at the others.
package struct SessionLogSummary: Hashable, Sendable {
  /// The path of the hunt, as the player named it; `nil` if no game began.
  package private(set) var hunt: String?
  /// The source of positions at the beginning; `nil` if no game began.
  package private(set) var source: String?
  /// The duration of all sittings.
  package private(set) var length = Duration.zero

  /// Bytes of a first line.
  private static let head = 4 << 20
  /// The beginning of the line with the game's setup: its keys are in alphabetical order.
  private static let beginning = Array(#"{"begin":"#.utf8)
  /// The beginnings of lines that have no time.
  private static let others = [RecordFile.events, RecordFile.pointer, EndLine.beginning, SittingLine.beginning]

  /// Reads the part of a file that the summary needs; `nil` if it is no readable record.
  package init?(path: String) {
    guard Self.isRecord(path: path), let file = try? FileBytes(path: path) else { return nil }
    var lines = LineReader(file, limit: SessionLog.largest)
    var last: [UInt8] = []
    while (try? lines.next()) == true, lines.isTerminated {
      let line = lines.line[...]
      if line.starts(with: HeaderLine.beginning) {
        length += SessionLog.moment(last[...])?.time ?? .zero
      } else if hunt == nil, line.starts(with: Self.beginning) {
        guard case .begin(let game)? = SessionLog.moment(line)?.entry else { return nil }
        (hunt, source) = (game.hunt.path, game.source)
      }
      if !Self.others.contains(where: line.starts) { last = lines.line }
    }
    length += SessionLog.moment(last[...])?.time ?? .zero
  }

  /// Whether a session begins in a record.
  static func hasSession(path: String) -> Bool {
    guard let file = try? FileBytes(path: path) else { return false }
    var lines = LineReader(file, limit: SessionLog.largest)
    while (try? lines.next()) == true { if lines.line.starts(with: HeaderLine.beginning) { return true } }
    return false
  }

  /// Whether a file begins as records do.
  package static func isRecord(path: String) -> Bool {
    guard let bytes = try? FileBytes.beginning(of: path, count: head), let end = bytes.firstIndex(of: 0x0A) else {
      return false
    }
    return SessionLog.isHead(bytes[..<end])
  }
}
