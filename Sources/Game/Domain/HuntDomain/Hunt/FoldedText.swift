/// Makes texts comparable: small letters without accents, digits, and nothing else.
package enum FoldedText {
  /// How to fold the letters that German and the Nordic languages also write as two.
  package enum Umlauts: Hashable, Sendable {
    /// ä is a.
    case asOne
    /// ä is ae, å is aa.
    case asTwo
  }

  /// Ligatures, and letters whose Unicode names do not contain their base letter.
  private static let special: [Unicode.Scalar: String] = [
    "ß": "ss", "æ": "ae", "œ": "oe", "ĳ": "ij", "ŋ": "n", "þ": "th", "ð": "d", "ı": "i", "ς": "σ", "й": "и", "ё": "е",
    "ї": "і", "ў": "у", "ѓ": "г", "ќ": "к", "ﬁ": "fi", "ﬂ": "fl", "ŉ": "n", "ſ": "s",
  ]
  private static let twice: [Unicode.Scalar: String] = [
    "ä": "ae", "ö": "oe", "ü": "ue", "å": "aa", "ø": "oe",
  ]
  /// The letters of three alphabets by the names that Unicode gives them.
  private static let letters: [String: Unicode.Scalar] = {
    var letters: [String: Unicode.Scalar] = [:]
    for code in [0x61...0x7A, 0x3B1...0x3C9, 0x430...0x44F] as [ClosedRange<UInt32>] {
      for scalar in code.compactMap(Unicode.Scalar.init) { scalar.properties.name.map { letters[$0] = scalar } }
    }
    return letters
  }()

  /// The text in small letters, without accents, white space and punctuation; of a text that is nothing but signs,
  /// the signs.
  package static func fold(_ text: String, umlauts: Umlauts = .asOne) -> String {
    // A letter and its accent may be one scalar or two; they are the same character.
    let small = text.lowercased()
    var folded = String.UnicodeScalarView()
    var signs = String.UnicodeScalarView()
    for scalar in composed(small) {
      if let letters = letters(of: scalar, umlauts) {
        folded.append(contentsOf: letters.unicodeScalars)
      } else if !scalar.properties.isWhitespace, !isMark(scalar) {
        signs.append(scalar)
      }
    }
    return String(folded.isEmpty ? signs : folded)
  }

  /// The words of a text, folded one by one; punctuation and white space are left out.
  package static func words(of text: String) -> [String] {
    text.split { !($0.isLetter || $0.isNumber) }.map { fold(String($0)) }
  }

  /// The text with each letter of ``twice`` composed to one scalar.
  private static func composed(_ text: String) -> String.UnicodeScalarView {
    var result = String.UnicodeScalarView()
    for character in text {
      // Equal characters are equal however they are written.
      if let letter = twice.keys.first(where: { Character($0) == character }) {
        result.append(letter)
      } else {
        result.append(contentsOf: character.unicodeScalars)
      }
    }
    return result
  }

  /// The letters that a scalar folds to; `nil` for one that folding drops.
  private static func letters(of scalar: Unicode.Scalar, _ umlauts: Umlauts) -> String? {
    if scalar.isASCII { return isWord(scalar) ? String(scalar) : nil }
    if isMark(scalar) { return nil }
    if umlauts == .asTwo, let two = twice[scalar] { return two }
    if let special = special[scalar] { return special }
    if let digit = digit(scalar) { return digit }
    // Full-width letters lie 0xFEE0 after those of ASCII.
    if (0xFF41...0xFF5A).contains(scalar.value) { return Unicode.Scalar(scalar.value - 0xFEE0).map { String($0) } }
    if let name = scalar.properties.name, let end = name.firstRange(of: " WITH ")?.lowerBound,
      let base = letters[String(name[..<end])]
    {
      return special[base] ?? String(base)
    }
    return isWord(scalar) ? String(scalar) : nil
  }

  private static func isWord(_ scalar: Unicode.Scalar) -> Bool {
    let properties = scalar.properties
    switch properties.generalCategory {
    case .nonspacingMark, .spacingMark: return true
    default: return properties.isAlphabetic || properties.numericType != nil
    }
  }

  /// The ASCII digit for a decimal digit of any script; `nil` for other scalars.
  private static func digit(_ scalar: Unicode.Scalar) -> String? {
    guard scalar.properties.numericType == .decimal, let value = scalar.properties.numericValue else { return nil }
    return String(Int(value))
  }

  /// Accents on their own, of Latin, Greek and Cyrillic letters, and the points of Hebrew and Arabic.
  private static func isMark(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x0300...0x036F, 0x0591...0x05BD, 0x05BF...0x05C7, 0x064B...0x065F, 0x1AB0...0x1AFF, 0x1DC0...0x1DFF,
      0x20D0...0x20FF, 0xFE00...0xFE0F, 0xFE20...0xFE2F:
      true
    default: false
    }
  }
}
