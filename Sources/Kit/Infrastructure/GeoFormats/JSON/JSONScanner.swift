/// Goes once through a text and finds its values; no recursion, so that no nesting can exhaust the stack.
struct JSONScanner {
  private let bytes: UnsafeBufferPointer<UInt8>
  private var position = 0
  private var line = 1
  private var nodes: [JSONNode] = []
  /// The arrays and objects that are open, outermost first.
  private var open: [Int] = []

  init(_ bytes: UnsafeBufferPointer<UInt8>) {
    self.bytes = bytes
    // About one value in fifteen bytes of GeoJSON. What is reserved and not used takes no memory; to grow takes twice
    // as much as there is.
    nodes.reserveCapacity(bytes.count / 12 + 16)
    open.reserveCapacity(JSONDocument.depthLimit)
  }

  /// The nodes of the one value that the text is.
  mutating func scan() throws(FormatError) -> [JSONNode] {
    if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { position = 3 }
    skipSpace()
    try value(key: 0)
    while let container = open.last {
      skipSpace()
      try continueContainer(container)
    }
    skipSpace()
    guard position == bytes.count else { throw failure(.trailing) }
    return nodes
  }

  private func failure(_ problem: FormatError.Problem) -> FormatError {
    FormatError(position >= bytes.count && problem != .trailing ? .truncated : problem, line: line)
  }

  /// The byte at the position; 0, which is never valid, after the end.
  private var current: UInt8 { position < bytes.count ? bytes[position] : 0 }

  private mutating func skipSpace() {
    while position < bytes.count {
      switch bytes[position] {
      case 0x20, 0x09, 0x0D: break
      case 0x0A: line += 1
      default: return
      }
      position += 1
    }
  }

  private mutating func add(_ kind: JSONNode.Kind, start: Int, payload: UInt64 = 0, key: Int) {
    nodes.append(
      JSONNode(
        payload: payload, start: UInt32(truncatingIfNeeded: start), key: UInt32(truncatingIfNeeded: key),
        line: UInt32(truncatingIfNeeded: line), kind: kind))
  }

  // MARK: - Containers

  /// Takes the next element, or the end of the container.
  private mutating func continueContainer(_ index: Int) throws(FormatError) {
    let isObject = nodes[index].kind == .object
    let end = UInt8(ascii: isObject ? "}" : "]")
    let count = nodes[index].payload
    if current == end {
      position += 1
      // The upper half says where the container ends.
      nodes[index].payload = count | UInt64(nodes.count) << 32
      open.removeLast()
      return
    }
    if count > 0 {
      guard current == UInt8(ascii: ",") else { throw failure(.expected(isObject ? "“,” or “}”" : "“,” or “]”")) }
      position += 1
      skipSpace()
    }
    nodes[index].payload = count + 1
    try value(key: isObject ? key() : 0)
  }

  /// Takes a key and its colon; returns where the key begins.
  private mutating func key() throws(FormatError) -> Int {
    guard current == UInt8(ascii: "\"") else { throw failure(.expected("a key in quotation marks")) }
    let start = position + 1
    _ = try string()
    skipSpace()
    guard current == UInt8(ascii: ":") else { throw failure(.expected("“:” after a key")) }
    position += 1
    skipSpace()
    return start
  }

  // MARK: - Values

  private mutating func value(key: Int) throws(FormatError) {
    switch current {
    case UInt8(ascii: "{"): try begin(.object, key: key)
    case UInt8(ascii: "["): try begin(.array, key: key)
    case UInt8(ascii: "\""):
      let start = position + 1
      let isEscaped = try string()
      add(isEscaped ? .escapedString : .string, start: start, payload: UInt64(position - 1 - start), key: key)
    case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"): try number(key: key)
    case UInt8(ascii: "t"): try word("true", .yes, key: key)
    case UInt8(ascii: "f"): try word("false", .no, key: key)
    case UInt8(ascii: "n"): try word("null", .null, key: key)
    default: throw failure(.expected("a value"))
    }
  }

  private mutating func begin(_ kind: JSONNode.Kind, key: Int) throws(FormatError) {
    guard open.count < JSONDocument.depthLimit else {
      throw failure(.tooDeep("values", limit: JSONDocument.depthLimit))
    }
    open.append(nodes.count)
    add(kind, start: position, key: key)
    position += 1
  }

  private mutating func word(_ word: StaticString, _ kind: JSONNode.Kind, key: Int) throws(FormatError) {
    let start = position
    for letter in UnsafeBufferPointer(start: word.utf8Start, count: word.utf8CodeUnitCount) {
      guard current == letter else { throw failure(.expected("a value")) }
      position += 1
    }
    add(kind, start: start, key: key)
  }

  private mutating func number(key: Int) throws(FormatError) {
    let start = position
    let isNegative = current == UInt8(ascii: "-")
    if isNegative { position += 1 }
    var digits = DecimalNumber.Digits()
    let whole = position
    position = digits.read(bytes, from: position)
    // At least one digit, and no zero before others.
    guard position > whole, bytes[whole] != UInt8(ascii: "0") || position == whole + 1 else {
      throw failure(.badNumber)
    }
    if current == UInt8(ascii: ".") {
      digits.beginFraction()
      let fraction = position + 1
      position = digits.read(bytes, from: fraction)
      guard position > fraction else { throw failure(.badNumber) }
    }
    let exponent = try exponent()
    let text = UnsafeBufferPointer(rebasing: bytes[start..<position])
    let value = digits.value(isNegative: isNegative, exponent: exponent) ?? DecimalNumber.exact(text) ?? .infinity
    add(.number, start: start, payload: value.bitPattern, key: key)
  }

  /// The number after `e`, cut where it makes no difference any more; 0 without one.
  private mutating func exponent() throws(FormatError) -> Int {
    guard current | 0x20 == UInt8(ascii: "e") else { return 0 }
    position += 1
    let isNegative = current == UInt8(ascii: "-")
    if isNegative || current == UInt8(ascii: "+") { position += 1 }
    let start = position
    var exponent = 0
    while current &- UInt8(ascii: "0") <= 9 {
      exponent = min(100_000, exponent * 10 + Int(current &- UInt8(ascii: "0")))
      position += 1
    }
    guard position > start else { throw failure(.badNumber) }
    return isNegative ? -exponent : exponent
  }

  // MARK: - Strings

  /// Takes a string with both quotation marks; returns whether anything in it is escaped.
  private mutating func string() throws(FormatError) -> Bool {
    position += 1
    var isEscaped = false
    while position < bytes.count {
      let byte = bytes[position]
      if byte == UInt8(ascii: "\"") {
        position += 1
        return isEscaped
      } else if byte == UInt8(ascii: "\\") {
        isEscaped = true
        try escape()
      } else if byte < 0x20 {
        throw failure(.controlCharacter)
      } else if byte < 0x80 {
        position += 1
      } else {
        let length = UTF8Sequence.length(bytes, at: position)
        guard length > 0 else { throw failure(.invalidUTF8) }
        position += length
      }
    }
    throw failure(.truncated)
  }

  private mutating func escape() throws(FormatError) {
    position += 1
    switch current {
    case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"), UInt8(ascii: "b"), UInt8(ascii: "f"),
      UInt8(ascii: "n"), UInt8(ascii: "r"), UInt8(ascii: "t"):
      position += 1
    case UInt8(ascii: "u"):
      guard let unit = hexadecimal(at: position + 1) else { throw failure(.badEscape) }
      position += 5
      guard unit & 0xF800 == 0xD800 else { return }
      // A high surrogate needs its low one; a low one never comes first.
      guard unit < 0xDC00, current == UInt8(ascii: "\\"), position + 1 < bytes.count,
        bytes[position + 1] == UInt8(ascii: "u"), let low = hexadecimal(at: position + 2), low & 0xFC00 == 0xDC00
      else { throw failure(.badEscape) }
      position += 6
    default: throw failure(.badEscape)
    }
  }

  private func hexadecimal(at start: Int) -> UInt16? {
    guard start + 4 <= bytes.count else { return nil }
    var unit: UInt16 = 0
    for byte in bytes[start..<start + 4] {
      guard let digit = Character(Unicode.Scalar(byte)).hexDigitValue, byte < 0x80 else { return nil }
      unit = unit << 4 | UInt16(digit)
    }
    return unit
  }
}

/// Strings of JSON that the scanner has found good, with their escapes taken out.
enum JSONEscapes {
  /// Decodes the bytes between two quotation marks.
  static func decoded(_ bytes: ArraySlice<UInt8>) -> String {
    var plain: [UInt8] = []
    plain.reserveCapacity(bytes.count)
    var rest = bytes
    while let byte = rest.popFirst() {
      guard byte == UInt8(ascii: "\\"), let kind = rest.popFirst() else {
        plain.append(byte)
        continue
      }
      switch kind {
      case UInt8(ascii: "b"): plain.append(0x08)
      case UInt8(ascii: "f"): plain.append(0x0C)
      case UInt8(ascii: "n"): plain.append(0x0A)
      case UInt8(ascii: "r"): plain.append(0x0D)
      case UInt8(ascii: "t"): plain.append(0x09)
      case UInt8(ascii: "u"): plain.append(contentsOf: Character(scalar(&rest)).utf8)
      default: plain.append(kind)
      }
    }
    return String(decoding: plain, as: UTF8.self)
  }

  private static func scalar(_ rest: inout ArraySlice<UInt8>) -> Unicode.Scalar {
    let unit = hexadecimal(&rest)
    guard unit & 0xFC00 == 0xD800 else { return Unicode.Scalar(unit) ?? "\u{FFFD}" }
    rest = rest.dropFirst(2)
    let low = hexadecimal(&rest)
    return Unicode.Scalar(0x10000 + (unit & 0x3FF) << 10 + (low & 0x3FF)) ?? "\u{FFFD}"
  }

  private static func hexadecimal(_ rest: inout ArraySlice<UInt8>) -> UInt32 {
    let digits = rest.prefix(4)
    rest = rest.dropFirst(4)
    return digits.reduce(0) { $0 << 4 | UInt32(Character(Unicode.Scalar($1)).hexDigitValue ?? 0) }
  }
}
