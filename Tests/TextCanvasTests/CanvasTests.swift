import Testing

@testable import TextCanvas

@Suite("Drawing on a canvas")
struct CanvasTests {
  @Test("text is placed, cut at the border, and the columns it took are told")
  func put() {
    var canvas = Canvas(width: 8, height: 2)
    #expect(canvas.put("Well", column: 1, row: 0) == 4)
    #expect(canvas.put("Old oak", column: 4, row: 1) == 4)
    #expect(canvas.put("unseen", column: 0, row: 2) == 0)
    #expect(canvas.put("unseen", column: 8, row: 0) == 0)
    #expect(canvas.text == " Well\n    Old")
  }

  @Test("an ellipsis takes the place of what does not fit")
  func ellipsis() {
    var canvas = Canvas(width: 20, height: 4)
    #expect(canvas.put("Castle ruin", column: 0, row: 0, width: 7, ellipsis: true) == 7)
    #expect(canvas.put("Castle", column: 0, row: 1, width: 6, ellipsis: true) == 6)
    #expect(canvas.put("漢字漢字", column: 0, row: 2, width: 6, ellipsis: true) == 5)
    #expect(canvas.put("Castle", column: 0, row: 3, width: 0, ellipsis: true) == 0)
    #expect(canvas.text == "Castle…\nCastle\n漢字…\n")
  }

  @Test("text stands left, in the middle, right")
  func alignment() {
    var canvas = Canvas(width: 9, height: 4)
    canvas.put("ab", .left, row: 0)
    canvas.put("abc", .centre, row: 1)
    canvas.put("ab", .right, row: 2, column: 2, width: 5)
    canvas.put("far too long", .centre, row: 3)
    #expect(canvas.text == "ab\n   abc\n     ab\nfar too …")
  }

  @Test("overwriting half of a wide character blanks the other half")
  func wideHalves() {
    var left = Canvas(width: 6, height: 1)
    left.put("漢字x", column: 0, row: 0)
    var right = left
    left.put("a", column: 0, row: 0)
    right.put("b", column: 3, row: 0)
    #expect(left.text == "a 字x")
    #expect(right.text == "漢 bx")
    var between = Canvas(width: 6, height: 1)
    between.put("漢字x", column: 0, row: 0)
    between.put("語", column: 1, row: 0)
    #expect(between.text == " 語 x")
  }

  @Test("a wide character never sticks out of an area, on either side")
  func wideAtTheBorder() {
    var canvas = Canvas(width: 4, height: 2)
    canvas.put("abc漢", column: 0, row: 0)
    canvas.put("漢bcd", column: -1, row: 1)
    #expect(canvas.text == "abc\n bcd")
  }

  @Test("a picture is cut where its room ends, wide characters as a whole")
  func picture() {
    var picture = Canvas(width: 6, height: 2)
    picture.put("漢字x", column: 0, row: 0)
    picture.put("abcdef", column: 0, row: 1)
    var canvas = Canvas(width: 5, height: 2)
    canvas.put("語語", column: 1, row: 0)
    canvas.within(Area(column: 1, row: 0, columns: 3, rows: 9)) { $0.put(picture) }
    #expect(canvas.text == " 漢\n abc")
    for column in 0..<5 { #expect(canvas[column, 0].isContinuation == (column == 2)) }
  }

  @Test("areas side by side do not see each other")
  func areas() {
    var canvas = Canvas(width: 12, height: 3)
    canvas.within(Area(column: 0, row: 0, columns: 6, rows: 3)) { left in
      #expect(left.size == CanvasSize(columns: 6, rows: 3))
      left.put("a long street", column: 1, row: 1)
    }
    canvas.within(Area(column: 6, row: 1, columns: 60, rows: 60)) { right in
      #expect(right.size == CanvasSize(columns: 6, rows: 2))
      right.put("N", .centre, row: 0)
      right.within(Area(column: 4, row: 1, columns: 2, rows: 1)) { $0.put("xyz", column: -1, row: 0) }
      right.put("above", column: 0, row: -1)
    }
    #expect(canvas.text == "\n a lon  N\n          yz")
    #expect(canvas.size == CanvasSize(columns: 12, rows: 3))
  }

  @Test("boxes and lines, inside and half outside")
  func shapes() {
    var canvas = Canvas(width: 14, height: 4)
    canvas.box(Area(column: 0, row: 0, columns: 10, rows: 3), title: "Hunt")
    canvas.box(Area(column: 11, row: 2, columns: 9, rows: 9))
    canvas.fill(Area(column: 2, row: 1, columns: 3, rows: 1), with: "#")
    #expect(
      canvas.text == """
        ┌ Hunt ──┐
        │ ###    │
        └────────┘ ┌──
                   │
        """)
  }

  @Test("numbers from nowhere draw nothing and harm nothing")
  func extremes() {
    var canvas = Canvas(width: 3, height: 1)
    for number in [Int.min, .max, -5000, 5000] {
      canvas.put("x", column: number, row: 0)
      canvas.put("x", column: 0, row: number)
      canvas.put("x", .right, row: number, column: number, width: number)
      canvas.fill(Area(column: number, row: number, columns: .max, rows: .max), with: "x")
      canvas.box(Area(column: number, row: 0, columns: 2, rows: number))
    }
    canvas.fill(Area(column: .min, row: .min, columns: .max, rows: .max))
    #expect(canvas.text == "")
    #expect(Canvas(width: .max, height: -1).size == CanvasSize(columns: 2048, rows: 0))
  }

  @Test("a blank forgets colours that do not show on it")
  func blanksAreEqual() {
    var canvas = Canvas(width: 3, height: 1)
    canvas.put(" ", column: 0, row: 0, style: Style(.orange, .bold))
    canvas.put(" ", column: 1, row: 0, style: Style(.orange, on: .blue))
    #expect(canvas[0, 0] == .blank)
    #expect(canvas[1, 0].style == Style(on: .blue))
  }

  @Test("a cell is eight bytes")
  func compact() { #expect(MemoryLayout<Cell>.size == 8) }
}
