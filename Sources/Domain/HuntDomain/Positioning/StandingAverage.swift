internal import Geodesy

/// Fixes that were made one.
package struct Averaging: Hashable, Sendable {
  /// How many fixes; at least ``StandingAverage/fewest``.
  package let count: Int
  /// From the first of them to the last.
  package let duration: Duration
}

/// Averages the fixes of a player who stands still.
///
/// Somebody stands while the receiver says that they hardly move, or, where it says nothing of speed, while the
/// positions have no trend; and is gone with the first fix that moves, or that lies outside of the error circle around
/// the average.
///
/// The errors of a receiver are much the same from one second to the next, so a hundred fixes are hardly better than
/// one. They change within ``correlationTime``, and the average is better by that: its error circle shrinks with the
/// root of the stays of that length, and never below ``best`` of the receiver's own, because houses and trees mirror
/// the signals in the same way for hours.
package struct StandingAverage: Hashable, Sendable {
  /// Seconds in which a receiver's error becomes another one: one to two minutes for code ranging by one frequency.
  package static let correlationTime = 100.0
  /// Part of the receiver's error circle that no averaging goes below.
  package static let best = 0.5
  /// Metres per second that receivers say of somebody who stands.
  static let stillSpeed = 0.5
  /// Metres per second of a trend that is none.
  static let stillTrend = 0.3
  /// Seconds after which a trend can be told.
  static let trendTime = 10.0
  /// Fewer fixes are no average.
  package static let fewest = 3
  /// Seconds of a stay before it is averaged.
  static let settling = 5.0
  /// Metres around the average that nobody leaves without being gone, however good the receiver.
  static let smallestCircle = 3.0

  private var stay: Stay?

  /// An average of nothing.
  package init() {}

  /// Takes the next believed fix; returns the average in its place when the player stands.
  package mutating func receive(_ fix: Fix) -> Fix {
    // In a useless circle there is nothing to average.
    guard fix.speed.map({ $0 < Self.stillSpeed }) ?? true, (fix.accuracy ?? 0) <= OutlierGate.uselessAccuracy else {
      stay = nil
      return fix
    }
    guard var stay, stay.add(fix), fix.speed != nil || !stay.isMoving else {
      stay = Stay(fix)
      return fix
    }
    self.stay = stay
    return fix.speed != nil || stay.seconds >= Self.trendTime ? stay.average(at: fix) : fix
  }
}
