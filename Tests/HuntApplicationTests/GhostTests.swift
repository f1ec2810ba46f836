import Game
import Geodesy
import Nearby
import Numbers
import PlaceSamples
import Testing
import Views

@Suite("Ghosts")
struct GhostTests {
  /// Somebody who walked north at so many metres per second, a position every ten seconds.
  private func walker(
    _ name: String = "yesterday", speed: Double = 2, metres: Double = 400, finds: [(time: Duration, stage: String)] = []
  ) -> Ghost {
    let points = stride(from: 0, through: metres / speed, by: 10).map { second in
      (time: Duration.seconds(second), position: home.offset(by: second * speed, toward: .north))
    }
    return Ghost(name: name, points: points, finds: finds)
  }

  // MARK: - Where and when

  @Test(
    "between two points a ghost is straight on between them", arguments: Array(stride(from: 0.0, through: 200, by: 3.7))
  )
  func interpolation(second: Double) throws {
    let there = try #require(walker().track.position(at: .seconds(second)))
    #expect(there.distance(to: home.offset(by: second * 2, toward: .north)) < 0.05)
  }

  @Test("before its start a ghost is at its start, and after its end at its end")
  func ends() throws {
    let track = walker().track
    let (before, after) = (track.position(at: .seconds(-99)), track.position(at: .seconds(1e9)))
    #expect(try #require(before).distance(to: home) < 0.05)
    #expect(try #require(after).distance(to: home.offset(by: 400, toward: .north)) < 0.05)
    #expect(track.duration == .seconds(200) && track.count == 21)
  }

  @Test("when a ghost was nearest is the time of its way there, wherever on Earth, and also beside the way")
  func nearest() throws {
    for start in seams {
      let bearing = Bearing(degrees: 70)
      let points = (0...40).map {
        (time: Duration.seconds($0 * 10), position: start.offset(by: Double($0) * 15, toward: bearing))
      }
      let track = Ghost(name: "g", points: points).track
      for metres in [0.0, 7, 151, 333.3, 600] {
        let here = start.offset(by: metres, toward: bearing).offset(by: 20, toward: Bearing(degrees: 160))
        let time = try #require(track.time(nearest: here), "\(start) \(metres)")
        // Near a pole the same bearing leads elsewhere a few metres on.
        let there = try #require(track.position(at: time))
        #expect(there.distance(to: here) < 21)
      }
    }
  }

  @Test("beyond its end a ghost's way is left after a hundred metres, and before that the time is that of the end")
  func beyond() throws {
    // A slanting way, because the box around it reaches farther than a hundred metres.
    let way = Bearing(degrees: 45)
    let end = home.offset(by: 400, toward: way)
    let track = Ghost(name: "g", points: [(.zero, home), (.seconds(200), end)]).track
    let back = Bearing(degrees: 225)
    #expect(track.time(nearest: home.offset(by: 98, toward: back)) == .zero)
    #expect(track.time(nearest: end.offset(by: 98, toward: way)) == .seconds(200))
    #expect(track.time(nearest: home.offset(by: 110, toward: back)) == nil)
    #expect(track.time(nearest: end.offset(by: 110, toward: way)) == nil)
  }

  @Test("on a way there and back by one street the stretch is meant that the player is on")
  func thereAndBack() throws {
    let metres = Array(stride(from: 0.0, through: 300, by: 10)) + Array(stride(from: 290.0, through: 0, by: -10))
    let points = metres.enumerated().map {
      (time: Duration.seconds($0.offset * 10), position: home.offset(by: $0.element, toward: .north))
    }
    let track = Ghost(name: "g", points: points).track
    var last = Duration.zero
    for (index, metres) in metres.enumerated() {
      // The player walks three metres beside the ghost, and a little late.
      let here = home.offset(by: metres, toward: .north).offset(by: 3, toward: Bearing(degrees: 90))
      last = try #require(track.time(nearest: here, after: last))
      #expect(abs((last - .seconds(index * 10)) / .seconds(1)) < 6, "\(index)")
    }
  }

  // MARK: - Hostile input

  @Test("points in any order are the same ghost, and of two at one time the last counts")
  func order() {
    let points = (0..<50).map { (time: Duration.seconds($0), position: home.offset(by: Double($0), toward: .north)) }
    var chance = SeededGenerator(seed: 5)
    let sorted = Ghost(name: "g", points: points)
    #expect(Ghost(name: "g", points: points.shuffled(using: &chance)) == sorted)
    let elsewhere = home.offset(by: 900, toward: .north)
    let twice = Ghost(name: "g", points: [(.zero, elsewhere)] + points)
    #expect(twice == sorted)
    #expect(Ghost(name: "g", points: points + [(.zero, elsewhere)]) != sorted)
  }

  @Test("the clock of a recording does not matter, only what passes on it")
  func clocks() {
    let points = [(time: Duration.seconds(5), position: home), (time: .seconds(65), position: seams[0])]
    let late = points.map { (time: $0.time + .seconds(1_000_000_000), position: $0.position) }
    let finds = [(time: Duration.seconds(15), stage: "a")]
    let lateFinds = [(time: Duration.seconds(1_000_000_015), stage: "a")]
    #expect(Ghost(name: "g", points: points, finds: finds) == Ghost(name: "g", points: late, finds: lateFinds))
    #expect(
      Ghost(name: "g", points: points, finds: finds).finds == [Ghost(name: "g", points: points, finds: finds).finds[0]])
  }

  @Test("times that are no times, no points and one point make a ghost that is where it can be")
  func extremes() throws {
    let ends = [Duration.seconds(Int64.max), .seconds(Int64.min), .zero, .seconds(30 * 86_400)]
    let wild = Ghost(
      name: String(repeating: "n", count: 500), points: ends.map { ($0, home) }, finds: ends.map { ($0, "a") })
    #expect(wild.name.count == Ghost.longestName)
    #expect(wild.track.count <= 1)
    for time in ends { _ = wild.track.position(at: time) }
    #expect(wild.track.time(nearest: home, after: .seconds(Int64.max)) == nil)
    let none = Ghost(name: "", points: [])
    #expect(none.track.position(at: .seconds(5)) == nil && none.track.duration == .zero)
    #expect(none.track.time(nearest: home) == nil)
    let one = Ghost(name: "", points: [(.seconds(7), home)])
    #expect(try #require(one.track.position(at: .seconds(99))).distance(to: home) < 0.02)
    let over = Ghost(name: "g", points: [(.zero, home), (.seconds(30 * 86_400), home)])
    #expect(over.track.count == 1)
  }

  @Test("a million points are thinned out, and the ghost goes the same way")
  func many() throws {
    let end = home.offset(by: 20_000, toward: Bearing(degrees: 33))
    let (latitude, longitude) = (end.latitude - home.latitude, end.longitude - home.longitude)
    let points = (0..<1_000_000).map { index in
      let part = Double(index) / 999_999
      return (
        time: Duration.milliseconds(index * 20),
        position: Coordinate(
          clampingLatitude: home.latitude + latitude * part, wrappingLongitude: home.longitude + longitude * part)
      )
    }
    let track = Ghost(name: "g", points: points).track
    #expect(track.count <= GhostTrack.capacity && track.count > GhostTrack.capacity / 3)
    #expect(track.duration == .milliseconds(999_999 * 20))
    for index in [0, 1, 77_777, 500_000, 999_999] {
      let there = try #require(track.position(at: points[index].time))
      #expect(there.distance(to: points[index].position) < 0.1)
    }
  }

  @Test(
    "is on its way wherever somebody stands within a hundred metres of it, and nowhere beyond",
    arguments: [0.0, 60, -84, 86], [11.5, 179.9999, -180])
  func beside(latitude: Double, longitude: Double) throws {
    let middle = Coordinate(clampingLatitude: latitude, wrappingLongitude: longitude)
    let ways = stride(from: 0.0, to: 180, by: 15).map { Bearing(degrees: $0) }
    for way in ways {
      let ends = [-400.0, 400].map { middle.offset(by: $0, toward: way) }
      let track = Ghost(name: "g", points: [(.zero, ends[0]), (.seconds(800), ends[1])]).track
      for side in [-90.0, 90] {
        let aside = Bearing(degrees: way.degrees + side)
        let near = try #require(track.time(nearest: middle.offset(by: 98, toward: aside)))
        #expect(abs(near / .seconds(1) - 400) < 5)
        #expect(track.time(nearest: middle.offset(by: 102, toward: aside)) == nil)
      }
    }
  }

  // MARK: - Standings

  @Test("without finds the race stands by when the ghost was where the player is")
  func byTheWay() {
    var race = Race([walker()], stages: ["a"])
    #expect(race.sentence(finds: [], at: .seconds(8)) == nil)
    // The player starts 10 s into the game and walks at half of the ghost's speed.
    for second in 0...84 { race.note(home.offset(by: Double(second), toward: .north), at: .seconds(second + 10)) }
    #expect(race.sentence(finds: [], at: .seconds(94)) == "You are 0:42 behind yesterday.")
    race.note(home.offset(by: 300, toward: .north), at: .seconds(95))
    #expect(race.sentence(finds: [], at: .seconds(95)) == "You are 1:05 ahead of yesterday.")
    // Beside the way it stands as it stood.
    race.note(home.offset(by: 3000, toward: .north), at: .seconds(96))
    #expect(race.sentence(finds: [], at: .seconds(96)) == "You are 1:05 ahead of yesterday.")
  }

  @Test("with finds the race stands by them, and a ghost that waits at the next one draws away")
  func byFinds() {
    let finds = [
      (time: Duration.seconds(50), stage: "a"), (time: .seconds(60), stage: "other hunt"),
      (time: .seconds(100), stage: "b"),
    ]
    var race = Race([walker(finds: finds)], stages: ["a", "b"])
    race.note(home, at: .seconds(10))
    #expect(race.gaps(finds: [], at: .seconds(59)) == [.zero])
    #expect(race.gaps(finds: [], at: .seconds(75)) == [.seconds(15)])
    #expect(race.gaps(finds: [.seconds(80)], at: .seconds(80)) == [.seconds(20)])
    #expect(race.gaps(finds: [.seconds(80)], at: .seconds(125)) == [.seconds(20)])
    #expect(race.gaps(finds: [.seconds(80)], at: .seconds(170)) == [.seconds(60)])
    #expect(race.gaps(finds: [.seconds(80), .seconds(95)], at: .seconds(170)) == [.seconds(-15)])
    #expect(race.sentence(finds: [.seconds(60)], at: .seconds(60)) == "You are level with yesterday.")
  }

  @Test("two ghosts have letters of their own, and never those that mean something on the map")
  func letters() {
    let names = ["Anna", "anton", "Nora", "Xaver", "Öde", "", "東京", "Bob", "Ida", "left out"]
    let race = Race(names.map { walker($0) })
    let places = race.places(at: .zero)
    #expect(places.count == Race.mostGhosts)
    #expect(Set(places.map(\.letter)).count == places.count)
    #expect(places[0].letter == "A" && places[8].letter == "I")
    #expect(places.allSatisfy { $0.letter.isASCII && $0.letter.isUppercase && !"NX".contains($0.letter) })
  }

  @Test("in a game ghosts start with the first fix, move on with time, and change nothing that is judged")
  func game() throws {
    func play(_ ghosts: [Ghost]) throws -> (session: Session, saved: [SessionEffect]) {
      var (session, effects) = (Session(), [SessionEffect]())
      let hunt = try mill()
      effects += session.handle(.begin(GameSetup(hunt: hunt, source: "GPS", ghosts: ghosts)), at: .zero)
      for second in 20...60 {
        effects += session.handle(.location(.fix(fix(Double(second), at: Double(second)))), at: .seconds(second))
      }
      return (session, effects)
    }
    let (raced, alone) = (try play([walker(), walker("Anna", speed: 1)]), try play([]))
    #expect(raced.saved == alone.saved)
    guard case .play(let screen) = raced.session.screen(at: .seconds(60)),
      case .play(let plain) = alone.session.screen(at: .seconds(60))
    else {
      Issue.record("no game")
      return
    }
    #expect(plain.map?.ghosts == [] && plain.hunt.race == nil)
    let map = try #require(screen.map)
    #expect(map.ghosts.map(\.name) == ["yesterday", "Anna"])
    let frame = try #require(map.ground?.frame)
    for (ghost, metres) in zip(map.ghosts, [80.0, 40]) {
      let there = frame.coordinate(at: ghost.at)
      #expect(there.distance(to: home.offset(by: metres, toward: .north)) < 0.2)
    }
    // 60 m on: the one was there after 30 s, the other after 60 s, and the player after 40 s.
    #expect(screen.hunt.race == "You are 0:10 behind yesterday and 0:20 ahead of Anna.")
  }
}
