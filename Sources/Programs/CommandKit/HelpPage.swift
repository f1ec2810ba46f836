/// The layout of the parser's texts: how a command is called comes first, with examples, and what there is to know about
/// it follows its options.
package enum HelpPage {
  /// Columns that no line of a usage exceeds.
  private static let width = 80

  /// A text of the parser, laid out; one that has no usage stays as it is.
  package static func laidOut(_ text: String) -> String {
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false).flatMap(wrapped)
    guard text.hasPrefix("OVERVIEW: "), let start = lines.firstIndex(where: { $0.hasPrefix("USAGE: ") }) else {
      return lines.joined(separator: "\n")
    }
    let end = lines[start...].firstIndex(of: "") ?? lines.endIndex
    let paragraphs = lines[..<start].split(separator: "")
    let isExample = { (paragraph: ArraySlice<String>) in paragraph.first == "Examples:" }
    var parts = [Array(paragraphs.first ?? []), Array(lines[start..<end])]
    for paragraph in paragraphs where isExample(paragraph) {
      parts.append(["EXAMPLES:"] + paragraph.dropFirst().map { "  " + $0 })
    }
    let last = lines.lastIndex { !$0.isEmpty } ?? end
    if end < last { parts.append(Array(lines[(end + 1)...last])) }
    parts += paragraphs.dropFirst().filter { !isExample($0) }.map { Array($0) }
    return parts.map { $0.joined(separator: "\n") }.joined(separator: "\n\n")
  }

  /// A line of a usage as lines that fit, broken between arguments; other lines stay.
  private static func wrapped(_ line: Substring) -> [String] {
    guard line.count > width, line.lowercased().hasPrefix("usage: ") else { return [String(line)] }
    var depth = 0
    let arguments = line.split { character in
      depth += "[<".contains(character) ? 1 : "]>".contains(character) ? -1 : 0
      return character == " " && depth == 0
    }
    return arguments.reduce(into: [""]) { lines, argument in
      let last = lines[lines.count - 1]
      if last.isEmpty {
        lines[lines.count - 1] = String(argument)
      } else if last.count + 1 + argument.count <= width {
        lines[lines.count - 1] += " " + argument
      } else {
        lines.append(String(repeating: " ", count: 9) + argument)
      }
    }
  }
}
