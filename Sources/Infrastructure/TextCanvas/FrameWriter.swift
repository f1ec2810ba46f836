/// Turns the difference of two canvases into the bytes that change a terminal from one to the other.
///
/// The only place that writes escape sequences of drawing. Expects a terminal that does not translate line feeds
/// (raw mode), and leaves it with plain style; nothing else is remembered between frames.
package struct FrameWriter: Hashable, Sendable {
  /// How many colours may be used.
  package let colours: ColourDepth
  /// Whether characters beyond ASCII may be written; otherwise their nearest likeness is.
  package let isUnicode: Bool
  /// Whether a change asks the terminal to be shown at once (private mode 2026; unknown to a terminal, it is ignored).
  package let isSynchronised: Bool
  /// What the ground colours look like.
  package let table: ColourTable
  let codes: ColourCodes

  /// Bytes of the longest change that is synchronised: half of what a pseudo-terminal holds.
  static let longestSynchronised = 2048

  /// Creates a writer for a terminal of those abilities.
  package init(
    colours: ColourDepth = .trueColour, isUnicode: Bool = true, isSynchronised: Bool = false,
    table: ColourTable = .empty
  ) {
    self.colours = colours
    self.isUnicode = isUnicode
    self.isSynchronised = isSynchronised
    self.table = table
    codes = ColourCodes(depth: colours, table: table)
  }

  /// The bytes that make a terminal that shows `previous` show `next`; none if both are the same.
  ///
  /// Without `previous`, or with one of another size, the terminal may show anything: it is cleared first. With
  /// `scrolled`, what the terminal shows is moved first where that saves bytes; a word that is wrong costs none.
  package func bytes(from previous: Canvas?, to next: Canvas, scrolled: Scroll? = nil) -> [UInt8] {
    guard let previous, previous.extent == next.extent else {
      var frame = FrameBytes(writer: self)
      frame.clear()
      RowWriter(previous: Canvas(size: next.extent), next: next).writeAll(into: &frame)
      frame.end()
      return frame.bytes
    }
    let plain = change(from: previous, to: next, nil)
    var shortest = plain
    if let move = scrolled.flatMap({ ScrollMove($0, on: previous) }), !plain.isEmpty {
      let moved = change(from: previous, to: next, move)
      if moved.count < plain.count { shortest = moved }
    }
    // What a terminal reads at one go it shows at once; more than that it had better not hold back.
    guard isSynchronised, (1...Self.longestSynchronised).contains(shortest.count) else { return shortest }
    return Array("\u{1B}[?2026h".utf8) + shortest + Array("\u{1B}[?2026l".utf8)
  }

  private func change(from previous: Canvas, to next: Canvas, _ move: ScrollMove?) -> [UInt8] {
    var frame = FrameBytes(writer: self)
    var base = previous
    if let move { move.moveRows(of: &base, &frame) }
    RowWriter(previous: base, next: next).writeAll(moving: move, into: &frame)
    frame.end()
    return frame.bytes
  }
}
