internal import Geodesy
package import HuntDomain

/// Measures the speed of a session's positions, from its first to its last, from whatever sources they came.
///
/// Two clocks measure it: that of the session, and those of the sources. Either may stand still for a moment in an
/// honest game: a busy computer takes many positions at once, and a receiver may report two with the same time. Only a
/// walk that is too fast by both is not a walk.
package struct SpeedGauge: Sendable {
  /// The shortest time over which a speed is averaged: receivers among buildings jump by tens of metres within seconds.
  package static let window = Duration.seconds(30)

  private var bySession = Track(), bySources = Track()
  private var latest: (fix: Fix, session: Duration)?
  private var isOtherSource = false
  /// The duration of the positions: by the clocks of their sources, and between two sources by the session's.
  package private(set) var span = Duration.zero

  /// A gauge that has seen no position.
  package init() {}

  /// Metres per second; 0 without two positions.
  package var fastest: Double { min(bySession.fastest, bySources.fastest) }

  /// Notes that later positions come from another source, with its own clock.
  package mutating func changeSource() { isOtherSource = true }

  /// A gauge that measures from the last position on.
  package var anew: SpeedGauge {
    var gauge = SpeedGauge()
    if let latest { gauge.note(latest.fix, at: latest.session) }
    gauge.isOtherSource = isOtherSource
    return gauge
  }

  /// Adds a position that the game accepted, at a session time that never decreases.
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
