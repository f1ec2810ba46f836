import Geodesy
import HuntDomain
import Numbers
import Places
import Simulation
import Streets
import Testing

@Suite("Walkers and the walls of houses")
struct WallTests {
  private func isIndoors(_ place: Coordinate, _ town: Town) -> Bool {
    guard let point = ground.point(of: place) else { return true }
    return town.houses.contains { contains($0, (point.east, point.north)) }
  }

  @Test("a steered walker goes along walls and never through them", arguments: [1, 2, 3] as [UInt64])
  func steered(seed: UInt64) throws {
    let town = Town(size: 4, seed: seed)
    let houses = WalkingGround.built(try join([], town.barriers))
    var chance = SeededGenerator(seed: seed + 50)
    let from = town.outside(&chance)
    var drive = Drive(from: place(from.0, from.1), on: houses, receiver: .perfect)
    var (looking, position, detours) = (Bearing.north, place(from.0, from.1), 0)
    for step in 1...4000 {
      // Half a minute straight on, and now and then a car's speed.
      if step.isMultiple(of: 150) {
        let goal = town.outside(&chance)
        looking = position.course(to: place(goal.0, goal.1)).bearing
      }
      let gait = step.isMultiple(of: 7) ? Gait.drive : .walk
      let moment = drive.advance(to: .milliseconds(200 * step), at: gait, looking: looking)
      position = moment.truth.position
      #expect(!isIndoors(position, town))
      if let course = moment.truth.course, abs(course.degrees - looking.degrees) > 1 { detours += 1 }
    }
    #expect(detours > 100)
  }

  @Test("the walker stands where no way leads on, and says so: no speed and no course")
  func corner() throws {
    let yard = Barrier(.building, [ring(-10, -10, 10, 10), ring(-1, -1, 1, 1)])
    var drive = Drive(from: place(0, 0), on: .built(try join([], [yard])), receiver: .perfect)
    let moment = drive.advance(to: .seconds(1), at: .cycle, looking: Bearing(degrees: 45))
    #expect(moment.truth.position == place(0, 0) && moment.truth.speed == 0 && moment.truth.course == nil)
  }

  @Test("a passage leads through a house, and beside it there is a wall")
  func passage() throws {
    let house = Barrier(.building, [ring(-30, 10, 30, 20)])
    let houses = WalkingGround.built(try join([way([(0, 0), (0, 30)])], [house]))
    for (east, north) in [(0.0, 31.4), (1.0, 31.4), (5.0, 9.9)] {
      var drive = Drive(from: place(east, 3.4), on: houses, receiver: .perfect)
      var last = 0.0
      for step in 1...100 {
        let moment = drive.advance(to: .milliseconds(200 * step), at: .walk, looking: .north)
        last = max(last, ground.point(of: moment.truth.position)?.north ?? 0)
        if last > 10, north < 10 { break }
      }
      #expect(abs(last - north) < 0.3 || north < 10 && last < 10)
    }
  }

  @Test("whoever begins in a house gets out of that one, and not into the next")
  func indoors() throws {
    let houses = [ring(0, 0, 20, 20), ring(20, 0, 40, 20)].map { Barrier(.building, [$0]) }
    for (degrees, isFree) in [(180.0, true), (90, false)] {
      var drive = Drive(from: place(10, 10), on: .built(try join([], houses)), receiver: .perfect)
      var end = ground.point(of: place(10, 10))
      for step in 1...60 {
        let moment = drive.advance(to: .milliseconds(200 * step), at: .walk, looking: Bearing(degrees: degrees))
        end = ground.point(of: moment.truth.position)
      }
      let point = try #require(end)
      #expect(point.east < 20)
      #expect(isFree == (point.north < 0))
    }
  }

  @Test("a walker by itself goes around the houses, straight where there are none", arguments: [4, 5, 6] as [UInt64])
  func strolls(seed: UInt64) throws {
    let town = Town(size: 5, seed: seed)
    let network = try join(town.ways, town.barriers)
    var chance = SeededGenerator(seed: seed)
    let treasures = (0..<6).map { number in
      let spot = town.outside(&chance)
      return Treasure(
        place: PointOfInterest(id: "\(number)", name: "\(number)", position: place(spot.0, spot.1)), radius: 10)
    }
    let hunt = try #require(Hunt(title: "Town", treasures: treasures))
    var mood = SeededGenerator(seed: seed)
    let itinerary = Itinerary(through: hunt, on: .built(network), using: &mood)
    var walk = Walk(itinerary, receiver: .perfect)
    var (now, reached) = (Duration.zero, Set<String>())
    while let moment = walk.advance(to: now) {
      #expect(!isIndoors(moment.truth.position, town))
      for treasure in treasures where treasure.place.position.distance(to: moment.truth.position) < 1 {
        reached.insert(treasure.place.id)
      }
      now += .seconds(1)
    }
    #expect(reached.count == 6)
    // On open ground it is the walk that it always was.
    var (one, other) = (SeededGenerator(seed: seed), SeededGenerator(seed: seed))
    let far = try join([], [Barrier(.building, [ring(5000, 5000, 5010, 5010)])])
    #expect(Itinerary(through: hunt, on: .built(far), using: &one) == Itinerary(through: hunt, using: &other))
  }

  /// Lets a player look for places one after the other, each found within 10 metres, for an hour at most.
  ///
  /// - Returns: where they truly were at each second, and how many places they found.
  private func search(
    for places: [Coordinate], from start: Coordinate, on ground: WalkingGround, seed: UInt64, _ strategy: Strategy
  ) -> (truths: [Coordinate], found: Int) {
    var chance = SeededGenerator(seed: seed)
    let profile = PlayerProfile(strategy, patience: 3600, using: &chance)
    var player = SimulatedPlayer(profile, at: start, on: ground, seed: seed)
    var receiver = SimulatedReceiver(.openSky, seed: seed)
    var (truths, found, shown) = ([Coordinate](), 0, start)
    while found < places.count, player.now < 3600 {
      let truth = player.walk()
      truths.append(truth.position)
      if case .fix(let fix) = receiver.observe(truth) { shown = fix.position }
      if truth.position.distance(to: places[found]) < 10, shown.distance(to: places[found]) < 15 {
        found += 1
        player.hear(isFind: true)
      }
      guard player.looks, found < places.count else { continue }
      let way = shown.course(to: places[found])
      let sight = PlayerView.Sight(
        id: "\(found)", place: places[found], distance: way.distance, bearing: way.bearing)
      _ = player.look(at: PlayerView(sights: [sight], first: sight.id, circle: 8))
    }
    return (truths, found)
  }

  /// Whether a place lies in a house, and more than 0.3 metres from all of its walls.
  private func isDeepIndoors(_ place: Coordinate, _ town: Town) -> Bool {
    guard let point = ground.point(of: place) else { return true }
    return town.houses.contains { house in
      contains(house, (point.east, point.north))
        && zip(house, house.dropFirst() + house.prefix(1)).allSatisfy { from, to in
          PlaneSegment(start: .init(east: from.0, north: from.1), end: .init(east: to.0, north: to.1))
            .distance(to: point) > 0.3
        }
    }
  }

  @Test(
    "simulated players find what lies among houses, and walk through none", arguments: Strategy.allCases,
    [true, false])
  func players(strategy: Strategy, hasWays: Bool) throws {
    var indoors = 0
    for seed in 1...4 as ClosedRange<UInt64> {
      let town = Town(size: hasWays ? 5 : 3, seed: seed)
      let houses = WalkingGround.built(try join(hasWays ? town.ways : [], town.barriers))
      var chance = SeededGenerator(seed: seed + 200)
      let spots = (0..<6).map { _ in town.outside(&chance) }.map { place($0.0, $0.1) }
      let game = search(for: Array(spots.dropFirst()), from: spots[0], on: houses, seed: seed, strategy)
      #expect(game.found == 5, "\(seed): \(game.found) in \(game.truths.count) s")
      #expect(!game.truths.contains { isDeepIndoors($0, town) }, "\(seed)")
      // On open ground they would.
      let open = search(for: Array(spots.dropFirst()), from: spots[0], on: .open, seed: seed, strategy)
      indoors += open.truths.count { isDeepIndoors($0, town) }
    }
    #expect(indoors > 200)
  }

  @Test(
    "simulated players get into a house in which a treasure lies, and out of it",
    arguments: 1...5 as ClosedRange<UInt64>)
  func treasureIndoors(seed: UInt64) throws {
    let town = Town(size: 3, seed: 9)
    let houses = WalkingGround.built(try join(town.ways, town.barriers))
    let inside = town.houses.prefix(4).map { place($0[0].0 + 6, $0[0].1 + 6) }
    let game = search(for: inside + [place(120, 160)], from: place(0, 0), on: houses, seed: seed, .greedy)
    #expect(game.found == 5)
  }
}
