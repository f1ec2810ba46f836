internal import Geodesy
package import HuntDomain

/// How fast the positions of a session moved, from its first to its last, whatever sources they came from.
///
/// Two clocks measure it: that of the session, and those of the sources, one after the other. Either may stand still for
/// a moment in an honest game: many positions are taken at once by a computer that was busy, and a receiver may say two
/// of one time. A walk that is too fast by both was walked by nobody.
package struct SpeedGauge: Sendable {
  /// A speed is the average over so long at least: receivers among houses jump by tens of metres within seconds.
  package static let window = Duration.seconds(30)

  private var bySession = Track(), bySources = Track()
  private var latest: (fix: Fix, session: Duration)?
  private var isOtherSource = false
  /// How long the positions took: by the clocks of their sources, and from one source to the next by the session's.
  package private(set) var span = Duration.zero

  /// A gauge that has seen no position.
  package init() {}

  /// Metres per second; 0 without two positions.
  package var fastest: Double { min(bySession.fastest, bySources.fastest) }

  /// Positions come from another source from now on, with a clock of its own.
  package mutating func changeSource() { isOtherSource = true }

  /// Takes a position that the game believed at a time of the session, which never goes back.
  package mutating func note(_ fix: Fix, at session: Duration) {
    if let latest { span += max(.zero, isOtherSource ? session - latest.session : fix.time - latest.fix.time) }
    latest = (fix, session)
    isOtherSource = false
    bySession.note(fix.position, at: session)
    bySources.note(fix.position, at: span)
  }

  /// The positions by one clock.
  private struct Track: Sendable {
    private var positions: [(position: Coordinate, time: Duration)] = []
    /// The last position that lies the window back or more; the first one while there is none.
    private var start = 0
    private(set) var fastest = 0.0

    mutating func note(_ position: Coordinate, at time: Duration) {
      positions.append((position, time))
      while start + 1 < positions.count, positions[start + 1].time <= time - window { start += 1 }
      measure(from: start)
      // A leap after a long rest is as fast as if there had been no rest.
      if positions[start].time <= time - window, start + 1 < positions.count { measure(from: start + 1) }
    }

    private mutating func measure(from index: Int) {
      let (from, to) = (positions[index], positions[positions.count - 1])
      let seconds = max(window, to.time - from.time) / .seconds(1)
      fastest = max(fastest, from.position.distance(to: to.position) / seconds)
    }
  }
}
