/// The sentences of made hunts in one language, as a translator wrote them.
///
/// Each line has a use (`vague`, `plain`, `ask-name`), a kind of place, and a text with placeholders in braces. A line can
/// be used where all of its placeholders are known.
package struct HuntTexts: Hashable, Sendable {
  /// One line of the table.
  package struct Line: Hashable, Sendable {
    /// What the line is for.
    package let use: String
    /// The kind of place that it fits; empty for all.
    package let kind: String
    /// The text.
    package let text: String

    /// Creates a line.
    package init(use: String, kind: String, text: String) { (self.use, self.kind, self.text) = (use, kind, text) }
  }

  /// The code of the language, as in OpenStreetMap's `name:de`.
  package let language: String
  private let lines: [String: [String]]

  /// Takes the lines of a table, in their order.
  package init(language: String, _ lines: [Line]) {
    self.language = language
    self.lines = Dictionary(grouping: lines) { "\($0.use) \($0.kind)" }.mapValues { $0.map(\.text) }
  }

  /// The first line of a use and a kind, which needs no filling; empty if there is none.
  func word(_ use: String, _ kind: String) -> String { lines["\(use) \(kind)"]?.first ?? "" }

  /// Whether there is a line of a use for a kind.
  func has(_ use: String, _ kind: String) -> Bool { lines["\(use) \(kind)"] != nil }

  /// The lines of a use for a kind, and for all kinds, that the facts fill, as long as they are short enough: those of the
  /// kind first, and those that say most.
  ///
  /// - Parameter longest: characters.
  func filled(_ use: String, _ kind: String, _ facts: [String: String], longest: Int) -> [String] {
    let own = best(lines["\(use) \(kind)"] ?? [], facts, longest)
    return own.isEmpty && !kind.isEmpty ? best(lines["\(use) "] ?? [], facts, longest) : own
  }

  /// All lines of a use, for all kinds, that the facts fill and that are short enough, in the order of the table.
  ///
  /// - Parameter longest: characters.
  func each(_ use: String, _ facts: [String: String], longest: Int) -> [String] {
    (lines["\(use) "] ?? []).compactMap { Self.filled($0, facts)?.text }.filter { $0.count <= longest }
  }

  private func best(_ lines: [String], _ facts: [String: String], _ longest: Int) -> [String] {
    var best: (said: Int, texts: [String]) = (0, [])
    for line in lines {
      guard let (text, said) = Self.filled(line, facts), text.count <= longest else { continue }
      if said > best.said || best.texts.isEmpty { best = (said, []) }
      if said == best.said { best.texts.append(text) }
    }
    return best.texts
  }

  /// A line with its placeholders replaced, and how many these were; `nil` if a fact is missing.
  private static func filled(_ line: String, _ facts: [String: String]) -> (text: String, said: Int)? {
    var (text, said, rest) = ("", 0, line[...])
    while let open = rest.firstIndex(of: "{") {
      guard let close = rest[open...].firstIndex(of: "}"), let fact = facts[String(rest[open..<close].dropFirst())]
      else { return nil }
      text += rest[..<open] + fact
      rest = rest[close...].dropFirst()
      // A name that ends with a full stop ends the sentence, too.
      if fact.hasSuffix("."), rest.first == "." { rest = rest.dropFirst() }
      said += 1
    }
    text += rest
    return (text.prefix(1).uppercased() + text.dropFirst(), said)
  }

  /// The placeholders of a text.
  package static func placeholders(of text: String) -> [String] {
    text.split(separator: "{").dropFirst().compactMap { part in
      part.firstIndex(of: "}").map { String(part[..<$0]) }
    }
  }
}
