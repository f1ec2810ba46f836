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

  /// The program's folder for what can be had again, as the XDG Base Directory Specification has it; nothing without a
  /// home.
  static let cacheFolder: String? = {
    if let cache = variables["XDG_CACHE_HOME"], cache.hasPrefix("/") { return cache + "/trove" }
    return variables["HOME"].flatMap { $0.hasPrefix("/") ? $0 + "/.cache/trove" : nil }
  }()

  /// Whether the mouse may be taken from the terminal, which then selects no text by itself: unless `TROVE_MOUSE=0`.
  static var hasMouse: Bool { variables["TROVE_MOUSE"] != "0" }
}
