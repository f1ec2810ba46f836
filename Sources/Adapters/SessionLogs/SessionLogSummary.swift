internal import GeoFormats

/// What a list of sessions tells of a record, of which three lines are understood and the others only counted over.
package struct SessionLogSummary: Hashable, Sendable {
  /// The path of the hunt, as the player named it; nothing where no game began.
  package let hunt: String?
  /// Where the positions came from at the beginning; nothing where no game began.
  package let source: String?
  /// How long the session took.
  package let length: Duration

  /// Bytes of a first line.
  private static let head = 4 << 20
  /// What the line begins with that tells what the game was made of: its keys are in alphabetic order.
  private static let beginning = Array(#"{"begin":"#.utf8)

  /// Reads what is needed of a file; nothing where that is no record that can be read.
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
