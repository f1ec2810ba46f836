/// What one cell, or two of a wide character, can show: a scalar and up to two marks on it.
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
