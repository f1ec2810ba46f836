/// One line of text being typed: a value that keys are applied to.
package struct LineEditor: Hashable, Sendable {
  /// Characters that a line holds at most: more than a path may have.
  package static let limit = 4096

  private var characters: [Character] = []
  /// How many characters stand before the cursor.
  private var cursor = 0

  /// An empty line.
  package init() {}

  /// The text without blanks around it.
  package var answer: String {
    let text = characters.drop { $0 == " " }
    return String(text.prefix(text.count - text.reversed().prefix { $0 == " " }.count))
  }

  /// The whole text.
  package var text: String { String(characters) }

  /// The text before the cursor.
  package var before: String { String(characters[..<cursor]) }

  /// The text behind the cursor.
  package var after: String { String(characters[cursor...]) }

  /// Applies a key; returns whether it means anything to a line.
  package mutating func press(_ key: Key) -> Bool {
    switch key {
    case .character(let character):
      guard characters.count < Self.limit else { return true }
      characters.insert(character, at: cursor)
      cursor += 1
    case .backspace:
      guard cursor > 0 else { return true }
      cursor -= 1
      characters.remove(at: cursor)
    case .left: cursor = max(0, cursor - 1)
    case .right: cursor = min(characters.count, cursor + 1)
    case .home, .control("a"): cursor = 0
    case .end, .control("e"): cursor = characters.count
    case .control("u"):
      characters.removeFirst(cursor)
      cursor = 0
    case .control("w"):
      // The last word, or the last name of a path.
      let rest = characters[..<cursor].reversed().drop { $0 == " " || $0 == "/" }.drop { $0 != " " && $0 != "/" }
      characters.removeSubrange(rest.count..<cursor)
      cursor = rest.count
    default: return false
    }
    return true
  }
}
