internal import Numbers

/// A recording of a terminal in the format asciicast, version 2, which asciinema and its players show.
///
/// One JSON value a line: a header, then `[seconds, "o", bytes]` for what is written to the terminal and
/// `[seconds, "r", "COLUMNSxROWS"]` where its size changes. The bytes are those that a ``FrameWriter`` makes of the
/// difference of two frames, so a player shows what a terminal of the writer's abilities would have shown.
package struct Asciicast: Sendable {
  /// Writes the frames for the terminal of the recording.
  package let writer: FrameWriter
  /// The name of the recording; made printable, and cut after 200 columns.
  package let title: String?
  /// When it was made, in seconds since 1970; not before it.
  package let timestamp: Int?
  /// How many frames and bytes a recording may have.
  package let limits: FrameSequenceLimits

  /// Creates a writer of recordings.
  package init(
    writer: FrameWriter, title: String? = nil, timestamp: Int? = nil, limits: FrameSequenceLimits = .cast
  ) {
    self.writer = writer
    self.title = title.map(SequenceTitle.printable)
    self.timestamp = timestamp.map { max(0, $0) }
    self.limits = limits
  }

  /// The whole recording of `frames`, whose last stays for `ending`.
  ///
  /// Times count from the first frame. Frames that look like the one before are not written.
  package func bytes(
    of frames: some Sequence<TimedFrame>, ending: Duration = .seconds(2)
  ) throws(FrameSequenceError) -> [UInt8] {
    var gate = FrameValidator(limits)
    var lines = AsciicastLines()
    var shown: Canvas?
    for frame in frames {
      let time = try gate.enter(frame)
      if let shown {
        if shown.size != frame.canvas.size { lines.resize(to: frame.canvas.size, at: time) }
      } else {
        lines.header(size: frame.canvas.size, title: title, timestamp: timestamp)
        lines.output(Self.hideCursor, at: time)
      }
      lines.output(writer.bytes(from: shown, to: frame.canvas), at: time)
      shown = frame.canvas
      try gate.check(bytes: lines.bytes.count)
    }
    try gate.close()
    lines.output(Self.showCursor, at: gate.time + max(.zero, min(ending, TimedFrame.latest)))
    try gate.check(bytes: lines.bytes.count)
    return lines.bytes
  }

  private static let hideCursor = Array("\u{1B}[?25l".utf8)
  private static let showCursor = Array("\u{1B}[?25h".utf8)
}

/// The lines of a recording in the making.
struct AsciicastLines {
  private(set) var bytes: [UInt8] = []

  mutating func header(size: CanvasSize, title: String?, timestamp: Int?) {
    append(#"{"version":2,"width":\#(size.columns),"height":\#(size.rows)"#)
    if let timestamp { append(#","timestamp":\#(timestamp)"#) }
    if let title {
      append(#","title":"#)
      append(quoted: Array(title.utf8))
    }
    append(#","env":{"TERM":"xterm-256color"}}"# + "\n")
  }

  /// Writes an output event (`"o"`); writes no line if `sequence` is empty.
  mutating func output(_ sequence: [UInt8], at time: Duration) {
    if !sequence.isEmpty { event("o", sequence, at: time) }
  }

  /// The terminal has another size from now on.
  mutating func resize(to size: CanvasSize, at time: Duration) {
    event("r", Array("\(size.columns)x\(size.rows)".utf8), at: time)
  }

  private mutating func event(_ code: String, _ data: [UInt8], at time: Duration) {
    append("[\(DecimalText.short(time.inSeconds, places: 6)),\"\(code)\",")
    append(quoted: data)
    append("]\n")
  }

  private mutating func append(_ text: String) { bytes += text.utf8 }

  /// A JSON string (RFC 8259, 7) of bytes that are UTF-8.
  private mutating func append(quoted text: [UInt8]) {
    bytes.append(UInt8(ascii: "\""))
    for byte in text {
      switch byte {
      case UInt8(ascii: "\""), UInt8(ascii: "\\"): bytes += [UInt8(ascii: "\\"), byte]
      case 0x0A: append("\\n")
      case 0x0D: append("\\r")
      case ..<0x20, 0x7F: append("\\u00" + (byte < 0x10 ? "0" : "") + String(byte, radix: 16))
      default: bytes.append(byte)
      }
    }
    bytes.append(UInt8(ascii: "\""))
  }
}

/// The title of a frame sequence, made fit for a file.
enum SequenceTitle {
  /// Columns after which a name is cut.
  static let columns = 200

  /// `text` without anything that does not show: the one place where text becomes printable is a canvas.
  static func printable(_ text: String) -> String {
    var line = Canvas(width: columns, height: 1)
    line.put(text, column: 0, row: 0, ellipsis: true)
    return line.text
  }
}
