import Testing
import TroveSimulation

@Suite("A clock that moves when everybody waits, or when it is told to")
struct VirtualClockTests {
  private static func walk(_ faults: String = "") throws -> SimulatedWalk {
    try SimulatedWalk(
      from: Coordinate(48, 11), [.go(metres: 3600, toward: 45, speed: 1)],
      receiver: Receiver(in: .wood, seed: 4, faults: try Faults(faults)))
  }

  @Test("an hour's walk takes no time, and the clock shows the hour; nothing is lost on the way")
  func hour() async throws {
    let walk = try Self.walk(
      "at 10:00 stall for 60s; at 30:00 flood 10 Hz for 5s; at 40:00 silence for 60s")
    let clock = VirtualClock(participants: 1)
    var reports: [Report] = []
    for await report in walk.reports(on: clock) {
      #expect(clock.now.offset == report.arrival)
      reports.append(report)
    }
    #expect(reports == Array(walk))
    #expect(clock.now.offset >= .seconds(3599))
  }

  /// What happened, in order.
  private actor Log {
    private(set) var lines: [String] = []
    func add(_ line: String) { lines.append(line) }
  }

  @Test(
    "several tasks take turns in the order of their times, the same every time", arguments: 0..<20)
  func turns(run: Int) async throws {
    let clock = VirtualClock(participants: 3)
    let log = Log()
    await withTaskGroup(of: Void.self) { group in
      for (name, period, count) in [("a", 7, 6), ("b", 10, 5), ("c", 24, 2)] {
        group.addTask {
          for _ in 0..<count {
            try? await clock.sleep(for: .seconds(period))
            await log.add("\(name)\(clock.now.offset / .seconds(1))")
          }
          clock.leave()
        }
      }
    }
    #expect(
      await log.lines == [
        "a7.0", "b10.0", "a14.0", "b20.0", "a21.0", "c24.0", "a28.0", "b30.0", "a35.0", "b40.0",
        "a42.0", "c48.0",
        "b50.0",
      ])
  }

  @Test("a clock without participants stands still until it is told to move")
  func byHand() async throws {
    let clock = VirtualClock()
    let walk = try Self.walk()
    let task = Task { () -> [Report] in
      var iterator = walk.reports(on: clock).makeAsyncIterator()
      var reports: [Report] = []
      for _ in 0..<3 { if let report = await iterator.next() { reports.append(report) } }
      return reports
    }
    await clock.sleepers(1)
    #expect(clock.now.offset == .zero)
    clock.advance(by: .seconds(1))
    await clock.sleepers(1)
    clock.advance(by: .milliseconds(999))
    await clock.sleepers(1)
    clock.advance(by: .milliseconds(1))
    #expect(await task.value == Array(walk.prefix(3)))
    clock.advance(by: .seconds(-5))
    #expect(clock.now.offset == .seconds(2))
  }

  @Test("who is cancelled sleeps no longer, and the walk ends", arguments: [true, false])
  func cancelled(beforeSleep: Bool) async throws {
    let clock = VirtualClock()
    let walk = try Self.walk()
    let task = Task { () -> Int in
      if beforeSleep { withUnsafeCurrentTask { $0?.cancel() } }
      var count = 0
      for await _ in walk.reports(on: clock) { count += 1 }
      return count
    }
    if !beforeSleep {
      await clock.sleepers(1)
      task.cancel()
    }
    #expect(await task.value == (beforeSleep ? 0 : 1))
  }

  @Test("the one who leaves is not waited for")
  func leaving() async throws {
    let clock = VirtualClock(participants: 2)
    let task = Task { try await clock.sleep(until: .init(offset: .seconds(5))) }
    await clock.sleepers(1)
    #expect(clock.now.offset == .zero)
    clock.leave()
    try await task.value
    #expect(clock.now.offset == .seconds(5))
  }

  @Test("two walks on one clock each begin when they are first asked")
  func twoWalks() async throws {
    let clock = VirtualClock(participants: 1)
    let walk = try SimulatedWalk(from: Coordinate(0, 0), [.wait(.seconds(10))])
    for await _ in walk.reports(on: clock) {}
    for await report in walk.reports(on: clock) {
      #expect(clock.now.offset == .seconds(10) + report.arrival)
    }
    #expect(clock.now.offset == .seconds(20))
  }
}
