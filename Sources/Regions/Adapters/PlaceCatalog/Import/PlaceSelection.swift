internal import Places

/// The selection of objects that become places: those with one of some keys.
package struct PlaceSelection: Hashable, Sendable {
  /// One part of the selection: `tourism`, or `natural=tree`.
  package struct Choice: Hashable, Sendable, CustomStringConvertible {
    /// The tag's key, as `amenity`.
    package let key: String
    /// The value to match; `nil` for any.
    package let value: String?
    package var description: String { value.map { "\(key)=\($0)" } ?? key }
  }

  /// The parts of the selection; empty for the default: every object that the vocabulary knows as a place.
  package let choices: [Choice]

  /// The default selection: every object that the vocabulary knows as a place.
  package static let usual = PlaceSelection(choices: [])

  private init(choices: [Choice]) { self.choices = choices }

  /// Parses a list such as `tourism,historic,natural=tree`; an empty one is the default selection.
  ///
  /// Throws: if a part of it is no key.
  package init(_ list: String) throws(CatalogProblem) {
    var choices: [Choice] = []
    for part in list.split(separator: ",") {
      let pair = part.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(Self.trimmed)
      let isKey = pair.allSatisfy { !$0.isEmpty && PlaceText.clean($0, limit: PlaceText.keyLimit) == $0 }
      guard isKey else {
        throw CatalogProblem(
          .usage,
          "“\(PlaceText.clean(String(part), limit: 40))” is no key: say for example tourism,historic,natural=tree.")
      }
      choices.append(Choice(key: pair[0], value: pair.count > 1 ? pair[1] : nil))
    }
    self.choices = choices
  }

  private static func trimmed(_ text: Substring) -> String {
    String(text.drop { $0 == " " }.reversed().drop { $0 == " " }.reversed())
  }

  /// The keys of which a thing must have one.
  package var keys: Set<String> { Set(choices.isEmpty ? PlaceVocabulary.keys : choices.map(\.key)) }

  /// The list as it was asked for.
  package var text: String { choices.map(\.description).joined(separator: ",") }

  /// Whether an object becomes a place: a nameless one only if it is useful, or selected by its value.
  func takes(_ tags: PlaceTags) -> Bool {
    if choices.isEmpty { return tags.isPlace }
    guard let choice = choice(of: tags) else { return false }
    return choice.value != nil || tags.hasName || tags.category == nil || tags.isPlace
  }

  /// Whether an entry of a list of places is taken: all are, unless the selection names kinds.
  func takesListed(_ tags: PlaceTags) -> Bool { choices.isEmpty || choice(of: tags) != nil }

  /// The kind of a place according to the player's selection, for tags that the vocabulary does not know.
  func kind(of tags: PlaceTags) -> String? {
    guard let choice = choice(of: tags), let value = tags[choice.key] else { return nil }
    return value == "yes" ? choice.key : value
  }

  private func choice(of tags: PlaceTags) -> Choice? {
    choices.first { choice in
      guard let value = tags[choice.key] else { return false }
      return choice.value.map { $0 == value } ?? (value != "no")
    }
  }
}
