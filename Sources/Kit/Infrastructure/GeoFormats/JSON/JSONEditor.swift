/// Changes single values of a JSON text and leaves all the rest of it alone, byte for byte.
///
/// What is added follows the white space of what stands before it. Arrays and objects are named by the byte with which
/// they begin; an edit inside one moves neither it nor what it lies in.
package struct JSONEditor: Sendable {
  /// The text as it is now.
  package private(set) var document: JSONDocument
  /// Whether an edit was refused, because the text would have been JSON no more, or too deep.
  package private(set) var isRefused = false

  /// Begins with a text.
  package init(_ document: JSONDocument) { self.document = document }

  /// The bytes of the text.
  package var bytes: [UInt8] { document.bytes }

  // MARK: - Objects

  /// Sets a member of the object at `offset`, or takes all of that name out of it; true when something has changed.
  @discardableResult
  package mutating func set(_ key: String, to value: JSONContent?, inObjectAt offset: Int) -> Bool {
    guard let object = document.container(at: offset), object.isObject else { return false }
    guard let value else { return remove(key, from: object) }
    return set(key, toText: value.text, inObjectAt: offset)
  }

  /// Sets a member of the object at `offset` to a text of JSON.
  @discardableResult
  package mutating func set(_ key: String, toText text: String, inObjectAt offset: Int) -> Bool {
    guard let object = document.container(at: offset), object.isObject else { return false }
    // Of several with one name the last one counts.
    if let last = object.elements.filter({ $0.key == key }).last { return replace(last.range, with: text) }
    return append("\(JSONText.quoted(key)): \(text)", to: object, space: ("", ""))
  }

  private mutating func remove(_ key: String, from object: JSONValue) -> Bool {
    let elements = Array(object.elements)
    // All of them: others of that name would count from now on.
    return cut(elements.indices.filter { elements[$0].key == key }, of: elements)
  }

  // MARK: - Arrays

  /// Adds a text of JSON at the end of the array at `offset`; `space` stands before and behind the first element.
  @discardableResult
  package mutating func append(
    _ text: String, toArrayAt offset: Int, space: (before: String, behind: String) = ("", "")
  ) -> Bool {
    guard let array = document.container(at: offset), array.isArray else { return false }
    return append(text, to: array, space: space)
  }

  /// Takes one element out of the array at `offset`.
  @discardableResult
  package mutating func remove(element index: Int, fromArrayAt offset: Int) -> Bool {
    guard let array = document.container(at: offset), array.isArray else { return false }
    return cut([index], of: Array(array.elements))
  }

  /// Moves an element of the array at `offset`; the white space between the elements stays where it is.
  @discardableResult
  package mutating func move(element from: Int, to index: Int, inArrayAt offset: Int) -> Bool {
    guard let array = document.container(at: offset), array.isArray else { return false }
    let ranges = array.elements.map(\.range)
    guard ranges.indices.contains(from), ranges.indices.contains(index) else { return false }
    var order = ranges
    order.insert(order.remove(at: from), at: index)
    var moved: [UInt8] = []
    for (place, range) in order.enumerated() {
      if place > 0 { moved += bytes[ranges[place - 1].upperBound..<ranges[place].lowerBound] }
      moved += bytes[range]
    }
    return apply(ranges[0].lowerBound..<ranges[ranges.count - 1].upperBound, moved)
  }

  // MARK: - Bytes

  private mutating func append(_ text: String, to container: JSONValue, space: (before: String, behind: String)) -> Bool
  {
    let elements = Array(container.elements)
    guard let last = elements.last else {
      // The inside of an empty container is white space: it gives way.
      let inside = container.range.lowerBound + 1..<container.range.upperBound - 1
      return replace(inside, with: space.before + text + space.behind)
    }
    let end = last.memberRange.upperBound
    return replace(end..<end, with: "," + separator(before: last, isOnly: elements.count == 1) + text)
  }

  /// The white space that stands before an element; a blank where the only one has none.
  private func separator(before element: JSONValue, isOnly: Bool) -> String {
    let start = element.memberRange.lowerBound
    var from = start
    while from > 0, [0x20, 0x09, 0x0A, 0x0D].contains(bytes[from - 1]) { from -= 1 }
    return from == start && isOnly ? " " : String(decoding: bytes[from..<start], as: UTF8.self)
  }

  /// Takes elements out, named in their order, with the commas that they need no more.
  private mutating func cut(_ indices: [Int], of elements: [JSONValue]) -> Bool {
    let gone = Set(indices)
    guard let last = indices.last, gone.allSatisfy(elements.indices.contains) else { return false }
    let ranges = elements.map(\.memberRange)
    // What is first goes with the comma behind it, what is not with the comma before it.
    let first = ranges.indices.first { !gone.contains($0) } ?? ranges.count
    let start = ranges[0].lowerBound
    guard first < last else {
      return replace(start..<(first < ranges.count ? ranges[first].lowerBound : ranges[last].upperBound), with: "")
    }
    var kept: [UInt8] = []
    for index in first...last where !gone.contains(index) {
      kept +=
        bytes[(index == first ? ranges[index].lowerBound : ranges[index - 1].upperBound)..<ranges[index].upperBound]
    }
    return apply(start..<ranges[last].upperBound, kept)
  }

  private mutating func replace(_ range: Range<Int>, with text: String) -> Bool { apply(range, Array(text.utf8)[...]) }

  /// Replaces a range; returns false, and changes nothing, if the result would not be JSON or be nested too deep.
  private mutating func apply(_ range: Range<Int>, _ new: some Collection<UInt8>) -> Bool {
    guard !bytes[range].elementsEqual(new) else { return false }
    var changed = bytes
    changed.replaceSubrange(range, with: new)
    guard let next = try? JSONDocument(changed) else {
      isRefused = true
      return false
    }
    document = next
    return true
  }
}
