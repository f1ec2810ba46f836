/// The texts of a block, of which only the lengths are kept: what refers to them is checked, and its size foretold.
struct StringTable {
  /// Bytes of each text, at most as many as are kept of it.
  private(set) var lengths: [UInt16] = []
  /// Whether a text is longer than libosmium takes.
  private(set) var isOverlong = false
  /// Whether a text is too long to be a mistake.
  private(set) var isHuge = false
  /// Whether a text is not valid UTF-8.
  private(set) var isBroken = false

  /// Reads the texts (`StringTable`).
  init(_ bytes: PBFReader.Bytes) throws(PBFFault) {
    var reader = PBFReader(bytes)
    while !reader.isAtEnd {
      let (number, wire) = try reader.field()
      guard number == 1 else {
        try reader.skip(wire)
        continue
      }
      let text = try reader.bytes(wire, "a text")
      // libosmium takes the rest of it for another text, and goes astray in memory.
      guard !text.contains(0) else { throw .missing("a text with a zero byte in it") }
      if text.count > OSMLimits.text { isOverlong = true }
      if text.count > OSMLimits.hugeText { isHuge = true }
      if !isBroken, (try? UTF8Span(validating: text.span)) == nil { isBroken = true }
      guard lengths.count < OSMLimits.strings else { throw .tooMuch("more than a million texts in one block") }
      lengths.append(UInt16(min(text.count, OSMLimits.text)))
    }
  }

  /// Bytes of a text, by its number.
  @inline(__always)
  func length(_ index: UInt64) throws(PBFFault) -> Int {
    guard index < UInt64(lengths.count) else { throw .missing("a tag whose text is not in its block") }
    return Int(lengths[Int(index)])
  }

  /// Returns the string table with texts cut to the longest that libosmium takes, between characters.
  static func shortened(_ bytes: PBFReader.Bytes) throws(PBFFault) -> [UInt8] {
    var reader = PBFReader(bytes)
    var result: [UInt8] = []
    while !reader.isAtEnd {
      let (number, wire) = try reader.field()
      guard number == 1 else {
        try reader.skip(wire)
        continue
      }
      let text = try reader.bytes(wire, "a text")
      var end = min(text.count, OSMLimits.text)
      while end < text.count, end > 0, text[end] & 0xC0 == 0x80 { end -= 1 }
      result.appendField(1, text[..<end])
    }
    return result
  }
}

extension [UInt8] {
  /// Appends a number as protobuf writes it.
  mutating func appendVarint(_ value: UInt64) {
    var rest = value
    while rest > 0x7F {
      append(UInt8(rest & 0x7F) | 0x80)
      rest >>= 7
    }
    append(UInt8(rest))
  }

  /// Appends a field of bytes.
  mutating func appendField(_ number: UInt64, _ bytes: some Collection<UInt8>) {
    appendVarint(number << 3 | PBFWireType.bytes.rawValue)
    appendVarint(UInt64(bytes.count))
    append(contentsOf: bytes)
  }
}
