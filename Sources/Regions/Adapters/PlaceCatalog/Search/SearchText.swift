internal import HuntDomain

/// Makes words of names that can be searched for: small letters without accents, one after another.
///
/// Scripts that write without spaces between words (Thai, Lao, Burmese, Khmer, Chinese, Japanese) become overlapping
/// pairs of letters, so that any two or more neighbouring letters are found as a phrase.
struct SearchText {
  /// The replacement of each letter that is not ASCII.
  private var folded: [Unicode.Scalar: String] = [:]

  /// The words of a text with a space between each two: what an index takes.
  mutating func words(_ text: String) -> String {
    pieces(text).map(\.indexed).joined(separator: " ")
  }

  /// The text as it is compared with others: its words as they are read.
  mutating func plain(_ text: String) -> String { pieces(text).map(\.text).joined(separator: " ") }

  /// An FTS5 condition that matches names with a word beginning with each word of `text`; `nil` if `text` has no words.
  mutating func condition(_ text: String) -> String? {
    let pieces = pieces(text).prefix(Self.mostWords)
    return pieces.isEmpty ? nil : pieces.map(\.condition).joined(separator: " AND ")
  }

  /// Words of a question that count.
  private static let mostWords = 12

  // MARK: - Pieces

  /// A word, or a run of letters of a script without spaces.
  private struct Piece {
    var letters: [String] = []
    var isRun = false
    var text: String { letters.joined() }

    /// The text stored in the index.
    var indexed: String {
      guard isRun, letters.count > 1 else { return text }
      // The last letter stands alone too, so that each letter begins a word.
      return pairs.joined(separator: " ") + " " + letters[letters.count - 1]
    }

    /// The FTS5 query that finds it.
    ///
    /// Words consist of letters and digits only, so nothing needs to be escaped.
    var condition: String { isRun && letters.count > 1 ? "\"\(pairs.joined(separator: " "))\"" : "\"\(text)\"*" }

    private var pairs: [String] { zip(letters, letters.dropFirst()).map { $0 + $1 } }
  }

  private mutating func pieces(_ text: String) -> [Piece] {
    var pieces: [Piece] = []
    var piece = Piece()
    for scalar in text.unicodeScalars {
      guard let letter = letter(scalar) else {
        if !piece.letters.isEmpty { pieces.append(piece) }
        piece.letters.removeAll()
        continue
      }
      if letter.isEmpty { continue }
      let isRun = Self.isUnspaced(scalar)
      if !piece.letters.isEmpty, isRun != piece.isRun {
        pieces.append(piece)
        piece.letters.removeAll()
      }
      piece.isRun = isRun
      piece.letters.append(letter)
    }
    if !piece.letters.isEmpty { pieces.append(piece) }
    return pieces
  }

  /// The letters that a scalar stands for in a word: empty for an accent, `nil` for a separator.
  private mutating func letter(_ scalar: Unicode.Scalar) -> String? {
    switch scalar.value {
    case 0x30...0x39, 0x61...0x7A: return String(scalar)
    case 0x41...0x5A: return Unicode.Scalar(scalar.value + 0x20).map { String($0) }
    case 0..<0x80: return nil
    default: break
    }
    if let known = folded[scalar] { return known == " " ? nil : known }
    let letter = Self.folded(scalar)
    folded[scalar] = letter ?? " "
    return letter
  }

  private static func folded(_ scalar: Unicode.Scalar) -> String? {
    if let letter = arabic[scalar] { return letter }
    let properties = scalar.properties
    switch properties.generalCategory {
    // Vowels of some scripts are marks, and belong to their words; accents come back empty.
    case .nonspacingMark, .spacingMark: return FoldedText.fold(String(scalar))
    case .enclosingMark, .format: return ""
    default:
      guard properties.isAlphabetic || properties.numericType != nil else { return nil }
      return FoldedText.fold(String(scalar))
    }
  }

  /// Letters of Arabic and Persian that are written in more ways than one; the last is the line that widens words.
  private static let arabic: [Unicode.Scalar: String] = [
    "أ": "ا", "إ": "ا", "آ": "ا", "ٱ": "ا", "ة": "ه", "ى": "ي", "ی": "ي", "ئ": "ي", "ؤ": "و", "ک": "ك", "\u{640}": "",
  ]

  /// Whether the script puts no spaces between words.
  private static func isUnspaced(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x0E00...0x0EFF, 0x1000...0x109F, 0x1780...0x17FF, 0x3040...0x30FF, 0x31F0...0x31FF, 0x3400...0x4DBF,
      0x4E00...0x9FFF, 0xF900...0xFAFF, 0xFF66...0xFF9F, 0x20000...0x3FFFF:
      true
    default: false
    }
  }
}

/// Ranks how well names match a search text.
enum NameMatch {
  /// 0 where a name is the text, 1 where one begins with it, 2 where the usual name has all its words, 3 where another
  /// has, 4 where none has, so that it must be of such a kind.
  ///
  /// - Parameter question: The text as ``SearchText/plain(_:)`` makes it.
  static func of(_ names: [String], _ question: String, _ words: inout SearchText) -> Int {
    let names = names.map { words.plain($0) }
    if names.contains(question) { return 0 }
    if names.contains(where: { $0.hasPrefix(question) }) { return 1 }
    let parts = question.split(separator: " ")
    guard let best = names.firstIndex(where: { has($0, parts) }) else { return 4 }
    return best == 0 ? 2 : 3
  }

  /// Whether each word of the text is a whole word of one of the names, or is somewhere in it where words are not parted.
  static func isWhole(_ names: [String], _ question: String, _ words: inout SearchText) -> Bool {
    let parts = question.split(separator: " ")
    return names.contains { name in
      let name = words.plain(name)
      let known = Set(name.split(separator: " "))
      return parts.allSatisfy { known.contains($0) || !$0.utf8.allSatisfy { $0 < 0x80 } && name.contains($0) }
    }
  }

  /// Whether each part begins a word of the name, or is somewhere in it where words are not parted.
  private static func has(_ name: String, _ parts: [Substring]) -> Bool {
    let words = name.split(separator: " ")
    return parts.allSatisfy { part in
      words.contains { $0.hasPrefix(part) } || !part.utf8.allSatisfy { $0 < 0x80 } && name.contains(part)
    }
  }
}
