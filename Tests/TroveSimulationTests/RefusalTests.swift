import Testing
import TroveSimulation

@Suite("What cannot be simulated is refused")
struct RefusalTests {
  private let here = Coordinate(48, 11)

  @Test("faults with line, column and what to do")
  func faults() throws {
    let error = try #require(throws: FaultsError.self) {
      try Faults("at 00:10 lose fix\nat 00:20 explode")
    }
    #expect((error.line, error.column) == (2, 10))
    #expect(error.description.hasPrefix("2:10: “explode” is no fault; there are "))
    #expect(throws: FaultsError.self) { try Faults(String(repeating: "#", count: 70_000)) }
  }

  @Test("a scenario that is written down is read as the same")
  func roundTrip() throws {
    let faults = try Faults(
      "at 00:40 jump 200 m toward 90 for 20s; every 10:00 silence for 15s # pulled out")
    #expect(try Faults(faults.description) == faults)
    #expect(try Faults("") == .none)
  }

  @Test(
    "places that are not on the Earth",
    arguments: [(91.0, 0.0), (0, 180.5), (.nan, 0), (0, .infinity)])
  func places(latitude: Double, longitude: Double) throws {
    let nowhere = Coordinate(latitude, longitude)
    #expect(throws: WalkError.self) { try SimulatedWalk(from: nowhere, []) }
    let error = try #require(throws: WalkError.self) {
      try SimulatedWalk(along: [here, here, nowhere])
    }
    #expect(error.description.hasPrefix("place 2 ("))
    #expect(here.distance(to: nowhere).isFinite)
  }

  @Test(
    "numbers that are none, or beyond what they may be",
    arguments: [Double.nan, .infinity, -1, 1e300])
  func numbers(value: Double) {
    #expect(throws: WalkError.self) {
      try SimulatedWalk(from: here, [.walk(to: here, speed: value)])
    }
    #expect(throws: WalkError.self) {
      try SimulatedWalk(from: here, [.go(metres: value, toward: 0)])
    }
    #expect(throws: WalkError.self) { try SimulatedWalk(around: here, radius: value) }
    if value != -1 {
      #expect(throws: WalkError.self) {
        try SimulatedWalk(from: here, [.go(metres: 1, toward: value)])
      }
      #expect(throws: WalkError.self) { try SimulatedWalk(from: here, [], altitude: value) }
    }
  }

  @Test("times that are none, too many legs, too few places")
  func others() throws {
    #expect(throws: WalkError.self) { try SimulatedWalk(from: here, [.wait(.seconds(-1))]) }
    #expect(throws: WalkError.self) { try SimulatedWalk(from: here, [.wait(.seconds(Int64.max))]) }
    for interval in [Duration.zero, .seconds(-1), .seconds(Int64.max)] {
      #expect(throws: WalkError.self) {
        try SimulatedWalk(from: here, [], receiver: Receiver(in: .none, every: interval))
      }
    }
    #expect(throws: WalkError.count(1, limits: 2...100_000)) { try SimulatedWalk(along: [here]) }
    #expect(throws: WalkError.self) { try SimulatedWalk(around: here, radius: 10, laps: 0) }
    let many = Array(repeating: Leg.wait(.zero), count: 100_001)
    #expect(throws: WalkError.count(100_001, limits: 0...100_000)) {
      try SimulatedWalk(from: here, many)
    }
    #expect(Array(try SimulatedWalk(from: here, [])) == [])
  }
}
