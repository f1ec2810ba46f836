import Game
import Testing
import TextCanvas
import Views

@testable import TerminalUI

@Suite("A page over the game")
struct PageViewTests {
  private static let sizes = [(80, 24), (100, 30), (120, 40), (40, 12), (20, 8)]

  @Test(
    "leaves the line about the sensor, the lines about the hunt where there is room, and the keys", arguments: sizes)
  func edges(columns: Int, rows: Int) {
    let many = (0..<60).map { place("Bench \($0)", 20 + Double($0), 10) }
    for key in ["?", "g", "t", "w"] as [Character] {
      var player = Player(.split, columns, rows, places: many)
      player.stand(0, 0)
      player.press(.escape)
      let before = lines(player)
      player.press(.character(key), .down)
      let after = lines(player)
      #expect(after.first == before.first, "\(key)")
      if rows >= 20 {
        let hunt = before.dropLast().suffix(2)
        #expect(hunt.first?.contains("of 3 found") == true)
        #expect(after.dropLast().suffix(2) == hunt, "\(key)")
      }
      #expect(after.last?.contains("Esc back") == true, "\(key): \(after.last ?? "")")
    }
  }

  @Test("offers more where there is more")
  func more() {
    for (rows, isOffered) in [(40, false), (12, true)] {
      var player = Player(.split, 100, rows)
      player.stand(0, 0)
      player.press(.escape, .character("g"))
      #expect(lines(player).last?.contains("↑↓ more") == isOffered)
    }
  }

  @Test("of the keys can be read to its last word in any window, by scrolling", arguments: sizes)
  func keys(columns: Int, rows: Int) {
    var player = Player(.split, columns, rows)
    player.press(.character("?"))
    var words = Set<String>()
    for _ in 0..<150 {
      let text = lines(player).dropFirst().dropLast()
      #expect(!text.contains { $0.contains("…") && $0.contains("│") && !$0.contains(" of ") })
      words.formUnion(text.flatMap { $0.split { !$0.isLetter && $0 != "(" }.map(String.init) })
      player.press(.down)
    }
    for word in ["claim", "price", "compass", "choose", "again", "shell", "treasures", "quit"] {
      #expect(words.contains(word), "\(word)")
    }
  }

  @Test(
    "of what is around has columns where there is room for them, and always shows what is chosen",
    arguments: [(80, 24, 1), (120, 40, 2), (200, 60, 3)])
  func columns(width: Int, rows: Int, count: Int) {
    let many = (0..<90).map { place("Bench \($0) of 90", 20 + Double($0), 10) }
    var player = Player(.map, width, rows, places: many)
    player.stand(0, 0)
    player.press(.escape, .character("w"))
    for step in 0..<93 {
      let text = lines(player)
      let heads = text.filter { $0.contains(" of 90 ") && !$0.contains("m ") }
      #expect(heads.allSatisfy { $0.split(separator: " of 90 ").count - 1 <= count })
      #expect(heads.contains { $0.split(separator: " of 90 ").count - 1 == count })
      #expect(text.count { $0.contains("▶") } == 1, "\(step)")
      #expect(text.allSatisfy { $0.count <= width })
      player.press(.down)
    }
  }

  private func lines(_ player: Player) -> [String] {
    player.canvas(.braille).text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
  }
}
