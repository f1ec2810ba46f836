import Foundation
import Geodesy
import HuntDomain
import Numbers
import Places
import Simulation
import Streets
import Testing

@Suite("Manners of walking")
struct WalkStyleTests {
  private let town = Town(size: 5, seed: 4)

  private func hunt() throws -> Hunt {
    var chance = SeededGenerator(seed: 31)
    let treasures = (0..<4).map { number in
      let spot = town.outside(&chance)
      return Treasure(
        place: PointOfInterest(id: "\(number)", name: "\(number)", position: place(spot.0, spot.1)), radius: 10)
    }
    return try #require(Hunt(title: "Town", treasures: treasures))
  }

  private func itinerary(_ ground: WalkingGround, _ style: WalkStyle, seed: UInt64 = 1) throws -> Itinerary {
    var mood = SeededGenerator(seed: seed)
    return Itinerary(through: try hunt(), from: place(5, 3), on: ground, style: style, using: &mood)
  }

  /// Where the walker is at each second.
  private func moments(_ itinerary: Itinerary) -> [Walk.Moment] {
    var walk = Walk(itinerary, receiver: .perfect)
    var moments: [Walk.Moment] = []
    while let moment = walk.advance(to: .seconds(moments.count)) { moments.append(moment) }
    return moments
  }

  @Test("people walk at 1.34 metres a second, one at 0.26 more or less than another (Weidmann)")
  func speeds() {
    var chance = SeededGenerator(seed: 1)
    let speeds = Sample((0..<20_000).map { _ in WalkStyle(using: &chance).speed })
    #expect(abs(speeds.mean - 1.34) < 0.01)
    // The slowest and the fastest in a hundred are cut off.
    #expect(abs(speeds.variance.squareRoot() - 0.26) < 0.01)
    #expect(
      WalkStyle(speed: 0).speed == 0.67 && WalkStyle(speed: 99).speed == 2.01 && WalkStyle(speed: .nan).speed == 1.34)
    #expect(WalkStyle(wrongTurns: 7).wrongTurns == 1 && WalkStyle(wrongTurns: .nan).wrongTurns == 0)
    #expect(WalkStyle(pauses: -1).pauses == 0 && WalkStyle(pauses: .infinity).pauses == 10)
  }

  @Test("a walk on streets stays on them, but for the ways to the treasures, and finds them all")
  func streets() throws {
    let ground = try WalkingGround.of(town.ways, town.barriers)
    guard case .network(let network) = ground else { return }
    let moments = moments(try itinerary(ground, WalkStyle(speed: 1.2, wrongTurns: 0.2)))
    var progress = HuntProgress(try hunt())
    for moment in moments { if let fix = moment.observation.fix { _ = progress.receive(fix) } }
    #expect(progress.isCompleted)
    let goals = try hunt().treasures.map(\.place.position) + [place(5, 3)]
    let beside = moments.filter { moment in
      let distance = network.nearest(to: moment.truth.position)?.distance ?? .infinity
      return distance > 0.1 && !goals.contains { $0.distance(to: moment.truth.position) < 120 }
    }
    #expect(beside.isEmpty)
    #expect(moments.allSatisfy { $0.truth.speed <= 1.2 + 1e-6 })
    #expect(moments.count { $0.truth.speed > 1.2 - 1e-6 } > moments.count / 2)
  }

  @Test("the same seed on the same ground is the same walk; another seed, ground or manner is not")
  func determinism() throws {
    let ground = try WalkingGround.of(town.ways, town.barriers)
    let one = try itinerary(ground, WalkStyle())
    #expect(try itinerary(WalkingGround.of(town.ways, town.barriers), WalkStyle()) == one)
    #expect(try itinerary(ground, WalkStyle(), seed: 2) != one)
    #expect(try itinerary(ground, WalkStyle(speed: 1.5)) != one)
    #expect(try itinerary(.open, WalkStyle()) != one)
  }

  /// The places that a walk leads to, one after the other.
  private func places(_ steps: [Itinerary.Step]) -> [Coordinate] {
    steps.compactMap { if case .walk(let place, _) = $0 { place } else { nil } }
  }

  @Test("a wrong turn leads 20 to 80 metres astray, along a way, and back to the same junction")
  func wrongTurns() throws {
    let cross = [way((-9...9).map { (Double($0) * 20, 0) }), way((-9...9).map { (0, Double($0) * 20) })]
    let ground = try WalkingGround.of(cross)
    let treasure = Treasure(place: PointOfInterest(id: "A", name: "A", position: place(150, 0)), radius: 10)
    let hunt = try #require(Hunt(title: "A", treasures: [treasure]))
    var (lengths, turned) = ([Double](), 0)
    for seed in 1...200 as ClosedRange<UInt64> {
      var mood = SeededGenerator(seed: seed)
      let walk = Itinerary(
        through: hunt, from: place(-150, 0), on: ground, style: WalkStyle(wrongTurns: seed <= 100 ? 1 : 0.2, pauses: 0),
        using: &mood)
      let aside = places(walk.steps).map { abs(spot($0).north) }
      // On the line, or on the street across it.
      #expect(places(walk.steps).allSatisfy { abs(spot($0).north) < 0.01 || abs(spot($0).east) < 0.01 })
      guard let most = aside.max(), most > 0.01 else { continue }
      if seed > 100 { turned += 1 } else { lengths.append(most) }
      // There and back.
      let away = aside.filter { $0 > 0.01 }
      #expect(away == away.reversed())
      let total = zip([place(-150, 0)] + places(walk.steps), places(walk.steps)).reduce(0) {
        $0 + $1.0.distance(to: $1.1)
      }
      #expect(abs(total - 300 - 2 * most) < 0.01)
    }
    #expect(lengths.count == 100)
    #expect(lengths.allSatisfy { (20...80).contains($0 + 0.01) || (20...80).contains($0 - 0.01) })
    #expect((lengths.max() ?? 0) > 70 && (lengths.min() ?? 99) < 30)
    #expect((8...35).contains(turned))
  }

  @Test("people stop to look at the screen, and wait before they cross main roads; nobody must")
  func pauses() throws {
    let ground = try WalkingGround.of(town.ways, town.barriers)
    func standing(_ pauses: Double) throws -> Int {
      moments(try itinerary(ground, WalkStyle(wrongTurns: 0, pauses: pauses))).count { $0.truth.speed == 0 }
    }
    let (never, some, often) = (try standing(0), try standing(1), try standing(10))
    // The time at the four treasures.
    #expect((20...60).contains(never))
    #expect(some > never + 20)
    #expect(often > some + 100)
  }

  @Test("on open ground one walks straight, and stops now and then")
  func open() throws {
    let itinerary = try itinerary(.open, WalkStyle())
    let corners = [place(5, 3)] + (try hunt().treasures.map(\.place.position))
    let legs = zip(corners, corners.dropFirst()).reduce(0) { $0 + $1.0.distance(to: $1.1) }
    let line = [itinerary.start] + places(itinerary.steps)
    #expect(abs(zip(line, line.dropFirst()).reduce(0) { $0 + $1.0.distance(to: $1.1) } - legs) < 0.001)
  }

  @Test("a hunt around the whole globe is no reason to think for ever")
  func globe() throws {
    let antipode = Coordinate(clampingLatitude: -station.latitude, wrappingLongitude: station.longitude + 180)
    let treasures = [
      Treasure(place: PointOfInterest(id: "A", name: "A", position: antipode), radius: 10),
      Treasure(place: PointOfInterest(id: "B", name: "B", position: station), radius: 10),
    ]
    var mood = SeededGenerator(seed: 1)
    let hunt = try #require(Hunt(title: "Globe", treasures: treasures))
    let walk = Itinerary(
      through: hunt, from: station, on: try .of(town.ways), style: WalkStyle(pauses: 10), using: &mood)
    #expect(walk.steps.count < 5000)
  }
}

private func spot(_ place: Coordinate) -> TangentPlane.Point {
  ground.point(of: place) ?? .init(east: .nan, north: .nan)
}
