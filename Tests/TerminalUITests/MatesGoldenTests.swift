import Geodesy
import HuntTesting
import Testing
import TextCanvas

@testable import Game
@testable import TerminalUI
@testable import Views

@Suite("What a player sees of an event")
struct MatesGoldenTests {
  @Test("is what was read and agreed on", arguments: scenes)
  func frame(scene: Scene) {
    let mismatch = Golden.mismatch(of: scene.text(), with: scene.file)
    #expect(mismatch == nil, "\(mismatch ?? "")")
  }

  private static let scenes = [
    Scene("map: two mates, one without news for minutes", "mates-map") { event(.map).canvas().text },
    Scene("map: the same in ASCII", "mates-map-ascii") { event(.map).canvas(.ascii).asciiText },
    Scene("map and compass: one ahead, one at the side", "mates-split") { event(.split).canvas().text },
    Scene("the leaderboard, with the player's own row", "mates-board") {
      var player = event(.map)
      player.press("B")
      return player.canvas().text
    },
    Scene("map and compass: one treasure is found by a team mate, and the way leads to another", "mates-found-split") {
      event(.split, found: true).canvas().text
    },
    Scene("the treasures, of which a team mate has found one", "mates-found-treasures") {
      var player = event(.map, found: true)
      player.press("t")
      return player.canvas().text
    },
    Scene("the leaderboard of a closed event in a small window", "mates-board-40x12-ascii") {
      var player = event(.map, 40, 12)
      player.do(.board(board(isClosed: true)))
      player.press("B")
      return player.canvas(.ascii).asciiText
    },
  ]

  /// A player in the middle of the island who looks north-east, and two team mates.
  ///
  /// - Parameter found: whether Ann has found what lies nearest.
  private static func event(_ view: PlayView, _ columns: Int = 80, _ rows: Int = 24, found: Bool = false) -> Player {
    var player = found ? Player(everyState: view, columns, rows) : Player(view, columns, rows)
    if found { player.do(.mateFinds([MateFind("Wishing Well", by: "Ann")])) }
    player.stand(-20, -20)
    player.look(45)
    player.do(
      .mates([
        Mate("A", name: "Ann", team: "Foxes", at: spot(30, 36), age: .seconds(2)),
        Mate("B", name: "Bartholomew the Long", team: "Foxes", at: spot(-60, -8), age: .seconds(230)),
      ]))
    player.wait(10)
    player.stand(-20, -20)
    player.do(.board(board()))
    player.press(.escape)
    return player
  }

  private static func board(isClosed: Bool = false) -> Leaderboard {
    func find(_ name: String, _ player: String, prize: String? = nil) -> Leaderboard.Find {
      Leaderboard.Find(
        name + player, treasure: name, name: name, player: player, team: "Foxes", prize: prize, whose: .mate)
    }
    return Leaderboard(
      event: "Spring hunt",
      rows: [
        .init(rank: 1, player: "Ann", team: "Foxes", points: 15, found: 3, whose: .mate),
        .init(rank: 2, player: "Ada", team: "Foxes", points: 5, found: 1, whose: .own),
        .init(rank: 2, player: "Ben", team: nil, points: 5, found: 1, whose: .other),
      ], total: 120, latest: [find("Brass Bell", "Ann"), find("Lantern", "Ada")],
      prizes: [find("Lantern", "Ann", prize: "A lamp of brass")], isClosed: isClosed)
  }

  @Test("another player has a mark of its own on map, compass and eye, by day and in ASCII")
  func marks() {
    for glyphs in GlyphLevel.allCases {
      let symbols = Symbols(glyphs: glyphs)
      let others = PlaceRole.allCases.filter { !$0.isMate }.map(symbols.mark)
      #expect(!others.contains(symbols.mark(.mate)) && !others.contains(symbols.mark(.oldMate)))
      #expect(symbols.mark(.mate) != symbols.mark(.oldMate))
    }
  }

  @Test("is drawn without harm, whatever the names are")
  func hostile() {
    var player = Self.event(.split)
    let name = String(repeating: "東京 👨‍👩‍👧", count: 50)
    player.do(.mates((0..<600).map { Mate("\($0)", name: name, team: name, at: spot(Double($0), 0), age: .zero) }))
    for glyphs in GlyphLevel.allCases { _ = player.canvas(glyphs).text }
  }
}
