import Foundation
import Geodesy
import HuntDomain
import Numbers
import Testing

/// The filter on journeys whose truth is known, with receivers of every kind.
@Suite("Believed positions")
struct PositionProofTests {
  /// One journey with one receiver.
  struct Ride: Sendable, CustomTestStringConvertible {
    let seed: UInt64
    let hertz: Double
    let circle: Double
    let saysAccuracy: Bool
    let saysSpeed: Bool

    var testDescription: String {
      "seed \(seed), \(hertz) Hz, ±\(circle) m\(saysAccuracy ? "" : " unsaid")\(saysSpeed ? "" : ", no speed")"
    }

    var receiver: Receiver {
      Receiver(
        circle: circle, saysAccuracy: saysAccuracy, saysSpeed: saysSpeed, correlation: 20 + Double(seed % 5) * 10)
    }
  }

  /// Every rate with every error circle, said or not, with and without a speed.
  static let rides: [Ride] = {
    let rates: [Double] = [1, 2, 5, 10, 25]
    let circles: [(metres: Double, isSaid: Bool)] = [(3, true), (5, true), (10, true), (30, true), (8, false)]
    var rides: [Ride] = []
    for hertz in rates {
      for circle in circles {
        for saysSpeed in [true, false] {
          rides.append(
            Ride(
              seed: UInt64(rides.count), hertz: hertz, circle: circle.metres, saysAccuracy: circle.isSaid,
              saysSpeed: saysSpeed))
        }
      }
    }
    return rides
  }()

  @Test("no true fix is held, on foot, in a bus, in a train", arguments: rides)
  func trueFixes(ride: Ride) {
    var filter = PositionFilter()
    let fixes = ride.receiver.fixes(of: Journey(seed: ride.seed, hertz: ride.hertz), seed: ride.seed)
    let held = fixes.filter { if case .held = filter.receive($0) { true } else { false } }
    #expect(held.isEmpty, "\(held.count) of \(fixes.count)")
  }

  @Test("planted jumps are held, one or two in a row, and the true fix after them is believed", arguments: rides)
  func jumps(ride: Ride) {
    let journey = Journey(seed: ride.seed, hertz: ride.hertz)
    let fixes = ride.receiver.fixes(of: journey, seed: ride.seed)
    var chance = SeededGenerator(seed: ride.seed + 1)
    var filter = PositionFilter()
    var index = 0
    var lastTrue = 0
    while index < fixes.count {
      // Three in a row would be a journey.
      let isPlanted = index > 5 && lastTrue == index - 1 && chance.uniform() < 0.03
      guard isPlanted else {
        if case .held = filter.receive(fixes[index]) { Issue.record("a true fix is held at \(index)") }
        lastTrue = index
        index += 1
        continue
      }
      // From 50 m to 10 km, small ones as often as large ones.
      let metres = 50 * pow(200, chance.uniform())
      let direction = Bearing(degrees: chance.uniform() * 360)
      var passed = false
      for fix in fixes[index...].prefix(chance.uniform() < 0.5 ? 1 : OutlierGate.witnesses - 1) {
        var planted = fix
        planted.position = fix.position.offset(by: metres, toward: direction)
        if case .believed = filter.receive(planted) {
          passed = true
          let explained = Self.explained(
            ride, journey.truths[lastTrue].speed, over: Double(index - lastTrue + 1) / ride.hertz)
          #expect(metres < explained, "at \(index)")
        }
        index += 1
      }
      guard passed else { continue }
      // What passed is within the circles, and so is the way back, unless both stretch them.
      for fix in fixes[index...].prefix(OutlierGate.witnesses) { _ = filter.receive(fix) }
      index = min(fixes.count, index + OutlierGate.witnesses)
      lastTrue = index - 1
    }
  }

  /// Metres that the error circles and the speed explain, reckoned generously.
  private static func explained(_ ride: Ride, _ speed: Double, over seconds: Double) -> Double {
    let circles = 2 * 2.squareRoot() * (ride.saysAccuracy ? max(3, ride.circle) : Fix.assumedAccuracy)
    // Whoever hears no speed knows it only as well as the positions tell.
    let known = speed + (ride.saysSpeed ? 1 : ride.circle)
    return circles + (max(8, 1.2 * known) + known + 3 * seconds) * seconds + ride.circle
  }

  @Test("standing still, the average is nearer to the truth than the fixes, and its circle holds 95 times in 100")
  func stays() {
    var sums = (raw: 0.0, averaged: 0.0, count: 0.0, held: 0.0)
    let plane = TangentPlane(at: station)
    for ride in Self.rides where ride.saysAccuracy && ride.hertz <= 5 {
      for round in 0..<4 as Range<UInt64> {
        let journey = Journey(seed: ride.seed + round * 7919, hertz: ride.hertz)
        var filter = PositionFilter()
        let fixes = ride.receiver.fixes(of: journey, seed: ride.seed + round * 7919)
        for (truth, fix) in zip(journey.truths, fixes) {
          guard case .believed(_, let shown) = filter.receive(fix), shown.averaged != nil else { continue }
          guard let accuracy = shown.accuracy, truth.standsSince != nil else { continue }
          let place = plane.coordinate(at: truth.point)
          let error = shown.position.distance(to: place)
          // Every stay and rate counts by its time, and every receiver by its own measure.
          let weight = 1 / ride.hertz
          sums.raw += weight * fix.position.distance(to: place) / ride.circle
          sums.averaged += weight * error / ride.circle
          sums.count += weight
          sums.held += error <= accuracy ? weight : 0
        }
      }
    }
    #expect(sums.averaged < sums.raw * 0.95)
    #expect(sums.held >= sums.count * 0.95)
  }

  @Test("who goes on after a stay is followed within a second, or, without a speed, within the error circle")
  func departures() {
    let plane = TangentPlane(at: station)
    for ride in Self.rides {
      let journey = Journey(seed: ride.seed, hertz: ride.hertz)
      var filter = PositionFilter()
      for (truth, fix) in zip(journey.truths, ride.receiver.fixes(of: journey, seed: ride.seed)) {
        guard case .believed(_, let shown) = filter.receive(fix), truth.standsSince == nil else { continue }
        guard shown.averaged != nil else { continue }
        let behind = shown.position.distance(to: fix.position)
        #expect(truth.speed < 0.8 || !ride.saysSpeed, "\(ride.testDescription) at \(truth.seconds)")
        #expect(behind <= max(3, ride.saysAccuracy ? ride.circle : Fix.assumedAccuracy) + 0.01)
        #expect(shown.position.distance(to: plane.coordinate(at: truth.point)) <= 2.5 * max(ride.circle, 10))
      }
    }
  }

  @Test(
    "no sequence of fixes traps, and after any of them three that agree are believed",
    arguments: 0..<20 as Range<UInt64>)
  func hostile(seed: UInt64) {
    var chance = SeededGenerator(seed: seed)
    for _ in 0..<200 {
      var filter = PositionFilter()
      var now = 0.0
      for _ in 0..<Int.random(in: 0...40, using: &chance) {
        now += Self.pauses.randomElement(using: &chance) ?? 1
        if chance.uniform() < 0.1 { filter.interrupt() }
        _ = filter.receive(Self.wild(&chance, at: now))
      }
      let place = station.offset(by: chance.uniform() * 2e7, toward: Bearing(degrees: chance.uniform() * 360))
      var last: Verdict?
      for _ in 0..<OutlierGate.witnesses {
        now += 1
        last = filter.receive(Fix(position: place, time: .seconds(now), accuracy: 5))
      }
      guard case .believed(_, let shown) = last, shown.position.distance(to: place) < 10 else {
        Issue.record("\(String(describing: last))")
        return
      }
    }
  }

  private static let pauses: [Double] = [0, 0.04, 1, 1, 1, 60, -5, 1e9, -1e9]

  private static func wild(_ chance: inout SeededGenerator, at now: Double) -> Fix {
    let reaches: [Double] = [0, 3, 80, 5000, 2e7]
    let reach = reaches.randomElement(using: &chance) ?? 0
    let isNull = chance.uniform() < 0.1
    let zero = Coordinate(clampingLatitude: 0, wrappingLongitude: 0)
    let numbers: [Double?] = [nil, 0, 4, 800, 5000, 1e300, .nan, .infinity, -1]
    let times: [Int64?] = [nil, 0, .min, .max, 1_767_225_600_000 + Int64(now.rounded())]
    return Fix(
      position: isNull
        ? zero : station.offset(by: chance.uniform() * reach, toward: Bearing(degrees: chance.uniform() * 360)),
      time: .seconds(now), utc: (times.randomElement(using: &chance) ?? nil).map { Timestamp(milliseconds: $0) },
      accuracy: numbers.randomElement(using: &chance) ?? nil, altitude: numbers.randomElement(using: &chance) ?? nil,
      speed: numbers.randomElement(using: &chance) ?? nil)
  }
}
