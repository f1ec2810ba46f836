import Geodesy
import HuntDomain
import HuntTesting
import Nearby
import Numbers
import Testing
import TraceLocation

private let start = Coordinate(clampingLatitude: 48, wrappingLongitude: 11)

/// A point so many metres north, at so many seconds of the recording.
private func point(
  _ metres: Double, at seconds: Double? = nil, from origin: Coordinate = start, altitude: Double? = nil,
  speed: Double? = nil
) -> Trace.Point {
  Trace.Point(
    position: origin.offset(by: metres, toward: .north),
    utc: seconds.map { Timestamp(milliseconds: Int64(($0 * 1000).rounded())) }, altitude: altitude, speed: speed)
}

private func play(
  _ segments: [[Trace.Point]], interval: Duration = .seconds(1), pace: Pace = .unpaced
) async -> [LocationUpdate] {
  await TraceLocation(Trace(segments: segments), interval: interval, pace: pace).updates()
    .reduce(into: []) { $0.append($1) }
}

private func seconds(_ updates: [LocationUpdate]) -> [Double] {
  updates.compactMap { $0.fix.map { $0.time / .seconds(1) } }
}

@Suite("TraceLocation")
struct TraceLocationTests {
  @Test("keeps the contract of locations")
  func contract() async {
    let trace = Trace(segments: [[point(0, at: 0), point(10, at: 5)], [point(500, at: 60), point(510, at: 63)]])
    let contract = LocationContract(atLeast: 11, kinds: [.fix, .searching], isRepeatable: true) {
      TraceLocation(trace, pace: .unpaced)
    }
    #expect(await contract.violations() == [])
  }

  @Test("keeps it while it is paced by a clock, too")
  func pacedContract() async {
    let trace = Trace(segments: [(0..<50).map { point(Double($0), at: Double($0)) }])
    let contract = LocationContract(atLeast: 50, isRepeatable: true) {
      TraceLocation(trace, pace: .paced(by: InstantClock(), speed: 5))
    }
    #expect(await contract.violations() == [])
  }

  @Test("without a date it begins at the given time, with one at its own")
  func civilTime() async {
    let given = Timestamp(milliseconds: 1_000_000)
    func times(_ points: [Trace.Point]) async -> [Int64?] {
      await TraceLocation(Trace(segments: [points]), walkingPace: 2, pace: .unpaced, start: given).updates()
        .reduce(into: []) { $0.append($1.fix?.utc?.milliseconds) }
    }
    #expect(await times([point(0), point(6)]) == [1_000_000, 1_001_000, 1_002_000, 1_003_000])
    // Times of day count from an unknown midnight.
    var undated = [point(0, at: 50), point(6, at: 52)]
    for index in undated.indices { undated[index].hasDate = false }
    #expect(await times(undated) == [1_000_000, 1_001_000, 1_002_000])
    #expect(await times([point(0, at: 50), point(6, at: 52)]) == [50_000, 51_000, 52_000])
    #expect(TraceLocation(Trace(segments: [undated]), pace: .unpaced, start: given).start == given)
    let searching = Trace(
      segments: [[point(0, at: 50)]], searches: [[.init(utc: Timestamp(milliseconds: 20_000))]])
    #expect(TraceLocation(searching, pace: .unpaced, start: given).start == Timestamp(milliseconds: 20_000))
  }

  @Test("an empty trace ends at once, one point is one fix")
  func small() async {
    #expect(await play([]) == [])
    #expect(await play([[], []]) == [])
    let one = await play([[point(3, at: 9, altitude: 500, speed: 2)]])
    #expect(
      one == [
        .fix(Fix(position: point(3).position, time: .zero, utc: Timestamp(milliseconds: 9000), altitude: 500, speed: 2))
      ])
  }

  @Test("every recorded point is played at its time, whatever the interval", arguments: [0.01, 0.3, 1, 7, 60])
  func everyPoint(interval: Double) async {
    var chance = SeededGenerator(seed: 81)
    var now = 0.0
    let points = (0..<200).map { index in
      now += (chance.uniform() * 3000).rounded() / 1000
      return point(Double(index) * 2, at: now)
    }
    let fixes = await play([points], interval: .seconds(max(0.2, interval))).compactMap(\.fix)
    let first = points[0].utc?.milliseconds ?? 0
    for point in points {
      let due = Duration.milliseconds((point.utc?.milliseconds ?? 0) - first)
      #expect(fixes.contains { $0.position == point.position && $0.utc == point.utc && $0.time == due })
    }
    #expect(zip(fixes, fixes.dropFirst()).allSatisfy { $1.time - $0.time <= .seconds(max(0.2, interval)) })
    #expect(zip(fixes, fixes.dropFirst()).allSatisfy { $1.time >= $0.time })
  }

  @Test("between two points the way is filled in every second, on the geodesic, evenly, with times to the millisecond")
  func interpolation() async {
    let (from, to) = (start, start.offset(by: 9000, toward: Bearing(degrees: 77)))
    let fixes = await play([
      [
        Trace.Point(position: from, utc: Timestamp(milliseconds: 0), altitude: 100),
        Trace.Point(position: to, utc: Timestamp(milliseconds: 10_000), altitude: 200),
      ]
    ]).compactMap(\.fix)
    #expect(fixes.count == 11)
    for (second, fix) in fixes.enumerated() {
      let wanted = from.offset(by: Double(second) * 900, toward: from.bearing(to: to))
      #expect(fix.position.distance(to: wanted) < 1e-6)
      #expect(fix.utc == Timestamp(milliseconds: Int64(second) * 1000))
      #expect(abs((fix.altitude ?? 0) - 100 - Double(second) * 10) < 1e-9)
      #expect(fix.mode == .threeD)
      if (1..<10).contains(second) {
        #expect(abs((fix.speed ?? 0) - 900) < 1e-6)
        #expect(abs(fix.course?.turn(to: from.bearing(to: to)) ?? 9) < 0.2)
      }
    }
    let thirds = await play([[point(0, at: 0), point(3, at: 3)]], interval: .milliseconds(300)).compactMap(\.fix)
    #expect(thirds.map { $0.utc?.milliseconds } == (0...10).map { $0 * 300 })
  }

  @Test("between two segments nothing is invented: the receiver searches")
  func segments() async {
    let updates = await play([[point(0, at: 0), point(2, at: 2)], [point(1000, at: 30), point(1001, at: 31)]])
    #expect(updates.map { $0.fix == nil } == [false, false, false, true, false, false])
    #expect(updates[3] == .searching(satellitesInView: nil))
    #expect(seconds(updates) == [0, 1, 2, 30, 31])
    #expect(
      updates.compactMap(\.fix).allSatisfy {
        $0.position.distance(to: start) < 3 || $0.position.distance(to: start) > 999
      })
    // A speed across the gap would be an invention as well.
    #expect(updates[4].fix?.speed == nil)
  }

  @Test("a recording without speeds is played without: none is made of two positions that lie close")
  func noSpeed() async {
    let steps = await play([[point(0, at: 0), point(1.4, at: 1), point(500, at: 2), point(4.2, at: 3)]])
    #expect(steps.count == 4)
    #expect(steps.compactMap(\.fix).allSatisfy { $0.speed == nil && $0.course == nil })
    // Nor of the way that is filled in, unless it is long.
    let short = await play([[point(0, at: 0), point(14, at: 10)]])
    #expect(short.count == 11 && short.compactMap(\.fix).allSatisfy { $0.speed == nil && $0.course == nil })
    let long = await play([[point(0, at: 0), point(28, at: 20)]])
    #expect(long.count == 21)
    #expect(long[1..<20].compactMap(\.fix).allSatisfy { abs(($0.speed ?? 0) - 1.4) < 1e-6 && $0.course != nil })
    #expect(long[20].fix?.speed == nil && long[20].fix?.course == nil)
  }

  @Test("points without a time are walked at 1.4 m/s")
  func untimed() async {
    let updates = await play([[point(0), point(14), point(42)]])
    #expect(updates.count == 31)
    #expect(abs((updates.last?.fix?.time ?? .zero) / .seconds(1) - 30) < 1e-6)
    #expect(updates.compactMap(\.fix).dropFirst().allSatisfy { abs(($0.speed ?? 0) - 1.4) < 1e-6 })
    #expect(updates.allSatisfy { $0.fix?.utc == nil })
  }

  @Test("a gap without times is a short silence")
  func untimedGap() async {
    #expect(seconds(await play([[point(0)], [point(1400)]])) == [0, 5])
  }

  @Test("equal times are played at once, and time that runs backwards stands still")
  func strangeTimes() async {
    let equal = await play([[point(0, at: 5), point(1, at: 5), point(2, at: 6)]])
    #expect(seconds(equal) == [0, 0, 1])
    #expect(equal.compactMap(\.fix).allSatisfy { $0.speed == nil })
    let backwards = await play([[point(0, at: 10), point(1, at: 8), point(2, at: 11)]], interval: .seconds(60))
    #expect(seconds(backwards) == [0, 0, 3])
    #expect(backwards.compactMap { $0.fix?.utc?.milliseconds } == [10_000, 8000, 11_000])
  }

  @Test("points that lost their time are played at a steady pace between those that have one")
  func missingTimes() async {
    let updates = await play([[point(0, at: 0), point(10), point(20), point(60, at: 12)]], interval: .seconds(60))
    #expect(seconds(updates) == [0, 2, 4, 12])
    // What the recording does not say stays nothing.
    #expect(updates.map { $0.fix?.utc?.milliseconds } == [0, nil, nil, 12_000])
    let standing = await play([[point(5, at: 0), point(5), point(5, at: 2)]], interval: .seconds(60))
    #expect(seconds(standing) == [0, 0, 2])
    let ends = await play([[point(0), point(1.4, at: 50), point(2, at: 52), point(4.8)]], interval: .seconds(60))
    #expect(seconds(ends) == [0, 1, 3, 5])
    let back = [point(0, at: 9), point(1), point(2, at: 4), point(3, at: 10)]
    let backwards = await play([back], interval: .seconds(60))
    #expect(seconds(backwards) == [0, 0, 0, 6])
    let long = await play([[point(0, at: 0), point(1), point(2, at: 5000)]])
    #expect(long.map { $0.fix == nil } == [false, true, false, true, false])
  }

  @Test("a way is filled in over four minutes at most; a longer pause is a silence, of ten minutes at most")
  func pauses() async {
    let thinned = await play([[point(0, at: 0), point(1, at: 240)]])
    #expect(thinned.count == 241 && thinned.allSatisfy(\.isFix))
    let lost = await play([[point(0, at: 0), point(1, at: 241)]])
    #expect(lost.map(\.isFix) == [true, false, true])
    #expect(seconds(lost) == [0, 241])
    let left = await play([[point(0, at: 0), point(1, at: 601)]])
    #expect(left.map(\.isFix) == [true, false, true])
    #expect(seconds(left) == [0, 5])
  }

  @Test("centuries between points end quickly, and no time that can be counted traps")
  func hugeGaps() async {
    let years: [Int64] = [-62_135_596_800_000, 253_402_300_799_999, .min, .max, 0, .max - 1, .min + 1, .max]
    let points = years.map { Trace.Point(position: start, utc: Timestamp(milliseconds: $0)) }
    #expect(await play([points]).count < 50)
    #expect(await play(points.map { [$0] }).count < 50)
    let last = [Int64.max - 5000, .max].map { Trace.Point(position: start, utc: Timestamp(milliseconds: $0)) }
    #expect(seconds(await play([last])) == [0, 1, 2, 3, 4, 5])
  }

  @Test("nobody walks from pole to pole: untimed points too far apart are a gap")
  func farApart() async {
    let poles = [90.0, -90].map { Trace.Point(position: Coordinate(clampingLatitude: $0, wrappingLongitude: 0)) }
    #expect(await play([poles]).count == 3)
  }

  @Test("hostile numbers in the recording are not passed on")
  func hostile() async {
    let points = [point(0, at: 0, altitude: .nan, speed: -3), point(1, at: 3, altitude: .infinity, speed: .nan)]
    for fix in await play([points]).compactMap(\.fix) {
      #expect(fix.altitude == nil)
      #expect(fix.speed.map(\.isFinite) ?? true)
    }
  }

  @Test("across the antimeridian and over a pole, no step is longer than the others")
  func seams() async {
    for (from, to) in [((0.0, 179.9995), (0.0, -179.9995)), ((89.9995, 0), (89.9995, 180))] {
      let ends = [from, to].enumerated().map { index, place in
        Trace.Point(
          position: Coordinate(clampingLatitude: place.0, wrappingLongitude: place.1),
          utc: Timestamp(milliseconds: Int64(index) * 20_000))
      }
      let fixes = await play([ends]).compactMap(\.fix)
      #expect(fixes.count == 21)
      let steps = zip(fixes, fixes.dropFirst()).map { $0.position.distance(to: $1.position) }
      #expect(steps.allSatisfy { abs($0 - steps[0]) < 1e-6 && $0 < 6 })
    }
  }

  @Test("paced at twenty times, an hour is three minutes of the clock")
  func speed() async {
    let clock = InstantClock()
    let updates = await play(
      [(0...36).map { point(Double($0) * 100, at: Double($0) * 100) }], pace: .paced(by: clock, speed: 20))
    #expect(updates.count == 3601)
    #expect(clock.now.offset == .seconds(180))
  }

  @Test("each fix waits for its time on the clock, a silence begins at once", .timeLimit(.minutes(5)))
  func waits() async {
    let clock = TestClock()
    let trace = Trace(segments: [[point(0, at: 0), point(1, at: 2)], [point(50, at: 30)]])
    let (played, sink) = AsyncStream.makeStream(of: Duration.self)
    let task = Task {
      for await update in TraceLocation(trace, pace: .paced(by: clock, speed: 2)).updates() {
        sink.yield(update.fix?.time ?? .seconds(-1))
      }
      sink.finish()
    }
    var iterator = played.makeAsyncIterator()
    #expect(await iterator.next() == .zero)
    for second in 1...2 {
      #expect(await clock.sleeper().offset == .milliseconds(500 * second))
      await clock.advance(by: clock.now.duration(to: clock.sleeper()))
      #expect(await iterator.next() == .seconds(second))
    }
    // Nobody waits for "searching"; whoever looks sees it until the next segment.
    #expect(await iterator.next() == .seconds(-1))
    #expect(clock.now.offset == .seconds(1))
    #expect(await clock.sleeper().offset == .seconds(15))
    await clock.advance(by: clock.now.duration(to: clock.sleeper()))
    #expect(await iterator.next() == .seconds(30))
    #expect(await iterator.next() == nil)
    await task.value
  }

  @Test("late wake-ups do not add up: who was late is on time again", .timeLimit(.minutes(5)))
  func deadlines() async {
    let clock = TestClock()
    let watch = Pace.paced(by: clock, speed: 1).start()
    clock.advance(by: .seconds(10))
    // Already due: nobody sleeps.
    try? await watch(.seconds(3))
    async let late: Void? = try? watch(.seconds(11))
    #expect(await clock.sleeper().offset == .seconds(11))
    clock.advance(by: .seconds(1))
    await late
  }

  @Test("cancellation ends a stream that waits on the clock", .timeLimit(.minutes(5)))
  func cancellation() async {
    let clock = TestClock()
    let trace = Trace(segments: [[point(0, at: 0), point(1, at: 200)]])
    let task = Task {
      await TraceLocation(trace, pace: .paced(by: clock)).updates().reduce(into: 0) { count, _ in count += 1 }
    }
    await clock.sleeper()
    task.cancel()
    #expect(await task.value == 1)
  }

  @Test("speeds that are no speeds are cut to some that are", arguments: [0.0, -1, .nan, .infinity, 1e-300, 1e300])
  func strangeSpeeds(speed: Double) async {
    let clock = InstantClock()
    #expect(await play([[point(0, at: 0), point(1, at: 3)]], pace: .paced(by: clock, speed: speed)).count == 4)
  }
}

extension LocationUpdate {
  var isFix: Bool { if case .fix = self { true } else { false } }
}
