/// Converts HTML to paragraphs of printable text.
///
/// ```swift
/// PlainHTML.paragraphs("<p>Under the <b>big</b> oak&hellip;<br>Bring a pen.<script>x()</script>")
/// // ["Under the big oak…", "Bring a pen."]
/// ```
///
/// Tolerant as browsers are, and bounded as they are not: every byte is looked at a fixed number of times at most, no
/// element nests in another, and no more is kept than ``limit`` says.
package enum PlainHTML {
  /// How many bytes of all paragraphs together are kept, and how many paragraphs.
  package static let limit = (bytes: 32 << 10, paragraphs: 500)

  /// The paragraphs, each on one line and none empty.
  package static func paragraphs(_ html: String) -> [String] { read(Array(html.utf8)).paragraphs }

  /// The lines of plain text, by the same rules.
  package static func lines(_ text: String) -> [String] {
    var page = Page()
    for line in text.split(omittingEmptySubsequences: true, whereSeparator: \.isNewline) {
      page.append(line.utf8)
      page.endParagraph()
    }
    return page.paragraphs
  }

  /// Whether a text holds tags that make lines: some are said to be plain and are not.
  static func looksMarked(_ bytes: [UInt8]) -> Bool {
    var rest = bytes[...]
    while let tag = rest.firstIndex(of: UInt8(ascii: "<")) {
      rest = rest[(tag + 1)...]
      let name = rest.prefix(3).map { $0 | 0x20 }
      if name.starts(with: "br".utf8) || name == Array("div".utf8) { return true }
      if name.count > 1, name[0] == UInt8(ascii: "p"), rest[rest.startIndex + 1] == UInt8(ascii: ">") { return true }
    }
    return false
  }

  /// Reads the paragraphs of HTML as plain text, and whether something had to be left out.
  static func read(_ bytes: [UInt8]) -> (paragraphs: [String], isShortened: Bool) {
    var reader = HTMLReader(bytes)
    while !reader.isAtEnd, !reader.page.isFull { reader.step() }
    reader.page.endParagraph()
    return (reader.page.paragraphs, reader.page.isFull)
  }

  /// Reads the paragraphs of HTML or of plain text, and whether something had to be left out.
  static func read(_ bytes: [UInt8], isHTML: Bool) -> (paragraphs: [String], isShortened: Bool) {
    guard !isHTML, !looksMarked(bytes) else { return read(bytes) }
    var page = Page()
    for line in bytes.split(whereSeparator: { $0 == 0x0A || $0 == 0x0D }) where !page.isFull {
      page.append(line)
      page.endParagraph()
    }
    return (page.paragraphs, page.isFull)
  }

  /// The output so far.
  struct Page {
    private(set) var paragraphs: [String] = []
    /// Whether there is no room for more.
    private(set) var isFull = false
    private var paragraph: [UInt8] = []
    private var size = 0

    mutating func append(_ bytes: some Collection<UInt8>) {
      let room = max(0, PlainHTML.limit.bytes - size)
      paragraph.append(contentsOf: bytes.prefix(room))
      size += min(room, bytes.count)
      if bytes.count > room { isFull = true }
    }

    /// White space is one blank, and none at the beginning: so that blanks fill no page.
    mutating func appendSpace() {
      if let last = paragraph.last, last != 0x20 { append(CollectionOfOne(0x20)) }
    }

    mutating func endParagraph() {
      defer { paragraph.removeAll(keepingCapacity: true) }
      guard !paragraph.isEmpty else { return }
      let text = SafeText.clean(String(decoding: paragraph, as: UTF8.self), limit: PlainHTML.limit.bytes)
      guard !text.isEmpty, text != Self.bullet else { return }
      guard paragraphs.count < PlainHTML.limit.paragraphs else { return isFull = true }
      paragraphs.append(text)
    }

    /// The mark before the items of a list.
    static let bullet = "-"
  }
}

/// Takes HTML apart, from left to right and never back.
struct HTMLReader {
  private let bytes: [UInt8]
  private var position = 0
  var page = PlainHTML.Page()
  /// Whether the rest holds no end of a tag, so that later searches for one can be skipped.
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
    // All known names are short; longer ones are unknown.
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

  /// Finds the end of a tag; brackets inside quotation marks do not count.
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

/// The characters that HTML 4 has names for, and what numbers mean in pages of the last century.
enum HTMLEntities {
  /// The longest name: `thetasym`.
  static let longestName = 8

  /// The character of a name, in the letters of its case.
  static func scalar(named name: String) -> Unicode.Scalar? { named[name] }

  /// The character of a numeric reference; `nil` if the number is not a character.
  ///
  /// 128 to 159 are control characters, but authors mean Windows-1252, and every browser reads them so.
  static func scalar(numbered number: UInt32) -> Unicode.Scalar? {
    if (0x80...0x9F).contains(number) { return windows[Int(number - 0x80)].flatMap(Unicode.Scalar.init) }
    return number == 0 ? nil : Unicode.Scalar(number)
  }

  /// The second half of Windows-1252 from 0x80 on; five places of it are empty.
  private static let windows: [UInt32?] = [
    0x20AC, nil, 0x201A, 0x0192, 0x201E, 0x2026, 0x2020, 0x2021, 0x02C6, 0x2030, 0x0160, 0x2039, 0x0152, nil, 0x017D,
    nil, nil, 0x2018, 0x2019, 0x201C, 0x201D, 0x2022, 0x2013, 0x2014, 0x02DC, 0x2122, 0x0161, 0x203A, 0x0153, nil,
    0x017E, 0x0178,
  ]

  private static let named: [String: Unicode.Scalar] = {
    var table: [String: Unicode.Scalar] = [:]
    for (first, names) in runs {
      for (offset, name) in names.split(separator: " ").enumerated() where name != "-" {
        table[String(name)] = Unicode.Scalar(first + UInt32(offset))
      }
    }
    return table
  }()

  /// Names of characters that follow one another, from the first one's number on.
  ///
  /// A hyphen stands for a character without a name. HTML 4.01, section 24.
  private static let runs: [(UInt32, String)] = [
    (34, "quot"), (38, "amp apos"), (60, "lt - gt"),
    (
      160,
      "nbsp iexcl cent pound curren yen brvbar sect uml copy ordf laquo not shy reg macr deg plusmn sup2 sup3 acute "
        + "micro para middot cedil sup1 ordm raquo frac14 frac12 frac34 iquest Agrave Aacute Acirc Atilde Auml Aring "
        + "AElig Ccedil Egrave Eacute Ecirc Euml Igrave Iacute Icirc Iuml ETH Ntilde Ograve Oacute Ocirc Otilde Ouml "
        + "times Oslash Ugrave Uacute Ucirc Uuml Yacute THORN szlig agrave aacute acirc atilde auml aring aelig ccedil "
        + "egrave eacute ecirc euml igrave iacute icirc iuml eth ntilde ograve oacute ocirc otilde ouml divide oslash "
        + "ugrave uacute ucirc uuml yacute thorn yuml"
    ),
    (338, "OElig oelig"), (352, "Scaron scaron"), (376, "Yuml"), (402, "fnof"), (710, "circ"), (732, "tilde"),
    (
      913,
      "Alpha Beta Gamma Delta Epsilon Zeta Eta Theta Iota Kappa Lambda Mu Nu Xi Omicron Pi Rho - Sigma Tau Upsilon "
        + "Phi Chi Psi Omega"
    ),
    (
      945,
      "alpha beta gamma delta epsilon zeta eta theta iota kappa lambda mu nu xi omicron pi rho sigmaf sigma tau "
        + "upsilon phi chi psi omega"
    ),
    (977, "thetasym upsih"), (982, "piv"), (8194, "ensp emsp"), (8201, "thinsp"), (8204, "zwnj zwj lrm rlm"),
    (8211, "ndash mdash"), (8216, "lsquo rsquo sbquo"), (8220, "ldquo rdquo bdquo"), (8224, "dagger Dagger bull"),
    (8230, "hellip"), (8240, "permil"), (8242, "prime Prime"), (8249, "lsaquo rsaquo"), (8254, "oline"),
    (8260, "frasl"), (8364, "euro"), (8465, "image"), (8472, "weierp"), (8476, "real"), (8482, "trade"),
    (8501, "alefsym"), (8592, "larr uarr rarr darr harr"), (8629, "crarr"), (8656, "lArr uArr rArr dArr hArr"),
    (8704, "forall - part exist - empty - nabla isin notin - ni - - - prod - sum minus"), (8727, "lowast"),
    (8730, "radic"), (8733, "prop infin"), (8736, "ang"), (8743, "and or cap cup int"), (8756, "there4"),
    (8764, "sim"), (8773, "cong"), (8776, "asymp"), (8800, "ne equiv"), (8804, "le ge"), (8834, "sub sup nsub"),
    (8838, "sube supe"), (8853, "oplus - otimes"), (8869, "perp"), (8901, "sdot"), (8968, "lceil rceil lfloor rfloor"),
    (9001, "lang rang"), (9674, "loz"), (9824, "spades - - clubs - hearts diams"),
  ]
}
