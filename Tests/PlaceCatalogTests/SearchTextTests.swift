import Testing

@testable import PlaceCatalog

@Suite("Words for searching")
struct SearchTextTests {
  @Test(
    "are small and without accents, in every script that has words",
    arguments: [
      ("Café de l'Hôtel-Dieu", "cafe de l hotel dieu"), ("Straße 12", "strasse 12"), ("ТЦ «Ёлка»", "тц елка"),
      ("Αθήνα", "αθηνα"), ("مَتْحَف القاهِرة", "متحف القاهره"), ("Łódź", "lodz"), ("Cafe\u{301}", "cafe"), ("!?", ""),
      ("", ""),
    ])
  func folded(text: String, words: String) {
    var search = SearchText()
    #expect(search.words(text) == words)
  }

  @Test("are pairs of letters where a script has no spaces, and the last letter alone")
  func unspaced() {
    var search = SearchText()
    #expect(search.words("東京都") == "東京 京都 都")
    #expect(search.words("東京 Tower") == "東京 京 tower")
    #expect(search.words("東京Tower2") == "東京 京 tower2")
    #expect(search.words("駅") == "駅")
    #expect(search.words("วัด") == "วั ัด ด")
  }

  @Test("become a condition that no text can break out of")
  func conditions() {
    var search = SearchText()
    #expect(search.condition("caf nat") == "\"caf\"* AND \"nat\"*")
    #expect(search.condition("東京") == "\"東京\"")
    #expect(search.condition("東") == "\"東\"*")
    #expect(search.condition("\" OR name:*) NEAR(") == "\"or\"* AND \"name\"* AND \"near\"*")
    #expect(search.condition("  –  ") == nil)
  }
}

@Suite("How well names answer")
struct NameMatchTests {
  private func match(_ names: [String], _ question: String) -> Int {
    var words = SearchText()
    return NameMatch.of(names, words.plain(question), &words)
  }

  @Test("the text itself, then its beginning, then its words, then another name's, then none")
  func order() {
    #expect(match(["Café Paris"], "cafe paris") == 0)
    #expect(match(["Café Paris"], "caf") == 1)
    #expect(match(["Café Paris"], "par") == 2)
    #expect(match(["Louvre", "Old Palace"], "palace") == 3)
    #expect(match(["Louvre"], "museum") == 4)
    #expect(match(["国立東京博物館"], "東京") == 2)
    #expect(match([], "museum") == 4)
  }
}
