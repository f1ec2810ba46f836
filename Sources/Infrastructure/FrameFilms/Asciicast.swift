package import TextCanvas

/// A recording of a terminal in the format asciicast, version 2, which asciinema and its players show.
///
/// One JSON value a line: a header, then `[seconds, "o", bytes]` for what is written to the terminal and
/// `[seconds, "r", "COLUMNSxROWS"]` where its size changes. The bytes are those that a ``FrameWriter`` makes of the
/// difference of two frames, so a player shows what a terminal of the writer's abilities would have shown.
package struct Asciicast: Sendable {
  /// What the terminal of the recording can show.
  package let writer: FrameWriter
  /// The name of the recording; made printable, and cut after 200 columns.
  package let title: String?
  /// When it was made, in seconds since 1970; not before it.
  package let timestamp: Int?
  package let limits: FilmLimits

  /// Creates a writer of recordings.
  package init(
    writer: FrameWriter, title: String? = nil, timestamp: Int? = nil, limits: FilmLimits = .cast
  ) {
    self.writer = writer
    self.title = title.map(FilmTitle.printable)
    self.timestamp = timestamp.map { max(0, $0) }
    self.limits = limits
  }

  /// The whole recording of `frames`, whose last stays for `ending`.
  ///
  /// Times count from the first frame. Frames that look like the one before are not written.
  package func bytes(
    of frames: some Sequence<FilmFrame>, ending: Duration = .seconds(2)
  ) throws(FilmError) -> [UInt8] {
    var gate = FilmGate(limits)
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
    lines.output(Self.showCursor, at: gate.time + max(.zero, min(ending, FilmFrame.latest)))
    try gate.check(bytes: lines.bytes.count)
    return lines.bytes
  }

  private static let hideCursor = Array("\u{1B}[?25l".utf8)
  private static let showCursor = Array("\u{1B}[?25h".utf8)
}
