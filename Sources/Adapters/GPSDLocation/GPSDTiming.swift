/// How patient the adapters are; the defaults are for play, tests are in more of a hurry.
package struct GPSDTiming: Hashable, Sendable {
  /// Without a report for this long, a connected receiver counts as silent; more than one cycle of a 1 Hz receiver.
  package var silence: Duration = .milliseconds(1500)
  /// How long a connection may take: below the two seconds within which a player is to know that there is none.
  package var connecting: Duration = .milliseconds(1800)
  /// How long gpsd's greeting may take; while gpsd opens a receiver it answers nobody.
  package var greeting: Duration = .milliseconds(2500)
  /// The longest wait without a look at the clock: a deadline that passes while the computer sleeps wakes nobody.
  package var look: Duration = .milliseconds(250)
  /// How long a pause ends an epoch, see ``EpochMerger``.
  package var quiet: Duration = .milliseconds(40)
  /// How long a report waits for the rest of its epoch at most.
  package var patience: Duration = .milliseconds(90)
  /// How long reports of the same time are one epoch, see ``EpochMerger``; less than a cycle of a 1 Hz receiver.
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
  /// How many updates wait for a slow consumer; older ones are dropped.
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
