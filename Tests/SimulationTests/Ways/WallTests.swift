import Geodesy
import HuntDomain
import Numbers
import Places
import Simulation
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
}
