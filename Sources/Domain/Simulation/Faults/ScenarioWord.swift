/// A word of a scenario's text, and where it stands.
struct ScenarioWord {
  let text: String
  /// The position in the text, counted from 1.
  let line, column: Int

  /// The word for error messages: shortened, without control characters.
  var shown: String {
    let printable = text.unicodeScalars.prefix(40).map { scalar -> Character in
      scalar.properties.generalCategory.isPrintable ? Character(scalar) : "\u{FFFD}"
    }
    return String(printable)
  }

  /// The words of each fault of a text: faults end with lines and at `;`, and `#` begins a comment.
  static func split(_ text: String) -> [[ScenarioWord]] {
    var lines: [[ScenarioWord]] = []
    var (words, word, begin): ([ScenarioWord], String, Int) = ([], "", 1)
    var (line, column, isComment) = (1, 0, false)
    func endWord() {
      guard !word.isEmpty else { return }
      words.append(ScenarioWord(text: word, line: line, column: begin))
      word = ""
    }
    func endLine() {
      endWord()
      if !words.isEmpty { lines.append(words) }
      words = []
    }
    for character in text {
      column += 1
      if character.isNewline {
        endLine()
        (line, column, isComment) = (line + 1, 0, false)
      } else if isComment {
        continue
      } else if character == "#" {
        endLine()
        isComment = true
      } else if character == ";" {
        endLine()
      } else if character.isWhitespace {
        endWord()
      } else {
        if word.isEmpty { begin = column }
        word.append(character)
      }
    }
    endLine()
    return lines
  }
}

extension Unicode.GeneralCategory {
  fileprivate var isPrintable: Bool {
    switch self {
    case .control, .format, .surrogate, .privateUse, .unassigned, .lineSeparator, .paragraphSeparator: false
    default: true
    }
  }
}
