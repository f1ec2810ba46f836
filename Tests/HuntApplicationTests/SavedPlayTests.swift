import Game
import Geodesy
import HuntDomain
import Nearby
import Numbers
import PlaceSamples
import Testing
import Views

@Suite("A game that is saved and goes on")
struct SavedPlayTests {
  @Test("the time played is saved on quitting and once a minute without an event, and counts in the next sitting")
  func timePlayed() throws {
    let far = Treasure(place: place("far", 5000), radius: 10)
    var hunt = try #require(Hunt(title: "Test", treasures: [far]))
    hunt.limit = .seconds(1000)
    var walk = PlayedWalk(hunt)
    // Before the first fix no time is played.
    #expect(walk.press(.character("q")) == [.quit])
    walk.stand(0)
    #expect(walk.saved.map(\.kind) == [.began, .opened("far")])
    for _ in 0..<59 { walk.wait(1) }
    #expect(walk.saved.count == 2)
    walk.wait(1)
    #expect(walk.saved.last == HuntEvent(.played, time: .seconds(61)))
    walk.wait(9)
    #expect(walk.press(.character("q")) == [.save([HuntEvent(.played, time: .seconds(70))]), .quit])
    let next = HuntProgress(hunt, replaying: walk.saved)
    #expect(next.timeLeft(for: nil, at: .zero) == .seconds(931))
  }

  /// Finds what lies at home, stays for two minutes, and leaves, by fixes of a simulation that say the date.
  private func simulated(_ hunt: Hunt, on day: Timestamp) -> PlayedWalk {
    var walk = PlayedWalk(hunt, choice: .steer(from: nil))
    for second in 0..<120 {
      walk.wait(1)
      // It trembles, so that the position is averaged.
      var report = fix(second % 2 == 0 ? 0 : 0.5, at: walk.seconds)
      (report.utc, report.accuracySource) = (day.advanced(by: report.time), .simulation)
      walk.handle(.location(.fix(report)))
    }
    walk.wait(5)
    walk.press(.character("q"))
    return walk
  }

  @Test("the date that a simulation makes up is not saved; what a receiver says is, as soon as it does")
  func simulatedDates() throws {
    let treasures = [place("near", 0), place("far", 5000)].map { Treasure(place: $0, radius: 20) }
    let hunt = try #require(Hunt(title: "Test", order: .any, treasures: treasures))
    let day = Timestamp(milliseconds: 1_767_225_600_000)
    var walk = simulated(hunt, on: day)
    #expect(walk.saved.contains { if case .found("near", _) = $0.kind { true } else { false } })
    #expect(walk.saved.contains { $0.kind == .played })
    #expect(walk.saved.allSatisfy { $0.utc == nil })

    // The next source counts from zero again. As long as it says no date, nobody goes on with the one made up.
    walk.handle(.sourceChanged(.gpsd("")))
    walk.handle(.location(.fix(fix(0, at: 0))))
    walk.wait(61)
    #expect(walk.saved.last == HuntEvent(.played, time: .seconds(walk.seconds)))
    var dated = fix(0, at: 61)
    dated.utc = Timestamp(milliseconds: 1_777_629_600_000)
    walk.handle(.location(.fix(dated)))
    walk.wait(61)
    let later = dated.utc?.advanced(by: .seconds(61))
    #expect(walk.saved.last == HuntEvent(.played, time: .seconds(walk.seconds), utc: later))
  }

  @Test("where windows open by the date a simulated one is saved too, so that a game that goes on keeps them shut")
  func simulatedWindow() throws {
    let day = Timestamp(milliseconds: 1_767_225_600_000)
    var late = Treasure(place: place("late", 5000), radius: 20)
    late.window = TimeWindow(from: day.advanced(by: .seconds(3600)), to: nil)
    let near = Treasure(place: place("near", 0), radius: 20)
    let hunt = try #require(Hunt(title: "Test", order: .any, treasures: [near, late]))
    var again = PlayedWalk(hunt, saved: simulated(hunt, on: day).saved)
    again.wait(1)
    #expect(!again.saved.contains { $0.kind == .opened("late") })
  }

  @Test("everything is saved before it is heard, and heard before it is told")
  func order() throws {
    var walk = PlayedWalk(try mill())
    var turns = [walk.stand(0), walk.stand(0, for: 1), walk.stand(0), walk.stand(0), walk.press(.enter)]
    walk.type("1823")
    turns.append(walk.press(.enter))
    turns.append(walk.walk(from: 0, to: 210))
    var saves = 0
    for turn in turns {
      for (index, effect) in turn.enumerated() {
        guard case .save = effect else { continue }
        saves += 1
        // Whatever stands before belongs to the turns before.
        if index > 0, case .sound = turn[index - 1] { Issue.record("heard before it was saved: \(turn)") }
      }
    }
    #expect(saves >= 4)
    let last = try #require(turns.dropLast().last)
    let kinds = last.compactMap { effect -> Int? in
      switch effect {
      case .save: 0
      case .sound: 1
      case .tell: 2
      default: nil
      }
    }
    #expect(kinds == kinds.sorted() && kinds.first == 0 && kinds.contains(1) && kinds.last == 2)
  }

  @Test("a game goes on where it was left: finds, points, things, hints, and the time that was played")
  func resumed() throws {
    var first = PlayedWalk(try mill { _, hunt in hunt.limit = .seconds(300) })
    first.stand(0, for: 6)
    first.press(.character("i"), .enter)
    first.type("1823")
    first.press(.enter)
    #expect(first.seconds == 6)
    let left = try #require(first.screen?.hunt)

    var session = Session()
    let game = GameSetup(hunt: try mill { _, hunt in hunt.limit = .seconds(300) }, source: "GPS", saved: first.saved)
    let news = session.handle(.begin(game), at: .seconds(1000)).news
    #expect(news.contains(.resumed(found: 1, of: 3, points: 10, time: .seconds(6))))
    #expect(news.words == ["resumed"])
    var again = PlayedWalk(game.hunt, saved: first.saved)
    #expect(again.screen?.message == "Welcome back: 1 of 3 found, 10 points, 00:06 played.")
    #expect(again.screen?.hunt.found == left.found && again.screen?.hunt.points == left.points)
    #expect(again.screen?.hunt.timeLeft == "04:55 left")
    let effects = again.stand(200, for: 6)
    #expect(effects.words.contains("found gate"))
    let times = again.saved.map(\.time)
    #expect(times == times.sorted())
    #expect(try #require(times.last) > .seconds(6))
  }

  @Test("what happened in the sittings before is no news, and a game that is over is over")
  func resumedAtTheEnd() throws {
    var walk = PlayedWalk(
      try mill { treasures, _ in
        treasures = [treasures[1]]; treasures[0].requirement = nil
      })
    #expect(walk.stand(200, for: 6).words.suffix(2) == ["found gate", "finished"])
    var session = Session()
    let game = GameSetup(
      hunt: try mill { treasures, _ in
        treasures = [treasures[1]]; treasures[0].requirement = nil
      }, source: "GPS",
      saved: walk.saved)
    let effects = session.handle(.begin(game), at: .zero)
    #expect(effects.words == ["resumed", "finished"])
    #expect(session.isFinished)
  }

  @Test("the end is told at the time of what ended it, also where the source's clock is ahead of the game's")
  func endsByTheSourcesClock() throws {
    let hunt = try #require(Hunt(title: "Test", treasures: [Treasure(place: place("near", 0), radius: 20)]))
    var walk = PlayedWalk(hunt)
    var told: [Duration] = []
    for second in 0..<4 {
      // The game hears of it two seconds before it happened.
      let effects = walk.handle(.location(.fix(fix(0, at: Double(second) + 2))))
      for case .finished(_, _, _, let time, _) in effects.news { told.append(time) }
      walk.wait(1)
    }
    #expect(told == [try #require(walk.saved.last).time])
  }

  @Test("what is not saved is said until it is, and play goes on")
  func notSaved() throws {
    var walk = PlayedWalk(try mill())
    #expect(walk.handle(.cannotSave("the disk is full")).news == [.notSaved(reason: "the disk is full")])
    #expect(walk.handle(.cannotSave("the disk is full")) == [])
    #expect(walk.screen?.notSaved == "not saved yet: the disk is full")
    #expect(walk.stand(0, for: 6).words.contains("asked mill"))
    #expect(walk.handle(.savedAgain).news == [.savedAgain])
    #expect(walk.handle(.savedAgain) == [])
    #expect(walk.screen?.notSaved == nil)
  }

  @Test("who takes another source and rehearses reads why and what to do, and sees it until the end")
  func rehearsal() throws {
    var walk = PlayedWalk(try mill())
    walk.handle(.sourceChanged(.walker(seed: 1)))
    #expect(walk.handle(.rehearses("Nothing is saved.")).news == [.notSaved(reason: "Nothing is saved.")])
    #expect(walk.screen?.message == "Positions come from the walker now. Nothing is saved.")
    #expect(walk.handle(.rehearses("Nothing is saved.")) == [])
    walk.press(.escape)
    #expect(walk.screen?.notSaved == "rehearsal, not saved")
    #expect(walk.handle(.action(.status)).replies.first?.hasSuffix("Nothing is saved.") == true)
    #expect(walk.handle(.savedAgain) == [])
    #expect(walk.screen?.notSaved == "rehearsal, not saved")
  }
}
