internal import HuntDomain
package import Places

/// The words by which places of the dead and of violence are known, in many languages.
///
/// No hunt asks, jokes or scores there. Better one quiet stage too many than a quiz at a murder.
package struct MourningWords: Sendable {
  /// Where a word counts.
  package enum Scope: String, Hashable, Sendable, CaseIterable {
    /// In names, inscriptions and subjects of all places.
    case any
    /// In all texts of memorials, artworks and crosses, and in every inscription.
    case text
    /// Within words, too: for scripts that do not part them.
    case inside
    /// As the value of a tag that says what kind of memorial it is.
    case type
  }

  /// Words that begin, end or stand alone, and phrases by their first word.
  private struct Words {
    var whole: Set<String> = []
    var beginnings: Set<String> = []
    var endings: Set<String> = []
    var phrases: [String: [[String]]] = [:]

    mutating func add(_ word: String) {
      let (isEnding, isBeginning) = (word.hasPrefix("*"), word.hasSuffix("*"))
      let parts = MourningWords.words(of: word)
      guard let first = parts.first else { return }
      if parts.count > 1 {
        phrases[first, default: []].append(parts)
      } else if isEnding {
        endings.insert(first)
      } else if isBeginning {
        beginnings.insert(first)
      } else {
        whole.insert(first)
      }
    }

    func isIn(_ text: [String]) -> Bool {
      text.indices.contains { index in
        let word = text[index]
        return whole.contains(word)
          || (phrases[word]?.contains { text[index...].starts(with: $0) } ?? false)
          || !beginnings.isEmpty && word.indices.dropFirst().contains { beginnings.contains(String(word[..<$0])) }
          || beginnings.contains(word)
          || !endings.isEmpty && word.indices.dropFirst().contains { endings.contains(String(word[$0...])) }
      }
    }
  }

  private var any = Words()
  private var text = Words()
  private var inside: [String] = []
  private var types: Set<String> = []

  /// Takes words with the scope of each; `*` at one end stands for any letters, a blank parts the words of a phrase.
  package init(_ words: some Sequence<(scope: Scope, word: String)>) {
    for (scope, word) in words {
      switch scope {
      case .any: any.add(word)
      case .text: text.add(word)
      case .inside: inside.append(Self.words(of: word).joined(separator: " "))
      case .type: types.insert(word)
      }
    }
    inside.removeAll { $0.isEmpty }
  }

  /// Small words without accents.
  private static func words(of text: String) -> [String] {
    text.split { !($0.isLetter || $0.isNumber) }.map { FoldedText.fold(String($0)) }.filter { !$0.isEmpty }
  }

  /// Whether a place reminds of the dead or of violence.
  package func mourns(_ tags: PlaceTags) -> Bool {
    if Self.typeKeys.contains(where: { key in tags[key].map(types.contains) ?? false }) { return true }
    let isMemorial =
      ["memorial", "monument", "wayside_cross"].contains(tags["historic"] ?? "") || tags["memorial"] != nil
      || tags["tourism"] == "artwork" || tags["man_made"] == "cross"
    if isMemorial, tags["memorial:conflict"] != nil { return true }
    for (key, value) in tags.pairs {
      let root = key.prefix { $0 != ":" }
      let isInscription = root == "inscription"
      guard isInscription || Self.textKeys.contains(String(root)) || Self.isName(String(root)) else { continue }
      let words = Self.words(of: value)
      if any.isIn(words) || (isMemorial || isInscription) && text.isIn(words) { return true }
      let line = words.joined(separator: " ")
      if inside.contains(where: line.contains) { return true }
    }
    return false
  }

  private static let typeKeys = ["memorial", "memorial:type", "historic", "monument", "subject", "cemetery"]
  private static let textKeys: Set = [
    "description", "subject", "artwork_subject", "event", "wikipedia", "commemorates",
  ]

  private static func isName(_ key: String) -> Bool { key == "name" || key.hasSuffix("_name") && key != "artist_name" }
}
