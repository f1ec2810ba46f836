/// The languages in which a user wants names.
package enum Languages {
  /// The languages that an environment asks for, the dearest first, as `de`: of `LANGUAGE`, or else of the locale
  /// (`LC_ALL`, else `LC_MESSAGES`, else `LANG`); none for the locales `C` and `POSIX`.
  package static func wanted(environment: [String: String]) -> [String] {
    let locale = ["LC_ALL", "LC_MESSAGES", "LANG"].compactMap { environment[$0] }.first { !$0.isEmpty } ?? ""
    let wanted = (environment["LANGUAGE"] ?? "").split(separator: ":").map(String.init)
    var languages: [String] = []
    for name in wanted.isEmpty ? [locale] : wanted {
      let language = name.prefix { $0.isASCII && $0.isLetter }.lowercased()
      if (2...3).contains(language.count), !languages.contains(language) { languages.append(language) }
    }
    return languages
  }
}
