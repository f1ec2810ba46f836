/// Takes HTML apart, from left to right and never back.
struct HTMLReader {
  private let bytes: [UInt8]
  private var position = 0
  var page = PlainHTML.Page()
  /// Nothing that ends a tag is left, so that nobody looks for it again.
  private var hasNoMoreTags = false
  /// A quotation mark was left open: from then on a tag ends at the first bracket.
  private var ignoresQuotes = false

  init(_ bytes: [UInt8]) { self.bytes = bytes }

  var isAtEnd: Bool { position >= bytes.count }

  /// Takes one tag, comment, entity, or run of text.
  mutating func step() {
    guard !isAtEnd else { return }
    switch bytes[position] {
    case UInt8(ascii: "<"): tag()
    case UInt8(ascii: "&"): entity()
    case 0x20, 0x09, 0x0A, 0x0C, 0x0D:
      page.appendSpace()
      position += 1
    default:
      let end = bytes[position...].firstIndex { $0 <= 0x20 || $0 == UInt8(ascii: "<") || $0 == UInt8(ascii: "&") }
      // A control that is no white space is a byte of text, which the page takes out.
      let next = max(position + 1, end ?? bytes.count)
      page.append(bytes[position..<next])
      position = next
    }
  }

  // MARK: - Tags

  private mutating func tag() {
    let start = position + 1
    guard start < bytes.count, !hasNoMoreTags, Self.opensTag(bytes[start]) else { return literal() }
    if bytes[start...].starts(with: "!--".utf8) { return comment() }
    let isEnd = bytes[start] == UInt8(ascii: "/")
    let nameStart = isEnd ? start + 1 : start
    let nameEnd = bytes[nameStart...].firstIndex { !Self.isNameByte($0) } ?? bytes.count
    guard let close = tagEnd(from: nameEnd) else { return literal() }
    position = close + 1
    // Names are short: whatever is longer is none that means something here.
    let name = String(decoding: bytes[nameStart..<min(nameEnd, nameStart + 12)].map { $0 | 0x20 }, as: UTF8.self)
    if Self.silent.contains(name), !isEnd { return skip(to: name) }
    if Self.lines.contains(name) { page.endParagraph() }
    if Self.cells.contains(name) { page.appendSpace() }
    if name == "li", !isEnd { page.append("\(PlainHTML.Page.bullet) ".utf8) }
  }

  private mutating func literal() {
    page.append(CollectionOfOne(bytes[position]))
    position += 1
  }

  /// Where a tag ends, quoted brackets aside.
  private mutating func tagEnd(from start: Int) -> Int? {
    if !ignoresQuotes {
      if let end = quotedTagEnd(from: start) { return end }
      ignoresQuotes = true
    }
    let end = bytes[start...].firstIndex(of: UInt8(ascii: ">"))
    if end == nil { hasNoMoreTags = true }
    return end
  }

  private func quotedTagEnd(from start: Int) -> Int? {
    var quote: UInt8?
    var before: UInt8 = 0
    for index in start..<bytes.count {
      let byte = bytes[index]
      if let open = quote {
        if byte == open { quote = nil }
      } else if byte == UInt8(ascii: ">") {
        return index
      } else if before == UInt8(ascii: "="), byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "'") {
        // Only behind an equals sign: other apostrophes are those of words.
        quote = byte
      }
      if byte > 0x20 { before = byte }
    }
    return nil
  }

  /// A comment that does not end hides the rest, as in browsers.
  private mutating func comment() {
    var index = position + 4
    while index + 2 < bytes.count {
      if bytes[index] == UInt8(ascii: "-"), bytes[index...].starts(with: "-->".utf8) { return position = index + 3 }
      index += 1
    }
    position = bytes.count
  }

  /// Leaves out everything up to the end tag of `name`; all the rest when there is none.
  private mutating func skip(to name: String) {
    var index = position
    while let open = bytes[index...].firstIndex(of: UInt8(ascii: "<")) {
      index = open + 1
      guard index < bytes.count, bytes[index] == UInt8(ascii: "/") else { continue }
      let found = bytes[(index + 1)...].prefix(name.utf8.count).map { $0 | 0x20 }
      guard found == Array(name.utf8) else { continue }
      // Without an end of this tag there is none further on either.
      let close = bytes[index...].firstIndex(of: UInt8(ascii: ">"))
      return position = close.map { $0 + 1 } ?? bytes.count
    }
    position = bytes.count
  }

  private static func opensTag(_ byte: UInt8) -> Bool {
    isLetter(byte) || byte == UInt8(ascii: "/") || byte == UInt8(ascii: "!") || byte == UInt8(ascii: "?")
  }

  private static func isLetter(_ byte: UInt8) -> Bool { (0x61...0x7A).contains(byte | 0x20) }

  private static func isDigit(_ byte: UInt8) -> Bool { (0x30...0x39).contains(byte) }

  private static func isNameByte(_ byte: UInt8) -> Bool { isLetter(byte) || isDigit(byte) }

  /// Their text is for machines.
  private static let silent: Set = ["script", "style", "title", "template", "iframe", "noframes"]
  private static let cells: Set = ["td", "th"]
  /// They begin and end lines.
  private static let lines: Set = [
    "p", "br", "div", "li", "ul", "ol", "dl", "dt", "dd", "h1", "h2", "h3", "h4", "h5", "h6", "hr", "table", "tr",
    "caption", "blockquote", "pre", "center", "section", "article", "header", "footer", "address", "form", "fieldset",
    "body", "main", "aside", "nav", "figure", "figcaption", "details", "summary",
  ]

  // MARK: - Entities

  private mutating func entity() {
    let start = position + 1
    guard start < bytes.count else { return literal() }
    guard bytes[start] == UInt8(ascii: "#") else { return name(from: start) }
    let isHex = start + 1 < bytes.count && bytes[start + 1] | 0x20 == UInt8(ascii: "x")
    let digits = start + (isHex ? 2 : 1)
    // Eight digits reach beyond the last character; more are no number.
    let run = bytes[min(digits, bytes.count)...].prefix(8).prefix { isHex ? Self.isHexDigit($0) : Self.isDigit($0) }
    guard let number = UInt32(String(decoding: run, as: UTF8.self), radix: isHex ? 16 : 10) else { return literal() }
    put(HTMLEntities.scalar(numbered: number), end: run.endIndex)
  }

  private mutating func name(from start: Int) {
    let run = bytes[start...].prefix(HTMLEntities.longestName + 1).prefix { Self.isNameByte($0) }
    let scalar = HTMLEntities.scalar(named: String(decoding: run, as: UTF8.self))
    guard let scalar, run.endIndex < bytes.count, bytes[run.endIndex] == UInt8(ascii: ";") else { return literal() }
    put(scalar, end: run.endIndex)
  }

  /// Writes a character, as text even when it is a bracket; a missing semicolon is forgiven.
  private mutating func put(_ scalar: Unicode.Scalar?, end: Int) {
    position = end < bytes.count && bytes[end] == UInt8(ascii: ";") ? end + 1 : end
    guard let scalar else { return page.append("\u{FFFD}".utf8) }
    if scalar.properties.isWhitespace { return page.appendSpace() }
    page.append(String(scalar).utf8)
  }

  private static func isHexDigit(_ byte: UInt8) -> Bool {
    isDigit(byte) || (UInt8(ascii: "a")...UInt8(ascii: "f")).contains(byte | 0x20)
  }
}
