internal import GeoFormats
internal import Glibc

/// Goes through the bytes of an XML file and cuts it into tags, which ``XMLGuard`` looks at.
///
/// It knows as little of XML as it takes to find tags: the parser behind it decides whether the file is XML at all. It
/// passes over a document type, which the parser never sees, and keeps nothing that is longer than a limit.
struct XMLScanner {
  private enum State {
    case text
    case tag
    case comment
    case instruction
    case data
    case documentType
  }

  private typealias Bytes = UnsafeBufferPointer<UInt8>

  private var state = State.text
  /// The beginning of a tag whose end is in the next piece of the file.
  private var tag: [UInt8] = []
  private var quote: UInt8 = 0
  /// The last two bytes of a comment, an instruction or data, and how many there were.
  private var (last, beforeLast): (UInt8, UInt8) = (0, 0)
  private var length = 0
  /// The line that is read, from 1.
  private(set) var line = 1
  private var tagLine = 1
  /// Bytes of the file before this piece, and before the tag.
  private var (offset, tagOffset) = (0, 0)
  private var doctype = XMLDoctype()
  /// The bytes of the document type; `nil` without one.
  private(set) var documentType: Range<Int>?
  private(set) var guardian = XMLGuard()

  /// Takes the next bytes of the file.
  mutating func take(_ bytes: UnsafeBufferPointer<UInt8>) throws(OSMFault) {
    guard let start = bytes.baseAddress else { return }
    guard memchr(start, 0, bytes.count) == nil else {
      throw fault(.unsupported("text in UTF-16, or with zero bytes in it,"))
    }
    var position = 0
    while position < bytes.count {
      switch state {
      case .text: takeText(bytes, &position)
      case .tag: try takeTag(bytes, &position)
      case .comment, .instruction, .data: try takeOther(bytes, &position)
      case .documentType: try takeDocumentType(bytes, &position)
      }
    }
    offset += bytes.count
    try guardian.grow(bytes.count, line)
  }

  /// Says what is missing at the end of the file.
  func end() throws(OSMFault) {
    guard state == .text, guardian.isComplete else { throw fault(.cut("the file")) }
  }

  private mutating func takeText(_ bytes: Bytes, _ position: inout Int) {
    while position < bytes.count {
      let byte = bytes[position]
      position += 1
      if byte == 0x0A { line += 1 }
      if byte == UInt8(ascii: "<") {
        state = .tag
        tag.removeAll(keepingCapacity: true)
        (quote, tagLine, tagOffset) = (0, line, offset + position - 1)
        return
      }
    }
  }

  private mutating func takeTag(_ bytes: Bytes, _ position: inout Int) throws(OSMFault) {
    let start = position
    if tag.first ?? bytes[start] == UInt8(ascii: "!") || tag.first ?? bytes[start] == UInt8(ascii: "?") {
      return try takeSpecial(bytes, &position)
    }
    guard findEnd(bytes, &position) else {
      tag.append(contentsOf: bytes[start...])
      return try limit(tag.count)
    }
    let rest = Bytes(rebasing: bytes[start..<position - 1])
    try limit(tag.count + rest.count)
    state = .text
    if tag.isEmpty { return try guardian.take(rest, line: tagLine) }
    tag.append(contentsOf: rest)
    try tag.withUnsafeBufferPointer { tag throws(OSMFault) in try guardian.take(tag, line: tagLine) }
  }

  /// Goes to behind the bracket that ends a tag, which is not within quotes; says whether it is there.
  private mutating func findEnd(_ bytes: Bytes, _ position: inout Int) -> Bool {
    while position < bytes.count {
      let byte = bytes[position]
      position += 1
      if byte == 0x0A { line += 1 }
      if quote != 0 {
        if byte == quote { quote = 0 }
      } else if byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "'") {
        quote = byte
      } else if byte == UInt8(ascii: ">") {
        return true
      }
    }
    return false
  }

  private func limit(_ count: Int) throws(OSMFault) {
    guard count <= OSMLimits.xmlTag else { throw fault(.tooLarge("a tag of more than 64 KiB")) }
  }

  /// Finds out, byte by byte, what begins with `<!` or `<?`.
  private mutating func takeSpecial(_ bytes: Bytes, _ position: inout Int) throws(OSMFault) {
    tag.append(bytes[position])
    position += 1
    (last, beforeLast, length) = (0, 0, 0)
    if tag[0] == UInt8(ascii: "?") {
      state = .instruction
    } else if tag.elementsEqual("!--".utf8) {
      state = .comment
    } else if tag.elementsEqual("![CDATA[".utf8) {
      state = .data
    } else if tag.elementsEqual("!DOCTYPE".utf8), !guardian.hasRoot, documentType == nil {
      state = .documentType
    } else if tag.count > 7 || !["!--", "![CDATA[", "!DOCTYPE"].contains(where: { $0.utf8.starts(with: tag) }) {
      throw fault(.damaged("a declaration (<!...>) where none may stand"))
    }
  }

  private mutating func takeOther(_ bytes: Bytes, _ position: inout Int) throws(OSMFault) {
    let mark: UInt8 = state == .comment ? UInt8(ascii: "-") : state == .data ? UInt8(ascii: "]") : UInt8(ascii: "?")
    while position < bytes.count {
      let byte = bytes[position]
      position += 1
      length += 1
      if byte == 0x0A { line += 1 }
      guard length <= OSMLimits.xmlComment else { throw fault(.tooLarge("a comment or data of more than 1 MiB")) }
      let isEnd = byte == UInt8(ascii: ">") && last == mark && (state == .instruction || beforeLast == mark)
      (beforeLast, last) = (last, byte)
      if isEnd { return state = .text }
    }
  }

  /// Passes over a document type, with all that it declares.
  private mutating func takeDocumentType(_ bytes: Bytes, _ position: inout Int) throws(OSMFault) {
    while position < bytes.count {
      let byte = bytes[position]
      position += 1
      length += 1
      guard length <= OSMLimits.xmlTag else { throw fault(.tooLarge("a document type of more than 64 KiB")) }
      if byte == 0x0A { line += 1 }
      guard doctype.ends(with: byte) else { continue }
      documentType = tagOffset..<offset + position
      guardian.passDocumentType(line: tagLine)
      return state = .text
    }
  }

  private func fault(_ problem: OSMProblem) -> OSMFault { OSMFault(problem, .line(line)) }
}

/// The attributes of one tag of XML, `node id="1" lat="2"`, one after the other.
///
/// What is not laid out as XML wants it ends them: the parser behind will refuse it.
struct OSMXMLAttributes: IteratorProtocol {
  private let tag: UnsafeBufferPointer<UInt8>
  private var position: Int

  /// Begins behind the tag's name, which is `name` bytes long.
  init(_ tag: UnsafeBufferPointer<UInt8>, after name: Int) { (self.tag, position) = (tag, name) }

  /// A name and what it is set to, entities as they stand.
  mutating func next() -> (name: Slice<UnsafeBufferPointer<UInt8>>, value: Slice<UnsafeBufferPointer<UInt8>>)? {
    skip { $0 <= 0x20 }
    let start = position
    skip { $0 > 0x20 && $0 != UInt8(ascii: "=") }
    let name = tag[start..<position]
    skip { $0 <= 0x20 }
    guard !name.isEmpty, position < tag.count, tag[position] == UInt8(ascii: "=") else { return nil }
    position += 1
    skip { $0 <= 0x20 }
    guard position < tag.count else { return nil }
    let quote = tag[position]
    guard quote == UInt8(ascii: "\"") || quote == UInt8(ascii: "'") else { return nil }
    position += 1
    let open = position
    skip { $0 != quote }
    guard position < tag.count else { return nil }
    defer { position += 1 }
    return (name, tag[open..<position])
  }

  @inline(__always)
  private mutating func skip(while matches: (UInt8) -> Bool) {
    while position < tag.count, matches(tag[position]) { position += 1 }
  }
}

extension Slice<UnsafeBufferPointer<UInt8>> {
  /// Whether it is this ASCII text.
  @inline(__always)
  func spells(_ text: StaticString) -> Bool {
    guard count == text.utf8CodeUnitCount else { return false }
    for offset in 0..<count where base[startIndex + offset] != text.utf8Start[offset] { return false }
    return true
  }
}

/// A coordinate as OSM XML writes it: a decimal number, perhaps with an exponent.
enum XMLCoordinate {
  /// Reads degrees; `nil` if libosmium would read another number, or refuse the whole file.
  static func degrees(_ text: Slice<UnsafeBufferPointer<UInt8>>) -> Double? {
    var rest = text
    let isNegative = rest.first == UInt8(ascii: "-")
    if isNegative { rest = rest.dropFirst() }
    var (mantissa, digits, decimals) = (0.0, 0, 0)
    while let digit = digit(rest.first), digits < 9 {
      mantissa = mantissa * 10 + digit
      digits += 1
      rest = rest.dropFirst()
    }
    if rest.first == UInt8(ascii: ".") {
      rest = rest.dropFirst()
      while let digit = digit(rest.first), decimals < 20 {
        mantissa = mantissa * 10 + digit
        decimals += 1
        rest = rest.dropFirst()
      }
    }
    guard digits + decimals > 0, let exponent = exponent(rest) else { return nil }
    let value = scaled(mantissa, exponent - decimals)
    // What libosmium keeps in 32 bits ends at 214.7 degrees.
    return value < 214 ? (isNegative ? -value : value) : nil
  }

  private static func digit(_ byte: UInt8?) -> Double? {
    guard let byte, (0x30...0x39).contains(byte) else { return nil }
    return Double(byte - 0x30)
  }

  /// Reads the power of ten behind a number; 0 if there is none, `nil` if there is something else.
  private static func exponent(_ text: Slice<UnsafeBufferPointer<UInt8>>) -> Int? {
    guard let first = text.first else { return 0 }
    guard first | 0x20 == UInt8(ascii: "e") else { return nil }
    let isNegative = text.dropFirst().first == UInt8(ascii: "-")
    let digits = text.dropFirst(isNegative ? 2 : 1)
    guard (1...2).contains(digits.count), digits.allSatisfy({ (0x30...0x39).contains($0) }) else { return nil }
    let value = digits.reduce(0) { $0 * 10 + Int($1 - 0x30) }
    return isNegative ? -value : value
  }

  private static func scaled(_ value: Double, _ power: Int) -> Double {
    guard abs(power) < powers.count else { return power < 0 ? 0 : value == 0 ? 0 : .infinity }
    return power < 0 ? value / powers[-power] : value * powers[power]
  }

  /// The powers of ten that are exact.
  private static let powers: [Double] = (0...22).map { (0..<$0).reduce(1.0) { product, _ in product * 10 } }
}
