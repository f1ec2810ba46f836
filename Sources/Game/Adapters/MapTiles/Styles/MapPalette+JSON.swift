internal import GeoFormats
internal import Views

extension MapPalette {
  private static let members: Set = ["trove", "palette", "sea", "kinds", "names"]

  /// Reads the outermost object of a file.
  init(_ root: JSONValue) throws(StyleFault) {
    let palette = try StyleObject(root, "the palette", Self.members)
    var looks: [GroundKind: Look] = [:]
    for (word, value) in try Self.each(of: palette, "kinds") {
      guard let kind = GroundKind.words[word] else {
        throw StyleFault(value, "“kinds” has an unknown kind of ground \(SafeText.quoted(word))")
      }
      looks[kind] = try Look(value)
    }
    var names: [NameKind: Colour] = [:]
    for (word, value) in try Self.each(of: palette, "names") {
      guard let kind = NameKind.words[word] else {
        throw StyleFault(value, "“names” has an unknown kind of name \(SafeText.quoted(word))")
      }
      names[kind] = try Colour(value)
    }
    let sea = try palette["sea"].map { (value) throws(StyleFault) in try Look(value) }
    self.init(name: try palette.word("palette"), looks: looks, sea: sea ?? looks[.water] ?? Look(), names: names)
  }

  private static func each(
    of palette: StyleObject, _ name: String
  ) throws(StyleFault) -> [(key: String, value: JSONValue)] {
    let object = try palette.member(name)
    guard object.isObject else { throw StyleFault(object, "“\(name)” is no object") }
    var seen: Set<String> = []
    let members = Array(object.members)
    for (key, value) in members where !seen.insert(key).inserted {
      throw StyleFault(value, "“\(name)” has \(SafeText.quoted(key)) twice")
    }
    return members
  }
}

extension MapPalette.Look {
  private static let members: Set = ["line", "fill", "ink", "pattern", "width", "fromZoom"]

  fileprivate init(_ value: JSONValue) throws(StyleFault) {
    let look = try StyleObject(value, "the look", Self.members)
    func colour(_ name: String) throws(StyleFault) -> MapPalette.Colour? {
      try look[name].map { (value) throws(StyleFault) in try MapPalette.Colour(value) }
    }
    self.init(
      line: try colour("line"), fill: try colour("fill"), ink: try colour("ink"),
      pattern: try look.choice("pattern", MapPalette.Pattern.self) ?? .none,
      width: try look.number("width", in: 0...1000) ?? 0, fromZoom: try look.number("fromZoom", in: 0...30) ?? 0)
  }
}

extension MapPalette.Colour {
  /// Reads `#rrggbb`.
  fileprivate init(_ value: JSONValue) throws(StyleFault) {
    guard let text = value.rawString, text.utf8.count == 7, text.utf8.first == UInt8(ascii: "#"),
      text.utf8.dropFirst().allSatisfy({ Character(Unicode.Scalar($0)).isHexDigit }),
      let bits = UInt32(text.dropFirst(), radix: 16)
    else { throw StyleFault(value, "a colour is not written as #rrggbb") }
    self.init(
      red: UInt8(truncatingIfNeeded: bits >> 16), green: UInt8(truncatingIfNeeded: bits >> 8),
      blue: UInt8(truncatingIfNeeded: bits))
  }
}
