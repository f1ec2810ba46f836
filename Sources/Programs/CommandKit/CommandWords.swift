package import ArgumentParser
internal import GeoFormats
internal import PlaceFiles

/// The words of a command line, before they are parsed.
package enum CommandWords {
  /// The words with each negative number joined to the option before it: the parser would take it for an option.
  ///
  /// So the option itself judges it, and says which values it takes. Words behind `--` stay as they are.
  package static func joined(_ words: [String]) -> [String] {
    let end = words.firstIndex(of: "--") ?? words.endIndex
    return words[..<end].reduce(into: [String]()) { joined, word in
      if let option = joined.last, option.hasPrefix("--"), !option.contains("="), isNegative(word) {
        joined[joined.count - 1] = "\(option)=\(word)"
      } else {
        joined.append(word)
      }
    } + words[end...]
  }

  private static func isNegative(_ word: String) -> Bool {
    word.first == "-" && word.dropFirst().first.map { $0 == "." || $0.isASCII && $0.isNumber } ?? false
  }

  /// The failure for a word that stands where a command is expected and is none; `nil` if there is no such word.
  package static func unknown(in words: [String], of root: any ParsableCommand.Type) -> CommandFailure? {
    var command: any ParsableCommand.Type = root
    var path = [root._commandName]
    for word in words {
      guard !word.hasPrefix("-"), !command.configuration.subcommands.isEmpty else { return nil }
      // What help is asked for is looked up in the same way.
      if word == "help", path.count == 1 { continue }
      if let next = command.configuration.subcommands.first(where: { $0._commandName == word }) {
        command = next
        path.append(word)
        continue
      }
      let known = command.configuration.subcommands.map { $0._commandName } + (path.count == 1 ? ["help"] : [])
      let name = path.joined(separator: " ")
      let meant = Misspelling.nearest(to: word, among: known).map { "Did you mean `\(name) \($0)`?" }
      return CommandFailure(
        "There is no command `\(name) \(SafeText.clean(word, limit: 60))`. "
          + (meant ?? "`\(name) --help` lists those that there are."), .usage)
    }
    return nil
  }
}
