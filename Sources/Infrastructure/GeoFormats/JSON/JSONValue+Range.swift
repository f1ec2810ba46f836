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

  /// The same for a member with its key.
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
