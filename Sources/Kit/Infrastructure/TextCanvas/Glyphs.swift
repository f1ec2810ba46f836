/// The content of one cell, or of two for a wide character: a scalar and up to two combining marks.
struct Glyph: Hashable, Sendable {
  /// 21 bits of scalar, then twice 12 bits: 1 + the ordinal of a mark in ``CharacterWidth/markRanges``, or 0.
  private(set) var bits: UInt64

  static let blank = Glyph(" ")

  init(bits: UInt64) { self.bits = bits }

  /// A scalar without marks; it must be one that shows.
  init(_ scalar: Unicode.Scalar) { bits = UInt64(scalar.value) }

  /// The scalar that carries the marks.
  var scalar: Unicode.Scalar { Unicode.Scalar(UInt32(bits & 0x1F_FFFF)) ?? "\u{FFFD}" }

  /// Whether the glyph carries marks.
  var isMarked: Bool { bits >> 21 != 0 }

  /// The marks, as many as there are.
  var marks: [Unicode.Scalar] {
    [bits >> 21 & 0xFFF, bits >> 33 & 0xFFF].compactMap { $0 == 0 ? nil : CharacterWidth.mark(ordinal: Int($0) - 1) }
  }

  /// Puts a mark on the glyph, or drops it if there are two already.
  mutating func add(markOrdinal: Int) {
    let number = UInt64(markOrdinal + 1)
    if bits >> 21 & 0xFFF == 0 {
      bits |= number << 21
    } else if bits >> 33 == 0 {
      bits |= number << 33
    }
  }

  /// The scalar and its marks.
  var text: String {
    var text = String(Character(scalar))
    for mark in marks { text.unicodeScalars.append(mark) }
    return text
  }
}

/// A text as glyphs with their widths, in the order of the text: the one place where text becomes printable.
///
/// Controls, bidi and format characters are left out; tabs and line ends become blanks. An emoji of several parts is
/// shown by its first, the one thing that all terminals agree on; a flag by the two letters of its country.
struct Glyphs: IteratorProtocol {
  private var scalars: String.UnicodeScalarView.Iterator
  /// A scalar that was read but belongs to the next glyph.
  private var pending: Unicode.Scalar?

  init(_ text: String) { scalars = text.unicodeScalars.makeIterator() }

  /// The next glyph and its columns, 1 or 2.
  mutating func next() -> (glyph: Glyph, width: Int)? {
    while let scalar = take() {
      switch CharacterWidth.kind(of: scalar) {
      case .hidden, .mark: continue
      case .space: return (.blank, 1)
      case .narrow: return (whole(Self.letter(ofFlag: scalar) ?? scalar), 1)
      case .wide: return (whole(scalar), 2)
      }
    }
    return nil
  }

  private mutating func take() -> Unicode.Scalar? {
    guard let scalar = pending else { return scalars.next() }
    pending = nil
    return scalar
  }

  /// The glyph that begins with `base`: reads its marks, and passes over what joins an emoji.
  private mutating func whole(_ base: Unicode.Scalar) -> Glyph {
    var glyph = Glyph(base)
    let joins = Self.isPictograph(base)
    var joined = false
    while let scalar = take() {
      if scalar.value < 0x300 {
        pending = scalar
        break
      }
      if joins, (joined && Self.isPictograph(scalar)) || (0x1F3FB...0x1F3FF).contains(scalar.value) {
        joined = false
        continue
      }
      switch CharacterWidth.kind(of: scalar) {
      case .mark(let ordinal): glyph.add(markOrdinal: ordinal)
      case .hidden: joined = scalar == "\u{200D}"
      case .narrow, .wide, .space:
        pending = scalar
        return glyph
      }
    }
    return glyph
  }

  /// Whether a zero width joiner can bind the scalar into an emoji.
  private static func isPictograph(_ scalar: Unicode.Scalar) -> Bool {
    (0x2190...0x2BFF).contains(scalar.value) || (0x1F000...0x1FAFF).contains(scalar.value)
  }

  /// The letter that a regional indicator stands for.
  private static func letter(ofFlag scalar: Unicode.Scalar) -> Unicode.Scalar? {
    (0x1F1E6...0x1F1FF).contains(scalar.value) ? Unicode.Scalar(scalar.value - 0x1F1E6 + 0x41) : nil
  }
}

/// The characters that a terminal's font can show.
package enum GlyphLevel: String, Hashable, Sendable, CaseIterable {
  /// The 95 printable characters of ASCII.
  case ascii
  /// Also the lines and shades of the old code page 437, as on the Linux console.
  case blocks
  /// Also the braille patterns: 2 x 4 dots a cell.
  case braille
}

/// The printable ASCII character that looks most like another one, for terminals that know no more.
enum ASCIILikeness {
  /// The likeness of `scalar`, or `?`.
  static func of(_ scalar: Unicode.Scalar) -> UInt8 {
    let value = Int(scalar.value)
    switch value {
    case 0x20..<0x7F: return UInt8(value)
    case 0xC0..<0x180: return latin[value - 0xC0]
    case 0x2500..<0x2580: return boxes.contains(value) ? UInt8(ascii: "-") : line(value)
    case 0x2800: return UInt8(ascii: " ")
    case 0x2801..<0x2900: return UInt8(ascii: "*")
    default: return (others[scalar] ?? block(scalar)).map { UInt8(ascii: $0) } ?? UInt8(ascii: "?")
    }
  }

  /// A blank or `#` for a character of pictures, by how much of its cell it fills.
  private static func block(_ scalar: Unicode.Scalar) -> Unicode.Scalar? {
    for glyphs in [PictureGlyphs.quadrants, .sextants] {
      guard let filled = glyphs.filled(by: scalar) else { continue }
      return 2 * filled.nonzeroBitCount < glyphs.across * glyphs.down ? " " : "#"
    }
    return nil
  }

  /// U+00C0 to U+017F without what is above, below and across the letters.
  private static let latin = Array(
    """
    AAAAAAACEEEEIIIIDNOOOOOxOUUUUYTsaaaaaaaceeeeiiiidnooooo:ouuuuyty\
    AaAaAaCcCcCcCcDdDdEeEeEeEeEeGgGgGgGgHhHhIiIiIiIiIiIiJjKkkLlLlLlLlLlNnNnNnnNnOoOoOoOo\
    RrRrRrSsSsSsSsTtTtTtUuUuUuUuUuUuWwYyYZzZzZzs
    """.utf8)

  /// The horizontal lines among the box drawing characters.
  private static let boxes: Set<Int> = [0x2500, 0x2501, 0x2504, 0x2505, 0x2508, 0x2509, 0x254C, 0x254D, 0x2550]

  private static func line(_ value: Int) -> UInt8 {
    switch value {
    case 0x2502, 0x2503, 0x2506, 0x2507, 0x250A, 0x250B, 0x254E, 0x254F, 0x2551: UInt8(ascii: "|")
    case 0x2571: UInt8(ascii: "/")
    case 0x2572: UInt8(ascii: "\\")
    default: UInt8(ascii: "+")
    }
  }

  private static let others: [Unicode.Scalar: Unicode.Scalar] = [
    "\u{A0}": " ", "°": " ", "·": ".", "«": "<", "»": ">", "±": "~", "²": "2", "³": "3", "µ": "u",
    "‐": "-", "‑": "-", "–": "-", "—": "-", "‘": "'", "’": "'", "“": "\"", "”": "\"", "„": "\"", "′": "'", "″": "\"",
    "•": "*", "…": "~", "←": "<", "↑": "^", "→": ">", "↓": "v", "↖": "\\", "↗": "/", "↘": "\\", "↙": "/",
    "▀": "\"", "▄": "_", "█": "#", "░": ":", "▒": "%", "▓": "#", "▲": "^", "▼": "v", "◀": "<", "▶": ">",
    "■": "#", "□": "#", "●": "@", "○": "o", "◆": "*", "◇": "*", "★": "*", "☆": "*", "✓": "v", "✗": "x",
  ]
}
