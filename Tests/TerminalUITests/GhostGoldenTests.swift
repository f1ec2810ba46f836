import Geodesy
import HuntTesting
import Testing
import TextCanvas

@testable import Game
@testable import TerminalUI
@testable import Views

@Suite("What a player sees of ghosts")
struct GhostGoldenTests {
  @Test("is what was read and agreed on", arguments: scenes)
  func frame(scene: Scene) {
    let mismatch = Golden.mismatch(of: scene.text(), with: scene.file)
    #expect(mismatch == nil, "\(mismatch ?? "")")
  }

  private static let scenes = [
    Scene("map: two ghosts and the player", "ghosts-map") { race(.map, 80, 24).canvas().text },
    Scene("map: the same in ASCII", "ghosts-map-ascii") { race(.map, 80, 24).canvas(.ascii).asciiText },
    Scene("both views in a small window", "ghosts-split-60x20") { race(.split, 60, 20).canvas(.blocks).text },
    Scene("the smallest window", "ghosts-20x8-ascii") { race(.map, 20, 8).canvas(.ascii).asciiText },
  ]

  /// A player on the road of the island, one ghost ahead of them and one behind.
  private static func race(_ view: PlayView, _ columns: Int, _ rows: Int) -> Player {
    func ghost(_ name: String, speed: Double) -> Ghost {
      let points = (0...60).map { (time: Duration.seconds($0), position: spot(-70 + Double($0) * speed, 0)) }
      return Ghost(name: name, points: points)
    }
    var player = Player(view, columns, rows, ghosts: [ghost("yesterday", speed: 2.2), ghost("Anna", speed: 0.7)])
    for second in 0..<40 {
      if second > 0 { player.wait(1) }
      player.stand(-70 + Double(second) * 1.4, 0)
    }
    player.press(.escape)
    return player
  }

  @Test("hostile ghosts are drawn, or not, without harm")
  func hostile() {
    let numbers = [0, -1, 3.5, 1e300, -.infinity, .nan, 79.99, 23.99]
    guard case .play(let play) = Self.race(.map, 80, 24).session.screen(at: .seconds(39)), var screen = play.map else {
      Issue.record("no map")
      return
    }
    for x in numbers {
      screen.ghosts = numbers.map { .init(at: .init(x: x, y: $0), letter: "A", name: "\u{1B}[2J 東京\u{202E}") }
      for (columns, rows) in [(80, 24), (20, 8), (1, 1), (0, 0)] {
        var canvas = Canvas(width: columns, height: rows)
        drawMap(screen, on: &canvas, glyphs: .ascii)
        #expect(!canvas.text.unicodeScalars.contains { $0.value == 0x1B })
      }
    }
  }
}
