import Geodesy
import HuntDomain
import Numbers
import Simulation
import Testing

@Suite("Faults that are let happen")
struct FaultInjectorTests {
  /// The fix of one second: somebody who walks north.
  private static let epoch = Timestamp(milliseconds: 1_767_225_600_000)

  private func fix(_ second: Double) -> Fix {
    Fix(
      position: station.offset(by: 1.4 * second, toward: .north), time: .seconds(second),
      utc: Self.epoch.advanced(by: .seconds(second)), accuracy: 5, accuracySource: .simulation,
      altitude: 520 + second, speed: 1.4, course: .north, satellitesUsed: 8, satellitesSeen: 11)
  }

  private func moment(_ second: Double) -> Moment { Moment(time: .seconds(second), .fix(fix(second))) }

  /// What comes of a minute of fixes, one a second, in which `text` happens.
  private func play(_ text: String, seconds: ClosedRange<Int> = 0...59) throws -> [Moment] {
    var injector = FaultInjector(try FaultScenario(text: text))
    return seconds.flatMap { injector.inject(moment(Double($0))) }
  }

  /// What a scenario does to fixes one by one: the seconds that are as they were are left out.
  private func changed(_ text: String) throws -> [Int: Fix] {
    let moments = try play(text)
    #expect(moments.map(\.time) == (0...59).map { .seconds($0) })
    var changed: [Int: Fix] = [:]
    for (second, moment) in moments.enumerated() {
      let fix = try #require(moment.observation.fix)
      if fix != self.fix(Double(second)) { changed[second] = fix }
    }
    return changed
  }

  @Test("leave alone what they do not concern")
  func nothing() throws {
    #expect(try play("") == (0...59).map { moment(Double($0)) })
    #expect(try play("at 2:00 lose fix; every 2:00 silence for 1s") == (0...59).map { moment(Double($0)) })
  }

  @Test("begin and end on time, for one report where no time is said, and again and again where that is said")
  func when() throws {
    func seconds(_ text: String) throws -> [Int] { try changed(text).keys.sorted() }
    #expect(try seconds("at 00:05 altitude unknown for 3s") == [5, 6, 7])
    #expect(try seconds("at 00:05.5 altitude unknown for 3s") == [6, 7, 8])
    #expect(try seconds("at 00:05 altitude unknown") == [5])
    #expect(try seconds("at 00:05.5 altitude unknown") == [6])
    #expect(try seconds("at 00:00 altitude unknown") == [0])
    #expect(try seconds("at 00:55 altitude unknown for ever") == Array(55...59))
    #expect(try seconds("every 00:20 altitude unknown for 2s") == [20, 21, 40, 41])
    #expect(try seconds("every 00:20 altitude unknown") == [20, 40])
    #expect(try seconds("every 00:12.5 altitude unknown") == [13, 25, 38, 50])
  }

  @Test("lose fixes and satellites")
  func lostFixes() throws {
    let lost = try play("at 00:10 lose fix for 5s")
    #expect(lost.count == 60)
    #expect(lost[10..<15].allSatisfy { $0.observation == .nothing(satellitesSeen: 11) })
    #expect(Array(lost[..<10] + lost[15...]) == (Array(0...9) + Array(15...59)).map { moment(Double($0)) })
    let jammed = try play("at 00:10 lose fix for 5s; at 00:10 satellites 0 for 5s")
    #expect(jammed[12].observation == .nothing(satellitesSeen: 0))
    var injector = FaultInjector(try FaultScenario(text: "at 00:10 satellites unknown for 5s"))
    #expect(injector.inject(Moment(time: .seconds(9), .nothing(satellitesSeen: 4))).count == 1)
    let unsaid = injector.inject(Moment(time: .seconds(10), .nothing(satellitesSeen: 4)))
    #expect(unsaid.map(\.observation) == [.nothing(satellitesSeen: nil)])
    let few = try changed("at 00:10 satellites 3 for 1s; at 00:20 satellites unknown for 1s")
    #expect(few[10]?.satellitesUsed == 3 && few[10]?.satellitesSeen == 3)
    #expect(few[20]?.satellitesUsed == nil && few[20]?.satellitesSeen == nil && few.count == 2)
  }

  @Test("keep silent, or hold back all and let it go at once")
  func silence() throws {
    #expect(try play("at 00:10 silence for 20s").map(\.time) == (Array(0...9) + Array(30...59)).map { .seconds($0) })
    #expect(try play("at 00:10 silence").count == 59)
    var injector = FaultInjector(try FaultScenario(text: "at 00:10 stall for 5s"))
    let counts = (0...20).map { injector.inject(moment(Double($0))).count }
    #expect(counts == Array(repeating: 1, count: 10) + [0, 0, 0, 0, 0, 6] + Array(repeating: 1, count: 5))
    // Nothing is missing, and nothing is changed.
    #expect(try play("at 00:10 stall for 5s") == (0...59).map { moment(Double($0)) })
    // Of more than it can keep, the oldest are lost.
    let kept = try play("at 00:10 stall for 40 min", seconds: 0...2500)
    #expect(kept.count == 10 + FaultInjector.longestQueue + 90)
    #expect(kept[10].time == .seconds(2411 - FaultInjector.longestQueue))
  }

  @Test("repeat reports, at once and in between")
  func repetitions() throws {
    let twice = try play("at 00:10 duplicate for 2s")
    #expect(twice[9...14].map(\.time) == [9, 10, 10, 11, 11, 12].map { .seconds($0) })
    #expect(twice[10] == twice[11] && twice.count == 62)
    #expect(try play("at 00:10 duplicate 3 times").count == 63)
    let flood = try play("at 00:10 flood 4 Hz for 2s")
    #expect(flood[9...18].map(\.time) == [9, 9.25, 9.5, 9.75, 10, 10.25, 10.5, 10.75, 11, 12].map { .seconds($0) })
    let between = try #require(flood[11].observation.fix)
    #expect(between.position == fix(9).position && between.time == .seconds(9.5))
    #expect(between.utc == Self.epoch.advanced(by: .seconds(9.5)))
    // Who reports as often as that is not flooded, and a long gap is not filled whole.
    #expect(try play("at 00:10 flood 1 Hz for 20s").count == 60)
    var injector = FaultInjector(try FaultScenario(text: "at 00:00 flood 100 Hz for ever"))
    _ = injector.inject(moment(0))
    #expect(injector.inject(moment(100_000)).count == 1000)
  }

  @Test("move the position: aside, more and more, to nowhere, or not at all")
  func positions() throws {
    let east = Bearing(degrees: 90)
    let jump = try changed("at 00:10 jump 200 m toward 90 for 5s")
    #expect(jump.keys.sorted() == Array(10...14))
    #expect(jump.allSatisfy { abs($1.position.distance(to: fix(Double($0)).position) - 200) < 1e-6 })
    #expect(abs(try #require(jump[12]).position.bearing(to: fix(12).position).turn(to: Bearing(degrees: 270))) < 0.01)
    let drift = try changed("at 00:10 drift 2 m/s toward 90 for 5s")
    for second in 11...14 {
      let place = fix(Double(second)).position.offset(by: Double(second - 10) * 2, toward: east)
      #expect(try #require(drift[second]).position.distance(to: place) < 1e-6)
    }
    #expect(drift.keys.sorted() == Array(11...14))
    let nowhere = try changed("at 00:10 null island")
    #expect(nowhere.keys.sorted() == [10])
    #expect(nowhere[10]?.position == Coordinate(latitude: 0, longitude: 0) && nowhere[10]?.speed == 1.4)
    let frozen = try changed("at 00:10 freeze for 5s")
    // The first of them is where it is.
    #expect(frozen.keys.sorted() == Array(11...14))
    #expect(frozen.allSatisfy { $1.position == fix(10).position && $1.altitude == 530 && $1.time == .seconds($0) })
    let again = try changed("every 00:20 freeze for 5s")
    #expect(again[44]?.position == fix(40).position)
  }

  @Test("say something else, or nothing, of what a fix says besides")
  func said() throws {
    let fixes = try changed(
      """
      at 0:01 accuracy 500 m; at 0:02 accuracy unknown; at 0:03 speed 0 m/s; at 0:04 speed unknown
      at 0:05 course 123; at 0:06 course unknown; at 0:07 altitude 9 m; at 0:08 altitude unknown; at 0:09 2d
      at 0:10 accuracy 3 m; at 0:10 accuracy 4 m
      """)
    #expect(fixes[1]?.accuracy == 500 && fixes[1]?.accuracySource == .simulation)
    #expect(fixes[2]?.accuracy == nil && fixes[2]?.accuracySource == nil)
    #expect(fixes[3]?.speed == 0 && fixes[3]?.course == .north && fixes[4]?.speed == nil)
    #expect(fixes[5]?.course == Bearing(degrees: 123) && fixes[6]?.course == nil && fixes[6]?.speed == 1.4)
    #expect(fixes[7]?.altitude == 9 && fixes[8]?.altitude == nil && fixes[8]?.mode == .threeD)
    #expect(fixes[9]?.mode == .twoD && fixes[9]?.altitude == nil)
    // Of two that say the same thing the later one counts.
    #expect(fixes[10]?.accuracy == 4 && fixes.count == 10)
  }

  @Test("set civil time back and forward, stop it or leave it out, and never the fix's own")
  func clocks() throws {
    let fixes = try changed(
      """
      at 0:10 clock back 1024 weeks for 2s; at 0:20 clock forward 1h
      at 0:30 clock stopped for 3s; at 0:40 clock unknown
      """
    )
    let epoch = Self.epoch
    #expect(fixes[11]?.utc == epoch.advanced(by: .seconds(11 - 1024 * 604_800)))
    #expect(fixes[20]?.utc == epoch.advanced(by: .seconds(3620)))
    #expect(fixes[30] == nil && fixes[31]?.utc == epoch.advanced(by: .seconds(30)) && fixes[32]?.utc == fixes[31]?.utc)
    #expect(fixes[40]?.utc == nil && fixes[40] != nil)
    #expect(fixes.allSatisfy { $1.time == .seconds($0) && $1.position == fix(Double($0)).position })
    // Two at a time add up.
    let both = try changed("at 0:10 clock back 5s; at 0:10 clock back 2s")
    #expect(both[10]?.utc == epoch.advanced(by: .seconds(3)))
  }

  @Test("happen together in the order in which they are written")
  func together() throws {
    let jumped = try changed("at 0:10 freeze for 5s; at 0:10 jump 100 m for 5s")
    #expect(abs(try #require(jumped[14]).position.distance(to: fix(10).position) - 100) < 1e-6)
    let moments = try play("at 0:10 duplicate for 5s; at 0:10 stall for 5s; at 0:12 lose fix for 1s; at 0:13 silence")
    #expect(moments.count == 60 + 5 - 2)
    #expect(moments[14...15].allSatisfy { $0.observation == .nothing(satellitesSeen: 11) && $0.time == .seconds(12) })
  }

  @Test("of any kind never trap, never go back in time, give the same twice, and leave nothing behind")
  func anyScenario() {
    var generator = SeededGenerator(seed: 31)
    for number in 0..<300 {
      let scenario = FaultScenario.random(using: &generator, entries: 6, within: 300)
      var injectors = [FaultInjector(scenario), FaultInjector(scenario)]
      var (last, second) = (Duration.seconds(-1), 0.0)
      while second < 800 {
        let moment =
          generator.uniform() < 0.1
          ? Moment(time: .seconds(second), .nothing(satellitesSeen: 2)) : self.moment(second)
        let moments = injectors[0].inject(moment)
        #expect(injectors[1].inject(moment) == moments)
        for moment in moments {
          #expect(moment.time >= last && moment.time <= .seconds(second))
          last = moment.time
          guard let fix = moment.observation.fix else { continue }
          #expect(fix.time == moment.time && abs(fix.position.latitude) <= 90)
          #expect([fix.accuracy, fix.altitude, fix.speed].allSatisfy { ($0 ?? 0).isFinite })
        }
        // A stall may let go at the first moment after it.
        if let end = scenario.end, .seconds(second) > end + .seconds(20) {
          #expect(moments == [moment], "scenario \(number)")
        }
        second += generator.uniform() * 8
      }
    }
  }

  @Test("all have an effect, each by itself")
  func effects() {
    var generator = SeededGenerator(seed: 33)
    let effective = (0..<400).map { _ in Fault.random(using: &generator) }.filter { fault in
      FaultScenario.Entry(.at(.seconds(10)), fault, .lasting(.seconds(20))).map { entry in
        var injector = FaultInjector(FaultScenario([entry]))
        return (0...59).contains { injector.inject(moment(Double($0))) != [moment(Double($0))] }
      } ?? false
    }
    for word in FaultWords.allCases {
      #expect(
        effective.contains { $0.description.hasPrefix(word.rawValue) }, "\(word) changes nothing: FaultSpell.swift")
    }
  }

  @Test("are not confused by times that go back or lie at the end of all times")
  func hostileTimes() {
    var generator = SeededGenerator(seed: 32)
    let times: [Duration] = [
      .zero, .seconds(-5), .seconds(Int64.max), .seconds(Int64.min), .nanoseconds(1), .seconds(1e15), .seconds(300),
      .seconds(86_400 * 365),
    ]
    for _ in 0..<1000 {
      var injector = FaultInjector(.random(using: &generator, entries: 8, within: 300))
      var last = Duration.seconds(Int64.min)
      for _ in 0..<20 {
        let moments = injector.inject(Moment(time: times[Int(generator.next() % 8)], .fix(fix(0))))
        for moment in moments {
          #expect(moment.time >= last && moment.observation.fix.map { $0.time == moment.time } ?? true)
          last = moment.time
        }
      }
    }
  }
}
