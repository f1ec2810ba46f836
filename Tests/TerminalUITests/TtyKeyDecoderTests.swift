import Numbers
import Testing
import TextCanvas
import Views

@testable import TerminalUI

extension KeyDecoder {
  /// The keys alone.
  fileprivate mutating func keys(_ bytes: some Sequence<UInt8>) -> [Key] {
    decode(bytes).compactMap { if case .key(let key) = $0 { key } else { nil } }
  }
}

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
    #expect(decoder.keys(bytes.utf8) == keys)
    #expect(!decoder.isWaiting)
    var oneByOne = KeyDecoder()
    #expect(bytes.utf8.flatMap { oneByOne.keys([$0]) } == keys)
  }

  @Test(
    "what is no key of ours is swallowed whole",
    arguments: [
      "\u{1B}[<1;12;7M", "\u{1B}[<64;1;1m", "\u{1B}[<35;2;2M", "\u{1B}[<66;1;1M", "\u{1B}[<128;1;1M", "\u{1B}[<0;0;1M",
      "\u{1B}[<0;1;0M", "\u{1B}[<0;2049;1M", "\u{1B}[<0;99999999999999999999;1M", "\u{1B}[<0;1M", "\u{1B}[<0;1;1;1M",
      "\u{1B}[<;;M", "\u{1B}[<0;-1;1M", "\u{1B}[<0;1:2;1M", "\u{1B}[0;1;1M", "\u{1B}[<0;1;1 M", "\u{1B}[m",
      "\u{1B}[M !!", "\u{1B}[15~", "\u{1B}[[A", "\u{1B}OP", "\u{1B}[200~\u{1B}[201~", "\u{1B}[201~",
      "\u{1B}x",
      "\u{1B}é", "\u{1B}]11;rgb:0000/0000/0000\u{7}", "\u{1B}]52;c;YQ==\u{1B}\\", "\u{1B}P1$r0m\u{1B}\\",
      "\u{1B}[?62;22c",
      "\u{1B}[?2026;2$y", "\u{1B}[97;5u", "\u{1B}[I", "\u{9B}", "\u{202E}", "\u{301}", "\u{85}", "\u{FEFF}",
    ])
  func unknown(bytes: String) {
    var decoder = KeyDecoder()
    #expect(decoder.keys(bytes.utf8) == [])
    #expect(decoder.keys("a".utf8) == [.character("a")])
  }

  @Test(
    "the reply that tells the ground's colour is that colour",
    arguments: [
      ("11;rgb:ffff/ffff/ffff", RGB(255, 255, 255)), ("11;rgb:0000/8080/FFFF", RGB(0, 128, 255)),
      ("11;rgb:f/0/8", RGB(255, 0, 136)), ("11;rgb:1e/1e/2e", RGB(30, 30, 46)),
      ("11;rgb:fff/000/7ff", RGB(255, 0, 127)),
      ("11;rgba:ffff/0000/0000/8000", RGB(255, 0, 0)), ("10;rgb:ffff/ffff/ffff", nil), ("11;?", nil), ("11;rgb:", nil),
      ("11;rgb:ff/ff", nil), ("11;rgb:ff/ff/ff/ff", nil), ("11;rgb:fffff/0/0", nil), ("11;rgb:-1/0/0", nil),
      ("11;rgb:f//f", nil), ("11;rgb:\u{1B}[A", nil), ("11;rgb:" + String(repeating: "f/", count: 500), nil),
    ] as [(String, RGB?)])
  func ground(reply: String, colour: RGB?) {
    for end in ["\u{7}", "\u{1B}\\"] {
      var decoder = KeyDecoder()
      let bytes = Array("\u{1B}]\(reply)\(end)x".utf8)
      let expected = (colour.map { [TerminalEvent.ground($0)] } ?? []) + [.key(.character("x"))]
      #expect(decoder.decode(bytes) == expected)
      var oneByOne = KeyDecoder()
      #expect(bytes.flatMap { oneByOne.decode([$0]) } == expected)
    }
  }

  @Test(
    "what terminals send for the wheel and the main button is what they did, whatever keys are held",
    arguments: [
      ("[<0;12;7M", .press(column: 11, row: 6)), ("[<32;13;7M", .drag(column: 12, row: 6)),
      ("[<0;1;1m", .release(column: 0, row: 0)), ("[<32;2048;2048m", .release(column: 2047, row: 2047)),
      ("[<64;200;60M", .wheel(steps: 1, column: 199, row: 59)), ("[<65;3;4M", .wheel(steps: -1, column: 2, row: 3)),
      ("[<80;3;4M", .wheel(steps: 1, column: 2, row: 3)), ("[<60;3;4M", .drag(column: 2, row: 3)),
    ] as [(String, Pointer)])
  func pointer(bytes: String, pointer: Pointer) {
    var decoder = KeyDecoder()
    #expect(decoder.decode("\u{1B}\(bytes)a".utf8) == [.pointer(pointer), .key(.character("a"))])
    #expect("\u{1B}\(bytes)a".utf8.flatMap { decoder.decode([$0]) } == [.pointer(pointer), .key(.character("a"))])
  }

  @Test(
    "what is pasted is one text without control characters, and no key",
    arguments: [
      ("quit y", "quit y"), ("q\rq\r\ny\n", "q q y"), ("a\tb\u{3}\u{1B}[A\u{1B}c", "a b[Ac"), ("é漢🌲", "é漢🌲"),
      ("a\u{1B}[20\u{1B}[201", "a[20[201"),
      (String(repeating: "x", count: 100_000), String(repeating: "x", count: 4096)),
    ])
  func pasted(bytes: String, text: String) {
    var decoder = KeyDecoder()
    let whole = "\u{1B}[200~\(bytes)\u{1B}[201~q"
    #expect(decoder.decode(whole.utf8) == [.pasted(text), .key(.character("q"))])
    #expect(whole.utf8.flatMap { decoder.decode([$0]) } == [.pasted(text), .key(.character("q"))])
  }

  @Test("a pasted text whose end is lost is over after a silence")
  func pastedWithoutEnd() {
    var decoder = KeyDecoder()
    #expect(decoder.decode("\u{1B}[200~quit".utf8) == [] && decoder.isPasting)
    #expect(decoder.flush() == [.pasted("quit")])
    #expect(decoder.decode("q".utf8) == [.key(.character("q"))])
  }

  @Test("reports of any numbers are cells of a terminal or nothing", arguments: 0..<20)
  func hostilePointer(seed: UInt64) {
    var chance = SeededGenerator(seed: seed)
    let alphabet = Array("0123456789999;;;;<-:. Mm".utf8)
    for _ in 0..<500 {
      var bytes = Array("\u{1B}[<".utf8)
      for _ in 0..<Int.random(in: 0...20, using: &chance) { bytes.append(alphabet.randomElement(using: &chance) ?? 0) }
      var decoder = KeyDecoder()
      for case .pointer(let pointer) in decoder.decode(bytes + Array("M".utf8)) {
        switch pointer {
        case .wheel(let steps, let column, let row):
          #expect(abs(steps) == 1 && (0..<2048).contains(column) && (0..<2048).contains(row))
        case .press(let column, let row), .drag(let column, let row), .release(let column, let row):
          #expect((0..<2048).contains(column) && (0..<2048).contains(row))
        }
      }
    }
  }

  @Test("ESC alone is a key once nothing follows")
  func escape() {
    var decoder = KeyDecoder()
    #expect(decoder.keys([0x1B]) == [])
    #expect(decoder.isWaiting)
    #expect(decoder.flush() == [.key(.escape)])
    #expect(decoder.flush() == [])
    #expect(decoder.keys([0x1B, 0x1B]) == [.escape])
    #expect(decoder.keys("[A".utf8) == [.up])
  }

  @Test("broken UTF-8 costs itself and nothing more")
  func brokenUTF8() {
    var decoder = KeyDecoder()
    let bytes: [UInt8] = [
      0xC3, 0x41, 0x80, 0xFF, 0xE2, 0x82, 0x42, 0xC0, 0x80, 0xED, 0xA0, 0x80, 0xF4, 0xBF, 0xBF, 0xBF, 0x43,
    ]
    #expect(decoder.keys(bytes) == [.character("A"), .character("B"), .character("C")])
  }

  @Test(
    "a sequence without an end holds a few bytes, and silence ends it", arguments: ["\u{1B}[", "\u{1B}]", "\u{1B}P"])
  func endless(start: String) {
    var decoder = KeyDecoder()
    #expect(decoder.keys(start.utf8) == [])
    for _ in 0..<2000 { #expect(decoder.keys("1234567890;".utf8) == []) }
    #expect(decoder.flush() == [])
    #expect(decoder.keys("q".utf8) == [.character("q")])
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
    let keys = whole.keys(bytes)
    #expect(bytes.flatMap { pieces.keys([$0]) } == keys)
    for case .character(let character) in keys {
      #expect(character.unicodeScalars.allSatisfy { !$0.properties.isDefaultIgnorableCodePoint && $0.value >= 0x20 })
    }
  }
}
