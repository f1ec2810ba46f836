internal import HuntDomain

/// Which things of a source become places: those that have one of some keys.
package struct PlaceSelection: Hashable, Sendable {
  /// One thing that was asked for: `tourism`, or `natural=tree`.
  package struct Choice: Hashable, Sendable, CustomStringConvertible {
    /// The tag's key, as `amenity`.
    package let key: String
    /// Nothing for any value.
    package let value: String?
    package var description: String { value.map { "\(key)=\($0)" } ?? key }
  }

  /// What was asked for; empty for the usual: whatever the vocabulary makes a place of.
  package let choices: [Choice]

  /// Whatever the vocabulary makes a place of.
  package static let usual = PlaceSelection(choices: [])

  private init(choices: [Choice]) { self.choices = choices }

  /// What a list as `tourism,historic,natural=tree` asks for; the usual for an empty one.
  ///
  /// Throws: where a part of it is no key.
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

  /// Whether a thing of a map becomes a place: what has no name only where it is of use, or was asked for by its value.
  func takes(_ tags: PlaceTags) -> Bool {
    if choices.isEmpty { return tags.isPlace }
    guard let choice = choice(of: tags) else { return false }
    return choice.value != nil || tags.hasName || tags.category == nil || tags.isPlace
  }

  /// Whether something of a list of places is taken: all of it, unless something was asked for.
  func takesListed(_ tags: PlaceTags) -> Bool { choices.isEmpty || choice(of: tags) != nil }

  /// What a thing is by what was asked for, where the vocabulary does not know it.
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
