/// How well names answer a question.
enum NameMatch {
  /// 0 where a name is the text, 1 where one begins with it, 2 where the usual name has all its words, 3 where another
  /// has, 4 where none has, so that it must be of such a kind.
  ///
  /// - Parameter question: The text as ``SearchText/plain(_:)`` makes it.
  static func of(_ names: [String], _ question: String, _ words: inout SearchText) -> Int {
    let names = names.map { words.plain($0) }
    if names.contains(question) { return 0 }
    if names.contains(where: { $0.hasPrefix(question) }) { return 1 }
    let parts = question.split(separator: " ")
    guard let best = names.firstIndex(where: { has($0, parts) }) else { return 4 }
    return best == 0 ? 2 : 3
  }

  /// Whether each part begins a word of the name, or is somewhere in it where words are not parted.
  private static func has(_ name: String, _ parts: [Substring]) -> Bool {
    let words = name.split(separator: " ")
    return parts.allSatisfy { part in
      words.contains { $0.hasPrefix(part) } || !part.utf8.allSatisfy { $0 < 0x80 } && name.contains(part)
    }
  }
}
