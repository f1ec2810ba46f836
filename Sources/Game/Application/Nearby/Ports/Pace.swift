internal import Geodesy

/// How fast simulated time passes: recorded and simulated sources wait on it before each report.
///
/// A source is pulled, so nothing is dropped and nothing races: without a pace an hour takes milliseconds.
package struct Pace: Sendable {
  /// Waits until the given simulated time has passed since the watch was started.
  ///
  /// Throws: on cancellation.
  package typealias Stopwatch = @Sendable (Duration) async throws -> Void

  private let starter: @Sendable () -> Stopwatch

  /// Creates a pace from a function that starts a stopwatch.
  package init(start: @escaping @Sendable () -> Stopwatch) { starter = start }

  /// Starts counting simulated time from 0; every subscription counts its own.
  package func start() -> Stopwatch { starter() }

  /// A pace that never waits.
  package static let unpaced = Pace { { _ in try Task.checkCancellation() } }

  /// The speeds there are: from a thousandth to a million times the clock's.
  package static let speeds = 0.001...1_000_000.0

  /// Simulated time passes `speed` times as fast as the clock's; cut to ``speeds``, where no duration overflows.
  ///
  /// Waits for deadlines, not for intervals, so that late wake-ups do not add up.
  package static func paced(by clock: some Clock<Duration>, speed: Double = 1) -> Pace {
    let speed = speed.isNaN ? 1 : speeds.clamp(speed)
    return Pace {
      let start = clock.now
      return { time in try await clock.sleep(until: start.advanced(by: time / speed), tolerance: nil) }
    }
  }
}
