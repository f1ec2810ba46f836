/// HTML made plain: paragraphs of printable text, whatever was around them.
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

  /// The same, and whether something had to be left out.
  static func read(_ bytes: [UInt8]) -> (paragraphs: [String], isShortened: Bool) {
    var reader = HTMLReader(bytes)
    while !reader.isAtEnd, !reader.page.isFull { reader.step() }
    reader.page.endParagraph()
    return (reader.page.paragraphs, reader.page.isFull)
  }

  /// The same for bytes that may be plain text.
  static func read(_ bytes: [UInt8], isHTML: Bool) -> (paragraphs: [String], isShortened: Bool) {
    guard !isHTML, !looksMarked(bytes) else { return read(bytes) }
    var page = Page()
    for line in bytes.split(whereSeparator: { $0 == 0x0A || $0 == 0x0D }) where !page.isFull {
      page.append(line)
      page.endParagraph()
    }
    return (page.paragraphs, page.isFull)
  }

  /// What is written so far.
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

    /// What stands before the items of a list.
    static let bullet = "-"
  }
}
