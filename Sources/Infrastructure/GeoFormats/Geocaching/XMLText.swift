internal import Numbers

/// Text as the content of an XML element or of an attribute in quotation marks.
enum XMLText {
  /// The text with its marks escaped; characters that XML does not know are left out.
  static func escaped(_ text: String) -> String {
    var escaped = String.UnicodeScalarView()
    for scalar in text.unicodeScalars {
      switch scalar {
      case "&": escaped.append(contentsOf: "&amp;".unicodeScalars)
      case "<": escaped.append(contentsOf: "&lt;".unicodeScalars)
      // Needed only behind two square brackets, and never wrong.
      case ">": escaped.append(contentsOf: "&gt;".unicodeScalars)
      case "\"": escaped.append(contentsOf: "&quot;".unicodeScalars)
      case "\n": escaped.append(scalar)
      default: if isAllowed(scalar.value) { escaped.append(scalar) }
      }
    }
    return String(escaped)
  }

  /// XML 1.0, section 2.2, without the controls that it allows and discourages.
  private static func isAllowed(_ value: UInt32) -> Bool {
    switch value {
    case 0..<0x20, 0x7F...0x9F, 0xFFFE, 0xFFFF: false
    default: true
    }
  }

  /// `<name>text</name>` on a line of its own.
  static func element(_ name: String, _ text: String) -> String { "<\(name)>\(escaped(text))</\(name)>\n" }

  /// Degrees that are read back as the same place to a millimetre.
  static func degrees(_ degrees: Double) -> String { DecimalText.fixed(degrees, decimals: 8) ?? "0" }
}
