import CanvasTesting
import Foundation
import Testing

@testable import TextCanvas

/// Unicode's own files, beside the project or where TROVE_SHARED says; they are not part of it.
private let unicode = URL(
  fileURLWithPath: ProcessInfo.processInfo.environment["TROVE_SHARED"]
    ?? URL(fileURLWithPath: #filePath).deletingLastPathComponent().appending(path: "../../../shared").standardized.path
).appending(path: "data/text/unicode15")

private let hasUnicode = FileManager.default.fileExists(
  atPath: unicode.appending(path: "EastAsianWidth.txt").path)

@Suite("Character width")
struct CharacterWidthTests {
  @Test(
    "known texts take the columns that terminals give them",
    arguments: [
      ("", 0), ("Vaduz", 5), ("Café", 4), ("Cafe\u{301}", 4), ("日本", 4), ("한국", 4), ("ｶﾞ", 2), ("กำ้", 2), ("🌲", 2),
      ("👨‍👩‍👧‍👦", 2), ("👍🏽", 2), ("🇱🇮", 2), ("❤️‍🔥", 1), ("a\u{200B}b\u{FEFF}c", 3), ("\u{202E}abc\u{202C}", 3), ("a\tb", 3),
      ("\u{1B}[31m", 4), ("soft\u{AD}hyphen", 10), ("\u{1100}\u{1161}\u{11A8}", 2), ("क्‍ष", 2), ("שלום", 4),
    ])
  func known(text: String, columns: Int) {
    #expect(CharacterWidth.columns(of: text) == columns)
    var canvas = Canvas(width: 20, height: 1)
    #expect(canvas.put(text, column: 0, row: 0) == columns)
  }

  @Test("what is shown is the text without what is hidden")
  func shown() {
    var canvas = Canvas(width: 40, height: 1)
    canvas.put("a\u{202E}b\u{7}c\nd 🇱🇮 👨‍👩‍👧 👍🏽 e\u{301}\u{302}\u{303}\u{304}", column: 0, row: 0)
    #expect(canvas.text == "abc d LI 👨 👍 e\u{301}\u{302}")
  }

  @Test("every mark is told from every other")
  func marks() {
    for value in UInt32(0)..<0x1_F000 {
      guard let scalar = Unicode.Scalar(value), case .mark(let ordinal) = CharacterWidth.kind(of: scalar) else {
        continue
      }
      #expect(ordinal < 4095)
      #expect(CharacterWidth.mark(ordinal: ordinal) == scalar)
    }
  }

  /// Needs EastAsianWidth.txt of Unicode 15, which is not part of the project.
  @Test("every assigned character has the width of Unicode's table", .enabled(if: hasUnicode))
  func table() throws {
    let file = try String(contentsOf: unicode.appending(path: "EastAsianWidth.txt"), encoding: .utf8)
    var checked = 0
    for line in file.split(separator: "\n") where !line.hasPrefix("#") {
      let fields = line.split(separator: "#", maxSplits: 1).map { $0.trimmingCharacters(in: .whitespaces) }
      let (range, width) = try #require(fields[0].split(separator: ";").map(String.init).first2)
      let ends = range.components(separatedBy: "..").compactMap { UInt32($0, radix: 16) }
      let category = String(try #require(fields.last).prefix(2))
      for value in try #require(ends.first)...(try #require(ends.last)) {
        guard let scalar = Unicode.Scalar(value) else { continue }
        let kind = CharacterWidth.kind(of: scalar)
        checked += 1
        switch category {
        case "Cc", "Zl", "Zp": #expect(kind == .hidden || kind == .space)
        case "Cf": #expect(kind == .hidden)
        case "Mn", "Me":
          // The few others are invisible: variation selectors and the like.
          if case .mark = kind { continue }
          #expect(kind == .hidden)
        default:
          if case .mark = kind {
            // The vowels and finals of Hangul join the syllable before them.
            #expect((0x1160...0x11FF).contains(value) || (0xD7B0...0xD7FB).contains(value))
          } else if kind != .hidden {
            #expect(kind == (width == "W" || width == "F" ? .wide : .narrow), "\(String(value, radix: 16))")
          }
        }
      }
    }
    #expect(checked > 280_000)
  }

  /// Needs emoji-sequences.txt of Unicode 15, which is not part of the project.
  @Test("every emoji sequence is one glyph, a flag two letters", .enabled(if: hasUnicode))
  func emoji() throws {
    let file = try String(contentsOf: unicode.appending(path: "emoji-sequences.txt"), encoding: .utf8)
    var checked = 0
    for line in file.split(separator: "\n") where !line.hasPrefix("#") {
      let fields = line.split(separator: ";").map { $0.trimmingCharacters(in: .whitespaces) }
      guard fields.count > 1, !fields[0].contains("..") else { continue }
      var text = ""
      for code in fields[0].split(separator: " ") {
        text.unicodeScalars.append(try #require(UInt32(code, radix: 16).flatMap(Unicode.Scalar.init)))
      }
      var glyphs = Glyphs(text)
      var count = 0
      while glyphs.next() != nil { count += 1 }
      #expect(count == (fields[1] == "RGI_Emoji_Flag_Sequence" ? 2 : 1), "\(line)")
      checked += 1
    }
    #expect(checked > 1000)
  }

  /// Needs GraphemeBreakTest.txt of Unicode 15, which is not part of the project.
  @Test("no cluster of Unicode's own test confuses the terminal", .enabled(if: hasUnicode))
  func clusters() throws {
    let file = try String(contentsOf: unicode.appending(path: "GraphemeBreakTest.txt"), encoding: .utf8)
    for line in file.split(separator: "\n") where line.hasPrefix("÷") {
      var text = ""
      for code in line.prefix(while: { $0 != "#" }).split(separator: " ") {
        if let scalar = UInt32(code, radix: 16).flatMap(Unicode.Scalar.init) { text.unicodeScalars.append(scalar) }
      }
      var canvas = Canvas(width: 12, height: 1)
      let columns = canvas.put(text, column: 0, row: 0)
      #expect(columns == CharacterWidth.columns(of: text))
      var emulator = Emulator(columns: 12, rows: 1, depth: .trueColour)
      try emulator.feed(FrameWriter().bytes(from: nil, to: canvas))
      #expect(emulator.difference(from: canvas) == nil)
    }
  }
}

extension Array {
  /// The first two elements, if there are as many.
  fileprivate var first2: (Element, Element)? { count > 1 ? (self[0], self[1]) : nil }
}
