/// The one place where text from outside becomes fit to print: no control, bidi or invisible characters, no line
/// breaks, bounded in length.
///
/// ```swift
/// SafeText.clean("well\u{1B}[2J\nnear\u{202E}by")  // "well[2J nearby"
/// ```
package enum SafeText {
  /// How many characters a name may have.
  package static let nameLimit = 200
  /// How many characters a description or a comment may have.
  package static let proseLimit = 10_000
  /// How many characters of a bad value a message quotes.
  package static let quoteLimit = 40
  /// Accents stacked on one letter; more draw over the lines above and below.
  private static let marksLimit = 4

  /// The printable part of `raw` on one line, at most `limit` characters; a longer text ends in `…`.
  package static func clean(_ raw: some StringProtocol, limit: Int = proseLimit) -> String {
    cleaned(raw, limit: limit).text
  }

  /// The printable part of a page: its lines, and the spaces that make its columns, stay as they are.
  ///
  /// ```swift
  /// SafeText.page("well   12 m\n\u{1B}]0;oak\u{7}  80 m\n")  // "well   12 m\n]0;oak  80 m\n"
  /// ```
  package static func page(_ raw: String) -> String {
    var raw = raw
    let isFit = raw.withUTF8 { $0.allSatisfy { 0x20..<0x7F ~= $0 || $0 == 0x0A || $0 == 0x09 } }
    if isFit { return raw }
    var kept = String.UnicodeScalarView()
    var sieve = Sieve()
    sieve.keepsLayout = true
    for scalar in raw.unicodeScalars { sieve.pass(scalar, into: &kept) }
    return String(kept)
  }

  /// Returns the text fit to print, and whether it was shortened to `limit`.
  ///
  /// Takes time and memory by what is kept, not by what is offered.
  static func cleaned(_ raw: some StringProtocol, limit: Int) -> (text: String, isShortened: Bool) {
    if let text = fit(raw, limit: limit) { return (text, false) }
    var kept = String.UnicodeScalarView()
    var sieve = Sieve()
    // A character is one scalar or a few: eight for each leaves room for families and flags.
    let most = limit &* 8 &+ 8
    var isCut = false
    for scalar in raw.unicodeScalars {
      guard sieve.count < most else {
        isCut = true
        break
      }
      sieve.pass(scalar, into: &kept)
    }
    sieve.trim(&kept)
    return shortened(String(kept), to: limit, isCut: isCut)
  }

  /// A text that is fit as it is, as most are: letters of ASCII, single spaces between them, short enough.
  private static func fit(_ raw: some StringProtocol, limit: Int) -> String? {
    guard raw.utf8.count <= limit else { return nil }
    var text = String(raw)
    let isFit = text.withUTF8 { bytes in
      var isAfterSpace = true
      for byte in bytes {
        guard byte > 0x20 && byte < 0x7F || byte == 0x20 && !isAfterSpace else { return false }
        isAfterSpace = byte == 0x20
      }
      return bytes.isEmpty || !isAfterSpace
    }
    return isFit ? text : nil
  }

  /// Bytes as text, and whether they had to be shortened; what is not UTF-8 becomes U+FFFD.
  static func cleaned(utf8 bytes: some Collection<UInt8>, limit: Int) -> (text: String, isShortened: Bool) {
    // Four bytes a scalar, eight scalars a character: no need to decode more than can be kept.
    let most = limit &* 32 &+ 64
    let part = bytes.prefix(most)
    let result = cleaned(String(decoding: part, as: UTF8.self), limit: limit)
    return (result.text, result.isShortened || part.count < bytes.count)
  }

  /// A value as a message quotes it: in quotation marks, short.
  package static func quoted(_ raw: some StringProtocol) -> String { "“\(clean(raw, limit: quoteLimit))”" }

  /// Returns UTF-8 bytes as a text fit to print, in quotation marks and shortened.
  static func quoted(utf8 bytes: some Collection<UInt8>) -> String {
    "“\(cleaned(utf8: bytes, limit: quoteLimit).text)”"
  }

  /// Cuts between characters, so that no letter loses its accent.
  private static func shortened(_ text: String, to limit: Int, isCut: Bool) -> (text: String, isShortened: Bool) {
    guard text.utf8.count > limit || isCut else { return (text, false) }
    guard isCut || text.count > limit else { return (text, false) }
    return (text.prefix(max(0, limit - 1)) + "…", true)
  }

  /// A filter for one scalar after the other; it depends on the scalars before.
  private struct Sieve {
    /// Whether line feeds, tabs and all spaces pass.
    var keepsLayout = false
    /// Scalars that passed.
    private(set) var count = 0
    private var marks = 0
    private var follows = false

    mutating func pass(_ scalar: Unicode.Scalar, into kept: inout String.UnicodeScalarView) {
      if scalar.value > 0x20, scalar.value < 0x7F { return keep(scalar, into: &kept) }
      switch SafeText.role(of: scalar) {
      case .space where keepsLayout:
        append(scalar == "\n" || scalar == "\t" ? scalar : " ", to: &kept)
        (follows, marks) = (false, 0)
      case .space:
        if follows { append(" ", to: &kept) }
        follows = false
      case .mark:
        marks += 1
        if marks <= SafeText.marksLimit { append(scalar, to: &kept) }
      case .joiner:
        // A joiner joins two visible things, or it is only a way to make equal names differ.
        if follows, marks == 0 { append(scalar, to: &kept) }
        marks += 1
      case .letter: keep(scalar, into: &kept)
      case .forbidden: break
      }
    }

    private mutating func keep(_ scalar: Unicode.Scalar, into kept: inout String.UnicodeScalarView) {
      append(scalar, to: &kept)
      marks = 0
      follows = true
    }

    private mutating func append(_ scalar: Unicode.Scalar, to kept: inout String.UnicodeScalarView) {
      kept.append(scalar)
      count += 1
    }

    func trim(_ kept: inout String.UnicodeScalarView) {
      while let last = kept.last, last == " " || last == "\u{200C}" || last == "\u{200D}" { kept.removeLast() }
    }
  }

  private enum Role { case letter, mark, joiner, space, forbidden }

  private static func role(of scalar: Unicode.Scalar) -> Role {
    switch scalar.value {
    case 0x09...0x0D, 0x20, 0x85, 0xA0, 0x2028, 0x2029: return .space
    // Joiners of emoji, Persian and Indic scripts, and the choice between text and picture.
    case 0x200C, 0x200D, 0xFE0E, 0xFE0F: return .joiner
    default: break
    }
    let properties = scalar.properties
    // Fillers, soft hyphens, tags: invisible, although some are letters by category.
    if properties.isDefaultIgnorableCodePoint || properties.isNoncharacterCodePoint { return .forbidden }
    switch properties.generalCategory {
    case .control, .format, .surrogate, .privateUse, .lineSeparator, .paragraphSeparator: return .forbidden
    case .spaceSeparator: return .space
    case .nonspacingMark, .enclosingMark: return .mark
    default: return .letter
    }
  }
}

/// One character in UTF-8, checked as the Unicode standard says (table 3-7): nothing overlong, no surrogates.
enum UTF8Sequence {
  /// The length of the well-formed sequence at `index`, 1 to 4 bytes; 0 when it is malformed or cut off.
  static func length(_ bytes: UnsafeBufferPointer<UInt8>, at index: Int) -> Int {
    let first = bytes[index]
    let (length, second): (Int, ClosedRange<UInt8>) =
      switch first {
      case 0x00...0x7F: (1, 0x80...0xBF)
      case 0xC2...0xDF: (2, 0x80...0xBF)
      case 0xE0: (3, 0xA0...0xBF)
      case 0xED: (3, 0x80...0x9F)
      case 0xE1...0xEF: (3, 0x80...0xBF)
      case 0xF0: (4, 0x90...0xBF)
      case 0xF1...0xF3: (4, 0x80...0xBF)
      case 0xF4: (4, 0x80...0x8F)
      default: (0, 0x80...0xBF)
      }
    guard length > 1 else { return length }
    guard bytes.count - index >= length, second.contains(bytes[index + 1]) else { return 0 }
    for offset in 2..<max(2, length) where bytes[index + offset] & 0xC0 != 0x80 { return 0 }
    return length
  }
}
