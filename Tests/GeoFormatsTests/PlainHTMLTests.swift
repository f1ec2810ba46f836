import GeoFormats
import Numbers
import Testing

@Suite("HTML made plain")
struct PlainHTMLTests {
  @Test(
    "tags go, what makes lines makes paragraphs, and characters come by name and number",
    arguments: [
      ("<p>Under the <b>big</b> oak&hellip;<br>Bring a pen.</p>", ["Under the big oak…", "Bring a pen."]),
      ("<h1>A</h1>text<ul><li>one<li>two</ul>", ["A", "text", "- one", "- two"]),
      ("N&nbsp;48&deg; 51.502&#39; &#x45; 2&#176;", ["N 48° 51.502' E 2°"]),
      ("&#150;&#128;", ["–€"]), ("a<td>b</td><td>c", ["a b c"]), ("plain", ["plain"]), ("", []),
      ("<P ALIGN=\"a>b\">x<!-- <p>no --><BR/>y", ["x", "y"]), ("<p don't>a</p>", ["a"]),
      ("a &lt;b&gt; c", ["a <b> c"]),
      ("fish &amp; chips & more; &unknown; &amp", ["fish & chips & more; &unknown; &amp"]),
      ("1 < 2 <3 a<", ["1 < 2 <3 a<"]), ("x<script>if (a</b) y()</script>z<style>p{}</STYLE >w", ["xzw"]),
      ("a\n\n  b\tc", ["a b c"]), ("<p></p><p> </p><li></li>", []),
    ])
  func examples(html: String, paragraphs: [String]) {
    #expect(PlainHTML.paragraphs(html) == paragraphs)
  }

  @Test(
    "what does not end takes nothing else with it, except where nobody could read it anyway",
    arguments: [
      ("a<b never closed", ["a<b never closed"]), ("a<img alt=\"b>c", ["ac"]), ("a<!-- b", ["a"]),
      ("a<script>b", ["a"]), ("a&#9999999999;b", ["a\u{FFFD}99;b"]), ("a&#xD800;", ["a\u{FFFD}"]), ("a&#;", ["a&#;"]),
      ("a&#", ["a&#"]), ("a&", ["a&"]), ("</", ["</"]), ("<", ["<"]),
    ])
  func broken(html: String, paragraphs: [String]) {
    #expect(PlainHTML.paragraphs(html) == paragraphs)
  }

  @Test("nothing that is not printable comes through, as a character or by its number")
  func printable() {
    let paragraphs = PlainHTML.paragraphs("a\u{1B}[2J&#27;[2Jb&#x202E;c\u{202E}&rlm;d&#0;<p>\u{0}\u{85}</p>")
    #expect(paragraphs == ["a[2J[2Jbcd\u{FFFD}"])
  }

  @Test("whatever the bytes, the paragraphs are printable, not empty, and no more than the limit")
  func chance() {
    var chance = SeededGenerator(seed: 7)
    let pieces = [
      "<", ">", "<p", "<p>", "</p>", "<!--", "-->", "<script>", "</script", "&", "&#", "&#x", "&amp;", "&nbsp;", ";",
      "\"",
      "'", "=", " ", "\n", "a", "é", "27", "\u{1B}", "\u{202E}", "<li>", "<br/>", "/", "-", "\u{0}",
    ]
    for _ in 0..<2000 {
      let html = (0..<Int.random(in: 0...60, using: &chance)).map { _ in pieces.randomElement(using: &chance)! }
        .joined()
      let paragraphs = PlainHTML.paragraphs(html)
      #expect(paragraphs.allSatisfy { !$0.isEmpty && SafeText.clean($0, limit: 1 << 20) == $0 }, "\(html)")
      #expect(paragraphs.reduce(0) { $0 + $1.utf8.count } <= html.utf8.count * 3, "\(html)")
    }
  }

  @Test(
    "a page of a megabyte of one thing is read to its bounds",
    arguments: [
      "<", "<p", "<p>", "<a href=\"", "<!--", "<!-", "<script>", "</script", "&", "&#x", "&amp", "&lt;", "a ", "-",
    ])
  func large(piece: String) {
    let html = String(repeating: piece, count: (1 << 20) / piece.utf8.count)
    let paragraphs = PlainHTML.paragraphs(html)
    #expect(paragraphs.count <= PlainHTML.limit.paragraphs)
    #expect(paragraphs.reduce(0) { $0 + $1.utf8.count } <= PlainHTML.limit.bytes + 3)
  }

  @Test("plain text keeps its lines and its brackets")
  func lines() {
    #expect(PlainHTML.lines("a <b>\r\n\r\n c\nd") == ["a <b>", "c", "d"])
  }
}
