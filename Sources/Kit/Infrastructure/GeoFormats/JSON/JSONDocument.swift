/// A JSON text (RFC 8259) that has been checked from its first to its last byte.
///
/// The values stay where they are, in the bytes of the text; a flat list of nodes tells where each one is and on which
/// line. That takes 24 bytes a value, and a value is decoded only when it is asked for.
package final class JSONDocument: Sendable {
  /// Values inside one another; more refuse the text.
  package static let depthLimit = 128
  /// Bytes of a text; more refuse it.
  package static let sizeLimit = 512 << 20

  let bytes: [UInt8]
  let nodes: [JSONNode]

  /// Reads a text: one value, in UTF-8 with or without byte order mark, and nothing but white space around it.
  package init(_ bytes: [UInt8]) throws(FormatError) {
    guard bytes.count <= Self.sizeLimit else { throw FormatError(.tooLarge(limit: Self.sizeLimit), line: 1) }
    let result = bytes.withUnsafeBufferPointer { buffer -> Result<[JSONNode], FormatError> in
      var scanner = JSONScanner(buffer)
      do throws(FormatError) { return .success(try scanner.scan()) } catch { return .failure(error) }
    }
    nodes = try result.get()
    self.bytes = bytes
  }

  /// Reads the text of a string.
  package convenience init(_ text: String) throws(FormatError) { try self.init(Array(text.utf8)) }

  /// Reads the file at `path`.
  package convenience init(path: String) throws(FormatError) {
    let bytes: [UInt8]
    do { bytes = try FileBytes.contents(of: path, limit: Self.sizeLimit) } catch {
      throw FormatError(error)
    }
    try self.init(bytes)
  }

  /// The one value that the text is.
  package var root: JSONValue { JSONValue(document: self, index: 0) }
}

/// Where a value is in its text.
struct JSONNode {
  enum Kind: UInt8 {
    case null, no, yes, number, string, escapedString, array, object
  }

  /// Of a number its bits (not finite when no double can hold it), of a string its length in bytes, of an array or
  /// object the number of its elements and, in the upper half, the node after its last.
  var payload: UInt64
  /// Where its text begins, in strings after the quotation mark.
  var start: UInt32
  /// Where its key in an object begins, after the quotation mark; 0 when it has none.
  var key: UInt32
  /// 1-based.
  var line: UInt32
  var kind: Kind

  var isContainer: Bool { kind == .array || kind == .object }
  /// The number of elements.
  var count: Int { isContainer ? Int(payload & 0xFFFF_FFFF) : 0 }
  /// The node after this value and everything in it; `index` is its own.
  func next(after index: Int) -> Int { isContainer ? Int(payload >> 32) : index + 1 }
}

/// One value of a JSON text, and where it stands.
///
/// A view of its ``JSONDocument``, which it keeps in memory. Objects with the same key twice answer with the last, as
/// ECMAScript does.
package struct JSONValue: Sendable {
  let document: JSONDocument
  let index: Int

  var node: JSONNode { document.nodes[index] }

  /// The line on which the value begins, from 1.
  package var line: Int { Int(node.line) }

  /// Whether it is `null`.
  package var isNull: Bool { node.kind == .null }
  /// Whether it is an object.
  package var isObject: Bool { node.kind == .object }
  /// Whether it is an array.
  package var isArray: Bool { node.kind == .array }
  /// Whether it is a string.
  package var isString: Bool { node.kind == .string || node.kind == .escapedString }
  /// Whether it is a number.
  package var isNumber: Bool { node.kind == .number }

  /// The Boolean value; `nil` for other kinds.
  package var bool: Bool? {
    switch node.kind {
    case .yes: true
    case .no: false
    default: nil
    }
  }

  /// The number; `nil` for other kinds and for numbers too large for a double.
  package var number: Double? {
    guard node.kind == .number else { return nil }
    let value = Double(bitPattern: node.payload)
    return value.isFinite ? value : nil
  }

  /// The number if it is whole and fits an `Int`; `nil` otherwise.
  package var integer: Int? { number.flatMap { Int(exactly: $0) } }

  /// The number as the text writes it.
  package var numberText: String? {
    guard node.kind == .number else { return nil }
    let allowed = Set("+-.eE0123456789".utf8)
    return String(decoding: document.bytes[Int(node.start)...].prefix { allowed.contains($0) }, as: UTF8.self)
  }

  /// A string fit to print, at most `limit` characters long; `nil` for other kinds.
  package func text(limit: Int = SafeText.proseLimit) -> String? { cleaned(limit: limit)?.text }

  /// A string fit to print, and whether it was shortened to `limit` characters; `nil` for other kinds.
  func cleaned(limit: Int) -> (text: String, isShortened: Bool)? {
    guard isString else { return nil }
    if node.kind == .string { return SafeText.cleaned(utf8: utf8, limit: limit) }
    return rawString.map { SafeText.cleaned($0, limit: limit) }
  }

  /// The string unchanged, including control characters: to compare, never to print.
  package var rawString: String? {
    switch node.kind {
    case .string: String(decoding: utf8, as: UTF8.self)
    case .escapedString: JSONEscapes.decoded(utf8)
    default: nil
    }
  }

  /// Whether a string could be longer than `limit` characters; quick, because most are not.
  func isLong(limit: Int) -> Bool { isString && node.payload > limit }

  private var utf8: ArraySlice<UInt8> {
    document.bytes[Int(node.start)..<Int(node.start) + Int(truncatingIfNeeded: node.payload)]
  }

  /// The number of elements or members; 0 for other kinds.
  package var count: Int { node.count }

  /// The elements of an array, or the values of an object, in the order of the text; none for other kinds.
  package var elements: JSONElements { JSONElements(parent: self) }

  /// The members of an object in the order of the text; none for other kinds.
  package var members: some Sequence<(key: String, value: JSONValue)> {
    (isObject ? elements : JSONElements(none: self)).lazy.map { (key: $0.key, value: $0) }
  }

  /// The member of an object that is called `name`; the last one when there are several.
  package subscript(name: StaticString) -> JSONValue? { member(name).value }

  /// A key that more than one member of an object has; `nil` where there is none.
  var repeatedKey: String? {
    var seen: Set<String> = []
    return members.first { !seen.insert($0.key).inserted }?.key
  }

  /// The member of an object that is called `name`, where the name is no literal; the last one when there are several.
  package subscript(named name: String) -> JSONValue? {
    guard isObject else { return nil }
    var found: JSONValue?
    for value in elements where value.key == name { found = value }
    return found
  }

  /// The member of an object that is called `name`, and how many there are.
  func member(_ name: StaticString) -> (value: JSONValue?, times: Int) {
    guard isObject else { return (nil, 0) }
    var found: JSONValue?
    var times = 0
    for value in elements where value.isCalled(name) {
      found = value
      times += 1
    }
    return (found, times)
  }

  // MARK: - Keys

  private var keyBytes: ArraySlice<UInt8> {
    var end = Int(node.key)
    while document.bytes[end] != UInt8(ascii: "\"") { end += document.bytes[end] == UInt8(ascii: "\\") ? 2 : 1 }
    return document.bytes[Int(node.key)..<end]
  }

  /// The key of a member, as it is.
  var key: String { node.key == 0 ? "" : JSONEscapes.decoded(keyBytes) }

  private func isCalled(_ name: StaticString) -> Bool {
    let start = Int(node.key)
    let length = name.utf8CodeUnitCount
    let bytes = document.bytes
    guard start > 0 else { return false }
    // Compared where it stands; only keys with escapes are decoded first.
    for offset in 0..<length {
      let byte = bytes[start + offset]
      if byte == UInt8(ascii: "\\") {
        return key.utf8.elementsEqual(UnsafeBufferPointer(start: name.utf8Start, count: length))
      }
      guard byte == name.utf8Start[offset] else { return false }
    }
    if bytes[start + length] == UInt8(ascii: "\\") { return false }
    return bytes[start + length] == UInt8(ascii: "\"")
  }
}

/// The values inside an array or object.
package struct JSONElements: Sequence, IteratorProtocol, Sendable {
  private let document: JSONDocument
  private var index: Int
  private let end: Int

  init(parent: JSONValue) {
    document = parent.document
    let node = document.nodes[parent.index]
    index = parent.index + 1
    end = node.isContainer ? node.next(after: parent.index) : index
  }

  init(none parent: JSONValue) {
    document = parent.document
    index = 0
    end = 0
  }

  /// The next element, or `nil` after the last.
  package mutating func next() -> JSONValue? {
    guard index < end else { return nil }
    defer { index = document.nodes[index].next(after: index) }
    return JSONValue(document: document, index: index)
  }
}

extension JSONValue {
  /// The outermost value of the text in which this one stands.
  package var root: JSONValue { document.root }

  /// Where the value stands in its text, as bytes; strings with their quotation marks.
  package var range: Range<Int> {
    switch node.kind {
    case .string, .escapedString:
      Int(node.start) - 1..<Int(node.start) + Int(truncatingIfNeeded: node.payload) + 1
    case .null, .yes: start..<start + 4
    case .no: start..<start + 5
    case .number: start..<start + (numberText?.utf8.count ?? 0)
    case .array, .object: start..<containerEnd
    }
  }

  /// The value as it is written.
  package var bytes: ArraySlice<UInt8> { document.bytes[range] }

  /// The bytes of the value in the text, from the member's key on if it has one.
  var memberRange: Range<Int> { (node.key == 0 ? range.lowerBound : Int(node.key) - 1)..<range.upperBound }

  private var start: Int { Int(node.start) }

  /// The byte after the last bracket.
  ///
  /// The nodes do not say it: it stands behind the last value inside, which may hold others in its turn.
  private var containerEnd: Int {
    var innermost = self
    var depth = 0
    while innermost.node.isContainer, let last = innermost.lastElement {
      innermost = last
      depth += 1
    }
    var end = innermost.node.isContainer ? innermost.start + 1 : innermost.range.upperBound
    // Nothing but white space and brackets is left; an empty container has a bracket of its own to close.
    var brackets = depth + (innermost.node.isContainer ? 1 : 0)
    while brackets > 0 {
      if document.bytes[end] == UInt8(ascii: "]") || document.bytes[end] == UInt8(ascii: "}") { brackets -= 1 }
      end += 1
    }
    return end
  }

  /// The last element of an array or the value of the last member.
  var lastElement: JSONValue? {
    var last: JSONValue?
    for element in elements { last = element }
    return last
  }
}

extension JSONDocument {
  /// The object or array that begins with the byte at `offset`.
  package func container(at offset: Int) -> JSONValue? {
    nodes.firstIndex { $0.isContainer && Int($0.start) == offset }.map { JSONValue(document: self, index: $0) }
  }
}
