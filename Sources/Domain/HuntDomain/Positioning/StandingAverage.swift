internal import Geodesy

/// Averages the fixes of a player who stands still.
///
/// Somebody stands while the positions have no trend, and the receiver does not say that they move. A fix that moves, or
/// that lies outside of the error circle around the average, is shown as it came, and the second in a row ends the stay:
/// one alone does not, because under trees receivers say such things of who stands, too. A receiver that never said
/// that anybody moves is not heard about it: some say 0 for ever. One that did still says 0 of somebody who strolls, so
/// its word makes a trend that the errors of the positions explain no trend, and nothing more.
///
/// The errors of a receiver are much the same from one second to the next, so a hundred fixes are hardly better than
/// one. They change within ``correlationTime``, and the average is better by that: its error circle shrinks with the
/// root of the stays of that length, and never below ``best`` of the receiver's own, because houses and trees mirror
/// the signals in the same way for hours.
package struct StandingAverage: Hashable, Sendable {
  /// Seconds in which a receiver's error becomes another one: one to two minutes for code ranging by one frequency.
  static let correlationTime = 100.0
  /// Part of the receiver's error circle that no averaging goes below.
  static let best = 0.5
  /// Metres per second that receivers say of somebody who stands.
  static let stillSpeed = 0.5
  /// Metres per second of a trend that is none.
  static let stillTrend = 0.3
  /// The same for each metre of the error circle (95 %), at the root of a second, of a receiver that vouches for a stay.
  ///
  /// The line through errors that forget themselves within 40 s has a slope with the deviation of 0.1 on each axis
  /// (random walk: √(6/5 · 2σ²/40), σ = 1/2.448); in two dimensions twice that is passed 13 times in 100.
  static let vouchedTrend = 0.2
  /// Seconds after which a trend can be told; before, a stay is not averaged.
  static let trendTime = 10.0
  /// Fewer fixes are no average.
  package static let fewest = 3

  private var cluster: StationaryCluster?
  /// Whether the last fix spoke against the stay.
  private var isDoubtful = false
  /// Whether the receiver ever said that somebody moves.
  private var knowsMovement = false

  /// An average of nothing.
  package init() {}

  /// Takes the next believed fix; returns the average in its place when the player stands.
  package mutating func receive(_ fix: Fix) -> Fix {
    let says = fix.speed.map { $0 >= Self.stillSpeed } ?? false
    if says { knowsMovement = true }
    // In a useless circle there is nothing to average.
    guard (fix.accuracy ?? 0) <= OutlierGate.uselessAccuracy else {
      cluster = nil
      return fix
    }
    let isVouchedFor = knowsMovement && fix.speed != nil
    if !says, cluster?.add(fix) == true, let cluster, !cluster.isMoving(isVouchedFor: isVouchedFor) {
      isDoubtful = false
      return cluster.average(at: fix)
    } else if cluster != nil, !isDoubtful, cluster?.isMoving(isVouchedFor: isVouchedFor) == false {
      isDoubtful = true
    } else {
      (cluster, isDoubtful) = (says ? nil : StationaryCluster(fix), false)
    }
    return fix
  }
}
