internal import GeoFormats
internal import HuntDomain

/// Text of places from outside, made fit to print and bounded.
enum PlaceText {
  /// Characters of a key and of a value that are kept; OpenStreetMap allows 255 for either.
  static let keyLimit = 255
  static let valueLimit = 1000
  /// Tags of one place that are kept.
  static let tagLimit = 200
  /// Keys that tell of the making of the data and not of the place.
  private static let internalKeys: Set<String> = ["created_by", "source", "note", "fixme", "FIXME", "attribution"]
  private static let internalPrefixes = ["source:", "note:", "fixme:", "tiger:", "gnis:"]

  /// The printable part of a text on one line.
  static func clean(_ text: String, limit: Int = valueLimit) -> String {
    isPlain(text, limit: limit) ? text : SafeText.clean(text, limit: limit)
  }

  /// Whether a text is already what cleaning would make of it; quick, because most are.
  private static func isPlain(_ text: String, limit: Int) -> Bool {
    var previous = UInt8(ascii: " ")
    guard text.utf8.count <= limit else { return false }
    for byte in text.utf8 {
      guard (0x20...0x7E).contains(byte), byte != 0x20 || previous != 0x20 else { return false }
      previous = byte
    }
    return previous != 0x20
  }

  /// Pairs from outside as tags.
  static func tags(_ pairs: some Sequence<(key: String, value: String)>) -> PlaceTags {
    var clean: [(key: String, value: String)] = []
    for pair in pairs where clean.count < tagLimit && !isInternal(pair.key) {
      let limit = pair.key.hasPrefix("name") ? SafeText.nameLimit : valueLimit
      clean.append((key: Self.clean(pair.key, limit: keyLimit), value: Self.clean(pair.value, limit: limit)))
    }
    return PlaceTags(clean)
  }

  private static func isInternal(_ key: String) -> Bool {
    internalKeys.contains(key)
      || key.utf8.contains(UInt8(ascii: ":")) && internalPrefixes.contains { key.hasPrefix($0) }
  }
}

/// Tags as one text, for a column of a table: keys and values by turns, each ended by a sign that no clean text has.
enum TagText {
  private static let end: UInt8 = 0x1F  // unit separator

  static func encode(_ tags: PlaceTags) -> String {
    var text = ""
    for pair in tags.pairs {
      text += pair.key
      text += "\u{1F}"
      text += pair.value
      text += "\u{1F}"
    }
    return text
  }

  static func decode(_ text: String) -> PlaceTags {
    var pairs: [(key: String, value: String)] = []
    var key: String?
    for part in text.utf8.split(separator: end, omittingEmptySubsequences: false) {
      if let first = key {
        pairs.append((key: first, value: String(Substring(part))))
        key = nil
      } else {
        key = String(Substring(part))
      }
    }
    return PlaceTags(pairs)
  }
}
