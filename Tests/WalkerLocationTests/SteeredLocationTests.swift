import Geodesy
import HuntDomain
import HuntTesting
import Nearby
import Simulation
import Testing
import WalkerLocation

private let start = Coordinate(clampingLatitude: 48, wrappingLongitude: 11)

/// A wish at a time of the simulation.
private struct Wish {
  let seconds: Double
  let steering: Steering

  init(_ seconds: Double, _ steering: Steering) {
    self.seconds = seconds
    self.steering = steering
  }
}

/// A pace that asks for every wish at its time and waits for nothing: what a player does, without the player.
private func hands(_ wishes: [Wish], on wheel: SteeringWheel) -> Pace {
  Pace {
    let asked = Asked()
    return { time in
      try Task.checkCancellation()
      for wish in await asked.due(of: wishes, at: time) { wheel.turn(wish.steering) }
    }
  }
}

private actor Asked {
  private var count = 0

  func due(of wishes: [Wish], at time: Duration) -> ArraySlice<Wish> {
    let due = wishes[count...].prefix { Duration.seconds($0.seconds) <= time }
    count += due.count
    return due
  }
}

private func drive(
  _ wishes: [Wish], fixes: Int, from place: Coordinate = start, looking: Double = 0, noise: Double = 0,
  seed: UInt64 = 1, interval: Duration = .milliseconds(200)
) async -> [Fix] {
  let wheel = SteeringWheel(looking: Bearing(degrees: looking))
  let location = SteeredLocation(
    from: place, wheel: wheel, receiver: SimulatedReceiver(noise: noise, seed: seed), interval: interval,
    pace: hands(wishes, on: wheel))
  return await location.updates().prefix(fixes).reduce(into: [LocationUpdate]()) { $0.append($1) }.compactMap(\.fix)
}

@Suite("SteeredLocation")
struct SteeredLocationTests {
  @Test("keeps the contracts of locations and of headings, standing and driven", arguments: [0.0, 3])
  func contracts(noise: Double) async {
    for gait in [0, 2, 5] {
      let wheel = SteeringWheel()
      for _ in 0..<gait { wheel.turn(.faster) }
      let steered = SteeredLocation(
        from: start, wheel: wheel, receiver: SimulatedReceiver(noise: noise, seed: 1), pace: .unpaced)
      let location = LocationContract(atLeast: 200, isRepeatable: true, patience: .seconds(300)) { steered }
      #expect(await location.violations() == [])
      let heading = HeadingContract(atLeast: 200, isRepeatable: true, patience: .seconds(300)) { steered }
      #expect(await heading.violations() == [])
    }
  }

  @Test("stands until it is asked to go, and then goes where it looks, as fast as the step says")
  func physics() async {
    let fixes = await drive(
      [Wish(1, .faster), Wish(2, .faster), Wish(3, .turn(degrees: 90)), Wish(5, .halt)], fixes: 31)
    #expect(fixes.map(\.time) == (0...30).map { .milliseconds($0 * 200) })
    // The step that ends at a wish's time already follows it.
    let plane = TangentPlane(at: start)
    let points = fixes.compactMap { plane.point(of: $0.position) }
    #expect(points[4].north == 0)
    #expect(abs(points[9].north - 5 * 0.2 * 0.7) < 1e-6)
    #expect(abs(points[14].north - (0.7 + 5 * 0.2 * 1.4)) < 1e-6)
    #expect(abs(points[30].north - 2.1) < 1e-6)
    #expect(abs(points[30].east - 2 * 1.4) < 1e-6)
    #expect(fixes.map(\.speed)[4...5] == [0, 0.7] && fixes[10].speed == 1.4 && fixes[30].speed == 0)
    #expect(fixes[4].course == nil && fixes[5].course == .north && fixes[20].course == Bearing(degrees: 90))
    #expect(fixes[30].course == nil)
  }

  @Test("the steps go from standing to driving, and hold at both ends")
  func gaits() async {
    let up = (0..<9).map { Wish(Double($0), .faster) }
    let down = (9..<18).map { Wish(Double($0), .slower) }
    let fixes = await drive(up + down, fixes: 18, interval: .seconds(1))
    let speeds = [0.7, 1.4, 2.8, 5.5, 13.9]
    #expect(
      fixes.compactMap(\.speed) == speeds + Array(repeating: 13.9, count: 4) + speeds.dropLast().reversed()
        + Array(repeating: 0, count: 5))
    #expect(Gait.allCases.map(\.speed) == [0] + speeds)
  }

  @Test("who stood goes on as fast as before")
  func goesOn() {
    let wheel = SteeringWheel()
    for wish in [.go, .faster, .faster, .halt, .go] as [Steering] { wheel.turn(wish) }
    #expect(wheel.position.gait == .cycle)
    for wish in [.slower, .go] as [Steering] { wheel.turn(wish) }
    #expect(wheel.position.gait == .jog)
  }

  @Test("the same wishes at the same times are the same walk, other ones or another seed are not")
  func determinism() async {
    let wishes = [Wish(0.3, .faster), Wish(1.1, .turn(degrees: -50)), Wish(2, .faster)]
    let one = await drive(wishes, fixes: 50, noise: 3)
    #expect(await drive(wishes, fixes: 50, noise: 3) == one)
    #expect(await drive(wishes, fixes: 50, noise: 3, seed: 2) != one)
    #expect(await drive(Array(wishes.dropLast()), fixes: 50, noise: 3) != one)
  }

  @Test("where one arrives does not depend on how often one asks", arguments: [40, 200, 500, 1000])
  func interval(milliseconds: Int) async {
    let wishes = [Wish(0, .faster), Wish(0, .faster), Wish(4, .turn(degrees: 120))]
    // A wish is followed for the whole step that ends at or after it: those of the slowest clock start one step early.
    let fixes = await drive(wishes, fixes: 8000 / milliseconds + 1, interval: .milliseconds(milliseconds))
    #expect(fixes.last?.time == .seconds(8))
    let there = start.offset(by: 1.4 * 4, toward: .north).offset(by: 1.4 * 4, toward: Bearing(degrees: 120))
    #expect((fixes.last?.position.distance(to: there)) ?? 99 <= 2 * 1.4 * Double(milliseconds) / 1000)
  }

  @Test("every subscription follows every wish, and a late one looks and goes as the others do")
  func subscriptions() async {
    let wheel = SteeringWheel(looking: Bearing(degrees: 10))
    let steered = SteeredLocation(from: start, wheel: wheel, interval: .seconds(1), pace: .unpaced)
    var (one, other) = (steered.updates().makeAsyncIterator(), steered.headings().makeAsyncIterator())
    _ = await (one.next(), other.next())
    wheel.turn(.faster)
    wheel.turn(.turn(degrees: 30))
    #expect(await one.next()?.fix?.course == Bearing(degrees: 40))
    #expect(await other.next()?.bearing == Bearing(degrees: 40))
    wheel.turn(.turn(degrees: -60))
    var late = steered.updates().makeAsyncIterator()
    _ = await late.next()
    let fix = await late.next()?.fix
    #expect(fix?.course == Bearing(degrees: 340) && fix?.speed == 0.7)
    #expect(await one.next()?.fix?.course == Bearing(degrees: 340))
    #expect(await other.next()?.bearing == Bearing(degrees: 340))
  }

  @Test("a steered walk across a pole or the antimeridian goes on", arguments: [(89.99999, 0.0), (0, 179.99999)])
  func seams(latitude: Double, longitude: Double) async {
    let place = Coordinate(clampingLatitude: latitude, wrappingLongitude: longitude)
    let fixes = await drive(
      [Wish(0, .faster), Wish(0, .faster), Wish(0, .faster)], fixes: 11, from: place,
      looking: latitude > 80 ? 0 : 90, interval: .seconds(1))
    for (last, next) in zip(fixes, fixes.dropFirst()) {
      #expect(abs(last.position.distance(to: next.position) - 2.8) < 1e-6)
    }
  }

  @Test("turns without sense turn nobody, and whole turns are none")
  func strangeTurns() {
    let wheel = SteeringWheel(looking: Bearing(degrees: 70))
    for degrees in [.nan, .infinity, -.infinity, 360, -720, 0] as [Double] { wheel.turn(.turn(degrees: degrees)) }
    #expect(wheel.position.looking == Bearing(degrees: 70))
    wheel.turn(.turn(degrees: 1e300))
    #expect((0..<360).contains(wheel.position.looking.degrees))
  }

  @Test("noise trembles around the truth and says how much")
  func noise() async {
    let fixes = await drive([], fixes: 2000, noise: 3)
    let within = fixes.count { $0.position.distance(to: start) <= ($0.accuracy ?? 0) }
    #expect(abs(Double(within) / 2000 - 0.95) < 0.02)
    #expect(fixes.allSatisfy { $0.accuracySource == .simulation && $0.speed == 0 })
    let exact = await drive([], fixes: 3)
    #expect(exact.allSatisfy { $0.accuracy == 1 && $0.position == start })
  }

  @Test("cancellation ends a walk that waits on the clock", .timeLimit(.minutes(5)))
  func cancellation() async {
    let clock = TestClock()
    let steered = SteeredLocation(from: start, wheel: SteeringWheel(), pace: .paced(by: clock))
    let task = Task { await steered.updates().reduce(into: 0) { count, _ in count += 1 } }
    await clock.sleeper()
    clock.advance(by: .milliseconds(200))
    #expect(await clock.sleeper().offset == .milliseconds(400))
    task.cancel()
    #expect(await task.value == 2)
  }
}
