import Geodesy
import HuntApplication
import HuntDomain
import Testing

/// Who says where the player looks, asked through the service.
@Suite("The heading")
struct HeadingTests {
  @Test("a compass goes before the course, until it is silent for three seconds")
  func compassFirst() {
    var service = NearbyPOIService()
    service.receive(.fix(fix(at: 0, speed: 1.4, course: 90)), at: .zero)
    #expect(service.snapshot(at: .zero).heading?.source == .course)
    service.receive(heading(200), at: .zero)
    #expect(service.snapshot(at: .seconds(3)).heading == heading(200))
    let after = service.snapshot(at: .milliseconds(3001)).heading
    #expect(after?.source == .course)
    #expect(after?.bearing.degrees == 90)
  }

  @Test("the course of someone who hardly moves is noise")
  func speedGate() {
    var service = NearbyPOIService()
    service.receive(.fix(fix(at: 0, speed: 0.69, course: 90)), at: .zero)
    #expect(service.snapshot(at: .zero).heading == nil)
    service.receive(.fix(fix(at: 1, speed: 0.7, course: 90)), at: .seconds(1))
    #expect(service.snapshot(at: .seconds(1)).heading?.bearing.degrees == 90)
  }

  @Test("the faster, the surer")
  func uncertainty() throws {
    func uncertainty(at speed: Double) throws -> Double {
      var service = NearbyPOIService()
      service.receive(.fix(fix(speed: speed, course: 10)), at: .zero)
      return try #require(service.snapshot(at: .zero).heading?.uncertainty)
    }
    let uncertainties = try [0.7, 1.4, 3, 30].map(uncertainty)
    #expect(uncertainties == uncertainties.sorted(by: >))
    #expect(abs(uncertainties[1] - 12.09) < 0.01)  // atan(0.3 / 1.4)
  }

  @Test("standing still keeps the course, less and less sure, but never less than half a turn's half")
  func drift() throws {
    var service = NearbyPOIService()
    service.receive(.fix(fix(speed: 1.4, course: 10)), at: .zero)
    func uncertainty(_ seconds: Int) throws -> Double {
      try #require(service.snapshot(at: .seconds(seconds)).heading?.uncertainty)
    }
    let fresh = try uncertainty(0)
    #expect(try uncertainty(1) == fresh)
    #expect(abs(try uncertainty(11) - fresh - 20) < 1e-9)
    #expect(try uncertainty(10_000) == 90)
  }

  @Test("keys go before everything, start from what was known, and are released")
  func manual() {
    var service = NearbyPOIService()
    service.receive(heading(350), at: .zero)
    service.turn(by: 15, at: .zero)
    #expect(
      service.snapshot(at: .zero).heading == Heading(bearing: Bearing(degrees: 5), source: .manual, uncertainty: 10))
    service.receive(heading(100), at: .seconds(1))
    service.turn(by: -30, at: .seconds(1))
    #expect(service.snapshot(at: .seconds(500)).heading?.bearing.degrees == 335)
    service.releaseHeading()
    #expect(service.snapshot(at: .seconds(1)).heading == heading(100))
    var blind = NearbyPOIService()
    blind.turn(by: 30, at: .zero)
    #expect(blind.snapshot(at: .zero).heading?.bearing.degrees == 30)
  }

  @Test("a source without courses still moves: five metres are a direction")
  func inferred() throws {
    var service = NearbyPOIService()
    service.receive(.fix(fix(0, at: 0, accuracy: nil)), at: .zero)
    service.receive(.fix(fix(4.9, toward: 60, at: 3, accuracy: nil)), at: .seconds(3))
    #expect(service.snapshot(at: .seconds(3)).heading == nil)
    service.receive(.fix(fix(5.1, toward: 60, at: 4, accuracy: nil)), at: .seconds(4))
    let heading = try #require(service.snapshot(at: .seconds(4)).heading)
    #expect(abs(heading.bearing.degrees - 60) < 0.1)
    #expect(heading.source == .course)
    #expect(abs(heading.uncertainty - 21.4) < 0.1)  // atan(2 / 5.1)
  }

  @Test("a bad receiver must move further than its error, and a slow drift is no walk")
  func notInferred() {
    var bad = NearbyPOIService()
    bad.receive(.fix(fix(0, at: 0, accuracy: 30)), at: .zero)
    bad.receive(.fix(fix(25, at: 5, accuracy: 30)), at: .seconds(5))
    #expect(bad.snapshot(at: .seconds(5)).heading == nil)
    var slow = NearbyPOIService()
    slow.receive(.fix(fix(0, at: 0, accuracy: nil)), at: .zero)
    slow.receive(.fix(fix(6, at: 60, accuracy: nil)), at: .seconds(60))
    #expect(slow.snapshot(at: .seconds(60)).heading == nil)
  }

  @Test("who has walked and stands still keeps looking along the last course, however the receiver trembles")
  func trembling() {
    var service = NearbyPOIService()
    // A fix without a course, then a walk with one that the positions do not tell: the long way from there to where
    // the player stands is none.
    service.receive(.fix(fix(0, at: 0, speed: 0)), at: .zero)
    for second in 1...60 {
      let way = Double(second) * 1.4
      service.receive(.fix(fix(way, toward: 45, at: Double(second), speed: 1.4, course: 90)), at: .seconds(second))
    }
    for second in 61...90 {
      let jump = second.isMultiple(of: 2) ? 8.0 : -8
      service.receive(.fix(fix(84 + jump, toward: 45, at: Double(second), speed: 0)), at: .seconds(second))
      #expect(service.snapshot(at: .seconds(second)).heading?.bearing.degrees == 90)
    }
  }

  @Test("a way begins where the player last stood")
  func fromStanding() throws {
    var service = NearbyPOIService()
    service.receive(.fix(fix(100, at: 0, accuracy: nil)), at: .zero)
    service.receive(.fix(fix(100, toward: 90, at: 60, speed: 0)), at: .seconds(60))
    service.receive(.fix(fix(106, toward: 90, at: 64, accuracy: nil)), at: .seconds(64))
    let heading = try #require(service.snapshot(at: .seconds(64)).heading)
    #expect(abs(heading.bearing.degrees - 90) < 0.1)
  }

  @Test("the way across a silence is no course")
  func silence() {
    var service = NearbyPOIService()
    service.receive(.fix(fix(0, at: 0)), at: .zero)
    service.receive(.lost(reason: "tunnel"), at: .seconds(1))
    service.receive(.fix(fix(300, at: 60)), at: .seconds(60))
    #expect(service.snapshot(at: .seconds(60)).heading == nil)
  }
}
