/// What OpenStreetMap's vocabulary says of a place: `tourism=museum`, `name:de=…`, `opening_hours=…`.
///
/// Pairs sorted by key, each key once, none empty. Adapters sanitise the texts before they create tags.
package struct PlaceTags: Hashable, Sendable {
  /// Key, value, key, value, …; one array, because most places have few.
  private let flat: [String]

  /// No tags.
  package init() { flat = [] }

  /// The tags in any order; of one key twice the later counts, and what is empty does not.
  package init(_ pairs: some Sequence<(key: String, value: String)>) {
    var sorted = pairs.filter { !$0.key.isEmpty && !$0.value.isEmpty }
    if !Self.isAscending(sorted) { sorted = Self.sorted(sorted) }
    var flat: [String] = []
    flat.reserveCapacity(sorted.count * 2)
    for pair in sorted {
      flat.append(pair.key)
      flat.append(pair.value)
    }
    self.flat = flat
  }

  private static func isAscending(_ pairs: [(key: String, value: String)]) -> Bool {
    zip(pairs, pairs.dropFirst()).allSatisfy { $0.key < $1.key }
  }

  private static func sorted(_ pairs: [(key: String, value: String)]) -> [(key: String, value: String)] {
    let last = Dictionary(pairs.map { ($0.key, $0.value) }) { _, later in later }
    return last.map { (key: $0.key, value: $0.value) }.sorted { $0.key < $1.key }
  }

  /// How many pairs there are.
  package var count: Int { flat.count / 2 }

  /// Whether there are no tags.
  package var isEmpty: Bool { flat.isEmpty }

  /// The pairs by key.
  package var pairs: [(key: String, value: String)] {
    (0..<count).map { (key: flat[2 * $0], value: flat[2 * $0 + 1]) }
  }

  /// The value of a key.
  package subscript(key: String) -> String? {
    var (low, high) = (0, count)
    while low < high {
      let middle = (low + high) / 2
      if flat[2 * middle] < key { low = middle + 1 } else { high = middle }
    }
    return low < count && flat[2 * low] == key ? flat[2 * low + 1] : nil
  }

  /// These tags combined with `other`; a key that both have takes the value of `other`.
  package func merging(_ other: PlaceTags) -> PlaceTags {
    if other.isEmpty { return self }
    if isEmpty { return other }
    return PlaceTags(pairs + other.pairs)
  }

  /// When it is open, in the notation of OpenStreetMap.
  package var openingHours: String? { self["opening_hours"] }
}

// MARK: - What it is

extension PlaceTags {
  /// What it is, in the word of its main key: `museum`; the key itself where the value says no more than “yes”.
  package var kind: String? { main.map { $0.value == "yes" ? $0.key : $0.value } }

  /// The pair that says what it is, without all others; no tags if there is none.
  package var onlyKind: PlaceTags { PlaceTags(main.map { [(key: $0.key, value: $0.value)] } ?? []) }

  /// What it is to a walker; `nil` if no key makes a place of it.
  package var category: PlaceCategory? { main?.category }

  /// Whether the vocabulary makes a place of it: whatever has a name, and of the rest what a walker looks for.
  package var isPlace: Bool {
    guard let main else { return false }
    return hasName || PlaceVocabulary.table[main.rank].keepsUnnamed(main.value)
  }

  /// The pair that says what it is: the first key of the table whose value says something, or else one that says
  /// little.
  private var main: Main? {
    var best: Main?
    for entry in 0..<count {
      guard let rank = PlaceVocabulary.ranks[flat[2 * entry]] else { continue }
      let value = Self.first(of: flat[2 * entry + 1])
      guard value != "no", let category = PlaceVocabulary.table[rank].category(of: value) else { continue }
      let isWeak = PlaceVocabulary.weak.contains(value)
      let order = rank + (isWeak ? PlaceVocabulary.table.count : 0)
      if best.map({ order < $0.order }) ?? true {
        best = Main(rank: rank, order: order, value: value, category: category)
      }
    }
    return best
  }

  private struct Main {
    let rank: Int
    let order: Int
    let value: String
    let category: PlaceCategory
    var key: String { PlaceVocabulary.keys[rank] }
  }

  /// Of `restaurant;bar` the first.
  private static func first(of value: String) -> String {
    guard value.utf8.contains(UInt8(ascii: ";")) else { return value }
    return value.split(separator: ";").first.map { String($0.filter { $0 != " " }) } ?? value
  }
}

// MARK: - Its names

extension PlaceTags {
  /// Keys whose values are names, besides those of languages; the usual one first.
  private static let nameKeys = [
    "name", "int_name", "official_name", "short_name", "alt_name", "loc_name", "nat_name", "reg_name", "old_name",
    "brand",
  ]

  /// Whether a value of this key may be a name; all that ``names`` looks at are such.
  package static func mayBeName(_ key: String) -> Bool { key.hasPrefix("name") || nameKeys.contains(key) }

  /// Whether it has a name of its own.
  package var hasName: Bool { self["name"] != nil || !names.isEmpty }

  /// The name in the first of the languages (`de`, `zh-Hant`) that it has one in, or else the usual one.
  ///
  /// `nil` if it has none in any language.
  package func name(in languages: [String]) -> String? {
    for language in languages {
      if let name = self["name:\(language)"] { return name }
    }
    return self["name"] ?? names.first
  }

  /// All names in all languages, each once, the usual one first; several in one value are several.
  package var names: [String] {
    var names: [String] = []
    for key in Self.nameKeys {
      guard let value = self[key] else { continue }
      Self.add(key == "name" ? [Substring(value)] : value.split(separator: ";"), to: &names)
    }
    for entry in 0..<count where Self.isLanguage(flat[2 * entry]) { Self.add([flat[2 * entry + 1][...]], to: &names) }
    return names
  }

  private static func add(_ more: [Substring], to names: inout [String]) {
    for name in more {
      let trimmed = String(name.drop { $0 == " " })
      if !trimmed.isEmpty, !names.contains(trimmed) { names.append(trimmed) }
    }
  }

  /// Whether a key is `name:` and a language, as against `name:etymology`.
  private static func isLanguage(_ key: String) -> Bool {
    let bytes = key.utf8
    guard bytes.starts(with: "name:".utf8) else { return false }
    let language = bytes.dropFirst(5)
    let code = language.prefix { (0x61...0x7A).contains($0) }
    let rest = language.dropFirst(code.count)
    guard (2...3).contains(code.count) else { return false }
    return rest.isEmpty || (rest.first == UInt8(ascii: "-") && !rest.contains(UInt8(ascii: ":")))
  }
}
