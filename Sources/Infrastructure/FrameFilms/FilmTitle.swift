internal import TextCanvas

/// The name of a film, as it may stand in a file.
enum FilmTitle {
  /// Columns after which a name is cut.
  static let columns = 200

  /// `text` without anything that does not show: the one place where text becomes printable is a canvas.
  static func printable(_ text: String) -> String {
    var line = Canvas(width: columns, height: 1)
    line.put(text, column: 0, row: 0, ellipsis: true)
    return line.text
  }
}
