import ChanceTesting
import Geodesy
import Testing

@Suite("Bearing")
struct BearingTests {
  @Test("turning by the reported turn lands on the target", arguments: Array(stride(from: 0.0, to: 360, by: 7)))
  func turnIsInverse(target: Double) {
    for start in stride(from: 0.0, to: 360, by: 13.7) {
      let from = Bearing(degrees: start)
      let turn = from.turn(to: Bearing(degrees: target))
      #expect((-180..<180).contains(turn))
      #expect(angle(Bearing(degrees: from.degrees + turn), Bearing(degrees: target)) < 1e-9)
    }
  }

  @Test("every finite angle is normalised, and whole turns make no difference")
  func normalised() {
    var chance = Chance(seed: 3)
    for _ in 0..<10_000 {
      let bearing = Bearing(degrees: Double(bitPattern: chance.next()))
      #expect((0..<360).contains(bearing.degrees))
      #expect(["N", "NE", "E", "SE", "S", "SW", "W", "NW"].contains(bearing.compassPoint))
      let other = Bearing(degrees: Double(bitPattern: chance.next()))
      #expect((-180..<180).contains(bearing.turn(to: other)))
    }
    #expect(Bearing(degrees: 370) == Bearing(degrees: 10))
    #expect(Bearing(degrees: -350) == Bearing(degrees: 10))
  }

  @Test("north is one value, from whichever side", arguments: [0.0, -0.0, 360, -360, 720, -1e-300, -1e-15])
  func north(degrees: Double) {
    let bearing = Bearing(degrees: degrees)
    #expect(bearing == .north)
    #expect(bearing.hashValue == Bearing.north.hashValue)
    #expect(bearing.degrees.sign == .plus)
  }

  @Test(
    "what is no angle is north, so that a bearing is always a number", arguments: [Double.nan, .infinity, -.infinity])
  func noAngle(degrees: Double) {
    #expect(Bearing(degrees: degrees) == .north)
  }

  @Test("half a turn is to the left")
  func halfTurn() {
    #expect(Bearing(degrees: 90).turn(to: Bearing(degrees: 270)) == -180)
    #expect(Bearing(degrees: 10).turn(to: Bearing(degrees: 350)) == -20)
    #expect(Bearing(degrees: 350).turn(to: Bearing(degrees: 10)) == 20)
  }

  @Test(
    "a wind reaches 22.5° to each side",
    arguments: [
      (0.0, "N"), (22.4, "N"), (22.6, "NE"), (67.4, "NE"), (90, "E"), (135, "SE"), (180, "S"), (225, "SW"),
      (270, "W"), (337.4, "NW"), (337.6, "N"), (359.999999, "N"),
    ])
  func winds(degrees: Double, wind: String) {
    #expect(Bearing(degrees: degrees).compassPoint == wind)
  }
}
