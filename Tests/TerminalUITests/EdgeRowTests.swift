import Testing
import TextCanvas
import Views

@testable import TerminalUI

@Suite("The row of what lies beside a view")
struct EdgeRowTests {
  private static func row(columns: Int, ahead: Int, pad: String) -> String {
    let left = ["Llllllllllllllllllllllllllll", "M", "N"].map {
      EdgeRow.Place(name: $0, distance: "136 m", role: .place)
    }
    let right = [EdgeRow.Place(name: "Rrrrrrrrrrrrrrrrrrrrrrrrrrrrrrr", distance: "1.2 km", role: .target)]
    var canvas = Canvas(size: CanvasSize(columns: columns, rows: 1))
    EdgeRow(left: left, right: right, unnamedAhead: ahead)
      .draw(row: 0, on: &canvas, Symbols(glyphs: .braille), pad: pad) { _ in .plain }
    return canvas.text
  }

  @Test("at any width each text is whole, and none is drawn over another", arguments: ["", " "])
  func whole(pad: String) throws {
    let whole = try Regex(
      #"^ ?◀ (Ll+…? 136 m( \+2)?|3 places|\+3)\s+(\+4217 more ahead\s+)?(◆ Rr+…? 1\.2 km|1 place|\+1) ▶\s*$"#)
    for columns in 20...200 {
      let row = Self.row(columns: columns, ahead: 4217, pad: pad)
      #expect(row.contains(whole), "\(columns) columns: \(row)")
    }
  }

  @Test("names both edges rather than the number between them where there is no room for all")
  func room() {
    #expect(!Self.row(columns: 50, ahead: 4217, pad: " ").contains("more ahead"))
    #expect(Self.row(columns: 80, ahead: 4217, pad: " ").contains("+4217 more ahead"))
    #expect(!Self.row(columns: 80, ahead: 0, pad: " ").contains("more ahead"))
  }
}
