import FoundationEssentials

/// The environment, read once.
enum Environment {
  static let variables = ProcessInfo.processInfo.environment

  /// Languages in which names are wanted, the dearest first (`de`): of `LANGUAGE`, or else of the locale.
  static let languages: [String] = {
    let locale = ["LC_ALL", "LC_MESSAGES", "LANG"].compactMap { variables[$0] }.first { !$0.isEmpty } ?? ""
    let wanted = (variables["LANGUAGE"] ?? "").split(separator: ":").map(String.init)
    var languages: [String] = []
    for name in wanted.isEmpty ? [locale] : wanted {
      let language = name.prefix { $0.isASCII && $0.isLetter }.lowercased()
      if (2...3).contains(language.count), !languages.contains(language) { languages.append(language) }
    }
    return languages
  }()

  /// The user's folders.
  static let folders = UserFolders(environment: variables)

  /// The folder that a variable names, or else the usual one.
  static func folder(_ variable: String, or usual: String?) -> String? {
    variables[variable].flatMap { $0.isEmpty ? nil : $0 } ?? usual
  }

  /// Whether the mouse may be taken from the terminal, which then selects no text by itself: unless `TROVE_MOUSE=0`.
  static var hasMouse: Bool { variables["TROVE_MOUSE"] != "0" }
}
