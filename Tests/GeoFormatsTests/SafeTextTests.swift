import GeoFormats
import Numbers
import Testing

@Suite("Safe text")
struct SafeTextTests {
  @Test(
    "nothing that a terminal acts on passes",
    arguments: [
      ("plain", "plain"), ("\u{1B}[2J\u{1B}[Hgone", "[2J[Hgone"), ("\u{9B}2Jgone", "2Jgone"), ("a\u{7F}b", "ab"),
      ("\u{202E}evil\u{202C}", "evil"), ("\u{2066}a\u{2069}\u{200E}\u{200F}\u{061C}b", "ab"),
      ("\u{200B}\u{200D}\u{FEFF}", ""), ("a\u{00AD}b", "ab"), ("\u{0600}\u{06DD}5", "5"),
      ("힣\u{1160}\u{FFA0}\u{3164}", "힣"),
      ("\u{E0001}\u{E0041}x", "x"), ("\u{FFFE}\u{E000}x", "x"), ("\u{0}NUL", "NUL"),
    ])
  func strips(raw: String, clean: String) { #expect(SafeText.clean(raw) == clean) }

  @Test("line breaks and runs of white space become one space, none at the ends")
  func spaces() {
    #expect(SafeText.clean("  one\r\n\ttwo\u{2028}three\u{85}\u{A0}four \n") == "one two three four")
  }

  @Test("a page keeps its lines and columns, and loses what a terminal acts on")
  func pages() {
    #expect(SafeText.page("") == "")
    #expect(SafeText.page("A  B\n  1\t2\n") == "A  B\n  1\t2\n")
    #expect(SafeText.page("é  x \n\n 宝物\r\u{1B}[2J\u{9B}\u{202E}a\u{85}b\u{0}") == "é  x \n\n 宝物 [2Ja b")
    #expect(SafeText.page("{\"a\": \"👨\u{200D}👩\"}") == "{\"a\": \"👨\u{200D}👩\"}")
  }

  @Test(
    "what people write stays",
    arguments: [
      "宝物", "👨\u{200D}👩\u{200D}👧", "Žižkov", "$(id)`id`", "%n%s%x", "-rf", "می\u{200C}خواهم", "❤\u{FE0F} x", "e\u{301}",
    ])
  func keeps(text: String) { #expect(SafeText.clean(text) == text) }

  @Test("a long text is cut between characters and says so")
  func cuts() {
    #expect(SafeText.clean(String(repeating: "x", count: 300), limit: 200).count == 200)
    #expect(SafeText.clean("e\u{301}e\u{301}e\u{301}e\u{301}", limit: 3) == "e\u{301}e\u{301}…")
    #expect(SafeText.clean("abc", limit: 3) == "abc")
  }

  @Test("a tower of accents is cut down")
  func accents() {
    let tower = "a" + String(repeating: "\u{301}", count: 10_000)
    #expect(SafeText.clean(tower).unicodeScalars.count == 5)
  }

  @Test("cleaning twice changes nothing", arguments: UInt64(1)...40)
  func isIdempotent(seed: UInt64) {
    var generator = SeededGenerator(seed: seed)
    let scalars = (0..<200).compactMap { _ in Unicode.Scalar(UInt32.random(in: 0...0x3000, using: &generator)) }
    var text = String.UnicodeScalarView()
    text.append(contentsOf: scalars)
    let once = SafeText.clean(String(text), limit: 50)
    #expect(SafeText.clean(once, limit: 50) == once)
    #expect(!once.unicodeScalars.contains { $0.properties.generalCategory == .control })
  }
}
