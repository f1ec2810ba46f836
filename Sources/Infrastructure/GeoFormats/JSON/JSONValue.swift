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

  package var isNull: Bool { node.kind == .null }
  package var isObject: Bool { node.kind == .object }
  package var isArray: Bool { node.kind == .array }
  package var isString: Bool { node.kind == .string || node.kind == .escapedString }
  package var isNumber: Bool { node.kind == .number }

  /// The truth value; nothing for other kinds.
  package var bool: Bool? {
    switch node.kind {
    case .yes: true
    case .no: false
    default: nil
    }
  }

  /// The number; nothing for other kinds and for numbers too large for a double.
  package var number: Double? {
    guard node.kind == .number else { return nil }
    let value = Double(bitPattern: node.payload)
    return value.isFinite ? value : nil
  }

  /// The number when it is whole and fits; nothing otherwise.
  package var integer: Int? { number.flatMap { Int(exactly: $0) } }

  /// The number as the text writes it.
  package var numberText: String? {
    guard node.kind == .number else { return nil }
    let allowed = Set("+-.eE0123456789".utf8)
    return String(decoding: document.bytes[Int(node.start)...].prefix { allowed.contains($0) }, as: UTF8.self)
  }

  /// A string fit to print, at most `limit` characters long; nothing for other kinds.
  package func text(limit: Int = SafeText.proseLimit) -> String? { cleaned(limit: limit)?.text }

  /// The same, and whether it had to be shortened.
  func cleaned(limit: Int) -> (text: String, isShortened: Bool)? {
    guard isString else { return nil }
    if node.kind == .string { return SafeText.cleaned(utf8: utf8, limit: limit) }
    return rawString.map { SafeText.cleaned($0, limit: limit) }
  }

  /// A string as it is, with whatever control characters it holds: to compare, never to print.
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

  package mutating func next() -> JSONValue? {
    guard index < end else { return nil }
    defer { index = document.nodes[index].next(after: index) }
    return JSONValue(document: document, index: index)
  }
}
