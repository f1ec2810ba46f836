import Geodesy
import HuntDomain
import HuntTesting
import Nearby
import Numbers
import Places
import Simulation
import Testing
import WalkerLocation

private let start = Coordinate(clampingLatitude: 48, wrappingLongitude: 11)

private func north(_ metres: Double) -> Coordinate { start.offset(by: metres, toward: .north) }

private func walk(
  _ itinerary: Itinerary, noise: Double = 0, seed: UInt64 = 1, interval: Duration = .seconds(1)
) async -> [Fix] {
  let receiver = SimulatedReceiver(noise: noise, seed: seed)
  return await WalkerLocation(itinerary, receiver: receiver, interval: interval, pace: .unpaced).updates()
    .reduce(into: [LocationUpdate]()) { $0.append($1) }.compactMap(\.fix)
}

/// Five treasures within two kilometres.
private func hunt(from place: Coordinate = start) throws -> Hunt {
  var chance = SeededGenerator(seed: 91)
  let treasures = (0..<5).map { index in
    Treasure(
      place: PointOfInterest(
        id: "\(index)", name: "\(index)",
        position: place.offset(by: chance.uniform() * 1000, toward: Bearing(degrees: chance.uniform() * 360))),
      radius: 10)
  }
  return try #require(Hunt(title: "Five", treasures: treasures))
}

private func itinerary(seed: UInt64, from place: Coordinate = start) throws -> Itinerary {
  var mood = SeededGenerator(seed: seed)
  return Itinerary(through: try hunt(from: place), using: &mood)
}

@Suite("WalkerLocation")
struct WalkerLocationTests {
  @Test("keeps the contracts of locations and of headings", arguments: [0.0, 3])
  func contracts(noise: Double) async throws {
    let walker = WalkerLocation(
      try itinerary(seed: 1), receiver: SimulatedReceiver(noise: noise, seed: 1), pace: .unpaced)
    let location = LocationContract(atLeast: 200, isRepeatable: true) { walker }
    #expect(await location.violations() == [])
    let heading = HeadingContract(atLeast: 200, isRepeatable: true) { walker }
    #expect(await heading.violations() == [])
  }

  @Test("a scripted walk is at the second where the script says")
  func scripted() async {
    let fixes = await walk(
      Itinerary(
        start: start,
        steps: [.walk(to: north(3), speed: 1.5), .pause(.seconds(2)), .turn(90), .walk(to: north(0), speed: 2)]))
    let wanted = [0, 1.5, 3, 3, 3, 1, 0]
    #expect(fixes.count == wanted.count)
    for (fix, metres) in zip(fixes, wanted) { #expect(fix.position.distance(to: north(metres)) < 1e-6) }
    #expect(fixes.map(\.time) == (0..<7).map { .seconds($0) })
    #expect(fixes.map { (($0.speed ?? 9) * 1000).rounded() / 1000 } == [0, 1.5, 1.5, 0, 0, 2, 1])
    #expect(fixes.map { $0.course?.compassPoint } == [nil, "N", "N", nil, nil, "S", "S"])
    #expect(fixes.allSatisfy { $0.accuracy == 1 && $0.mode == .threeD })
  }

  @Test("the walker looks along the way, and about while standing")
  func looking() async {
    let script = Itinerary(
      start: start,
      steps: [
        .walk(to: start.offset(by: 2, toward: Bearing(degrees: 90)), speed: 1), .turn(45), .pause(.seconds(2)),
        .turn(-90), .pause(.seconds(1)),
      ])
    let headings = await WalkerLocation(script, pace: .unpaced).headings().reduce(into: [Heading]()) { $0.append($1) }
    #expect(headings.map { $0.bearing.degrees.rounded() } == [0, 90, 90, 135, 135, 45])
    #expect(headings.allSatisfy { $0.source == .compass && $0.uncertainty == 1 })
  }

  @Test("the position does not depend on how often one asks", arguments: [0.25, 0.7, 5, 60])
  func interval(seconds: Double) async throws {
    let itinerary = try itinerary(seed: 2)
    let fine = await walk(itinerary, interval: .seconds(1))
    let coarse = await walk(itinerary, interval: .seconds(seconds))
    for fix in coarse {
      guard let same = fine.first(where: { $0.time == fix.time }) else { continue }
      #expect(same.position.distance(to: fix.position) < 0.001)
    }
  }

  @Test("the same seed walks the same way and trembles the same, another seed does not")
  func seeds() async throws {
    let one = try await walk(itinerary(seed: 3), noise: 3, seed: 3)
    #expect(try await walk(itinerary(seed: 3), noise: 3, seed: 3) == one)
    #expect(try await walk(itinerary(seed: 3), noise: 3, seed: 4) != one)
    #expect(try itinerary(seed: 3) != itinerary(seed: 4))
  }

  @Test(
    "the walk ends, finds every treasure of a sequence, and is a human's",
    arguments: [
      start, Coordinate(clampingLatitude: 0, wrappingLongitude: 180),
      Coordinate(clampingLatitude: 90, wrappingLongitude: 0),
    ])
  func findsAll(place: Coordinate) async throws {
    for seed in 1...5 as ClosedRange<UInt64> {
      let fixes = try await walk(itinerary(seed: seed, from: place), noise: 3, seed: seed)
      var progress = HuntProgress(try hunt(from: place))
      for fix in fixes { _ = progress.receive(fix) }
      #expect(progress.isCompleted)
      let moving = fixes.compactMap(\.speed).filter { $0 > 0.5 }
      let mean = moving.reduce(0, +) / Double(moving.count)
      #expect((1.1...1.5).contains(mean))
      #expect(fixes.allSatisfy { ($0.speed ?? 0) <= 1.5 + 1e-6 })
      // At every treasure the walker stops for five seconds and more.
      #expect(fixes.count { $0.speed == 0 } >= 5 * 4)
    }
  }

  @Test("the walk begins some sixty metres from the first treasure, or where it is told to")
  func begin() throws {
    let hunt = try hunt()
    let free = try itinerary(seed: 5)
    #expect(abs(free.start.distance(to: hunt.treasures[0].place.position) - 60) < 1e-6)
    var mood = SeededGenerator(seed: 5)
    #expect(Itinerary(through: hunt, from: north(7), using: &mood).start == north(7))
  }

  @Test("noise has the deviation that was asked for, in both directions, and 95 % lie within the accuracy")
  func noise() async {
    let fixes = await walk(Itinerary(start: start, steps: [.pause(.seconds(5000))]), noise: 3)
    let plane = TangentPlane(at: start)
    let errors = fixes.compactMap { plane.point(of: $0.position) }
    #expect(errors.count == fixes.count)
    let count = Double(errors.count)
    for axis in [errors.map(\.east), errors.map(\.north)] {
      let mean = axis.reduce(0, +) / count
      let deviation = (axis.reduce(0) { $0 + ($1 - mean) * ($1 - mean) } / count).squareRoot()
      #expect(abs(mean) < 0.2)
      #expect(abs(deviation - 3) < 0.15)
    }
    let within = fixes.count { $0.position.distance(to: start) <= ($0.accuracy ?? 0) }
    #expect(abs(Double(within) / count - 0.95) < 0.015)
    #expect(fixes.allSatisfy { abs(($0.accuracy ?? 0) - 7.344) < 0.001 })
    // The walker knows that they stand; only the receiver trembles.
    #expect(fixes.allSatisfy { $0.speed == 0 && $0.course == nil })
  }

  @Test("nothing to do is no walk; steps that take no time or less are over at once")
  func strangeScripts() async {
    #expect(await walk(Itinerary(start: start, steps: [])).isEmpty)
    #expect(await walk(Itinerary(start: start, steps: [.turn(9)])).count == 2)
    #expect(await walk(Itinerary(start: start, steps: [.pause(.zero), .walk(to: start, speed: 1)])).count == 2)
    let back = await walk(Itinerary(start: start, steps: [.pause(.seconds(-60)), .walk(to: north(3), speed: 1)]))
    #expect(back.count == 4)
    for speed in [0, -1, .nan, .infinity, 1e300] as [Double] {
      let fixes = await walk(Itinerary(start: start, steps: [.walk(to: north(0.05), speed: speed)]))
      #expect((2...7).contains(fixes.count))
      #expect(fixes.last.map { $0.position.distance(to: north(0.05)) < 1e-6 } == true)
    }
    let wild = await walk(
      Itinerary(start: start, steps: [.turn(.nan), .turn(1e300), .pause(.seconds(1))]), interval: .zero)
    #expect(wild.count == 101)
  }

  @Test("cancellation ends a walk that waits on the clock", .timeLimit(.minutes(5)))
  func cancellation() async throws {
    let clock = TestClock()
    let walker = WalkerLocation(try itinerary(seed: 1), pace: .paced(by: clock))
    let task = Task { await walker.updates().reduce(into: 0) { count, _ in count += 1 } }
    await clock.sleeper()
    clock.advance(by: .seconds(1))
    #expect(await clock.sleeper().offset == .seconds(2))
    task.cancel()
    #expect(await task.value == 2)
  }

  @Test("a walk at twenty times takes a twentieth of the clock's time")
  func speed() async throws {
    let clock = InstantClock()
    let walker = WalkerLocation(
      Itinerary(start: start, steps: [.pause(.seconds(600))]), pace: .paced(by: clock, speed: 20))
    #expect(await walker.updates().reduce(into: 0) { count, _ in count += 1 } == 601)
    // One more wait, after which the walk turns out to be over.
    #expect(clock.now.offset == .seconds(30) + .milliseconds(50))
  }
}

@Suite("GuidedLocation")
struct GuidedLocationTests {
  @Test("keeps the contract of locations")
  func contract() async {
    let contract = LocationContract(atLeast: 200, isRepeatable: true) {
      GuidedLocation(from: start, guide: WalkerGuide(), receiver: SimulatedReceiver(noise: 3, seed: 1), speed: 1.4)
    }
    #expect(await contract.violations() == [])
  }

  @Test("the walker goes where they are sent, from where they are, and stands there")
  func walks() async {
    let guide = WalkerGuide()
    var updates = GuidedLocation(from: start, guide: guide, speed: 1.5).updates().makeAsyncIterator()
    func metres(_ count: Int) async -> [Double] {
      var fixes: [Fix] = []
      for _ in 0..<count { if let fix = await updates.next()?.fix { fixes.append(fix) } }
      return fixes.map { start.distance(to: $0.position) }.map { ($0 * 1000).rounded() / 1000 }
    }
    #expect(await metres(3) == [0, 0, 0] && guide.isThere)
    guide.send(to: north(6))
    #expect(!guide.isThere)
    #expect(await metres(2) == [1.5, 3])
    guide.send(to: north(0))
    #expect(await metres(4) == [1.5, 0, 0, 0] && guide.isThere)
  }

  @Test("who is sent to where they stand is there")
  func here() async {
    let guide = WalkerGuide()
    var updates = GuidedLocation(from: start, guide: guide, speed: 1.4).updates().makeAsyncIterator()
    guide.send(to: start)
    for _ in 0..<3 { _ = await updates.next() }
    #expect(guide.isThere)
  }
}
