internal import ArgumentParser
internal import FoundationEssentials
internal import GeoFormats
internal import PlaceFiles

/// Options that a player would type again and again, from a file in their folder for settings.
///
/// A line is the name of an option and its value, as TOML has it:
///
/// ```toml
/// style = "light"
/// bell = true
/// ```
package struct Settings: Hashable, Sendable {
  /// An option as the file has it.
  package struct Entry: Hashable, Sendable {
    /// The option's name, without dashes.
    package let name: String
    /// What stands behind the option; `nil` for one without a value.
    package let value: String?
    /// The line of the file, from 1.
    package let line: Int

    /// The word of a command line that says the same.
    var word: String { value.map { "--\(name)=\($0)" } ?? "--\(name)" }
  }

  /// An option that may be set.
  private struct Option {
    let name: String
    /// The variable of the environment that comes before the file.
    var variable: String?
    /// Options of a command line with which it does not go together.
    var rivals: [String] = []
  }

  /// The options that may be set, in the order in which they are listed.
  private static let options = [
    Option(name: "from"), Option(name: "in"), Option(name: "map", rivals: ["in"]), Option(name: "view"),
    Option(name: "scene"), Option(name: "style", variable: "TROVE_STYLE"), Option(name: "color", variable: "NO_COLOR"),
    Option(name: "ascii"), Option(name: "coordinates", variable: "TROVE_COORDINATES"), Option(name: "sound"),
    Option(name: "bell", rivals: ["geiger"]), Option(name: "plain", rivals: ["json"]),
    Option(name: "speak", rivals: ["json"]), Option(name: "callouts"),
  ]

  /// The names of the options that may be set.
  package static var names: [String] { options.map(\.name) }

  /// Bytes of a file that is read.
  private static let largest = 64 << 10

  /// The file's path.
  package let path: String
  /// What it sets, in order.
  package private(set) var entries: [Entry] = []

  /// The usual path: `trove/config.toml` in `$XDG_CONFIG_HOME`, or else in `~/.config`; `nil` without a home.
  package static func path(environment: [String: String]) -> String? {
    UserFolders(environment: environment).config.map { $0 + "/config.toml" }
  }

  /// Those of the user of this program; `nil` where there is no home.
  package static var own: Settings? {
    get throws(CommandFailure) {
      guard let path = path(environment: Environment.variables) else { return nil }
      return try Settings(path: path)
    }
  }

  /// Reads the file at `path`; one that is not there sets nothing.
  package init(path: String) throws(CommandFailure) {
    self.path = path
    guard let data = try? Data(contentsOf: URL(filePath: path)) else { return }
    guard data.count <= Self.largest else {
      throw CommandFailure("\(path): settings of more than 64 KiB are not read.", .badData)
    }
    try read(String(decoding: data, as: UTF8.self))
  }

  /// Reads settings from their text; errors name `path`.
  package init(_ text: String, path: String) throws(CommandFailure) {
    self.path = path
    try read(text)
  }

  // MARK: - Reading

  private mutating func read(_ text: String) throws(CommandFailure) {
    // A line of Windows ends in one character of two scalars.
    for (index, line) in text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline).enumerated() {
      let line = line.trimming { $0.isWhitespace || $0 == "\u{FEFF}" }
      guard let first = line.first, first != "#" else { continue }
      do throws(Mistake) { try add(line, index + 1) } catch {
        throw CommandFailure("\(path):\(index + 1): error: \(error.words)", .badData)
      }
    }
  }

  private struct Mistake: Error { let words: String }

  private mutating func add(_ line: Substring, _ number: Int) throws(Mistake) {
    guard let equals = line.firstIndex(of: "=") else {
      throw Mistake(words: "a setting is written as name = \"value\", and sections are not used")
    }
    let name = String(line[..<equals].trimming(\.isWhitespace))
    guard Self.names.contains(name) else {
      let nearest = Misspelling.nearest(to: name, among: Self.names)
      let advice = nearest.map { "did you mean \($0)?" } ?? "there are \(Self.names.joined(separator: ", "))"
      throw Mistake(words: "there is no setting \(SafeText.quoted(name)): \(advice)")
    }
    guard !entries.contains(where: { $0.name == name }) else { throw Mistake(words: "\(name) is set already") }
    switch try Self.value(line[line.index(after: equals)...].trimming(\.isWhitespace)) {
    case "false": break
    case "true": entries.append(Entry(name: name, value: nil, line: number))
    case .some(let text): entries.append(Entry(name: name, value: text, line: number))
    case nil: throw Mistake(words: "\(name) has no value")
    }
  }

  /// The value of a line, without what is remarked behind it; `nil` if there is none.
  private static func value(_ text: Substring) throws(Mistake) -> String? {
    guard let quote = text.first, quote != "#" else { return nil }
    if quote == "\"" || quote == "'" {
      let rest = text.dropFirst()
      guard let end = rest.firstIndex(of: quote) else { throw Mistake(words: "the closing \(quote) is missing") }
      let behind = rest[rest.index(after: end)...].trimming(\.isWhitespace)
      guard behind.isEmpty || behind.first == "#" else {
        throw Mistake(words: "nothing but a remark (#) may stand behind the value")
      }
      return String(rest[..<end])
    }
    let word = text.prefix { $0 != "#" }.trimming(\.isWhitespace)
    guard word == "true" || word == "false" || Double(word) != nil else {
      throw Mistake(words: "a text stands in quotation marks: \(SafeText.quoted(String(word)))")
    }
    return String(word)
  }

  // MARK: - In a command line

  /// Which settings count for a command line, and what says so in place of the others.
  ///
  /// - Parameters:
  ///   - words: the command line, which comes before the settings.
  ///   - command: the command that it asks for, which has some of the options.
  func counting(
    for words: [String], of command: any ParsableCommand.Type, environment: [String: String]
  ) -> [Entry] {
    // An option begins a line of the help, with all of its names.
    let lines = command.helpMessage(columns: 200).split(separator: "\n").filter { $0.hasPrefix("  -") }
    let known = Set(
      lines.flatMap { line -> [String] in
        let names = line.split(separator: " ").prefix { $0.hasPrefix("-") || $0.hasPrefix("<") }
        return names.map { $0.filter { $0 != "," } }
      })
    func isSaid(_ name: String) -> Bool { words.contains { $0 == "--\(name)" || $0.hasPrefix("--\(name)=") } }
    return entries.filter { entry in
      guard let option = Self.options.first(where: { $0.name == entry.name }) else { return false }
      let isInEnvironment = option.variable.map { !(environment[$0] ?? "").isEmpty } ?? false
      return known.contains("--\(entry.name)") && !isInEnvironment
        && !([entry.name] + option.rivals).contains(where: isSaid)
    }
  }

  /// What is set, a line each, and the variable of the environment that counts in its place.
  package func lines(environment: [String: String]) -> [String] {
    entries.map { entry in
      let variable = Self.options.first { $0.name == entry.name }?.variable
      let other = variable.flatMap { (environment[$0] ?? "").isEmpty ? nil : $0 }
      let value = entry.value ?? "true"
      return "\(entry.name) = \(SafeText.clean(value)) (line \(entry.line)"
        + (other.map { "; \($0) counts in its place)" } ?? ")")
    }
  }
}

extension Substring {
  /// The text without such characters at its ends.
  fileprivate func trimming(_ isWanted: (Character) -> Bool) -> Substring {
    var rest = drop(while: isWanted)
    while let last = rest.last, isWanted(last) { rest.removeLast() }
    return rest
  }
}
