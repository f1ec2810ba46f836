import Game
import HuntDomain
import Testing
import TextCanvas
import Views

@testable import TerminalUI

@Suite("A question on the screen")
struct ViewAskingTests {
  /// What stands on the screen, as one line of words; borders are no words.
  private func words(_ player: Player, _ glyphs: GlyphLevel = .braille) -> String {
    player.canvas(glyphs).text.split(whereSeparator: { " \n│".contains($0) }).joined(separator: " ")
  }

  @Test("is read once: in the news, in the box of its answer, and below the views when both are away")
  func once() {
    var player = Player(everyState: .split, 80, 24)
    player.stay(-10, -30)
    func count() -> Int { words(player).count(of: "How many steps") }
    #expect(count() == 1)
    player.press(.enter)
    #expect(count() == 1)
    player.press(.escape)
    #expect(count() == 1)
  }

  @Test("is read whole with its chosen option in the smallest window", arguments: 1...3)
  func smallest(number: Int) {
    var player = Player(everyState: .map, 20, 8)
    player.stay(-46, 4)
    player.press(.enter, .character(Character("\(number)")))
    let option = ["Up the hill", "To the water", "Nowhere, the hand is gone"][number - 1]
    #expect(words(player).contains("Which way does the hand point?"))
    #expect(words(player).contains("▶ \(number) \(option)"))
  }

  @Test("that is longer than its window leaves room for the chosen option and for what a wrong answer costs")
  func long() {
    let options = (1...12).map { "The answer number \($0)" }
    var well = treasure("Well", 0, 0)
    well.question = Question(
      Array(repeating: "Why", count: 60).joined(separator: " "), rule: .choice(options: options, right: [11]), price: 2)
    var player = Player(.map, 20, 8, hunt: Hunt(title: "H", treasures: [well]), places: [])
    player.stay(0, 0)
    player.press(.enter)
    for (index, option) in options.enumerated() {
      let text = words(player, .ascii)
      #expect(text.contains("Why Why"))
      #expect(text.contains("> \(index + 1) \(option)"))
      #expect(text.contains("A wrong answer costs 2 points."))
      player.press(.down)
    }
  }
}

extension String {
  /// How often a text stands in it.
  fileprivate func count(of text: String) -> Int {
    indices.count { self[$0...].hasPrefix(text) }
  }
}
