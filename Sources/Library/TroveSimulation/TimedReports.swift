extension SimulatedWalk {
  /// The reports at their times: each comes when the clock has reached its ``Report/arrival``.
  ///
  /// The walk begins when the first report is asked for. Any clock will do: a ``VirtualClock`` replays an hour in
  /// milliseconds, `ContinuousClock` walks in real time. Pull-driven: a slow consumer gets every report, late.
  public func reports<C: Clock<Duration>>(on clock: C) -> TimedReports<C> {
    TimedReports(walk: self, clock: clock)
  }
}

/// The reports of a walk at their times.
///
/// Finishes: at the end of the walk, or when the task is cancelled. Throws: never.
public struct TimedReports<C: Clock<Duration>>: AsyncSequence, Sendable {
  fileprivate let walk: SimulatedWalk
  fileprivate let clock: C

  /// Begins the walk anew.
  public func makeAsyncIterator() -> Iterator {
    Iterator(reports: walk.makeIterator(), clock: clock)
  }

  /// A walk in progress on a clock.
  public struct Iterator: AsyncIteratorProtocol {
    fileprivate var reports: SimulatedWalk.Iterator
    fileprivate let clock: C
    private var start: C.Instant?

    fileprivate init(reports: SimulatedWalk.Iterator, clock: C) {
      (self.reports, self.clock) = (reports, clock)
    }

    /// Waits for the next report; `nil` at the end of the walk.
    public mutating func next() async -> Report? { await next(isolation: nil) }

    /// Waits for the next report without leaving the actor that asks; `nil` at the end of the walk.
    public mutating func next(isolation actor: isolated (any Actor)?) async -> Report? {
      guard let report = reports.next() else { return nil }
      let start = self.start ?? clock.now
      self.start = start
      do {
        try await clock.sleep(until: start.advanced(by: report.arrival), tolerance: nil)
        return report
      } catch {
        return nil
      }
    }
  }
}
