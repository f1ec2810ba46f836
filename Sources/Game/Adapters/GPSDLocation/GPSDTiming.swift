/// The timeouts of the adapters; the defaults are for play, tests use shorter ones.
package struct GPSDTiming: Hashable, Sendable {
  /// Without a report for this long, a connected receiver counts as silent; more than one cycle of a 1 Hz receiver.
  package var silence: Duration = .milliseconds(1500)
  /// The time limit for connecting: below the two seconds within which the player must learn that it failed.
  package var connecting: Duration = .milliseconds(1800)
  /// The time limit for gpsd's greeting; gpsd does not answer while it opens a receiver.
  package var greeting: Duration = .milliseconds(2500)
  /// The longest wait between two readings of the clock: a timer that expires during a system sleep does not fire.
  package var look: Duration = .milliseconds(250)
  /// The pause that ends an epoch, see ``EpochMerger``.
  package var quiet: Duration = .milliseconds(40)
  /// The longest time a report waits for the rest of its epoch.
  package var patience: Duration = .milliseconds(250)
  /// The longest time for which equal timestamps mean one epoch, see ``EpochMerger``; less than a cycle of a 1 Hz
  /// receiver.
  package var longest: Duration = .milliseconds(900)
  /// The shortest time between two updates; what comes faster is thinned out, the newest wins.
  package var pace: Duration = .milliseconds(20)
  /// The wait before the first new attempt to connect.
  package var firstRetry: Duration = .milliseconds(500)
  /// The longest wait between two attempts.
  package var longestRetry: Duration = .seconds(8)
  /// The longest wait between two attempts while the machine answers and only gpsd is not running: a refusal costs a
  /// packet each way, and a gpsd that is started is noticed within three seconds, however long it was away.
  package var longestRefusedRetry: Duration = .seconds(2)
  /// The number of updates buffered for a slow consumer; older ones are dropped.
  package var buffer = 256

  /// Creates the timing for play.
  package init() {}
}

/// The waits between attempts to connect: each half as long again as the one before, less a random quarter at most.
///
/// They grow slowly, so that a gpsd that is restarted by hand is found within seconds, and jitter keeps many players
/// from knocking at one gpsd in step.
package struct Backoff: Sendable {
  private let first: Duration
  private let longest: Duration
  private var next: Duration
  private var generator: any RandomNumberGenerator & Sendable

  /// Creates a backoff that starts with `first`.
  package init(first: Duration, longest: Duration, generator: any RandomNumberGenerator & Sendable) {
    self.first = first
    self.longest = longest
    self.generator = generator
    next = first
  }

  /// The next wait, cut to `limit` before chance shortens it.
  package mutating func wait(atMost limit: Duration? = nil) -> Duration {
    defer { next = min(longest, next * 1.5) }
    return min(next, limit ?? next) * (1 - Double.random(in: 0...0.25, using: &generator))
  }

  /// Starts again with the shortest wait.
  package mutating func reset() { next = first }
}
