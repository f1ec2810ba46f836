import Testing
import Views

@Suite("Languages of a user")
struct LanguagesTests {
  @Test(
    "are those of LANGUAGE in their order, or else that of the locale",
    arguments: [
      ([:], []), (["LANG": "de_DE.UTF-8"], ["de"]), (["LANG": "gsw_CH"], ["gsw"]), (["LANG": "C.UTF-8"], []),
      (["LANG": "POSIX"], []), (["LANG": "en_GB", "LC_ALL": "fi_FI"], ["fi"]),
      (["LANG": "en_GB", "LC_ALL": "", "LC_MESSAGES": "sv_SE"], ["sv"]),
      (["LANG": "en_GB", "LANGUAGE": "de_AT:de:fr"], ["de", "fr"]), (["LANG": "en_GB", "LANGUAGE": ""], ["en"]),
      (["LANG": "\u{1B}[2J"], []), (["LANGUAGE": ":::12:DE"], ["de"]),
    ] as [([String: String], [String])])
  func wanted(environment: [String: String], languages: [String]) {
    #expect(Languages.wanted(environment: environment) == languages)
  }
}
