internal import Geodesy
package import HuntDomain

/// When others are told where a player is: about every second of one who walks, four times a minute of one who stands.
package struct PositionPace: Sendable {
  /// The time between two positions that others are told, at least: a little less than the second between two fixes, which
  /// receivers keep only on the average.
  package static let shortest = Duration.milliseconds(900)
  private static let standing = Duration.seconds(15)
  /// Metres that a receiver moves by itself.
  private static let jitter = 5.0

  private var last: (fix: Fix, time: Duration)?

  /// The pace of a player of whom nobody has been told.
  package init() {}

  /// Whether others are to be told of a fix at `now`.
  package func isDue(_ fix: Fix, at now: Duration) -> Bool {
    guard let last else { return true }
    let stands = last.fix.position.distance(to: fix.position) <= Self.jitter
    return now - last.time >= (stands ? Self.standing : Self.shortest)
  }

  /// Notes that others were told; without that the next fix is due, so that they soon know of one who was cut off.
  package mutating func note(_ fix: Fix, at now: Duration) { last = (fix, now) }
}
