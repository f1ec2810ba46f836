/// The sequences that move a terminal's cursor.
enum CursorMove {
  /// To a place, wherever the cursor is (CUP).
  static func absolute(row: Int, column: Int) -> [UInt8] {
    if column == 0 { return row == 0 ? control("", "H") : control("\(row + 1)", "H") }
    return control("\(row + 1);\(column + 1)", "H")
  }

  /// Some rows down and to a column, in the fewest bytes; nothing upwards, or too far down for line feeds.
  ///
  /// Without `from` the column of the cursor is not known, but its row is.
  static func relative(rows: Int, from: Int?, to column: Int) -> [UInt8]? {
    guard (0...6).contains(rows) else { return nil }
    return [UInt8](repeating: 0x0A, count: rows) + horizontal(from: from, to: column)
  }

  /// Within a row.
  private static func horizontal(from: Int?, to column: Int) -> [UInt8] {
    if from == column { return [] }
    var best = column == 0 ? [0x0D] : control("\(column + 1)", "G")
    guard let from else { return best }
    let distance = abs(column - from)
    let candidate =
      column > from
      ? control(distance == 1 ? "" : "\(distance)", "C")
      : distance <= 3 ? [UInt8](repeating: 0x08, count: distance) : control("\(distance)", "D")
    if candidate.count < best.count { best = candidate }
    return best
  }

  private static func control(_ parameters: String, _ final: Character) -> [UInt8] {
    Array("\u{1B}[\(parameters)\(final)".utf8)
  }
}
