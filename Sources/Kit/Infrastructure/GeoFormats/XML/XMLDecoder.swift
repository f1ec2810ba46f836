internal import Glibc

/// Makes UTF-8 of the bytes of a document in any encoding that iconv knows.
///
/// What is said of the encoding is believed in this order: a byte order mark; how the first bytes lie, in pairs or in
/// fours; the XML declaration, if the document can be in the encoding that it names, and what is not ASCII in its first
/// bytes is not UTF-8, as which no other text can be read; and UTF-8.
struct XMLDecoder {
  /// Bytes at the beginning in which the declaration is looked for.
  static let headLength = 4096

  /// The first bytes, until there are enough of them; `nil` once the encoding is known.
  private var head: [UInt8]? = []
  private var converter: TextConverter?

  /// Whether the text is converted, so that U+FFFD in it stands for bytes that mean nothing in its encoding.
  var isConverted: Bool { converter != nil }

  /// The next bytes as UTF-8; `nil` if they are to be taken as they are.
  ///
  /// - Parameter complain: is told what is wrong with the declaration, and its line.
  mutating func decode(
    _ bytes: UnsafeRawBufferPointer, isFinal: Bool, complain: (Int, String) -> Void
  ) -> [UInt8]? {
    guard let head else { return converter?.convert(bytes, isFinal: isFinal) }
    guard head.count + bytes.count >= Self.headLength || isFinal else {
      self.head = head + bytes
      return []
    }
    self.head = nil
    let whole = head + bytes
    let mark = open(whole.prefix(Self.headLength), complain)
    guard let converter else { return mark == 0 && head.isEmpty ? nil : Array(whole.dropFirst(mark)) }
    return whole.dropFirst(mark).withUnsafeBytes { converter.convert($0, isFinal: isFinal) }
  }

  /// Chooses the encoding by the first bytes; returns how many of them are a byte order mark.
  private mutating func open(_ head: ArraySlice<UInt8>, _ complain: (Int, String) -> Void) -> Int {
    for (mark, encoding) in Self.marks where head.starts(with: mark) {
      if encoding == "UTF-8", let (name, line) = Self.declared(in: head), !Self.isUTF8(name) {
        complain(line, "the declaration says \(SafeText.quoted(name)), the byte order mark UTF-8: read as UTF-8")
      }
      converter = encoding == "UTF-8" ? nil : TextConverter(from: encoding)
      return mark.count
    }
    if let wide = Self.wide(head) {
      converter = TextConverter(from: wide)
    } else if head.starts(with: [0x4C, 0x6F, 0xA7, 0x94]) {
      // `<?xml` in EBCDIC, whose code pages agree about the characters of a declaration.
      let text = head.withUnsafeBytes { TextConverter(from: "IBM1047")?.convert($0, isFinal: true) } ?? []
      converter =
        Self.declared(in: text[...]).flatMap { TextConverter(from: $0.name) } ?? TextConverter(from: "IBM1047")
    } else if let (name, line) = Self.declared(in: head), !Self.isUTF8(name) {
      converter = TextConverter(from: name)
      // The declaration could be read as ASCII.
      if let text = converter?.convert(Array("<?xml".utf8)), text != Array("<?xml".utf8) { converter = nil }
      if let one = converter, Self.showsUTF8(head, than: one) {
        converter = nil
        complain(line, "the declaration says \(SafeText.quoted(name)), the text is in UTF-8: read as UTF-8")
      } else if converter == nil {
        complain(line, "the encoding \(SafeText.quoted(name)) is not known, or not true: read as UTF-8")
      }
    }
    return 0
  }

  private static let marks: [([UInt8], String)] = [
    ([0xEF, 0xBB, 0xBF], "UTF-8"), ([0xFF, 0xFE, 0, 0], "UTF-32LE"), ([0, 0, 0xFE, 0xFF], "UTF-32BE"),
    ([0xFF, 0xFE], "UTF-16LE"), ([0xFE, 0xFF], "UTF-16BE"),
  ]

  /// The encoding of text without a mark in which every other byte, or three of four, are 0.
  private static func wide(_ head: ArraySlice<UInt8>) -> String? {
    let bytes = Array(head.prefix(64))
    guard bytes.count >= 8 else { return nil }
    let zeros = (0..<4).map { place in stride(from: place, to: bytes.count, by: 4).allSatisfy { bytes[$0] == 0 } }
    return switch zeros {
    case [false, true, true, true]: "UTF-32LE"
    case [true, true, true, false]: "UTF-32BE"
    case [false, true, false, true]: "UTF-16LE"
    case [true, false, true, false]: "UTF-16BE"
    default: nil
    }
  }

  /// Whether the bytes beyond ASCII are characters of UTF-8 rather than of another encoding: two of them are enough
  /// where that would read letters and signs in them, four where it has characters of two bytes, too.
  private static func showsUTF8(_ head: ArraySlice<UInt8>, than other: TextConverter) -> Bool {
    let wanted = String(decoding: other.convert(Array("é".utf8)), as: UTF8.self).count > 1 ? 2 : 4
    var (rest, count) = (head, 0)
    while let start = rest.firstIndex(where: { $0 >= 0x80 }) {
      rest = rest[start...]
      guard let length = XMLBytes.length(of: rest) else { return count >= wanted && XMLBytes.mayGoOn(rest) }
      rest = rest.dropFirst(length)
      count += 1
    }
    return count >= wanted
  }

  private static func isUTF8(_ name: String) -> Bool {
    let letters = name.lowercased().filter { $0.isLetter || $0.isNumber }
    return ["utf8", "ascii", "usascii", "unicode11utf8"].contains(letters)
  }

  /// The encoding that the XML declaration names, and the line on which that begins.
  private static func declared(in head: ArraySlice<UInt8>) -> (name: String, line: Int)? {
    let text = String(decoding: head, as: UTF8.self)
    guard let start = text.firstRange(of: "<?xml"), let end = text[start.upperBound...].firstRange(of: "?>"),
      let key = text[start.upperBound..<end.lowerBound].firstRange(of: "encoding")
    else { return nil }
    let value = text[key.upperBound..<end.lowerBound].drop { $0.isWhitespace || $0 == "=" }
    guard let quote = value.first, quote == "\"" || quote == "'" else { return nil }
    let line = text[..<start.lowerBound].utf8.count { $0 == 0x0A } + 1
    return (String(value.dropFirst().prefix { $0 != quote }.prefix(64)), line)
  }
}

/// One run of iconv from an encoding to UTF-8.
final class TextConverter {
  private let handle: iconv_t
  /// Bytes of a character that goes on in the next piece.
  private var rest: [UInt8] = []
  /// The bytes that are passed over where they mean nothing.
  private let unit: Int

  /// Begins to convert from the encoding that is called `name`; `nil` if iconv does not know it.
  init?(from name: String) {
    // A slash would begin an option of iconv.
    guard !name.isEmpty, name.utf8.allSatisfy({ Self.isNameByte($0) }) else { return nil }
    let digits = String(name.reversed().prefix { $0.isASCII && $0.isNumber }.reversed())
    // Windows and its programs have other names for their code pages than iconv.
    let label = name.lowercased()
    let page = label.hasPrefix("iso") || digits.count < 3 ? [] : ["CP\(digits)"]
    let names = [Self.labels[label] ?? name] + page
    guard let handle = names.lazy.compactMap(Self.open).first else { return nil }
    self.handle = handle
    unit = name.hasPrefix("UTF-32") ? 4 : name.hasPrefix("UTF-16") ? 2 : 1
  }

  deinit { iconv_close(handle) }

  /// The labels of the Encoding Standard (encoding.spec.whatwg.org) that iconv does not know or that mean less to it,
  /// and its own names of what they mean.
  private static let labels: [String: String] = [
    "ISO-8859-6": "csiso88596e csiso88596i iso-8859-6-e iso-8859-6-i", "ISO-8859-7": "sun_eu_greek",
    "ISO-8859-8": "csiso88598e csiso88598i iso-8859-8-e iso-8859-8-i logical visual", "ISO-8859-15": "csisolatin9 l9",
    "KOI8-R": "koi koi8 koi8_r", "MACINTOSH": "x-mac-roman", "MAC-CYRILLIC": "x-mac-cyrillic x-mac-ukrainian",
    "GB18030": "chinese csgb2312 csiso58gb231280 gb2312 gb_2312 gb_2312-80 iso-ir-58 x-gbk",
    "BIG5-HKSCS": "csbig5 x-x-big5", "EUC-JP": "x-euc-jp", "CP932": "csshiftjis shift-jis shift_jis sjis x-sjis",
    "UHC": "cseuckr csksc56011987 euc-kr iso-ir-149 korean ks_c_5601-1987 ks_c_5601-1989 ksc5601 ksc_5601",
  ].reduce(into: [:]) { labels, row in
    for label in row.value.split(separator: " ") { labels[String(label)] = row.key }
  }

  private static func open(_ name: String) -> iconv_t? {
    guard let handle = iconv_open("UTF-8", name), Int(bitPattern: handle) != -1 else { return nil }
    return handle
  }

  private static func isNameByte(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "-"), UInt8(ascii: "_"), UInt8(ascii: "."),
      UInt8(ascii: ":"), UInt8(ascii: "("), UInt8(ascii: ")"), UInt8(ascii: "+"):
      true
    default: false
    }
  }

  /// Converts a whole text by itself.
  func convert(_ bytes: [UInt8]) -> [UInt8] { bytes.withUnsafeBytes { convert($0, isFinal: true) } }

  /// Converts the next piece; what means nothing in the encoding becomes U+FFFD.
  func convert(_ bytes: UnsafeRawBufferPointer, isFinal: Bool) -> [UInt8] {
    var input = rest + bytes
    rest = []
    var output: [UInt8] = []
    output.reserveCapacity(input.count + input.count / 4)
    input.withUnsafeMutableBytes { input in
      var position = 0
      while position < input.count {
        switch step(input, &position, into: &output) {
        case 0, E2BIG: continue
        case EINVAL where !isFinal: rest = Array(input[position...]); position = input.count
        default:
          output += "\u{FFFD}".utf8
          position = min(input.count, position + unit)
        }
      }
    }
    // Encodings with states begin anew.
    if isFinal { iconv(handle, nil, nil, nil, nil) }
    return output
  }

  /// Converts as much as fits into a buffer; returns the error, 0 without one.
  private func step(
    _ input: UnsafeMutableRawBufferPointer, _ position: inout Int, into output: inout [UInt8]
  ) -> CInt {
    var source = input.baseAddress?.assumingMemoryBound(to: CChar.self).advanced(by: position)
    var left = input.count - position
    var fault: CInt = 0
    withUnsafeTemporaryAllocation(of: CChar.self, capacity: 16 << 10) { buffer in
      var target = buffer.baseAddress
      var room = buffer.count
      if iconv(handle, &source, &left, &target, &room) == -1 { fault = errno }
      output += UnsafeRawBufferPointer(rebasing: UnsafeRawBufferPointer(buffer)[..<(buffer.count - room)])
    }
    position = input.count - left
    return fault
  }
}
