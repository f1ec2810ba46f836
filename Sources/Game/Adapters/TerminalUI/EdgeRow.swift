internal import TextCanvas
internal import Views

/// A row that names what lies beside a view: at each edge what the player is after, or else the most important place,
/// with the number of the others, and between them how many places ahead are not named.
struct EdgeRow {
  /// A place beside the view.
  struct Place {
    let name: String
    /// Finished text: `180 m`.
    let distance: String
    let role: PlaceRole
  }

  /// The most important first.
  let left, right: [Place]
  let unnamedAhead: Int

  /// Columns that an edge needs beside the number in the middle, which is left out where it would take them.
  private static let least = 20
  /// Columns that a name is cut to at least; a number of places stands for a name with less room.
  private static let leastName = 8

  /// Draws the row; no text is drawn over another.
  ///
  /// - Parameters:
  ///   - pad: stands on both sides of a text, so that it stands out from a picture behind it.
  ///   - style: how a text about a place of a role looks; `nil` for the number in the middle.
  func draw(row: Int, on canvas: inout Canvas, _ symbols: Symbols, pad: String = "", style: (PlaceRole?) -> Style) {
    let columns = canvas.size.columns
    // An arrow and a blank go with each text.
    let frame = 2 + 2 * pad.count
    let wishes = [left, right].map { places in
      Self.text(places, columns: columns, symbols).map { CharacterWidth.columns(of: $0.words) + frame } ?? 0
    }
    let middle = unnamedAhead > 0 ? " +\(unnamedAhead) more ahead " : ""
    let beside = (columns - CharacterWidth.columns(of: middle)) / 2 - 1
    var rooms = Self.rooms(wishes[0], wishes[1], of: columns - (pad.isEmpty ? 1 : 0))
    if unnamedAhead > 0, wishes.allSatisfy({ min($0, Self.least) <= beside }) {
      rooms = (beside, beside)
      canvas.put(middle, .centre, row: row, style: style(nil))
    }
    if let text = Self.text(left, columns: rooms.left - frame, symbols) {
      let words = "\(pad)\(symbols.left) \(text.words)\(pad)"
      canvas.put(words, column: 0, row: row, style: style(text.role), width: rooms.left)
    }
    if let text = Self.text(right, columns: rooms.right - frame, symbols) {
      canvas.put("\(pad)\(text.words) \(symbols.right)\(pad)", .right, row: row, style: style(text.role))
    }
  }

  /// Shares columns: what one edge does not need is for the other.
  private static func rooms(_ left: Int, _ right: Int, of columns: Int) -> (left: Int, right: Int) {
    let half = columns / 2
    let mine = left + right <= columns || left <= half ? left : max(half, columns - right)
    return (mine, columns - mine)
  }

  private static func text(_ places: [Place], columns: Int, _ symbols: Symbols) -> (words: String, role: PlaceRole)? {
    guard let first = places.first(where: { $0.role.isGoal }) ?? places.first else { return nil }
    let others = places.count > 1 ? " +\(places.count - 1)" : ""
    let mark = first.role == .place ? "" : "\(symbols.mark(first.role)) "
    // The name says more than the number of the others.
    for tail in [" \(first.distance)\(others)", " \(first.distance)"] {
      let room = columns - CharacterWidth.columns(of: mark + tail)
      if room >= min(leastName, CharacterWidth.columns(of: first.name)) {
        return (mark + shortened(first.name, columns: room) + tail, first.role)
      }
    }
    // A number alone, below a strip of degrees, would be read as one.
    let count = "\(places.count) place\(places.count == 1 ? "" : "s")"
    return (CharacterWidth.columns(of: count) <= columns ? count : "+\(places.count)", first.role)
  }
}
