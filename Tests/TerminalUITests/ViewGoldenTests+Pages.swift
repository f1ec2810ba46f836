import Game
import Places
import TextCanvas
import Views

@testable import TerminalUI

/// Pages over the game, and the onboarding of those who come back.
extension ViewGoldenTests {
  static let pages = [
    Scene("pages: a cache", "page-cache") {
      var player = Player(everyState: .split, 80, 24)
      player.stand(30, -40)
      player.press(.character("p"))
      return player.canvas().text
    },
    Scene("pages: a cache with its hint decoded, in a small window, in ASCII", "page-cache-40x12-ascii") {
      var player = Player(everyState: .split, 40, 12)
      player.stand(30, -40)
      player.press(.character("p"), .character("r"))
      for _ in 0..<15 { player.press(.down) }
      return player.canvas(.ascii).asciiText
    },
    Scene("pages: what is around, and a place chosen there", "page-around") {
      var player = Player(.split, 80, 24)
      player.stand(0, -40)
      player.look(0)
      player.press(.character("w"), .down)
      return player.canvas().text
    },
    Scene("pages: the last of what is around, in a small window, in ASCII", "page-around-40x12-ascii") {
      let many = (0..<40).map { place("Bench \($0)", Double($0 * 3), 4) }
      var player = Player(.map, 40, 12, places: many)
      player.stand(0, 0)
      player.press(.character("w"), .end)
      return player.canvas(.ascii).asciiText
    },
    Scene("pages: all about one place", "page-place") {
      let tags = PlaceTags([
        (key: "historic", value: "boundary_stone"), (key: "opening_hours", value: "24/7"),
        (key: "inscription", value: "Here the world is cut in four."), (key: "name:fr", value: "La Borne"),
        (key: "start_date", value: "1884"), (key: "website", value: "https://stone.example/"),
      ])
      let stone = PointOfInterest(
        id: "stone", name: "The Stone", position: spot(12, 30), kind: "boundary_stone", tags: tags)
      var player = Player(.split, 80, 24, places: [stone])
      player.stand(0, 0)
      player.press(.character("w"), .enter)
      return player.canvas().text
    },
    Scene("pages: the keys in a small window", "page-keys-40x12") {
      var player = Player(.map, 40, 12, alternatives: alternatives)
      player.press(.character("?"))
      return player.canvas().text
    },
    Scene("pages: the last of the keys in a small window, in ASCII", "page-keys-40x12-ascii") {
      var player = Player(.map, 40, 12, alternatives: alternatives)
      player.press(.character("?"), .end)
      return player.canvas(.ascii).asciiText
    },
    Scene("onboarding: a source that asks", "onboarding-1-answer") {
      var player = Player(choosing: 80, 24, from: left)
      player.press(.enter)
      player.type("Berlin")
      player.press(.enter)
      return player.canvas().text
    },
    Scene("onboarding: a source that asks, in the smallest window", "onboarding-1-answer-20x8-ascii") {
      var player = Player(choosing: 20, 8, from: left)
      player.press(.enter)
      player.type("52.52,13.40")
      return player.canvas(.ascii).asciiText
    },
    Scene("onboarding: a hunt that was played before", "onboarding-4-saved") {
      var player = Player(choosing: 80, 24, from: left)
      player.press(.enter, .enter, .enter)
      return player.canvas().text
    },
  ]

  /// A source that asks for a place, and a hunt that was left.
  private static let left = Offers(
    sources: [
      .init(.steer(from: nil), title: "Steer by hand", detail: "a walker whom your keys drive", question: .place)
    ],
    hunts: [
      .init(
        path: "one", title: "Three Things", detail: "A small hunt.", hasTrace: true,
        saved: "2 of 3 found, 10 points, 12:34 played")
    ])
}
