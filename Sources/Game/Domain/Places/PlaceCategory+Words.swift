extension PlaceVocabulary {
  /// The category of a word that says what a place is, as files of places have it: `museum`, `well`.
  package static func category(ofWord word: String) -> PlaceCategory? { words[word] }

  /// The first key of the table that has a row for a value counts.
  private static let words: [String: PlaceCategory] = {
    var words: [String: PlaceCategory] = [:]
    for entry in table {
      for (value, category) in entry.categories where words[value] == nil { words[value] = category }
      if let category = entry.otherwise, words[entry.key] == nil { words[entry.key] = category }
    }
    return words
  }()
}
