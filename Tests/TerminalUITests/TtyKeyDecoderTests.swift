import HuntApplication
import Testing

@testable import TerminalUI

@Suite("Keys from bytes")
struct TtyKeyDecoderTests {
  @Test(
    "what terminals send for a key is that key",
    arguments: [
      ("a", [.character("a")]), ("Q ", [.character("Q"), .character(" ")]), ("é漢🌲", "é漢🌲".map { .character($0) }),
      ("\u{1B}[A\u{1B}[B\u{1B}[C\u{1B}[D", [.up, .down, .right, .left]),
      ("\u{1B}OA\u{1B}OB\u{1B}OC\u{1B}OD", [.up, .down, .right, .left]),
      ("\u{1B}[1;5A\u{1B}[1;2D", [.up, .left]),
      (
        "\u{1B}[H\u{1B}[F\u{1B}OH\u{1B}OF\u{1B}[1~\u{1B}[4~\u{1B}[7~\u{1B}[8~",
        [.home, .end, .home, .end, .home, .end, .home, .end]
      ),
      ("\u{1B}[5~\u{1B}[6~\u{1B}[5;5~", [.pageUp, .pageDown, .pageUp]),
      ("\r\n\u{1B}OM", [.enter, .enter, .enter]), ("\t\u{1B}[Z", [.tab, .backTab]),
      ("\u{7F}\u{8}", [.backspace, .backspace]),
      ("\u{3}\u{4}\u{1A}\u{1C}\u{0}", [.control("c"), .control("d"), .control("z"), .control("\\"), .control(" ")]),
    ] as [(String, [Key])])
  func known(bytes: String, keys: [Key]) {
    var decoder = KeyDecoder()
    #expect(decoder.decode(bytes.utf8) == keys)
    #expect(!decoder.isWaiting)
    var oneByOne = KeyDecoder()
    #expect(bytes.utf8.flatMap { oneByOne.decode([$0]) } == keys)
  }

  @Test(
    "what is no key of ours is swallowed whole",
    arguments: [
      "\u{1B}[<0;12;7M", "\u{1B}[<64;1;1m", "\u{1B}[M !!", "\u{1B}[15~", "\u{1B}[[A", "\u{1B}OP", "\u{1B}[200~",
      "\u{1B}x",
      "\u{1B}é", "\u{1B}]11;rgb:0000/0000/0000\u{7}", "\u{1B}]52;c;YQ==\u{1B}\\", "\u{1B}P1$r0m\u{1B}\\",
      "\u{1B}[?62;22c",
      "\u{1B}[?2026;2$y", "\u{1B}[97;5u", "\u{1B}[I", "\u{9B}", "\u{202E}", "\u{301}", "\u{85}", "\u{FEFF}",
    ])
  func unknown(bytes: String) {
    var decoder = KeyDecoder()
    #expect(decoder.decode(bytes.utf8) == [])
    #expect(decoder.decode("a".utf8) == [.character("a")])
  }

  @Test("ESC alone is a key once nothing follows")
  func escape() {
    var decoder = KeyDecoder()
    #expect(decoder.decode([0x1B]) == [])
    #expect(decoder.isWaiting)
    #expect(decoder.flush() == [.escape])
    #expect(decoder.flush() == [])
    #expect(decoder.decode([0x1B, 0x1B]) == [.escape])
    #expect(decoder.decode("[A".utf8) == [.up])
  }

  @Test("broken UTF-8 costs itself and nothing more")
  func brokenUTF8() {
    var decoder = KeyDecoder()
    let bytes: [UInt8] = [
      0xC3, 0x41, 0x80, 0xFF, 0xE2, 0x82, 0x42, 0xC0, 0x80, 0xED, 0xA0, 0x80, 0xF4, 0xBF, 0xBF, 0xBF, 0x43,
    ]
    #expect(decoder.decode(bytes) == [.character("A"), .character("B"), .character("C")])
  }

  @Test(
    "a sequence without an end holds a few bytes, and silence ends it", arguments: ["\u{1B}[", "\u{1B}]", "\u{1B}P"])
  func endless(start: String) {
    var decoder = KeyDecoder()
    #expect(decoder.decode(start.utf8) == [])
    for _ in 0..<2000 { #expect(decoder.decode("1234567890;".utf8) == []) }
    #expect(decoder.flush() == [])
    #expect(decoder.decode("q".utf8) == [.character("q")])
  }

  @Test("random bytes are survived, in pieces or whole, with the same keys", arguments: 0..<20)
  func random(seed: UInt64) {
    var state = seed &+ 1
    let alphabet: [UInt8] = [
      0x1B, 0x1B, 0x5B, 0x4F, 0x5D, 0x50, 0x3B, 0x31, 0x7E, 0x4D, 0x3C, 0x41, 0x07, 0x5C, 0xE2, 0x82,
    ]
    let bytes = (0..<3000).map { _ -> UInt8 in
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      let draw = UInt8(truncatingIfNeeded: state >> 33)
      return state >> 62 == 0 ? draw : alphabet[Int(draw) % alphabet.count]
    }
    var whole = KeyDecoder()
    var pieces = KeyDecoder()
    let keys = whole.decode(bytes)
    #expect(bytes.flatMap { pieces.decode([$0]) } == keys)
    for case .character(let character) in keys {
      #expect(character.unicodeScalars.allSatisfy { !$0.properties.isDefaultIgnorableCodePoint && $0.value >= 0x20 })
    }
  }
}
