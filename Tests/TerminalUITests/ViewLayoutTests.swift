import Numbers
import Testing
import TextCanvas

@testable import TerminalUI

@Suite("Labels")
struct ViewLayoutTests {
  @Test("of a map never lie on each other, on a mark, or off the screen, and have a blank between them")
  func labels() {
    var chance = SeededGenerator(seed: 21)
    for _ in 0..<300 {
      let size = CanvasSize(columns: .random(in: 0...60, using: &chance), rows: .random(in: 0...20, using: &chance))
      var layout = LabelLayout(size: size)
      var taken = Array(repeating: Array(repeating: false, count: size.columns + 2), count: size.rows)
      let marks = (0..<12).map { _ in
        (column: Int.random(in: -3...62, using: &chance), row: Int.random(in: -3...22, using: &chance))
      }
      for mark in marks {
        layout.block(column: mark.column, row: mark.row)
        if (0..<size.rows).contains(mark.row), (0..<size.columns).contains(mark.column) {
          taken[mark.row][mark.column + 1] = true
        }
      }
      for mark in marks {
        let width = Int.random(in: 0...30, using: &chance)
        let spot =
          chance.uniform() < 0.8
          ? layout.place(width: width, at: mark.column, mark.row)
          : layout.place(width: width, from: mark.column, nearRow: mark.row)
        guard let spot else { continue }
        #expect(width > 0 && spot.column >= 0 && spot.column + width <= size.columns)
        guard (0..<size.rows).contains(spot.row) else {
          Issue.record("row \(spot.row) of \(size.rows)")
          return
        }
        // One cell more on both sides, in columns that count from 1.
        let cells = spot.column...spot.column + width + 1
        #expect(!taken[spot.row][cells].contains(true))
        for cell in cells.dropFirst().dropLast() { taken[spot.row][cell] = true }
      }
    }
  }

  @Test("find room beside their mark first, then above it and below")
  func order() {
    var layout = LabelLayout(size: CanvasSize(columns: 20, rows: 3))
    layout.block(column: 10, row: 1)
    let spots = (0..<5).map { _ in layout.place(width: 4, at: 10, 1).map { [$0.column, $0.row] } }
    #expect(spots == [[12, 1], [5, 1], [8, 0], [8, 2], nil])
  }

  @Test("at the edge stay whole, and go to the nearest free row")
  func edge() {
    var layout = LabelLayout(size: CanvasSize(columns: 10, rows: 4))
    layout.block(column: 0, row: 3, columns: 10)
    #expect(layout.place(width: 6, from: 8, nearRow: 9).map { [$0.column, $0.row] } == [4, 2])
    #expect(layout.place(width: 6, from: -5, nearRow: 2).map { [$0.column, $0.row] } == [0, 1])
    #expect(layout.place(width: 11, from: 0, nearRow: 0) == nil)
  }

  @Test("of the compass never lie on each other, nor in the row of what lies beside")
  func stack() {
    var chance = SeededGenerator(seed: 22)
    for _ in 0..<300 {
      let size = CanvasSize(columns: .random(in: 0...60, using: &chance), rows: .random(in: 0...20, using: &chance))
      var stack = Stack(size: size)
      var texts: [(columns: Range<Int>, rows: Range<Int>)] = []
      for _ in 0..<15 {
        let (column, width) = (Int.random(in: 0...60, using: &chance), Int.random(in: 1...30, using: &chance))
        let rows = chance.uniform() < 0.3 ? 3 : 1
        guard let row = stack.take(column: column, columns: width, rows: rows, height: chance.uniform()) else {
          continue
        }
        let text = (columns: column..<column + width, rows: row..<row + rows)
        #expect(text.rows.lowerBound >= 1 && text.rows.upperBound <= size.rows)
        #expect(!texts.contains { $0.columns.overlaps(text.columns) && $0.rows.overlaps(text.rows) })
        texts.append(text)
      }
    }
  }

  @Test("of the compass lie the lower the nearer, and side by side with two blanks between where there is room")
  func heights() {
    var stack = Stack(size: CanvasSize(columns: 40, rows: 11))
    #expect(stack.take(column: 0, columns: 10, rows: 1, height: 0) == 10)
    #expect(stack.take(column: 12, columns: 10, rows: 1, height: 0) == 10)
    #expect(stack.take(column: 10, columns: 10, rows: 1, height: 0) == 9)
    #expect(stack.take(column: 0, columns: 10, rows: 1, height: 1) == 1)
  }
}

@Suite("Words")
struct ViewWordTests {
  @Test("are wrapped at blanks, to the width, without losing any")
  func wrapping() {
    #expect(wrapped("one two three", columns: 7) == ["one two", "three"])
    #expect(wrapped("  one   two ", columns: 7) == ["one two"])
    #expect(wrapped("", columns: 7) == [])
    #expect(wrapped("one", columns: 0) == [])
  }

  @Test("without blanks are broken where they must be, wide ones between two columns")
  func longWords() {
    #expect(wrapped("abcdefgh ij", columns: 3) == ["abc", "def", "gh", "ij"])
    #expect(wrapped("東京都庁", columns: 5) == ["東京", "都庁"])
    #expect(wrapped("東京", columns: 1) == ["東", "京"])
  }

  @Test("that are left out are told by an ellipsis within the width")
  func limit() {
    #expect(wrapped("one two three", columns: 7, lines: 1) == ["one tw…"])
    #expect(wrapped("one three", columns: 7, lines: 1) == ["one…"])
    #expect(wrapped("one two", columns: 7, lines: 1) == ["one two"])
    #expect(wrapped("one two", columns: 7, lines: 0) == [])
  }

  @Test(
    "too long for their room are cut to it",
    arguments: [
      ("Well", 4, "Well"), ("Wells", 4, "Wel…"), ("東京都", 5, "東京…"), ("東京都", 4, "東…"), ("ab", 1, "…"), ("ab", 0, ""),
    ])
  func shortening(text: String, columns: Int, expected: String) {
    #expect(shortened(text, columns: columns) == expected)
  }

  @Test("never come out wider than they may, whatever they are")
  func widths() {
    var chance = SeededGenerator(seed: 23)
    let pieces = ["a", " ", "字", "e\u{301}", "👨‍👩‍👧", "\u{202E}", "\u{1B}", "long", "🇱🇮"]
    for _ in 0..<400 {
      let text = (0..<Int.random(in: 0...30, using: &chance)).map { _ in pieces.randomElement(using: &chance) ?? "" }
        .joined()
      let columns = Int.random(in: 2...20, using: &chance)
      #expect(CharacterWidth.columns(of: shortened(text, columns: columns)) <= columns)
      #expect(wrapped(text, columns: columns).allSatisfy { CharacterWidth.columns(of: $0) <= columns })
      #expect(wrapped(text, columns: columns, lines: 2).allSatisfy { CharacterWidth.columns(of: $0) <= columns })
    }
  }
}
