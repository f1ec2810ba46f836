internal import GeoFormats

/// An error in a style file, and its line.
struct StyleFault: Error {
  let line: Int
  let message: String

  init(_ value: JSONValue, _ message: String) {
    line = value.line
    self.message = message
  }
}

/// An object of a style whose members are all known; any other member is a mistake, most often of spelling.
struct StyleObject {
  let value: JSONValue
  /// The name of the object in error messages: `a rule`.
  private let what: String
  private var members: [String: JSONValue] = [:]

  init(_ value: JSONValue, _ what: String, _ known: Set<String>) throws(StyleFault) {
    guard value.isObject else { throw StyleFault(value, "\(what) is no object") }
    self.value = value
    self.what = what
    for (key, member) in value.members {
      guard known.contains(key) else {
        throw StyleFault(member, "\(what) has an unknown member \(SafeText.quoted(key))")
      }
      guard members.updateValue(member, forKey: key) == nil else {
        throw StyleFault(member, "\(what) has \(SafeText.quoted(key)) twice")
      }
    }
  }

  subscript(name: String) -> JSONValue? { members[name] }

  /// A member that must be there.
  func member(_ name: String) throws(StyleFault) -> JSONValue {
    guard let member = members[name] else { throw StyleFault(value, "\(what) has no “\(name)”") }
    return member
  }

  /// A text that is a word of ours: letters, digits and hyphens.
  func word(_ name: String) throws(StyleFault) -> String {
    let member = try member(name)
    guard let word = member.rawString, (1...40).contains(word.utf8.count),
      word.utf8.allSatisfy({ (0x30...0x39).contains($0) || (0x61...0x7A).contains($0) || $0 == 0x2D })
    else { throw StyleFault(member, "“\(name)” is no word of small letters, digits and hyphens") }
    return word
  }

  /// The value of a member that is one of `words`; `nil` if the member is absent.
  func choice<Choice>(_ name: String, _ words: [String: Choice]) throws(StyleFault) -> Choice? {
    guard let member = members[name] else { return nil }
    guard let choice = member.rawString.flatMap({ words[$0] }) else {
      throw StyleFault(member, "“\(name)” is none of \(words.keys.sorted().joined(separator: ", "))")
    }
    return choice
  }

  /// The value of a member that is one of the enumeration's raw values; `nil` if the member is absent.
  ///
  /// Throws: if the member holds any other word.
  func choice<Choice: RawRepresentable & CaseIterable>(_ name: String, _: Choice.Type) throws(StyleFault) -> Choice?
  where Choice.RawValue == String {
    try choice(name, Dictionary(uniqueKeysWithValues: Choice.allCases.map { ($0.rawValue, $0) }))
  }

  /// The value of a member that is a number in `range`; `nil` if the member is absent.
  func number(_ name: String, in range: ClosedRange<Double>) throws(StyleFault) -> Double? {
    guard let member = members[name] else { return nil }
    guard let number = member.number, range.contains(number) else {
      throw StyleFault(member, "“\(name)” is no number in \(range.lowerBound) ... \(range.upperBound)")
    }
    return number
  }

  /// A truth value; false where the member is not there.
  func flag(_ name: String) throws(StyleFault) -> Bool {
    guard let member = members[name] else { return false }
    guard let flag = member.bool else { throw StyleFault(member, "“\(name)” is neither true nor false") }
    return flag
  }

  /// A list of texts, each once, between 1 and `limit` of them.
  func texts(_ name: String, limit: Int) throws(StyleFault) -> [String] {
    let member = try member(name)
    guard member.isArray, (1...limit).contains(member.count) else {
      throw StyleFault(member, "“\(name)” is no list of 1 to \(limit) texts")
    }
    var texts: [String] = []
    for element in member.elements {
      guard let text = element.rawString, !text.isEmpty, !texts.contains(text) else {
        throw StyleFault(element, "“\(name)” holds something else than texts, or one twice")
      }
      texts.append(text)
    }
    return texts
  }
}
