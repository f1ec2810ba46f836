/// The `d` of an SVG path in the making; what continues the last piece lengthens it.
struct PathData {
  private var pieces = ""
  /// A rectangle, or a line of height 0, that may go on.
  private var open: (left: Int, top: Int, width: Int, height: Int)?

  /// Whether nothing was drawn.
  var isEmpty: Bool { pieces.isEmpty && open == nil }

  /// The whole.
  var text: String { pieces + (open.map(Self.text) ?? "") }

  /// A filled rectangle.
  mutating func rectangle(_ left: Int, _ top: Int, _ width: Int, _ height: Int) {
    if let last = open, last.top == top, last.height == height, last.left + last.width == left {
      open?.width += width
    } else {
      close()
      open = (left, top, width, height)
    }
  }

  /// A stroked line to the right.
  mutating func horizontal(_ left: Int, _ top: Int, _ width: Int) { rectangle(left, top, width, 0) }

  /// Anything else, which begins with a move.
  mutating func append(_ piece: String) {
    close()
    pieces += piece
  }

  /// A dot: a line of no length with round ends.
  mutating func dot(_ x: Int, _ y: Int) { append("M\(x) \(y)h0") }

  private mutating func close() {
    if let last = open { pieces += Self.text(last) }
    open = nil
  }

  private static func text(_ piece: (left: Int, top: Int, width: Int, height: Int)) -> String {
    let move = "M\(piece.left) \(piece.top)h\(piece.width)"
    return piece.height == 0 ? move : move + "v\(piece.height)h-\(piece.width)z"
  }
}
