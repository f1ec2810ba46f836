import Testing
import TroveSimulation

@Suite("A simulated walk of another package's tests")
struct SimulatedWalkTests {
  private let station = Coordinate(48.1402, 11.5600)
  private let square = Coordinate(48.1374, 11.5755)

  @Test("a perfect receiver says where the walker is, once a second, from the start to the goal")
  func perfect() throws {
    let walk = try SimulatedWalk(along: [station, square], speed: 2)
    let reports = Array(walk)
    #expect(abs(walk.length - station.distance(to: square)) < 1e-6)
    #expect(abs(walk.duration / .seconds(1) - walk.length / 2) < 1e-9)
    #expect(reports.count == Int((walk.length / 2).rounded(.up)) + 1)
    #expect(reports.first?.position?.coordinate == station)
    for (second, report) in reports.enumerated() {
      #expect(report.time == .seconds(second) && report.arrival == report.time)
      #expect(report.position?.coordinate == report.truth)
      #expect(abs(station.distance(to: report.truth) - min(walk.length, 2 * Double(second))) < 0.01)
    }
    #expect(try #require(reports.last?.position).coordinate.distance(to: square) < 0.001)
  }

  @Test("legs are walked one after the other, at their own speeds, with their rests")
  func legs() throws {
    let walk = try SimulatedWalk(
      from: station,
      [
        .go(metres: 100, toward: 90, speed: 1), .wait(.seconds(30)),
        .go(metres: 50, toward: 0, speed: 5),
      ])
    #expect(abs(walk.length - 150) < 1e-6)
    #expect(abs(walk.duration / .seconds(1) - 140) < 1e-9)
    let reports = Array(walk)
    #expect(abs((reports[50].position?.speed ?? 0) - 1) < 1e-6)
    #expect(abs((reports[50].position?.course ?? 0) - 90) < 0.01)
    #expect(reports[110].truth == reports[125].truth)
    #expect(reports[125].position?.speed == 0)
    #expect(abs((reports[135].position?.speed ?? 0) - 5) < 1e-6)
  }

  @Test("a walk around a place stays at its radius and comes back")
  func around() throws {
    let walk = try SimulatedWalk(around: square, radius: 200, laps: 2)
    let distances = walk.map { square.distance(to: $0.truth) }
    // Between two corners of 36 the line is 200 m × (1 - cos 5°) nearer.
    #expect(distances.allSatisfy { (199.2...200.001).contains($0) })
    #expect(abs(walk.length - 2 * 36 * 2 * 200 * 0.087156) < 1)
    #expect(
      try #require(Array(walk).last).truth.distance(to: try #require(Array(walk).first).truth)
        < 0.001)
  }

  @Test(
    "receivers err as their surroundings have it: half of the errors lie within what the docstring says",
    arguments: [(Surroundings.openSky, 2.5), (.wood, 5.4), (.canyon, 12.4), (.indoors, 8.4)])
  func surroundings(surroundings: Surroundings, half: Double) throws {
    let errors = try (1...40).flatMap { seed in
      try SimulatedWalk(
        from: square, [.wait(.seconds(3600))],
        receiver: Receiver(in: surroundings, seed: UInt64(seed), every: .seconds(30))
      ).compactMap { report in report.position.map { $0.coordinate.distance(to: report.truth) } }
    }
    let median = errors.sorted()[errors.count / 2]
    #expect((half * 0.85...half * 1.15).contains(median), "\(median)")
  }

  @Test("the same seed gives the same reports, whenever and however often; another seed others")
  func seeds() throws {
    func walk(_ seed: UInt64) throws -> SimulatedWalk {
      try SimulatedWalk(along: [station, square], receiver: Receiver(in: .canyon, seed: seed))
    }
    let first = try walk(7)
    #expect(Array(first) == Array(first))
    #expect(try Array(first) == Array(walk(7)))
    #expect(try Array(first) != Array(walk(8)))
  }

  @Test("every build and machine gives the same bits")
  func bits() throws {
    let walk = try SimulatedWalk(
      along: [station, square], altitude: 519,
      receiver: Receiver(
        in: .canyon, seed: 7, faults: try Faults("every 02:00 jump 200 m toward 90 for 20s")))
    // FNV-1a over the bits of every position.
    var hash: UInt64 = 0xCBF2_9CE4_8422_2325
    for report in walk {
      let position = report.position
      for number in [
        position?.latitude, position?.longitude, position?.accuracy, position?.speed,
        position?.altitude,
      ] {
        hash = (hash ^ (number?.bitPattern ?? 1)) &* 0x100_0000_01B3
      }
    }
    #expect(hash == 5_145_613_172_624_436_148)
  }

  @Test("a tunnel takes the position, a jump moves it, the end gives back the truth")
  func faults() throws {
    let faults = try Faults("at 00:10 lose fix for 5s\nat 00:20 jump 200 m toward 90 for 2s")
    let walk = try SimulatedWalk(
      from: square, [.wait(.seconds(30))], receiver: Receiver(in: .none, faults: faults))
    for report in walk {
      let second = Int(report.time / .seconds(1))
      #expect((report.position == nil) == (10..<15).contains(second))
      guard let position = report.position else { continue }
      let error = position.coordinate.distance(to: report.truth)
      #expect(abs(error - ((20..<22).contains(second) ? 200 : 0)) < 0.001)
    }
  }

  @Test("after a stall the reports come at once, with the times at which they were measured")
  func stall() throws {
    let walk = try SimulatedWalk(
      from: square, [.wait(.seconds(30))],
      receiver: Receiver(in: .none, faults: try Faults("at 10s stall for 5s")))
    let reports = Array(walk)
    #expect(reports.map(\.time) == (0...30).map { .seconds($0) })
    #expect(reports.map(\.arrival) == (0...30).map { .seconds((10..<15).contains($0) ? 15 : $0) })
  }

  @Test("a flood comes in between, at its own times")
  func flood() throws {
    let walk = try SimulatedWalk(
      from: square, [.wait(.seconds(5))],
      receiver: Receiver(in: .none, faults: try Faults("at 2s flood 4 Hz for 2s")))
    let arrivals = Array(walk).map { $0.arrival / .milliseconds(1) }
    #expect(arrivals == [0, 1000, 1250, 1500, 1750, 2000, 2250, 2500, 2750, 3000, 4000, 5000])
  }

  @Test("altitudes, satellites and the time are reported where there are any")
  func details() throws {
    let walk = try SimulatedWalk(
      along: [station, square], altitude: 519, receiver: Receiver(in: .openSky, seed: 3))
    let positions = walk.compactMap(\.position)
    #expect(positions.allSatisfy { !$0.isThreeDimensional || abs(($0.altitude ?? 0) - 519) < 60 })
    #expect(
      positions.allSatisfy { (3...32).contains($0.satellitesUsed ?? 0) && ($0.accuracy ?? 0) > 0 })
    // Ten seconds after 09:14 on 2026-06-21, in Munich.
    #expect(positions[10].milliseconds == 1_782_033_250_000)
    #expect(
      try SimulatedWalk(along: [station, square]).allSatisfy { $0.position?.altitude == nil })
  }

  @Test("a receiver at 10 Hz reports ten times a second")
  func rate() throws {
    let walk = try SimulatedWalk(
      from: square, [.wait(.seconds(2))],
      receiver: Receiver(noise: 3, seed: 2, every: .milliseconds(100)))
    #expect(walk.map(\.time) == (0...20).map { .milliseconds($0 * 100) })
    #expect(Set(walk.compactMap { $0.position?.coordinate }).count == 21)
  }
}
