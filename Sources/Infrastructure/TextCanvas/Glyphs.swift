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
