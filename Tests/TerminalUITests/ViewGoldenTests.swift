import Game
import Geodesy
import HuntDomain
import HuntTesting
import Nearby
import Testing
import TextCanvas
import Views

@testable import TerminalUI

/// A moment of the game and the file that shows it.
struct Scene: Sendable, CustomTestStringConvertible {
  let testDescription: String
  let file: String
  let text: @Sendable () -> String

  init(_ description: String, _ file: String, _ text: @escaping @Sendable () -> String) {
    (testDescription, self.file, self.text) = (description, file, text)
  }
}

@Suite("What a player sees")
struct ViewGoldenTests {
  @Test(
    "is what was read and agreed on", arguments: compass + map + game + onboarding + switching + states + asking + pages
  )
  func frame(scene: Scene) {
    let mismatch = Golden.mismatch(of: scene.text(), with: scene.file)
    #expect(mismatch == nil, "\(mismatch ?? "")")
  }

  private static let compass = [
    Scene("compass: two places ahead, the target a little left", "compass-two-ahead") {
      var player = Player(.compass, 80, 24)
      player.stand(-40, -80)
      player.look(20)
      return player.canvas().text
    },
    Scene("compass: the same in ASCII", "compass-two-ahead-ascii") {
      var player = Player(.compass, 80, 24)
      player.stand(-40, -80)
      player.look(20)
      return player.canvas(.ascii).asciiText
    },
    Scene("eye: the same places", "play-eye") {
      var player = Player(.eye, 80, 24)
      player.stand(-40, -80)
      player.look(20)
      return player.canvas().text
    },
    Scene("eye: the same in ASCII", "play-eye-ascii") {
      var player = Player(.eye, 80, 24)
      player.stand(-40, -80)
      player.look(20)
      return player.canvas(.ascii).asciiText
    },
    Scene("eye: no heading is known, and what helps", "play-eye-no-heading") {
      var player = Player(.eye, 40, 12)
      player.stand(-40, -80)
      return player.canvas().text
    },
    Scene("eye: a heading in a wide cone, in ASCII", "play-eye-wide-cone-ascii") {
      var player = Player(.eye, 80, 24)
      player.stand(-40, -80)
      player.look(20, uncertainty: 30)
      return player.canvas(.ascii).asciiText
    },
    Scene("compass: large digits and a large arrow where there is room", "compass-large") {
      var player = Player(.compass, 120, 40)
      player.stand(-40, -80)
      player.look(70)
      return player.canvas().text
    },
    Scene("compass: the same in ASCII, with the arrow above where it is narrow", "compass-large-split-ascii") {
      var player = Player(.split, 200, 60)
      player.stand(-40, -80)
      player.look(70)
      return player.canvas(.ascii).asciiText
    },
    Scene("eye: before the first position", "play-eye-no-position") { Player(.eye, 60, 20).canvas().text },
    Scene("compass: the target lies behind", "compass-target-behind") {
      var player = Player(.compass, 80, 24)
      player.stand(0, 30)
      player.look(45)
      return player.canvas().text
    },
    Scene("compass: no heading is known, so what is near is a list", "compass-no-heading") {
      var player = Player(.compass, 60, 24)
      player.stand(-40, -80)
      return player.canvas().text
    },
    Scene("compass: a heading that may be anything gets no arrow but ten metres to walk", "compass-unsure") {
      var player = Player(.compass, 60, 24)
      player.stand(-40, -80)
      player.look(20, uncertainty: 100)
      return player.canvas().text
    },
    Scene("compass: someone who faces a place, in a wide cone, in ASCII", "compass-landmark-ascii") {
      var player = Player(.compass, 60, 24)
      player.stand(-10, 0, accuracy: 20)
      player.press(.character("o"), .character("2"))
      return player.canvas(.ascii).asciiText
    },
    Scene("compass: before the first position", "compass-no-position") { Player(.compass, 60, 24).canvas().text },
    Scene("compass: kilometres away", "compass-kilometres") {
      var player = Player(.compass, 50, 22)
      player.stand(-1040, -38)
      player.look(90)
      return player.canvas().text
    },
    Scene("compass: names that are long, and wide", "compass-long-names") {
      let name = String(repeating: "A very long name that goes on and ", count: 8)
      var player = Player(
        .compass, 60, 20, hunt: Hunt(title: "H", treasures: [treasure(name, 0, 120), treasure("B", 9, 90)]),
        places: [place("東京スカイツリー展望台入口前広場噴水横", 40, 90), place(name, 130, 0), place(name, -130, 0)])
      player.stand(0, 0)
      player.look(10)
      return player.canvas().text
    },
  ]

  private static let map = [
    Scene("map: every kind of mark, on every kind of ground", "map-marks") {
      var player = Player(.map, 64, 26)
      player.walk((70, -24), (20, -26), (0, 0), (-14, 8), (-14, 4))
      player.look(60)
      player.press(.enter)
      return player.canvas().text
    },
    Scene("map: the same in ASCII", "map-marks-ascii") {
      var player = Player(.map, 64, 26)
      player.walk((70, -24), (20, -26), (0, 0), (-14, 8), (-14, 4))
      player.look(60)
      player.press(.enter)
      return player.canvas(.ascii).asciiText
    },
    Scene("map: a wide cone", "map-wide-cone") {
      var player = Player(.map, 48, 20)
      player.stand(-14, 4)
      player.look(110, uncertainty: 50)
      return player.canvas().text
    },
    Scene("map: the same in ASCII", "map-wide-cone-ascii") {
      var player = Player(.map, 48, 20)
      player.stand(-14, 4)
      player.look(110, uncertainty: 50)
      return player.canvas(.ascii).asciiText
    },
    Scene("map: an arrow would be a guess", "map-unsure") {
      var player = Player(.map, 48, 20)
      player.stand(-14, 4)
      player.look(110, uncertainty: 100)
      return player.canvas().text
    },
    Scene("map: on the way, the target off the screen, the player left behind", "map-60x20") {
      var player = Player(.map, 60, 20)
      for step in 0..<12 { player.stand(Double(step) * -5, 20) }
      player.press(.right, .right, .right, .right, .right)
      return player.canvas().text
    },
    Scene("map: before the first position all of the hunt is seen", "map-no-position") {
      Player(.map, 60, 12).canvas().text
    },
  ]

  private static let game = [
    Scene("game: without a receiver the hunt is seen, and what is missing is said once", "play-no-position") {
      var player = Player(.split, 100, 30)
      player.do(.location(.lost(reason: "gpsd at localhost:2947 is not running (connection refused)")))
      return player.canvas().text
    },
    Scene("game: map and compass", "play-split-100x30") {
      var player = Player(.split, 100, 30)
      player.stand(-10, -30)
      player.look(250)
      return player.canvas().text
    },
    Scene("game: map and compass, one over the other", "play-split-60x20") {
      var player = Player(.split, 60, 20)
      player.stand(-10, -30)
      player.look(250)
      return player.canvas().text
    },
    Scene("game: a find, with the way to the next beside it", "play-message") {
      var player = Player(.split, 80, 24)
      player.stay(0, 0)
      player.look(200)
      return player.canvas().text
    },
    Scene("game: a find in the compass view", "play-message-compass") {
      var player = Player(.compass, 80, 24)
      player.stay(0, 0)
      player.look(200)
      return player.canvas().text
    },
    Scene("game: a hint longer than a line", "play-hint") {
      var player = Player(.map, 48, 16)
      player.stand(-10, -30)
      player.press(.character("i"))
      return player.canvas().text
    },
    Scene("game: the receiver went 12 seconds ago", "play-stale") {
      var player = Player(.split, 80, 24)
      player.stand(-10, -30)
      player.look(250)
      player.do(.location(.lost(reason: "gpsd is gone")))
      player.wait(12)
      return player.canvas().text
    },
    Scene("game: the help page", "play-help") {
      var player = Player(.split, 80, 24)
      player.stand(0, 0)
      player.press(.character("?"))
      return player.canvas().text
    },
    Scene("game: everything about the position", "play-details") {
      var player = Player(.split, 80, 24)
      player.standStill()
      player.press(.character("g"))
      return player.canvas().text
    },
    Scene("game: everything about the position, in ASCII", "play-details-ascii") {
      var player = Player(.split, 64, 20)
      player.standStill()
      player.press(.character("g"))
      return player.canvas(.ascii).asciiText
    },
    Scene("game: everything about the position in the smallest window, scrolled", "play-details-20x8") {
      var player = Player(.map, 20, 8)
      player.standStill()
      player.press(.character("g"), .down, .down)
      return player.canvas().text
    },
    Scene("game: a fix that jumps", "play-held") {
      var player = Player(.split, 80, 24)
      player.standStill()
      player.wait(1)
      player.stand(400, 300)
      return player.canvas().text
    },
    Scene("game: standing still", "play-average") {
      var player = Player(.split, 100, 24)
      player.standStill()
      return player.canvas().text
    },
    Scene("game: which place do I face?", "play-landmarks") {
      var player = Player(.split, 80, 24)
      player.stand(-10, -30)
      player.press(.character("o"), .down)
      return player.canvas().text
    },
    Scene("game: the same in ASCII, in the smallest window", "play-landmarks-20x8-ascii") {
      var player = Player(.compass, 20, 8)
      player.stand(-10, -30)
      player.press(.character("o"), .up)
      return player.canvas(.ascii).asciiText
    },
    Scene("game: the smallest window", "play-20x8") {
      var player = Player(.map, 20, 8)
      player.stand(-10, -30)
      player.look(250)
      return player.canvas().text
    },
    Scene("game: a window too small", "play-too-small") { Player(.map, 19, 8).canvas().text },
    Scene("game: the hunt cannot be read", "play-loading") {
      var player = Player(.map, 40, 9, hunt: nil)
      player.do(.cannotBegin("three.geojson cannot be played; `trove check` says why. Esc goes back."))
      return player.canvas().text
    },
  ]

  private static let switching = [
    Scene("switching: which source", "switch-80x24") {
      var player = Player(.split, 80, 24, alternatives: alternatives)
      player.stand(-10, -30)
      player.press(.character("v"), .down)
      return player.canvas().text
    },
    Scene("switching: in a small window, in ASCII", "switch-40x12-ascii") {
      var player = Player(.map, 40, 12, alternatives: alternatives)
      player.stand(-10, -30)
      player.press(.character("v"), .down, .down, .down, .down, .down)
      return player.canvas(.ascii).asciiText
    },
    Scene("switching: a path longer than the line", "switch-path") {
      var player = Player(.map, 40, 12, alternatives: alternatives)
      player.stand(-10, -30)
      player.press(.character("v"), .down, .down, .down, .enter)
      for character in "/home/ada/walks of may/the long way round.gpx" { player.press(.character(character)) }
      player.press(.left, .left, .left, .left)
      return player.canvas().text
    },
    Scene("switching: the smallest window", "switch-20x8") {
      var player = Player(.map, 20, 8, alternatives: alternatives)
      player.press(.character("v"), .down, .down)
      return player.canvas(.ascii).asciiText
    },
    Scene("switching: it cannot be opened", "switch-failed") {
      var player = Player(.split, 80, 24, alternatives: alternatives)
      player.stand(-10, -30)
      player.do(.cannotChangeSource("/home/ada/walk.gpx:1: error: no such file"))
      return player.canvas().text
    },
    Scene("steering: the keys that drive", "play-steered-help") {
      var player = Player(.split, 80, 24, source: .steer(from: nil), alternatives: alternatives)
      player.stand(-10, -30)
      player.look(250)
      player.press(.character("?"))
      return player.canvas().text
    },
  ]

  private static let onboarding = [
    Scene("onboarding: where positions come from", "onboarding-1-source") { Player(choosing: 80, 24).canvas().text },
    Scene("onboarding: the receiver searches", "onboarding-2-searching") {
      var player = Player(choosing: 80, 24)
      player.press(.enter)
      player.do(.location(.searching(satellitesInView: 3)))
      return player.canvas().text
    },
    Scene("onboarding: the receiver has a fix", "onboarding-2-fix") {
      var player = Player(choosing: 80, 24)
      player.press(.enter)
      player.stand(0, 0)
      return player.canvas().text
    },
    Scene("onboarding: there is no receiver", "onboarding-2-lost") {
      var player = Player(choosing: 80, 24)
      player.press(.enter)
      player.do(.location(.lost(reason: "gpsd at localhost:2947 is not running (connection refused)")))
      return player.canvas().text
    },
    Scene("onboarding: which hunt", "onboarding-3-hunt") {
      var player = Player(choosing: 80, 24)
      player.press(.down, .enter)
      return player.canvas().text
    },
    Scene("onboarding: the last choice is seen in a small window too", "onboarding-40x10") {
      var player = Player(choosing: 40, 10)
      player.press(.down, .down)
      return player.canvas().text
    },
    Scene("onboarding: the smallest window", "onboarding-20x8") {
      var player = Player(choosing: 20, 8)
      player.press(.down, .down)
      return player.canvas(.ascii).asciiText
    },
  ]

  private static let states = [
    Scene("states: all of them on the map, with zones", "states-map") {
      var player = Player(everyState: .map, 80, 24)
      player.stand(-2, -2)
      player.look(60)
      return player.canvas().text
    },
    Scene("states: the same in ASCII", "states-map-ascii") {
      var player = Player(everyState: .map, 80, 24)
      player.stand(-2, -2)
      player.look(60)
      return player.canvas(.ascii).asciiText
    },
    Scene("states: inside a zone whose question is open, its mark beside the player", "states-entered") {
      var player = Player(everyState: .split, 80, 24)
      player.stay(-16, -30, for: 60)
      player.press(.escape)
      return player.canvas().text
    },
    Scene("states: the same in ASCII", "states-entered-ascii") {
      var player = Player(everyState: .split, 80, 24)
      player.stay(-16, -30, for: 60)
      player.press(.escape)
      return player.canvas(.ascii).asciiText
    },
    Scene("states: all of them ahead and on the radar", "states-compass") {
      var player = Player(everyState: .compass, 80, 24)
      player.stand(-2, -70)
      player.look(0)
      return player.canvas().text
    },
    Scene("states: the same in ASCII", "states-compass-ascii") {
      var player = Player(everyState: .compass, 80, 24)
      player.stand(-2, -70)
      player.look(0)
      return player.canvas(.ascii).asciiText
    },
    Scene("states: the list of them", "states-page") {
      var player = Player(everyState: .split, 80, 24)
      player.stand(-2, -2)
      player.press(.character("t"))
      return player.canvas().text
    },
    Scene("states: the list in a small window, in ASCII, scrolled to its end", "states-page-40x12-ascii") {
      var player = Player(everyState: .map, 40, 12)
      player.stand(-2, -2)
      player.press(.character("t"), .end)
      return player.canvas(.ascii).asciiText
    },
    Scene("states: why not yet, and the time that is left", "states-obstacle") {
      var player = Player(everyState: .split, 80, 24)
      player.stay(-10, -10, accuracy: 25)
      player.press(.escape)
      return player.canvas().text
    },
    Scene("states: the same in a small window, in ASCII", "states-obstacle-40x12-ascii") {
      var player = Player(everyState: .map, 40, 12)
      player.stay(-10, -10, accuracy: 25)
      player.press(.escape)
      return player.canvas(.ascii).asciiText
    },
    Scene("states: progress cannot be saved", "states-not-saved") {
      var player = Player(everyState: .split, 80, 24)
      player.stand(-2, -2)
      player.do(.cannotSave("the disk is full"))
      return player.canvas().text
    },
    Scene("states: the same in a small window", "states-not-saved-40x12-ascii") {
      var player = Player(everyState: .map, 40, 12)
      player.stand(-2, -2)
      player.do(.cannotSave("there is no room left on the disk of /home/ada"))
      return player.canvas(.ascii).asciiText
    },
    Scene("states: a hint that costs", "states-hint-price") {
      var player = Player(everyState: .split, 80, 24)
      player.stand(-10, -70)
      player.press(.character("i"))
      return player.canvas().text
    },
    Scene("states: a claim", "states-claim") {
      var player = Player(everyState: .split, 80, 24)
      player.stay(-10, -22, for: 250, accuracy: 60)
      player.press(.character("C"))
      return player.canvas().text
    },
    Scene("states: welcome back", "states-resumed") {
      var player = Player(.split, 80, 24, hunt: everyState.hunt, places: [], saved: everyState.saved)
      player.stand(-2, -2)
      return player.canvas().text
    },
    Scene("states: time is up", "states-time-up") {
      var player = Player(everyState: .split, 80, 24)
      player.stand(-2, -2)
      player.wait(3600)
      player.do(.tick)
      return player.canvas().text
    },
  ]

  private static let asking = [
    Scene("asking: at the well", "asking-arrival") {
      var player = Player(everyState: .split, 80, 24)
      player.stay(-10, -30)
      return player.canvas().text
    },
    Scene("asking: the answer, after a wrong one", "asking-line") {
      var player = Player(everyState: .split, 80, 24)
      player.stay(-10, -30)
      player.press(.enter)
      player.type("41")
      player.press(.enter)
      player.type("forty-two")
      return player.canvas().text
    },
    Scene("asking: the same in a small window, in ASCII", "asking-line-40x12-ascii") {
      var player = Player(everyState: .map, 40, 12)
      player.stay(-10, -30)
      player.press(.enter)
      player.type("41")
      player.press(.enter)
      player.type("forty-two")
      return player.canvas(.ascii).asciiText
    },
    Scene("asking: a choice", "asking-choice") {
      var player = Player(everyState: .split, 80, 24)
      player.stay(-46, 4)
      player.press(.enter, .down)
      return player.canvas().text
    },
    Scene("asking: a choice in the smallest window, in ASCII", "asking-choice-20x8-ascii") {
      var player = Player(everyState: .map, 20, 8)
      player.stay(-46, 4)
      player.press(.enter, .character("3"))
      return player.canvas(.ascii).asciiText
    },
  ]
}
