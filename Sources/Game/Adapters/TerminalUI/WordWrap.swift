internal import TextCanvas

/// Breaks a text into at most `limit` lines of at most `columns` columns, at spaces; a longer word is broken anywhere.
///
/// If lines are left out, the last one ends in "…".
package func wrapped(_ text: String, columns: Int, lines limit: Int = .max) -> [String] {
  guard columns > 0, limit > 0 else { return [] }
  var lines: [String] = []
  var line = ""
  for word in text.split(separator: " ").flatMap({ pieces(of: $0, columns: columns) }) {
    let longer = line.isEmpty ? word : "\(line) \(word)"
    if CharacterWidth.columns(of: longer, limit: columns) <= columns || line.isEmpty {
      line = longer
    } else {
      lines.append(line)
      line = word
    }
  }
  if !line.isEmpty { lines.append(line) }
  guard lines.count > limit else { return lines }
  return lines.prefix(limit - 1) + [shortened(lines[limit - 1] + "…", columns: columns)]
}

/// A text cut to `columns` columns; one that was cut ends in "…".
package func shortened(_ text: String, columns: Int) -> String {
  guard CharacterWidth.columns(of: text, limit: max(0, columns)) > columns else { return text }
  guard columns > 0 else { return "" }
  let start = pieces(of: text[...], columns: columns - 1).first ?? ""
  // Not even one wide character may fit.
  return CharacterWidth.columns(of: start) < columns ? start + "…" : "…"
}

/// A word in pieces of at most `columns` columns, of one character at least.
///
/// Scripts that know no blanks between words, and hostile names, are such words.
private func pieces(of word: Substring, columns: Int) -> [String] {
  guard columns > 0 else { return [] }
  var pieces: [String] = []
  var piece = ""
  var width = 0
  for character in word {
    let next = CharacterWidth.columns(of: String(character))
    if width + next > columns, !piece.isEmpty {
      pieces.append(piece)
      (piece, width) = ("", 0)
    }
    piece.append(character)
    width += next
  }
  return pieces + [piece]
}
