internal import Glibc

/// Mends the characters and references of a document in UTF-8 that no parser would take, and complains about each.
///
/// It knows as little of XML as that takes: whether a byte belongs to a comment, a section or an instruction. Whether
/// the rest is XML, the parser decides. Line ends stay where they are. A DOCTYPE is left out; of what it declares only
/// plain texts count.
struct XMLRepair {
  /// A complaint, and the number of mended bytes before it.
  struct Complaint {
    let place: Int
    let line: Int
    let text: String
  }

  private enum Place { case beginning, text, comment, section, instruction, declaration, doctype }
  private enum Kind { case bytes, control, reference, bracket, doctype }

  private var place = Place.beginning
  private var doctype = XMLDoctype()
  /// Bytes that the entities of the document may still become.
  private var entityRoom = 4 << 20
  /// Bytes that cannot be judged before the next ones come.
  private var pending: [UInt8] = []
  private var input: [UInt8] = []
  private var output: [UInt8] = []
  private var position = 0
  /// Mended bytes before `output`.
  private var written = 0
  /// The line that is being read.
  private(set) var line = 1
  private var endsInReturn = false
  /// The line of the last complaint of each kind: one a line is enough.
  private var complained: [Kind: Int] = [:]
  /// The complaints that nobody has taken.
  var complaints: [Complaint] = []
  /// Whether U+FFFD stands for bytes that the encoding does not have.
  var isConverted = false

  /// The next bytes, mended; `nil` if they are right as they are.
  mutating func mend(_ bytes: UnsafeRawBufferPointer, isFinal: Bool) -> [UInt8]? {
    if place == .text, pending.isEmpty, XMLBytes.arePlain(bytes) {
      count(bytes)
      written += bytes.count
      return nil
    }
    input = pending + bytes
    pending = []
    position = 0
    output.removeAll(keepingCapacity: true)
    output.reserveCapacity(input.count + 64)
    while position < input.count, step(isFinal) {}
    pending = Array(input[position...])
    defer { written += output.count }
    return output
  }

  private mutating func count(_ bytes: UnsafeRawBufferPointer) {
    if endsInReturn || bytes.contains(0x0D) {
      for byte in bytes { count(byte) }
    } else {
      var lines = 0
      for byte in bytes where byte == 0x0A { lines &+= 1 }
      line += lines
    }
  }

  private mutating func count(_ byte: UInt8) {
    if byte == 0x0D || byte == 0x0A && !endsInReturn { line += 1 }
    endsInReturn = byte == 0x0D
  }

  private mutating func complain(_ kind: Kind, _ text: @autoclosure () -> String) {
    guard complained[kind] != line else { return }
    complained[kind] = line
    complaints.append(Complaint(place: written + output.count, line: line, text: text()))
  }

  // MARK: - Steps

  /// Takes what comes next; false if it cannot be judged yet.
  private mutating func step(_ isFinal: Bool) -> Bool {
    let byte = input[position]
    if place == .doctype {
      takeDoctype()
      return true
    }
    switch byte {
    case 0x20...0x7E where !XMLBytes.isMark(byte):
      keepOrdinary()
      return true
    case 0x0A, 0x0D:
      count(byte)
      output.append(byte)
      position += 1
      return true
    case 0x09, 0x20...0x7F: break
    case 0..<0x20:
      if place != .beginning || byte != 0 { complain(.control, "the control byte \(byte) is left out") }
      position += 1
      return true
    default: return takeCharacter(isFinal)
    }
    endsInReturn = false
    // The longest of the words that are looked for is `<![CDATA[`.
    guard isFinal || input.count - position >= 9 else { return false }
    switch (place, byte) {
    case (.beginning, 0x20), (.beginning, 0x09): position += 1
    case (.beginning, _):
      place = .text
      return step(isFinal)
    case (.text, UInt8(ascii: "<")): takeBracket()
    case (.text, UInt8(ascii: "&")): return takeReference(isFinal)
    case (.comment, UInt8(ascii: "-")) where take("-->"): place = .text
    case (.section, UInt8(ascii: "]")) where take("]]>"): place = .text
    case (.instruction, UInt8(ascii: "?")) where take("?>"): place = .text
    case (.declaration, UInt8(ascii: "?")) where leaveOut("?>"): place = .text
    case (.declaration, _): position += 1
    default: keep(1)
    }
    return true
  }

  /// Takes a run of characters that mean nothing anywhere.
  private mutating func keepOrdinary() {
    if place == .beginning { place = .text }
    endsInReturn = false
    var end = position
    while end < input.count, (0x20...0x7E).contains(input[end]), !XMLBytes.isMark(input[end]) || input[end] == 0x20 {
      end += 1
    }
    if place != .declaration { output += input[position..<end] }
    position = end
  }

  private mutating func keep(_ count: Int) {
    output += input[position..<position + count]
    position += count
  }

  /// Takes a word if it comes next.
  private mutating func take(_ word: StaticString) -> Bool {
    guard comes(word) else { return false }
    keep(word.utf8CodeUnitCount)
    return true
  }

  private mutating func leaveOut(_ word: StaticString) -> Bool {
    guard comes(word) else { return false }
    position += word.utf8CodeUnitCount
    return true
  }

  private func comes(_ word: StaticString) -> Bool {
    word.withUTF8Buffer { input[position...].starts(with: $0) }
  }

  private mutating func takeBracket() {
    if take("<!--") {
      place = .comment
    } else if take("<![CDATA[") {
      place = .section
    } else if comes("<?xml"), position + 5 < input.count, input[position + 5] <= 0x20 {
      // It says nothing any more: the text is UTF-8.
      place = .declaration
    } else if leaveOut("<!DOCTYPE") {
      complain(.doctype, "the DOCTYPE is passed over: only plain texts that it declares count")
      place = .doctype
    } else if take("<?") {
      place = .instruction
    } else if position + 1 == input.count || XMLBytes.beginsTag(input[position + 1]) {
      // The last byte of a file that is cut off may begin anything.
      keep(1)
    } else {
      complain(.bracket, "a “<” that begins no tag is read as text")
      output += "&lt;".utf8
      position += 1
    }
  }

  private mutating func takeDoctype() {
    while position < input.count, place == .doctype {
      let byte = input[position]
      position += 1
      if byte == 0x0A || byte == 0x0D {
        count(byte)
        output.append(byte)
      } else {
        endsInReturn = false
      }
      if doctype.ends(with: byte) { place = .text }
    }
  }

  /// Takes a reference to a character, or an ampersand that begins none.
  private mutating func takeReference(_ isFinal: Bool) -> Bool {
    let isNumber = position + 1 < input.count && input[position + 1] == UInt8(ascii: "#")
    let start = position + (isNumber ? 2 : 1)
    let name = input[min(start, input.count)...].prefix(XMLBytes.longestReference).prefix(while: XMLBytes.isNameByte)
    guard name.endIndex < input.count else {
      if isFinal { keep(1) }
      return isFinal
    }
    guard !name.isEmpty, input[name.endIndex] == UInt8(ascii: ";") else {
      complain(.reference, "a lone “&” is read as text")
      output += "&amp;".utf8
      position += 1
      return true
    }
    let text = String(decoding: name, as: UTF8.self)
    let length = name.endIndex + 1 - position
    if isNumber ? XMLBytes.isCharacter(numbered: text) : XMLBytes.names.contains(text) {
      keep(length)
    } else if isNumber {
      complain(.reference, "&#\(text); is no character of XML: left out")
      position += length
    } else if let entity = doctype.entities[text], entity.utf8.count <= entityRoom {
      entityRoom -= entity.utf8.count
      output += entity.utf8
      position += length
    } else if let scalar = HTMLEntities.scalar(named: text) {
      complain(.reference, "&\(text); is HTML, not XML: read as its character")
      output += String(scalar).utf8
      position += length
    } else {
      complain(.reference, "&\(text); is no character of XML: read as text")
      output += "&amp;".utf8
      position += 1
    }
    return true
  }

  /// Takes a character beyond ASCII, or a byte that is none.
  private mutating func takeCharacter(_ isFinal: Bool) -> Bool {
    endsInReturn = false
    guard let length = XMLBytes.length(of: input[position...]) else {
      if XMLBytes.mayGoOn(input[position...]) {
        // A character that is cut off with the file.
        if isFinal { position = input.count }
        return isFinal
      }
      complain(.bytes, "bytes that are not UTF-8 are read as Windows-1252")
      let byte = UInt32(input[position])
      output += String(HTMLEntities.scalar(numbered: byte) ?? "\u{FFFD}").utf8
      position += 1
      return true
    }
    let character = input[position..<position + length]
    if place == .beginning, character.elementsEqual([0xEF, 0xBB, 0xBF]) {
      position += length
      return true
    }
    if place == .beginning { place = .text }
    if character.elementsEqual([0xEF, 0xBF, 0xBE]) || character.elementsEqual([0xEF, 0xBF, 0xBF]) {
      complain(.control, "U+FFFE and U+FFFF are left out")
      position += length
      return true
    }
    if isConverted, character.elementsEqual([0xEF, 0xBF, 0xBD]) {
      complain(.bytes, "bytes that mean nothing in the encoding of the file are left out")
    }
    if place == .declaration { position += length } else { keep(length) }
    return true
  }
}

/// The bytes of XML in UTF-8.
enum XMLBytes {
  /// Bytes of a prefix that is worth to be remembered.
  private static let longestPrefix = 64

  /// What stands before the local part of a name, with its colon; empty without a prefix.
  static func prefix(of name: UnsafePointer<CChar>) -> String {
    let count = strcspn(name, ":")
    guard name[count] != 0, count < longestPrefix else { return "" }
    return String(decoding: UnsafeRawBufferPointer(start: name, count: count + 1), as: UTF8.self)
  }

  /// Bytes of a name or number between `&` and `;`, at most.
  static let longestReference = 32
  /// The entities of XML itself.
  static let names: Set = ["amp", "lt", "gt", "quot", "apos"]

  /// Whether a byte of ASCII can mean something to ``XMLRepair``; blanks do before the document.
  static func isMark(_ byte: UInt8) -> Bool {
    switch byte {
    case 0x20, UInt8(ascii: "<"), UInt8(ascii: "&"), UInt8(ascii: "-"), UInt8(ascii: "]"), UInt8(ascii: "?"): true
    default: false
    }
  }

  static func isNameByte(_ byte: UInt8) -> Bool {
    (0x30...0x39).contains(byte) || (0x41...0x5A).contains(byte & ~0x20)
  }

  /// Whether a byte behind `<` makes it a tag or a declaration.
  static func beginsTag(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "/"), UInt8(ascii: "_"), UInt8(ascii: ":"), UInt8(ascii: "!"), 0x80...: true
    default: (0x41...0x5A).contains(byte & ~0x20)
    }
  }

  /// Whether `#text` is the number of a character that XML 1.0 allows, section 2.2.
  static func isCharacter(numbered text: String) -> Bool {
    guard let number = text.hasPrefix("x") ? UInt32(text.dropFirst(), radix: 16) : UInt32(text) else { return false }
    return switch number {
    case 9, 10, 13, 0x20...0xD7FF, 0xE000...0xFFFD, 0x10000...0x10FFFF: true
    default: false
    }
  }

  /// The length of the character in UTF-8 with which the bytes begin; `nil` if they begin with none.
  static func length(of bytes: ArraySlice<UInt8>) -> Int? {
    guard let (length, second) = form(bytes.first ?? 0), bytes.count >= length,
      second.contains(bytes[bytes.startIndex + 1]),
      bytes.dropFirst(2).prefix(length - 2).allSatisfy({ $0 & 0xC0 == 0x80 })
    else { return nil }
    return length
  }

  /// Whether more bytes could make a character of these.
  static func mayGoOn(_ bytes: ArraySlice<UInt8>) -> Bool {
    guard let (length, second) = form(bytes.first ?? 0), bytes.count < length else { return false }
    return bytes.dropFirst().first.map(second.contains) ?? true && bytes.dropFirst(2).allSatisfy { $0 & 0xC0 == 0x80 }
  }

  /// The length of a character by its first byte, and what the second may be; Unicode, table 3-7.
  private static func form(_ first: UInt8) -> (length: Int, second: ClosedRange<UInt8>)? {
    switch first {
    case 0xC2...0xDF: (2, 0x80...0xBF)
    case 0xE0: (3, 0xA0...0xBF)
    case 0xED: (3, 0x80...0x9F)
    case 0xE1...0xEF: (3, 0x80...0xBF)
    case 0xF0: (4, 0x90...0xBF)
    case 0xF1...0xF3: (4, 0x80...0xBF)
    case 0xF4: (4, 0x80...0x8F)
    default: nil
    }
  }

  /// Whether all is ASCII without references, controls, comments and the like: eight bytes at a time.
  static func arePlain(_ bytes: UnsafeRawBufferPointer) -> Bool {
    let ones: UInt64 = 0x0101_0101_0101_0101
    let high = ones &* 0x80
    var position = 0
    while position + 8 <= bytes.count {
      let word = UInt64(littleEndian: bytes.loadUnaligned(fromByteOffset: position, as: UInt64.self))
      guard word & high == 0 else { return false }
      // All bytes are below 0x80, so nothing is carried from one to the next.
      let controls = ~(word &+ ones &* 0x60) & high
      let ampersands = ~((word ^ ones &* 0x26) &+ ones &* 0x7F) & high
      let brackets = ~((word ^ ones &* 0x3C) &+ ones &* 0x7F) & high
      if ampersands != 0 { return false }
      var doubtful = controls | brackets
      while doubtful != 0 {
        guard isPlain(bytes, at: position + doubtful.trailingZeroBitCount / 8) else { return false }
        doubtful &= doubtful - 1
      }
      position += 8
    }
    while position < bytes.count {
      guard isPlain(bytes, at: position) else { return false }
      position += 1
    }
    return true
  }

  private static func isPlain(_ bytes: UnsafeRawBufferPointer, at position: Int) -> Bool {
    switch bytes[position] {
    case UInt8(ascii: "<"):
      position + 1 < bytes.count && bytes[position + 1] != UInt8(ascii: "!") && beginsTag(bytes[position + 1])
    case UInt8(ascii: "&"): false
    case 0x09, 0x0A, 0x0D, 0x20...0x7F: true
    default: false
    }
  }
}
