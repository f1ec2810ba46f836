internal import GeoFormats

/// A record's entry in the list of sessions; parses three lines of the record and only counts the others.
package struct SessionLogSummary: Hashable, Sendable {
  /// The path of the hunt, as the player named it; `nil` if no game began.
  package let hunt: String?
  /// The source of positions at the beginning; `nil` if no game began.
  package let source: String?
  /// The duration of the session.
  package let length: Duration

  /// Bytes of a first line.
  private static let head = 4 << 20
  /// The beginning of the line with the game's setup: its keys are in alphabetical order.
  private static let beginning = Array(#"{"begin":"#.utf8)

  /// Reads the part of a file that the summary needs; `nil` if it is no readable record.
  package init?(path: String) {
    guard Self.isRecord(path: path), let file = try? FileBytes(path: path) else { return nil }
    var lines = LineReader(file, limit: SessionLog.largest)
    var (game, last) = (RecordedGame?.none, [UInt8]())
    while (try? lines.next()) == true, lines.isTerminated {
      last = lines.line
      guard game == nil, last.starts(with: Self.beginning) else { continue }
      guard case .begin(let begun)? = SessionLog.moment(last[...])?.entry else { return nil }
      game = begun
    }
    (hunt, source) = (game?.hunt.path, game?.source)
    length = SessionLog.moment(last[...])?.time ?? .zero
  }

  /// Whether a file begins as records do.
  package static func isRecord(path: String) -> Bool {
    guard let bytes = try? FileBytes.beginning(of: path, count: head), let end = bytes.firstIndex(of: 0x0A) else {
      return false
    }
    return SessionLog.isHead(bytes[..<end])
  }
}
