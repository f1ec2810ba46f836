import GPSDLocation
import Game
import Geodesy
import HuntDomain
import Nearby
import Numbers
import Testing

/// A report of one of the epochs below: `second` of some minute, `metres` as altitude.
private func tpv(
  _ second: Int64?, mode: PositionReport.Mode? = .threeD, north: Double? = 48, altitude: Double? = nil,
  eph: Double? = nil, device: String = "/dev/a"
) -> PositionReport {
  var report = PositionReport()
  report.device = device
  report.utc = second.map { Timestamp(milliseconds: 1_700_000_000_000 + $0 * 1000) }
  report.mode = mode
  report.position = north.flatMap { Coordinate(latitude: $0, longitude: 11) }
  report.altitude = altitude
  report.accuracy = eph
  return report
}

private func ms(_ milliseconds: Int) -> Duration { .milliseconds(milliseconds) }

@Suite("Epochs of a GPSD receiver")
struct GPSDEpochTests {
  @Test("the reports of one time become one, each adding what it says")
  func merging() {
    var merger = EpochMerger()
    #expect(merger.add(tpv(1, mode: .twoD, north: 48), at: ms(0)) == nil)
    #expect(merger.add(tpv(1, mode: .threeD, north: nil, altitude: 500), at: ms(10)) == nil)
    #expect(merger.add(tpv(1, mode: nil, north: 48.5, eph: 4), at: ms(20)) == nil)
    #expect(merger.wait(until: ms(59)) == nil)
    let epoch = merger.wait(until: ms(60))
    #expect(epoch?.report == tpv(1, mode: .threeD, north: 48.5, altitude: 500, eph: 4))
    #expect(epoch?.began == ms(0))
    #expect(merger.wait(until: ms(200)) == nil)
    #expect(merger.deadline == nil)
  }

  @Test("the next time, or another receiver, ends an epoch at once")
  func nextEpoch() {
    var merger = EpochMerger()
    #expect(merger.add(tpv(1), at: ms(0)) == nil)
    #expect(merger.add(tpv(2), at: ms(5))?.report == tpv(1))
    #expect(merger.add(tpv(2, device: "/dev/b"), at: ms(6))?.report == tpv(2))
    #expect(merger.flush()?.report == tpv(2, device: "/dev/b"))
  }

  @Test("a report without a time stands alone")
  func untimed() {
    var merger = EpochMerger()
    #expect(merger.add(tpv(nil, north: 1), at: ms(0)) == nil)
    #expect(merger.add(tpv(nil, north: nil, altitude: 3), at: ms(1))?.report == tpv(nil, north: 1))
    #expect(merger.add(tpv(1), at: ms(2))?.report == tpv(nil, north: nil, altitude: 3))
  }

  @Test("a trickle of reports waits no longer than the patience")
  func patience() {
    var merger = EpochMerger(quiet: ms(40), patience: ms(90))
    for time in stride(from: 0, through: 80, by: 20) {
      #expect(merger.add(tpv(1, altitude: Double(time)), at: ms(time)) == nil)
    }
    #expect(merger.deadline == ms(90))
    #expect(merger.wait(until: ms(90))?.report.altitude == 80)
  }

  @Test("an epoch is handed out once: a report that comes too late is dropped, and waited for the next time")
  func lateReport() {
    var merger = EpochMerger()
    _ = merger.add(tpv(1), at: ms(0))
    #expect(merger.wait(until: ms(40))?.report == tpv(1))
    #expect(merger.add(tpv(1, altitude: 500), at: ms(120)) == nil)
    #expect(merger.deadline == nil && merger.flush() == nil)
    // A pause of 120 ms was seen, and half as long again is waited; but never longer than 250 ms in all.
    #expect(merger.add(tpv(2), at: ms(1000)) == nil)
    #expect(merger.deadline == ms(1180))
    #expect(merger.add(tpv(2, altitude: 500), at: ms(1120)) == nil)
    #expect(merger.deadline == ms(1250))
    #expect(merger.wait(until: ms(1250))?.report == tpv(2, altitude: 500))
    // Another receiver has pauses of its own.
    #expect(merger.add(tpv(3, device: "/dev/b"), at: ms(2000)) == nil)
    #expect(merger.deadline == ms(2040))
  }

  @Test("once a receiver is known, its epochs are handed out with their last report")
  func habit() {
    var merger = EpochMerger()
    for second in 0..<3 {
      _ = merger.add(tpv(Int64(second)), at: ms(second * 1000))
      _ = merger.add(tpv(Int64(second), altitude: 5), at: ms(second * 1000 + 10))
    }
    _ = merger.add(tpv(3), at: ms(3000))
    #expect(merger.deadline == ms(3040))
    _ = merger.add(tpv(3, altitude: 6), at: ms(3010))
    #expect(merger.wait(until: ms(3010))?.report == tpv(3, altitude: 6))
    // One that grows is waited for again, for the longest of the last ones counts.
    for report in [tpv(4), tpv(4, altitude: 7), tpv(4, eph: 3)] { _ = merger.add(report, at: ms(4000)) }
    _ = merger.add(tpv(5), at: ms(5000))
    _ = merger.add(tpv(5, altitude: 8), at: ms(5010))
    #expect(merger.deadline == ms(5050))
    // Another receiver has habits of its own.
    for report in [tpv(6, device: "/dev/b"), tpv(6, altitude: 1, device: "/dev/b"), tpv(6, eph: 2, device: "/dev/b")] {
      _ = merger.add(report, at: ms(6000))
    }
    #expect(merger.deadline == ms(6040))
  }

  @Test("what comes after the habitual last report is dropped, and belongs to the habit from then on")
  func habitBroken() {
    var merger = EpochMerger()
    for second in 0..<4 { _ = merger.add(tpv(Int64(second)), at: ms(second * 1000)) }
    #expect(merger.wait(until: ms(3000))?.report == tpv(3))
    #expect(merger.add(tpv(3, altitude: 9), at: ms(3002)) == nil)
    #expect(merger.wait(until: ms(3999)) == nil)
    _ = merger.add(tpv(4), at: ms(4000))
    #expect(merger.deadline == ms(4040))
    _ = merger.add(tpv(4, altitude: 9), at: ms(4002))
    #expect(merger.wait(until: ms(4002))?.report == tpv(4, altitude: 9))
  }

  @Test("a receiver whose clock stands still does not stop the game")
  func stuckClock() {
    var merger = EpochMerger()
    var began: [Duration] = []
    for time in stride(from: 0, to: 5000, by: 500) {
      if let epoch = merger.add(tpv(1, north: Double(time) / 100), at: ms(time)) { began.append(epoch.began) }
      if let epoch = merger.wait(until: ms(time + 100)) { began.append(epoch.began) }
    }
    #expect(began == [0, 1000, 2000, 3000, 4000].map(ms))
  }
}

@Suite("Location updates made of GPSD reports")
struct GPSDLocationInterpreterTests {
  private static let lost = LocationUpdate.lost(reason: "the receiver is silent")

  private func interpreter(_ change: (inout GPSDTiming) -> Void = { _ in }) -> LocationInterpreter {
    var timing = GPSDTiming()
    change(&timing)
    var interpreter = LocationInterpreter(address: .local, timing: timing)
    interpreter.connect(at: .zero)
    return interpreter
  }

  private func fix(_ report: PositionReport, at time: Int, satellites: SatelliteCount? = nil) -> LocationUpdate? {
    report.fix(at: ms(time), satellites: satellites).map { .fix($0) }
  }

  private static func sky(_ visible: Int, used: Int) -> GPSDReport {
    .sky(SatelliteCount(visible: visible, used: used), dilution: nil)
  }

  @Test("an epoch is a fix, stamped when its first report came")
  func fixes() {
    var interpreter = interpreter()
    #expect(interpreter.hear(Self.sky(9, used: 5), at: ms(90)) == [])
    #expect(interpreter.hear(.position(tpv(1)), at: ms(100)) == [])
    #expect(interpreter.wait(until: ms(140)) == [fix(tpv(1), at: 100, satellites: SatelliteCount(visible: 9, used: 5))])
    #expect(interpreter.hear(.position(tpv(2)), at: ms(1100)) == [])
    #expect(
      interpreter.hear(.position(tpv(3)), at: ms(1130)) == [
        fix(tpv(2), at: 1100, satellites: SatelliteCount(visible: 9, used: 5))
      ])
  }

  @Test("no position is searching, with the satellites in view, each count once")
  func searching() {
    var interpreter = interpreter()
    _ = interpreter.hear(.position(tpv(1, mode: .noFix, north: nil)), at: ms(0))
    #expect(interpreter.wait(until: ms(40)) == [.searching(satellitesInView: nil)])
    let sky = Self.sky(4, used: 0)
    #expect(interpreter.hear(sky, at: ms(100)) == [.searching(satellitesInView: 4)])
    #expect(interpreter.hear(sky, at: ms(200)) == [])
    #expect(interpreter.hear(.sky(nil, dilution: nil), at: ms(300)) == [])
    _ = interpreter.hear(.position(tpv(2, mode: .threeD, north: nil)), at: ms(1000))
    #expect(interpreter.wait(until: ms(1040)) == [])
  }

  @Test("silence is a loss, said once; the next report ends it")
  func silence() {
    var interpreter = interpreter()
    _ = interpreter.hear(.position(tpv(1)), at: ms(0))
    _ = interpreter.wait(until: ms(40))
    #expect(interpreter.wait(until: ms(1499)) == [])
    #expect(interpreter.deadline == ms(1500))
    #expect(interpreter.wait(until: ms(1500)) == [Self.lost])
    #expect(interpreter.wait(until: ms(9000)) == [])
    #expect(interpreter.deadline == nil)
    _ = interpreter.hear(.position(tpv(9)), at: ms(9000))
    #expect(interpreter.wait(until: ms(9040)) == [fix(tpv(9), at: 9000)])
  }

  @Test("a receiver that reports satellites but no position any more is searching")
  func positionless() {
    var interpreter = interpreter()
    _ = interpreter.hear(.position(tpv(1)), at: ms(0))
    _ = interpreter.wait(until: ms(40))
    _ = interpreter.hear(Self.sky(7, used: 0), at: ms(1000))
    #expect(interpreter.wait(until: ms(1500)) == [.searching(satellitesInView: 7)])
    #expect(interpreter.wait(until: ms(2500)) == [Self.lost])
  }

  @Test("greetings and lists of devices are no sign of life")
  func noLife() {
    var interpreter = interpreter()
    #expect(interpreter.hear(.greeting, at: ms(1400)) == [])
    #expect(interpreter.hear(.devices(hasAny: true), at: ms(1400)) == [])
    #expect(interpreter.wait(until: ms(1500)) == [Self.lost])
  }

  @Test("a gpsd without receivers is a loss until one is plugged in")
  func noDevices() {
    var interpreter = interpreter()
    let lost = LocationUpdate.lost(reason: "gpsd at localhost:2947 has no GPS device")
    #expect(interpreter.hear(.devices(hasAny: false), at: ms(1)) == [lost])
    #expect(interpreter.wait(until: ms(5000)) == [])
    _ = interpreter.hear(.position(tpv(1)), at: ms(6000))
    #expect(interpreter.wait(until: ms(6040)) == [fix(tpv(1), at: 6000)])
  }

  @Test("a lost connection is said at once, after the epoch under way, each reason once")
  func disconnection() {
    var interpreter = interpreter()
    _ = interpreter.hear(.position(tpv(1)), at: ms(100))
    #expect(interpreter.disconnect(because: "gone", at: ms(101)) == [fix(tpv(1), at: 100), .lost(reason: "gone")])
    #expect(interpreter.disconnect(because: "gone", at: ms(200)) == [])
    #expect(interpreter.disconnect(because: "still", at: ms(300)) == [.lost(reason: "still")])
    #expect(interpreter.deadline == nil)
    interpreter.connect(at: ms(400))
    #expect(interpreter.wait(until: ms(1900)) == [Self.lost])
  }

  @Test("a receiver that is unplugged is a loss at once; another one that goes is none of ours")
  func unplugged() {
    var interpreter = interpreter()
    _ = interpreter.hear(.position(tpv(1)), at: ms(0))
    _ = interpreter.wait(until: ms(40))
    #expect(interpreter.hear(.device(path: "/dev/b", isActive: false), at: ms(50)) == [])
    let lost = LocationUpdate.lost(reason: "the receiver was unplugged")
    #expect(interpreter.hear(.device(path: "/dev/a", isActive: false), at: ms(60)) == [lost])
    #expect(interpreter.wait(until: ms(9000)) == [])
    // Plugged in again, it has as long as any other to say something.
    #expect(interpreter.hear(.device(path: "/dev/a", isActive: true), at: ms(9000)) == [])
    #expect(interpreter.wait(until: ms(10_499)) == [])
    #expect(interpreter.wait(until: ms(10_500)) == [Self.lost])
    _ = interpreter.hear(.position(tpv(9)), at: ms(12_000))
    #expect(interpreter.wait(until: ms(12_040)) == [fix(tpv(9), at: 12_000)])
  }

  /// Every second a report of `/dev/a`, and half a second later one of `/dev/b`; returns what is said.
  private func pair(_ seconds: Range<Int>, a: (Int64) -> PositionReport, b: (Int64) -> PositionReport)
    -> [LocationUpdate]
  {
    var interpreter = interpreter()
    return seconds.flatMap { second in
      let start = second * 1000
      return interpreter.hear(.position(a(Int64(second))), at: ms(start))
        + interpreter.wait(until: ms(start + 40))
        + interpreter.hear(.position(b(Int64(second))), at: ms(start + 500))
        + interpreter.wait(until: ms(start + 540))
    }
  }

  private static func receiver(_ name: String, beside other: String) -> LocationUpdate {
    .receiver(FollowedReceiver(name: name, others: [other], option: "gpsd:localhost:2947:DEVICE"))
  }

  @Test("of two receivers one is followed, and named with the other once")
  func twoReceivers() {
    let updates = pair(0..<30, a: { tpv($0, eph: 4) }, b: { tpv($0, north: 48.01, eph: 25, device: "/dev/b") })
    #expect(updates.compactMap(\.fix).allSatisfy { $0.position.latitude == 48 } && updates.count == 31)
    #expect(updates.filter { $0.fix == nil } == [Self.receiver("/dev/a", beside: "/dev/b")])
  }

  @Test("a receiver without a position does not interrupt one that has it", arguments: [true, false])
  func blindReceiver(isFirst: Bool) {
    let blind = { (second: Int64) in tpv(second, mode: .noFix, north: nil, device: isFirst ? "/dev/a" : "/dev/b") }
    let seeing = { (second: Int64) in tpv(second, eph: 4, device: isFirst ? "/dev/b" : "/dev/a") }
    let updates = pair(0..<10, a: isFirst ? blind : seeing, b: isFirst ? seeing : blind)
    #expect(updates.filter { $0 == .searching(satellitesInView: nil) }.count == (isFirst ? 1 : 0))
    #expect(updates.compactMap(\.fix).count == 10)
  }

  @Test("a better receiver is followed after ten seconds, with its own satellites, and named")
  func betterReceiver() {
    var interpreter = interpreter()
    var updates: [LocationUpdate] = []
    for second in 0..<20 {
      for (device, eph, seen) in [("/dev/a", 30.0, 5), ("/dev/b", 4.0, 12)] {
        let start = second * 1000 + (device == "/dev/a" ? 0 : 500)
        let sky = GPSDReport.sky(SatelliteCount(visible: seen, used: 4), dilution: nil, device: device)
        updates += interpreter.hear(sky, at: ms(start))
        updates += interpreter.hear(.position(tpv(Int64(second), eph: eph, device: device)), at: ms(start + 10))
        updates += interpreter.wait(until: ms(start + 50))
      }
    }
    let names = updates.filter { $0.fix == nil }
    #expect(names == [Self.receiver("/dev/a", beside: "/dev/b"), Self.receiver("/dev/b", beside: "/dev/a")])
    let fixes = updates.compactMap(\.fix)
    #expect(fixes.map(\.accuracy) == Array(repeating: 30, count: 11) + Array(repeating: 4, count: 10))
    // The sky of the new one comes with its next report.
    #expect(fixes.compactMap(\.satellitesSeen) == Array(repeating: 5, count: 11) + Array(repeating: 12, count: 9))
  }

  @Test("the receiver that is chosen in the address is the only one, also of a gpsd that tells of all")
  func chosenReceiver() throws {
    var interpreter = LocationInterpreter(
      address: try GPSDAddress(parsing: "localhost:2947:/dev/b"), timing: GPSDTiming())
    interpreter.connect(at: .zero)
    #expect(interpreter.hear(.position(tpv(1)), at: ms(0)) + interpreter.wait(until: ms(50)) == [])
    _ = interpreter.hear(.position(tpv(1, device: "/dev/b")), at: ms(100))
    #expect(interpreter.wait(until: ms(140)) == [fix(tpv(1, device: "/dev/b"), at: 100)])
  }

  @Test("names of receivers cannot reach a terminal")
  func hostileNames() {
    let updates = pair(0..<1, a: { tpv($0, device: "/dev/a\u{1B}[2J") }, b: { tpv($0, device: "\u{7}b") })
    #expect(updates.contains(Self.receiver("/dev/a[2J", beside: "b")))
  }

  @Test("after an hour's sleep nothing from before it is said, and the position is lost until a new report")
  func sleep() {
    var interpreter = interpreter()
    let hour = 3_600_000
    _ = interpreter.hear(.position(tpv(1)), at: ms(0))
    _ = interpreter.wait(until: ms(40))
    _ = interpreter.hear(.position(tpv(2)), at: ms(1000))
    #expect(interpreter.wake(at: ms(hour)) == [.lost(reason: "the computer was asleep")])
    #expect(interpreter.wait(until: ms(hour + 9000)) == [])
    interpreter.connect(at: ms(hour + 9000))
    _ = interpreter.hear(.position(tpv(3601)), at: ms(hour + 9100))
    #expect(interpreter.wait(until: ms(hour + 9140)) == [fix(tpv(3601), at: hour + 9100)])
  }

  @Test("a deadline that passed while nobody looked is a loss before anything else is heard")
  func lateLook() {
    var interpreter = interpreter()
    _ = interpreter.hear(.position(tpv(1)), at: ms(0))
    _ = interpreter.wait(until: ms(40))
    #expect(interpreter.wait(until: ms(3_600_000)) == [Self.lost])
  }

  @Test("who vouches for an accuracy comes with it, once that is known")
  func accuracySource() {
    var interpreter = interpreter()
    var sources: [Fix.AccuracySource?] = []
    for second in 0..<2 {
      _ = interpreter.hear(.position(tpv(Int64(second), eph: 17.1)), at: ms(second * 1000))
      sources += interpreter.wait(until: ms(second * 1000 + 40)).compactMap(\.fix).map(\.accuracySource)
      _ = interpreter.hear(.sky(nil, dilution: 0.9), at: ms(second * 1000 + 50))
    }
    #expect(sources == [nil, .dilution])
  }

  @Test("a flood is thinned out; the newest wins, and times never go back")
  func flood() {
    var interpreter = interpreter { $0.pace = ms(20) }
    var updates: [LocationUpdate] = []
    for time in 0..<1000 { updates += interpreter.hear(.position(tpv(Int64(time))), at: ms(time)) }
    updates += interpreter.wait(until: ms(1100))
    let times = updates.compactMap { if case .fix(let fix) = $0 { fix.time } else { nil } }
    #expect((45...51).contains(updates.count))
    #expect(times == times.sorted())
    #expect(times.last == ms(999))
  }

  @Test("a refused device is a loss; other errors are not")
  func refusal() throws {
    var any = interpreter()
    #expect(any.hear(.refusal, at: ms(1)) == [])
    var one = LocationInterpreter(address: try GPSDAddress(parsing: "/dev/ttyX"), timing: GPSDTiming())
    one.connect(at: .zero)
    let reason = "gpsd at localhost:2947 does not know the device /dev/ttyX"
    #expect(one.hear(.refusal, at: ms(1)) == [.lost(reason: reason)])
  }
}

@Suite("Who vouches for the accuracies of a GPSD")
struct GPSDAccuracyWitnessTests {
  private func source(_ pairs: [(accuracy: Double, dilution: Double)]) -> Fix.AccuracySource? {
    var provenance = AccuracyProvenance()
    for (accuracy, dilution) in pairs {
      provenance.hear(accuracy: accuracy)
      provenance.hear(dilution: dilution)
    }
    return provenance.source
  }

  @Test("19 m times the dilution, or a quarter of it with corrections, is gpsd's guess, however the two are rounded")
  func guess() {
    #expect(source([(17.1, 0.9)]) == .dilution)
    #expect(source([(4.75 * 1.234, 1.23)]) == .dilution)
    #expect(source([(19 * 0.905, 0.9), (19 * 1.104, 1.1)]) == .dilution)
  }

  @Test("three accuracies in a row that the dilution does not explain are the receiver's; one that fits is chance then")
  func receiver() {
    #expect(source([(2.1, 0.9), (2.2, 0.9)]) == nil)
    #expect(source([(2.1, 0.9), (2.2, 0.9), (2.3, 0.9)]) == .receiver)
    #expect(source([(2.1, 0.9), (2.2, 0.9), (2.3, 0.9), (17.1, 0.9), (2.3, 0.9)]) == .receiver)
    #expect(source([(17.1, 0.9), (2.1, 0.9), (2.2, 0.9), (2.3, 0.9)]) == .receiver)
  }

  @Test("the dilution that is reported before an accuracy explains it as well as the one after it")
  func before() {
    var provenance = AccuracyProvenance()
    provenance.hear(dilution: 1)
    provenance.hear(accuracy: 19)
    #expect(provenance.source == .dilution)
  }
}

@Suite("Sleep of the computer")
struct GPSDWakefulnessTests {
  @Test("is what one clock counts and the other does not; held-up threads and clocks with other beginnings are not")
  func sleep() {
    var watch = SuspendDetector(shortest: ms(1500))
    var looks: [Duration?] = []
    for (continuous, suspending) in [
      (100_000, 40_000), (100_250, 40_250), (160_250, 100_250), (160_900, 100_500), (3_760_900, 100_700),
      (3_761_000, 100_800),
    ] {
      looks.append(watch.sleep(continuous: ms(continuous), suspending: ms(suspending)...ms(suspending)))
    }
    #expect(looks == [nil, nil, nil, nil, ms(3_599_800), nil])
  }

  @Test("a thread that is held up between two clocks has not slept")
  func heldUp() {
    var watch = SuspendDetector(shortest: ms(300))
    #expect(watch.sleep(continuous: ms(1000), suspending: ms(1000)...ms(5000)) == nil)
    #expect(watch.sleep(continuous: ms(9000), suspending: ms(6000)...ms(9000)) == nil)
    #expect(watch.sleep(continuous: ms(10_000), suspending: ms(10_000)...ms(10_000)) == nil)
    #expect(watch.sleep(continuous: ms(70_100), suspending: ms(10_100)...ms(10_100)) == ms(60_000))
  }
}

@Suite("Headings and waits of GPSD")
struct GPSDHeadingInterpreterTests {
  @Test("an attitude is a compass heading; one without a heading is nothing")
  func headings() {
    var interpreter = HeadingInterpreter(timing: GPSDTiming())
    let heading = Heading(bearing: Bearing(degrees: 90), source: .compass, uncertainty: 12)
    #expect(interpreter.hear(.attitude(heading: Bearing(degrees: 90), magnetic: .north), at: ms(0)) == [heading])
    #expect(interpreter.hear(.attitude(heading: nil, magnetic: nil), at: ms(100)) == [])
    #expect(interpreter.hear(.greeting, at: ms(200)) == [])
  }

  @Test("a compass without a declination speaks of magnetic north")
  func magnetic() {
    var interpreter = HeadingInterpreter(timing: GPSDTiming())
    let heading = Heading(bearing: Bearing(degrees: 86), source: .compass, uncertainty: 12, reference: .magneticNorth)
    #expect(interpreter.hear(.attitude(heading: nil, magnetic: Bearing(degrees: 86)), at: ms(0)) == [heading])
  }

  @Test("a heading from before a sleep is not said after it")
  func sleep() {
    var interpreter = HeadingInterpreter(timing: GPSDTiming())
    _ = interpreter.hear(.attitude(heading: .north, magnetic: nil), at: ms(0))
    #expect(interpreter.hear(.attitude(heading: Bearing(degrees: 9), magnetic: nil), at: ms(5)) == [])
    #expect(interpreter.wake(at: ms(3_600_000)) == [])
    #expect(interpreter.wait(until: ms(3_600_100)) == [])
  }

  @Test("waits grow from half a second to eight, a quarter shorter at most, and start again")
  func backoff() {
    var backoff = Backoff(first: ms(500), longest: .seconds(8), generator: GPSDChance(seed: 1))
    var whole = 0.5
    for _ in 0..<20 {
      let wait = backoff.wait() / .seconds(1)
      #expect((whole * 0.75...whole).contains(wait))
      whole = min(8, whole * 1.5)
    }
    backoff.reset()
    #expect(backoff.wait() <= ms(500))
  }

  @Test("a gpsd that is refused is asked again within two seconds, however long that has gone on")
  func refusals() {
    var backoff = Backoff(first: ms(500), longest: .seconds(8), generator: GPSDChance(seed: 2))
    let limit = GPSDTiming().longestRefusedRetry
    for _ in 0..<50 { #expect(backoff.wait(atMost: limit) <= .seconds(2)) }
    #expect(backoff.wait() >= .seconds(6))
  }

  @Test("reading pauses when the budget of a window is spent, and goes on with the next")
  func budget() {
    var budget = ReadBudget()
    budget.spend(ReadBudget.bytes - 1, at: ms(10))
    #expect(budget.pause(at: ms(11)) == nil)
    budget.spend(1, at: ms(12))
    #expect(budget.pause(at: ms(13)) == ms(100))
    #expect(budget.pause(at: ms(100)) == nil)
    budget.spend(1, at: ms(100))
    #expect(budget.pause(at: ms(101)) == nil)
  }
}
