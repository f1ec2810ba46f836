internal import Database
internal import Geodesy
internal import HuntDomain

/// A place on its way from what was gathered into the region.
struct StagedPlace {
  let key: String
  var name: String?
  var kind: String?
  var category: Int64
  var keys: Int64
  let position: Coordinate
  var tags: PlaceTags
  /// Whether it is an object of OpenStreetMap, or has a double that is.
  private(set) var isMapped: Bool
  private let latitude, longitude: Int64

  /// Reads the place of an id.
  init(_ id: Int64, from reader: Statement) throws(DatabaseError) {
    try reader.bind(id, at: 1)
    defer { reader.reset() }
    guard try reader.step(), let key = reader.text(0),
      let position = PlaceCode.position(reader.integer(5), reader.integer(6))
    else { throw DatabaseError(damage: "what was gathered is not as it was written") }
    self.key = key
    // All others have the name of their file before them.
    isMapped = !key.utf8.contains(UInt8(ascii: ":"))
    name = reader.text(1)
    kind = reader.text(2)
    category = reader.integer(3)
    keys = reader.integer(4)
    (latitude, longitude) = (reader.integer(5), reader.integer(6))
    self.position = position
    tags = TagText.decode(reader.text(7) ?? "")
  }

  /// Takes over what a double says besides.
  mutating func absorb(_ other: StagedPlace) {
    name = name ?? other.name
    kind = kind ?? other.kind
    keys |= other.keys
    isMapped = isMapped || other.isMapped
    tags = other.tags.merging(tags)
    let whole = PlaceRecord(key: key, position: position, kind: kind, tags: tags)
    category = Int64(PlaceCode.number(whole.category))
  }

  /// Puts it into the table of places.
  func put(into statement: Statement, number: Int) throws(DatabaseError) {
    try statement.bind(Int64(number), at: 1)
    try statement.bind(key, at: 2)
    try statement.bind(name, at: 3)
    try statement.bind(kind, at: 4)
    try statement.bind(category, at: 5)
    try statement.bind(keys, at: 6)
    try statement.bind(latitude, at: 7)
    try statement.bind(longitude, at: 8)
    try statement.bind(TagText.encode(tags), at: 9)
    try statement.run()
  }
}

/// Makes the words by which a place is found.
struct PlaceWords {
  private var words = SearchText()
  private let categories = PlaceCategory.allCases.map(\.word)
  /// Keys whose values are looked for, besides those of the vocabulary.
  private static let telling = PlaceVocabulary.keys + ["cuisine", "sport", "religion", "denomination", "operator"]

  /// Puts the words of a place into the table of words.
  mutating func put(_ place: StagedPlace, into statement: Statement, number: Int) throws(DatabaseError) {
    let names = place.tags.names.filter { $0 != place.name }
    try statement.bind(Int64(number), at: 1)
    try statement.bind(words.words(place.name ?? ""), at: 2)
    // A sign that no name has keeps the end of one name and the beginning of the next from being a phrase.
    try statement.bind(names.map { words.words($0) }.joined(separator: " ¦ "), at: 3)
    try statement.bind(words.words(what(place)), at: 4)
    try statement.run()
  }

  private func what(_ place: StagedPlace) -> String {
    var parts = [categories[Int(clamping: place.category) % categories.count], place.kind ?? ""]
    for key in Self.telling {
      if let value = place.tags[key], value != "yes", value != place.kind { parts.append(value) }
    }
    return parts.joined(separator: " ")
  }
}
