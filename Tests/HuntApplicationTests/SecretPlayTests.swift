import Game
import Geodesy
import HuntDomain
import Nearby
import PlaceSamples
import Places
import Testing
import Views

@Suite("Names that would tell a riddle, while playing")
struct SecretPlayTests {
  private static let castle = PointOfInterest(
    id: "way/7", name: "Gozzoburg", position: home.offset(by: 45, toward: .north), kind: "castle",
    tags: PlaceTags([(key: "historic", value: "castle"), (key: "old_name", value: "Gozzoburg")]))
  private static let inn = PointOfInterest(
    id: "way/8", name: "Blue Inn", position: home.offset(by: 200, toward: .north), kind: "pub")

  /// A game at a made hunt's stage 40 m to the north, which is about the castle.
  private struct Game {
    var session: Session
    var now = 0.0

    init(_ view: PlayView, _ question: Question?) throws {
      var treasure = Treasure(place: place("s1", 40), radius: 20)
      treasure.place = PointOfInterest(id: "s1", name: "A castle, Hoher Markt", position: treasure.place.position)
      treasure.question = question
      let other = Treasure(place: place("s2", 5000), radius: 20)
      let hunt = try #require(Hunt(title: "Town", order: .any, treasures: [treasure, other]))
      session = Session(view: view)
      handle(.resize(columns: 100, rows: 40))
      handle(.begin(GameSetup(hunt: hunt, places: [SecretPlayTests.castle, SecretPlayTests.inn], source: "GPS")))
      handle(.location(.fix(fix(0, at: 1, accuracy: 4))))
      handle(.heading(heading(0)))
    }

    @discardableResult
    mutating func handle(_ events: SessionEvent...) -> [SessionEffect] {
      events.flatMap { session.handle($0, at: .seconds(now)) }
    }

    mutating func stand(_ metres: Double, for seconds: Int) {
      for _ in 0..<seconds {
        now += 1
        handle(.location(.fix(fix(metres, at: now + 1, accuracy: 4))))
      }
      handle(.heading(heading(0)))
    }

    var screen: PlayScreen? {
      if case .play(let screen) = session.screen(at: .seconds(now)) { screen } else { nil }
    }

    /// All that the game shows and tells now.
    mutating func everything() -> [String: String] {
      var told: [String: String] = [:]
      for view in PlayView.allCases {
        let key: Character =
          switch view {
          case .map: "m";
          case .compass: "c";
          case .split: "s";
          case .eye: "e"
          }
        handle(.key(.character(key)))
        told["\(view)"] = "\(screen.map { "\($0)" } ?? "")"
      }
      for key in ["w", "o", "t"] as [Character] {
        handle(.key(.character(key)))
        told["key \(key)"] = "\(screen.map { "\($0)" } ?? "")"
        handle(.key(.escape))
      }
      for id in ["way/7", "way/8"] {
        handle(.clicked(id))
        told["page of \(id)"] = "\(screen?.page.map { "\($0)" } ?? "")"
        handle(.key(.escape))
      }
      told["look"] = handle(.action(.look)).replies.joined()
      var announcer = CalloutAnnouncer()
      if let around = session.surroundings(at: .seconds(now)) {
        told["callout"] = announcer.callout(for: around.nearby, at: .seconds(now + 100))?.sentence ?? ""
        told["nearby"] = around.nearby.sightings.map(\.place.name).joined(separator: ", ")
      }
      return told
    }
  }

  private static let questions: [Question?] = [
    nil, Question("What is it called?", rule: .text(["Gozzoburg"])),
    Question("When was it built?", rule: .number(1250, tolerance: 0)),
  ]

  @Test("no view, list, page or sentence names what a stage is about until it is done", arguments: questions)
  func kept(question: Question?) throws {
    var game = try Game(.split, question)
    for (what, text) in game.everything() {
      #expect(!text.contains("Gozzoburg"), "\(what)")
    }
    #expect(game.everything()["nearby"]?.contains("castle") == true)
    #expect(game.everything()["key w"]?.contains("Blue Inn") == true)
    game.stand(40, for: 20)
    if question != nil {
      for (what, text) in game.everything() { #expect(!text.contains("Gozzoburg"), "at the question, \(what)") }
      game.handle(.action(.answer(question?.rule == .number(1250, tolerance: 0) ? "1250" : "gozzoburg")))
    }
    #expect(game.screen?.hunt.found == "1 of 2")
    let after = game.everything()
    for what in ["map", "split", "eye", "key w", "page of way/7", "nearby"] {
      #expect(after[what]?.contains("Gozzoburg") == true, "\(what)")
    }
  }

  @Test("a hunt that names its stages and asks nothing keeps no names")
  func plain() throws {
    let hunt = try #require(Hunt(title: "Town", treasures: [Treasure(place: place("market", 40), radius: 20)]))
    var session = Session(view: .map)
    _ = session.handle(.begin(GameSetup(hunt: hunt, places: [Self.castle], source: "GPS")), at: .zero)
    _ = session.handle(.location(.fix(fix())), at: .zero)
    #expect(session.surroundings(at: .zero)?.nearby.sightings.map(\.place.name) == ["MARKET", "Gozzoburg"])
  }
}
