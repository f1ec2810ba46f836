internal import TextCanvas

/// A name as the terminal can show it.
struct ShownName {
  let text: String
  let width: Int
  let isRightToLeft: Bool

  /// Columns of the longest name: who reads more of it loses the map.
  private static let longest = 28

  /// Nothing where nothing of it can be shown.
  init?(_ name: String, isASCII: Bool) {
    guard !isASCII || Self.hasLikeness(name) else { return nil }
    text = shortened(name, columns: Self.longest)
    width = CharacterWidth.columns(of: text, limit: Self.longest)
    isRightToLeft = Self.isRightToLeft(name)
    guard width > 0, width <= Self.longest else { return nil }
  }

  /// Whether ASCII has something like each of its letters: those of Latin, with or without marks.
  private static func hasLikeness(_ name: String) -> Bool {
    name.unicodeScalars.allSatisfy { scalar in
      scalar.value < 0x180 || (0x300..<0x370).contains(scalar.value) || (0x2010..<0x2040).contains(scalar.value)
    }
  }

  /// Whether any letter is written from the right.
  static func isRightToLeft(_ name: String) -> Bool { name.unicodeScalars.contains(where: isRightToLeft) }

  /// Hebrew, Arabic, and their neighbours.
  private static func isRightToLeft(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x590..<0x900, 0xFB1D..<0xFE00, 0xFE70..<0xFF00, 0x1_0800..<0x1_1000, 0x1_E800..<0x1_F000: true
    default: false
    }
  }
}
