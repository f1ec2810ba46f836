import HuntDomain
import Numbers
import Testing

@Suite("Answers")
struct AnswerTests {
  @Test(
    "case, accents, white space and punctuation do not count",
    arguments: [
      ("Café de la Paix", "cafe DE  la-paix!"), ("Cafe\u{301}", "café"), ("Straße", "STRASSE"), ("Łódź", "lodz"),
      ("Ærø", "aero"), ("Smørrebrød", "smorrebrod"), ("Đà Nẵng", "da nang"), ("Ἀθῆναι", "αθηναι"),
      ("Σίσυφος", "ΣΙΣΥΦΟΣ"), ("Йошкар-Ола", "йошкар ола"), ("Алёша", "алеша"), ("İstanbul", "istanbul"),
      ("O'Hara & Co.", "ohara co"), ("１２３ＡＢＣ", "123abc"), ("٤٢", "42"), ("ﬁsh", "fish"), ("Müller", "mueller"),
      ("Mu\u{308}ller", "muller"), ("Ålesund", "aalesund"), ("東京 ", "東京"), ("שָׁלוֹם", "שלום"), ("∞", " ∞ "),
      ("c.1823", "C1823"), ("Dvořák", "Dvor\u{30C}a\u{301}k"),
    ])
  func folded(word: String, typed: String) {
    let question = Question("?", rule: .text(["no", word]))
    #expect(question.check(typed) == .right(.text(FoldedText.fold(word))), "\(FoldedText.fold(typed))")
  }

  @Test(
    "other words are other words",
    arguments: [("Ada", "Adan"), ("Ada", "Ad"), ("10", "1"), ("東京", "京都"), ("हिन्दी", "हनद"), ("∞", "?")])
  func others(word: String, typed: String) {
    #expect(Question("?", rule: .text([word])).check(typed) == .wrong)
  }

  @Test("nothing said is nothing said", arguments: ["", "  ", "\t\n", "\u{301}"])
  func nothing(typed: String) {
    #expect(Question("?", rule: .text(["a"])).check(typed) == .nothing)
    #expect(Question("?", rule: .number(1, tolerance: 0)).check(typed) == .nothing)
  }

  @Test(
    "numbers are read as people write them",
    arguments: [
      ("1823", [1823.0]), (" -12.5 ", [-12.5]), ("12,5", [12.5]), ("−7", [-7]), ("+7", [7]), ("1 823", [1823]),
      ("1'823", [1823]), ("1,823", [1.823, 1823]), ("1.823", [1.823, 1823]), ("1,823.5", [1823.5]),
      ("1.823,5", [1823.5]), ("1.234.567", [1_234_567]), ("0,5", [0.5]), (".5", [0.5]), ("5.", [5]), ("٤٢", [42]),
      ("12.3456", [12.3456]), ("1234,567", [1234.567]), ("007", [7]),
    ] as [(String, [Double])])
  func numbers(text: String, readings: [Double]) { #expect(NumberReading.all(of: text) == readings) }

  @Test(
    "what is no number is none",
    arguments: [
      "nan", "inf", "-inf", "1e5", "0x10", "1-2", "--1", "1,2,3", "1.2.3,4", "1,23.4", "", "-", ".", ",", "12 m",
      "1234567890123456", String(repeating: "9", count: 400), "1,823,45", "½",
    ])
  func noNumbers(text: String) { #expect(NumberReading.all(of: text) == []) }

  @Test("a number is right within its tolerance, in either reading")
  func tolerance() {
    let year = Question("?", rule: .number(1823, tolerance: 0))
    #expect(year.check("1,823") == .right(.number(1823)) && year.check("1.823") == .right(.number(1823)))
    #expect(year.check("1823.1") == .wrong && year.check("x") == .wrong)
    let length = Question("?", rule: .number(0.2, tolerance: 0.1))
    #expect(length.check("0,3") == .right(.number(0.3)) && length.check("0.31") == .wrong)
    for tolerance in [Double.nan, -1, .infinity] {
      let odd = Question("?", rule: .number(5, tolerance: tolerance))
      #expect(odd.check("5") == .right(.number(5)) && odd.check("6") == .wrong)
    }
  }

  @Test("a choice is named by its text, its number or its letter")
  func choice() {
    let colour = Question("?", rule: .choice(options: ["Red", "Sky blue", "Green"], right: [1]))
    for typed in ["sky-blue", "2", " B) "] { #expect(colour.check(typed) == .right(.choice(1))) }
    for typed in ["1", "c", "0", "4", "-2", "99999999999999999999", "z", "blue"] {
      #expect(colour.check(typed) == .wrong || typed == "-2")
    }
    let years = Question("?", rule: .choice(options: ["2", "1"], right: [0, 1]))
    #expect(years.check("1") == .right(.choice(1)))
  }

  @Test("whatever is typed is judged")
  func hostile() {
    var chance = SeededGenerator(seed: 8)
    let questions = [
      Question("?", rule: .text(["a"])), Question("?", rule: .number(1, tolerance: 0)),
      Question("?", rule: .choice(options: [], right: [3])), Question("?", rule: .text([])),
    ]
    for _ in 0..<3000 {
      let text = String(
        String.UnicodeScalarView(
          (0..<Int(chance.uniform() * 12)).compactMap { _ in
            Unicode.Scalar(UInt32(chance.uniform() * (chance.uniform() < 0.7 ? 0x500 : 0x11_0000)))
          }))
      for question in questions { _ = question.check(text) }
      #expect(FoldedText.fold(FoldedText.fold(text)) == FoldedText.fold(text))
    }
    #expect(Question("?", rule: .text(["a"])).check(String(repeating: "a", count: 1_000_000)) == .wrong)
  }
}
