import HuntTesting
import Testing

/// The clocks of tests keep the promises of a real one; a clock that runs backwards would hide what it should show.
@Suite("Clocks that tests command")
struct ClockTests {
  @Test("durations between instants have the right sign, as on a real clock")
  func signs() {
    func signs(_ clock: some Clock<Duration>) -> [Bool] {
      let (start, later) = (clock.now, clock.now.advanced(by: .seconds(5)))
      return [start.duration(to: later) >= .seconds(5), later.duration(to: start) < .zero, start < later]
    }
    #expect(signs(ContinuousClock()) == [true, true, true])
    #expect(signs(InstantClock()) == [true, true, true])
    #expect(signs(TestClock()) == [true, true, true])
  }

  @Test("after a sleep it is at least as late as was asked for, and the past needs no sleep")
  func sleeping() async throws {
    func isLate(_ clock: some Clock<Duration>, after duration: Duration) async throws -> Bool {
      let deadline = clock.now.advanced(by: duration)
      try await clock.sleep(until: deadline, tolerance: nil)
      return clock.now >= deadline
    }
    for duration in [-1, 0, 1] {
      #expect(try await isLate(ContinuousClock(), after: .milliseconds(duration)))
      #expect(try await isLate(InstantClock(), after: .milliseconds(duration)))
      let clock = TestClock()
      async let late = isLate(clock, after: .milliseconds(duration))
      if duration > 0 {
        await clock.sleeper()
        clock.advance(by: .milliseconds(duration))
      }
      #expect(try await late)
    }
  }

  @Test("a sleeper on a test clock wakes when it is due, not before; the earliest is known")
  func testClock() async {
    let clock = TestClock()
    let (awake, sink) = AsyncStream.makeStream(of: Int.self)
    for second in [3, 1, 2] {
      Task {
        try? await clock.sleep(until: TestInstant(offset: .seconds(second)), tolerance: nil)
        sink.yield(second)
      }
    }
    var iterator = awake.makeAsyncIterator()
    for second in 1...3 {
      // The three lie down in any order; then the earliest one is the next second.
      while await clock.sleeper().offset != .seconds(second) { await Task.yield() }
      clock.advance(by: .seconds(1))
      #expect(await iterator.next() == second)
    }
  }

  @Test("a cancelled sleeper wakes with an error, before and while it sleeps")
  func cancellation() async {
    let clock = TestClock()
    let asleep = Task { try await clock.sleep(for: .seconds(1)) }
    await clock.sleeper()
    asleep.cancel()
    await #expect(throws: CancellationError.self) { try await asleep.value }
    let early = Task {
      while !Task.isCancelled { await Task.yield() }
      try await clock.sleep(for: .seconds(1))
    }
    early.cancel()
    await #expect(throws: CancellationError.self) { try await early.value }
  }
}
