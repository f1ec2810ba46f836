/// A DOCTYPE that is read past the parser.
///
/// The texts that it declares count (`<!ENTITY home "Home sweet home">`). What would become of other references, of
/// other files and of parameters, is never looked for.
package struct XMLDoctype {
  /// Bytes in which declarations are looked for.
  private static let longest = 64 << 10
  private static let (mostEntities, longestEntity) = (100, 256)

  private var text: [UInt8] = []
  /// The last four bytes.
  private var tail: UInt32 = 0
  private var quote: UInt8 = 0
  private var isSubset = false
  /// What ends the comment or the instruction that is being read: `-->` or `?>`.
  private var end: (word: UInt32, mask: UInt32)?
  /// The declared texts, as they stand in a document.
  private(set) var entities: [String: String] = [:]

  /// A DOCTYPE of which nothing is read yet.
  package init() {}

  /// Takes a byte behind the word DOCTYPE; says whether it is the last.
  package mutating func ends(with byte: UInt8) -> Bool {
    if text.count < Self.longest { text.append(byte) }
    tail = tail << 8 | UInt32(byte)
    if let (word, mask) = end {
      if tail & mask == word { end = nil }
    } else if quote != 0 {
      if byte == quote { quote = 0 }
    } else if tail == 0x3C21_2D2D {  // <!--
      (end, tail) = ((0x2D_2D3E, 0xFF_FFFF), 0)
    } else if tail & 0xFFFF == 0x3C3F {  // <?
      (end, tail) = ((0x3F3E, 0xFFFF), 0)
    } else if byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "'") {
      quote = byte
    } else if byte == UInt8(ascii: "[") || byte == UInt8(ascii: "]") {
      isSubset = byte == UInt8(ascii: "[")
    } else if byte == UInt8(ascii: ">"), !isSubset {
      readEntities()
      return true
    }
    return false
  }

  private mutating func readEntities() {
    for declaration in String(decoding: text, as: UTF8.self).split(separator: "<!ENTITY").dropFirst() {
      let rest = declaration.drop(while: \.isWhitespace)
      let name = rest.prefix { $0.isASCII && ($0.isLetter || $0.isNumber) }
      let value = rest[name.endIndex...].drop(while: \.isWhitespace)
      guard entities.count < Self.mostEntities, entities[String(name)] == nil, let quote = value.first,
        quote == "\"" || quote == "'", let end = value.dropFirst().firstIndex(of: quote)
      else { continue }
      entities[String(name)] = Self.plain(value[..<end].dropFirst())
    }
    text = []
  }

  /// A text without any marks of XML, written so that it can stand in an attribute as well; `nil` for others.
  private static func plain(_ text: Substring) -> String? {
    guard text.utf8.count <= longestEntity,
      !text.unicodeScalars.contains(where: { "<&%\u{FFFE}\u{FFFF}".unicodeScalars.contains($0) || $0.value < 0x20 })
    else { return nil }
    return String(text).replacing("\"", with: "&quot;").replacing("'", with: "&apos;")
  }
}
