internal import GeoFormats
internal import Geodesy
internal import Nearby
internal import Places

/// A place as read from a source, before it belongs to a region.
struct PlaceRecord {
  /// The key of the place in its region; the later of two records with one key replaces the earlier.
  var key: String
  var position: Coordinate
  /// The name in the source, used if the tags have none.
  var name: String?
  /// The kind in the source, used if the tags have none.
  var kind: String?
  var tags = PlaceTags()
  /// Whether the position stands for something large.
  var isArea = false
}

extension PlaceRecord {
  /// The name that doubles have in common.
  var givenName: String? { tags["name"] ?? name ?? tags.names.first }

  /// The category of the place, by the same rule as wherever it is shown, so that a filter matches what is displayed.
  var category: PlaceCategory {
    PointOfInterest(id: key, name: "", position: position, kind: kind, tags: tags).category
  }
}

/// Places and categories as the numbers that a region keeps of them.
enum PlaceCode {
  /// Ten-millionths of a degree, OpenStreetMap's own precision: about a centimetre.
  static let scale = 1e7

  static func degrees(_ value: Int64) -> Double { Double(value) / scale }
  static func fixed(_ degrees: Double) -> Int64 { Int64((degrees * scale).rounded()) }

  /// Decodes a stored position; `nil` if the numbers are out of range.
  static func position(_ latitude: Int64, _ longitude: Int64) -> Coordinate? {
    Coordinate(latitude: degrees(latitude), longitude: degrees(longitude))
  }

  /// The number of a category.
  static func number(_ category: PlaceCategory) -> Int { numbers[category] ?? 0 }
  private static let numbers = Dictionary(
    uniqueKeysWithValues: PlaceCategory.allCases.enumerated().map { ($1, $0) })

  /// One bit for each key of the vocabulary that the tags have.
  static func keys(_ tags: PlaceTags) -> UInt32 {
    tags.pairs.reduce(0) { bits, pair in bits | (keyBits[pair.key] ?? 0) }
  }
  static let keyBits = Dictionary(
    uniqueKeysWithValues: PlaceVocabulary.keys.prefix(32).enumerated().map { ($1, UInt32(1) << UInt32($0)) })

  /// The Morton code of a position's cell of about 600 m: neighbouring cells mostly have near numbers.
  static func cell(_ latitude: Int64, _ longitude: Int64) -> Int64 {
    let north = UInt64(clamping: latitude + 900_000_000) >> 16
    let east = UInt64(clamping: longitude + 1_800_000_000) >> 16
    return Int64(spread(north) << 1 | spread(east))
  }

  /// The lowest 16 bits with a zero before each.
  private static func spread(_ bits: UInt64) -> UInt64 {
    var x = bits & 0xFFFF
    x = (x | x << 8) & 0x00FF_00FF
    x = (x | x << 4) & 0x0F0F_0F0F
    x = (x | x << 2) & 0x3333_3333
    return (x | x << 1) & 0x5555_5555
  }
}

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

  /// Whether cleaning would leave a text unchanged; a fast path, because most texts are clean.
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
