import Geodesy
import HuntDomain
import Numbers
import Testing

/// A fix so many metres from the station.
private func fix(
  _ metres: Double, toward degrees: Double = 0, at seconds: Double, accuracy: Double? = 4, speed: Double? = nil,
  utc: Int64? = nil
) -> Fix {
  Fix(
    position: station.offset(by: metres, toward: Bearing(degrees: degrees)), time: .seconds(seconds),
    utc: utc.map { Timestamp(milliseconds: $0 * 1000) }, accuracy: accuracy, speed: speed)
}

/// A gate before which somebody has stood for ten seconds.
private func standing(utc: Int64? = nil) -> OutlierGate {
  var gate = OutlierGate()
  for second in 0..<10 {
    let held = gate.judge(fix(0, at: Double(second), speed: 0, utc: utc.map { $0 + Int64(second) }))
    #expect(held == nil)
  }
  return gate
}

@Suite("The outlier gate")
struct OutlierGateTests {
  @Test("holds a jump and says how far it was, and believes the next fix that fits")
  func jump() {
    var gate = standing()
    let held = gate.judge(fix(82, at: 10, speed: 0))
    guard let held, case .jump(let distance, let seconds) = held.why else {
      Issue.record("\(String(describing: held))")
      return
    }
    #expect(abs(distance - 82) < 1e-6 && seconds == 1 && held.agreeing == 1)
    #expect(held.why.word == "jump")
    #expect(gate.judge(fix(1, at: 11, speed: 0)) == nil)
  }

  @Test("holds two that agree, and believes the third: the player has really moved")
  func tunnel() {
    var gate = standing()
    #expect(gate.judge(fix(4000, at: 10, speed: 0))?.agreeing == 1)
    #expect(gate.judge(fix(4001, at: 11, speed: 0))?.agreeing == 2)
    #expect(gate.judge(fix(4002, at: 12, speed: 0)) == nil)
    #expect(gate.judge(fix(0, at: 13, speed: 0)) != nil)
  }

  @Test("starts to count anew when held fixes contradict each other, or one is believed between them")
  func contradiction() {
    var gate = standing()
    #expect(gate.judge(fix(4000, at: 10, speed: 0))?.agreeing == 1)
    #expect(gate.judge(fix(9000, toward: 90, at: 11, speed: 0))?.agreeing == 1)
    #expect(gate.judge(fix(9000, toward: 90, at: 12, speed: 0))?.agreeing == 2)
    #expect(gate.judge(fix(0, at: 13, speed: 0)) == nil)
    #expect(gate.judge(fix(9000, toward: 90, at: 14, speed: 0))?.agreeing == 1)
  }

  @Test("believes the first fix, and gives it up for two others that agree")
  func badStart() {
    var gate = OutlierGate()
    #expect(gate.judge(fix(50_000, at: 0)) == nil)
    #expect(gate.judge(fix(0, at: 1)) != nil)
    #expect(gate.judge(fix(1, at: 2)) == nil)
    #expect(gate.judge(fix(2, at: 3)) == nil)
  }

  @Test("takes a jump that the error circles explain, and one that the time since explains")
  func explained() {
    var vague = OutlierGate()
    #expect(vague.judge(fix(0, at: 0, accuracy: 30, speed: 0)) == nil)
    #expect(vague.judge(fix(82, at: 1, accuracy: 30, speed: 0)) == nil)
    var patient = standing()
    #expect(patient.judge(fix(3000, at: 70, speed: 0)) == nil)
  }

  @Test(
    "follows the speed that the receiver reports, up to that of an airliner", arguments: [1.4, 16.7, 55.6, 89, 250])
  func vehicles(speed: Double) {
    var gate = OutlierGate()
    for second in 0..<60 {
      #expect(gate.judge(fix(speed * Double(second), at: Double(second), speed: speed)) == nil)
    }
    // And a second later nobody is two kilometres further.
    #expect(gate.judge(fix(speed * 60 + 2000, at: 60, speed: speed)) != nil)
  }

  @Test("follows a recording in steps of 100 m a second, which says its speed from the second point on")
  func fastTrace() {
    var gate = OutlierGate()
    for second in 0..<100 {
      let speed = second == 0 ? nil : 100.0
      #expect(gate.judge(fix(Double(second) * 100, at: Double(second), accuracy: nil, speed: speed)) == nil)
    }
  }

  @Test("holds a second position of the same moment that no error explains, and believes one that an error explains")
  func noTime() {
    var gate = OutlierGate()
    #expect(gate.judge(fix(0, at: 7)) == nil)
    #expect(gate.judge(fix(5, at: 7)) == nil)
    #expect(gate.judge(fix(40_000, at: 7)) != nil)
    #expect(gate.judge(fix(6, at: 8)) == nil)
  }

  @Test("believes every fourth fix of a source that only contradicts itself")
  func nonsense() {
    var gate = standing()
    let held = (10..<40).map { gate.judge(fix(20_000 * Double($0), at: Double($0))) != nil }
    #expect(held.split(separator: false).allSatisfy { $0.count <= OutlierGate.mostHeld })
    #expect(held.prefix(4) == [true, true, true, false])
  }

  @Test("is not stuck by a receiver that moves and says that it stands, nor by one that is silent about it")
  func wrongSpeed() {
    for speed in [0, nil] as [Double?] {
      var gate = OutlierGate()
      let held = (0..<100).filter { gate.judge(fix(Double($0) * 60, at: Double($0), speed: speed)) != nil }
      #expect(held.count <= 2, "\(held)")
    }
  }

  @Test("does not take the speed of an outlier for the player's")
  func speedOfAnOutlier() {
    var gate = OutlierGate()
    // A recording says the speed between its points: after a planted one it is absurd.
    for second in 0..<10 { #expect(gate.judge(fix(Double(second), at: Double(second), speed: 1)) == nil) }
    #expect(gate.judge(fix(5000, at: 10, speed: 4990)) != nil)
    #expect(gate.judge(fix(11, at: 11, speed: 4989)) == nil)
    #expect(gate.judge(fix(300, toward: 90, at: 12, speed: 300)) != nil)
  }

  @Test("holds latitude and longitude zero when it is far away, and plays on it when it is near")
  func nullIsland() {
    let zero = Coordinate(clampingLatitude: 0, wrappingLongitude: 0)
    var gate = standing()
    // However long the silence was.
    let held = gate.judge(Fix(position: zero, time: .seconds(1_000_000), accuracy: 4))
    #expect(held?.why.word == "null_island")
    var islander = OutlierGate()
    for second in 0..<30 {
      let place = zero.offset(by: abs(15 - Double(second)), toward: .north)
      #expect(islander.judge(Fix(position: place, time: .seconds(second), speed: 1)) == nil)
    }
  }

  @Test("holds an error circle of kilometres among good fixes, and believes it when there is nothing better")
  func inaccurate() {
    var gate = standing()
    #expect(gate.judge(fix(0, at: 10, accuracy: 5000))?.why == .inaccurate(accuracy: 5000))
    #expect(gate.judge(fix(0, at: 11, accuracy: 4)) == nil)
    #expect(gate.judge(fix(0, at: 12, accuracy: 5000))?.agreeing == 1)
    #expect(gate.judge(fix(900, at: 13, accuracy: 5000))?.agreeing == 2)
    #expect(gate.judge(fix(0, at: 14, accuracy: 5000)) == nil)
    #expect(gate.judge(fix(2000, at: 15, accuracy: 5000)) == nil)
  }

  @Test("does not let a circle in which anything lies vouch for a jump")
  func vagueWitness() {
    var gate = standing()
    #expect(gate.judge(fix(0, at: 10, accuracy: 1e300))?.agreeing == 1)
    #expect(gate.judge(fix(9000, at: 11))?.agreeing == 1)
    #expect(gate.judge(fix(9000, at: 12))?.agreeing == 2)
  }

  @Test("time that runs backwards excuses no way, but a repetition is believed")
  func backwards() {
    var gate = standing(utc: 1000)
    #expect(gate.judge(fix(5, at: 10, speed: 0, utc: 1005)) == nil)
    #expect(gate.judge(fix(60, at: 11, speed: 0, utc: 1001))?.why.word == "backwards")
    var clock = standing()
    #expect(clock.judge(fix(60, at: 5, speed: 0))?.why.word == "backwards")
  }

  @Test("after a silence the receiver's time tells how long it was; where it does not, anything may have happened")
  func silence() {
    // Five seconds of ours, an hour of the recording's.
    var pause = standing(utc: 1000)
    pause.interrupt()
    #expect(pause.judge(fix(50_000, at: 15, utc: 4600)) == nil)
    var short = standing(utc: 1000)
    short.interrupt()
    #expect(short.judge(fix(50_000, at: 15, utc: 1015)) != nil)
    var unknown = standing()
    unknown.interrupt()
    #expect(unknown.judge(fix(50_000, at: 15)) == nil)
    // Believed once, it is the silence no more.
    #expect(unknown.judge(fix(0, at: 16)) != nil)
  }

  @Test("a silence before the first fix excuses no jump behind it")
  func silenceBeforeFirst() {
    var gate = OutlierGate()
    gate.interrupt()
    #expect(gate.judge(fix(0, at: 10)) == nil)
    #expect(gate.judge(fix(1100, at: 11, accuracy: 30))?.why.word == "jump")
    #expect(gate.judge(fix(1, at: 12)) == nil)
  }

  @Test("the first fix is one witness, however often it is repeated, so two others are enough")
  func repeated() {
    var start = OutlierGate()
    for _ in 0..<4 { #expect(start.judge(fix(50_000, at: 0, utc: 1000)) == nil) }
    #expect(start.judge(fix(0, at: 1, utc: 1001)) != nil)
    #expect(start.judge(fix(0, at: 2, utc: 1002)) == nil)
  }

  @Test("points of a recording whose clock stands still are believed like others")
  func stuckClock() {
    var gate = standing()
    let held = (0..<10).map { gate.judge(fix(4000 + 10 * Double($0), at: 12)) != nil }
    #expect(held == [true, true] + Array(repeating: false, count: 8))
  }
}
