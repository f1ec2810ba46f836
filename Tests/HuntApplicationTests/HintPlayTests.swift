import Game
import Geodesy
import HuntDomain
import Numbers
import PlaceSamples
import Testing
import Views

@Suite("Hints, pages and listings in a game")
struct HintPlayTests {
  @Test("a hint that costs is read when it is asked for twice; one that waits says how long; all can be read again")
  func hints() throws {
    var walk = PlayedWalk(try mill())
    walk.stand(100, for: 2)
    #expect(walk.press(.character("i")).words == ["hint mill Look up."])
    let question = "The next hint for MILL costs 3 points: ask again to read it."
    #expect(walk.press(.character("i")).replies == [question])
    // Anything else in between, and it has to be asked for twice again.
    #expect(walk.screen?.messageKey == KeyHelp("i", "read it"))
    walk.press(.character("m"))
    #expect(walk.screen?.messageKey == KeyHelp("Enter", "go on"))
    #expect(walk.press(.character("i")).replies == [question])
    #expect(walk.screen?.hunt.points == "0 of 20 points")
    #expect(walk.handle(.action(.hint)).words == ["hint mill Over the door."])
    #expect(walk.screen?.hunt.points == "-3 of 20 points")
    #expect(walk.screen?.hunt.hint == "Over the door.")
    #expect(
      walk.press(.character("i")).replies == [
        "Hints for MILL: 1. Look up. 2. Over the door. The next hint for MILL can be read in 59 s."
      ])
    walk.wait(60)
    #expect(walk.press(.character("i")).words == ["hint mill Eighteen."])
    #expect(
      walk.press(.character("i")).replies == [
        "Hints for MILL: 1. Look up. 2. Over the door. 3. Eighteen. There are no more hints."
      ])
  }

  @Test("the only hint, asked for again, is told again with a word that there are no more, and the screen stays")
  func onlyHint() throws {
    var walk = PlayedWalk(try mill { treasures, _ in treasures[0].hints = [Hint("Look up.")] })
    walk.stand(100, for: 2)
    #expect(walk.press(.character("i")).replies == [])
    let screen = walk.screen
    let again = walk.press(.character("i"))
    #expect(again.words == ["hint mill Look up."] && again.replies == ["There are no more hints."])
    #expect(walk.screen == screen)
  }

  @Test("who steers meanwhile has to ask for a priced hint twice again")
  func steeredAway() throws {
    var walk = PlayedWalk(try mill(), choice: .steer(from: nil))
    walk.stand(100, for: 2)
    walk.press(.character("i"), .character("i"), .up)
    #expect(walk.press(.character("i")).words == [])
    #expect(walk.press(.character("i")).words == ["hint mill Over the door."])
  }

  @Test("a hint of what is locked or not in sight is refused with the reason")
  func noHint() throws {
    var locked = PlayedWalk(
      try mill { treasures, _ in
        treasures[0].visibility = .near(metres: 50); treasures.remove(at: 2)
      })
    locked.stand(180)
    #expect(locked.press(.character("i")).replies == ["There is no hint for GATE yet. First take a rusty key."])
    var hidden = PlayedWalk(
      try mill { treasures, _ in
        treasures = [treasures[0]]
        treasures[0].visibility = .near(metres: 50)
      })
    hidden.stand(180)
    #expect(
      hidden.press(.character("i")).replies == ["Something is hidden here: walk about until it shows."])
  }

  @Test("a page is scrolled no farther than the view says, and one key up moves it back at once")
  func pages() throws {
    var walk = PlayedWalk(try mill())
    for key in ["?", "g", "t"] as [Character] {
      walk.press(.character(key))
      walk.handle(.pageEnds(at: 3))
      for _ in 0..<20 { walk.press(.down) }
      #expect(walk.screen?.page?.scrolled == 3)
      walk.press(.pageDown, .end, .up)
      #expect(walk.screen?.page?.scrolled == 2)
      walk.press(.home)
      #expect(walk.screen?.page?.scrolled == 0)
      walk.press(.escape)
      #expect(walk.screen?.page == nil)
    }
  }

  @Test("the page of a cache tells its listing, and its hint when it is asked for")
  func listing() throws {
    var walk = PlayedWalk(
      try mill { treasures, _ in
        var listing = CacheListing(code: "GC1")
        listing.type = "Traditional Cache"
        (listing.difficulty, listing.terrain) = (1.5, 4)
        listing.description = ["One.", "Two."]
        listing.encodedHint = "Haqre gur ebbg [left]"
        listing.logs = [.init(date: Timestamp(milliseconds: 0), kind: "Found it", finder: "Ada", text: "TFTC")]
        treasures[0].listing = listing
      })
    walk.stand(50)
    walk.press(.character("p"))
    let rows = try #require(walk.screen?.page?.rows)
    func value(_ name: String) -> String? { rows.first { $0.name == name }?.value }
    #expect(value("Code") == "GC1" && value("Difficulty") == "1.5" && value("Terrain") == "4")
    #expect(value("Log") == "Found it by Ada on 1970-01-01")
    #expect(value("Hint")?.hasPrefix("Haqre gur ebbg [left]") == true)
    walk.press(.character("r"))
    #expect(walk.screen?.page?.rows.first { $0.name == "Hint" }?.value == "Under the root [left]")
    walk.press(.escape, .character("n"))
    // The well has no page; the one of another treasure is not shown in its place.
    walk.press(.character("p"))
    #expect(walk.screen?.page == nil)
    #expect(walk.screen?.message == "There is no listing for WELL.")
  }
}
