internal import Geodesy

/// Averages the fixes of a player who stands still.
///
/// The player stands while the positions have no trend and the receiver reports no movement. A fix that moves, or that
/// lies outside of the error circle around the average, passes unchanged; the second in a row ends the stay. One alone
/// does not, because under trees receivers report such fixes of a standing player too. The reported speed of a receiver
/// that never reported movement is ignored: some always report 0. Other receivers still report 0 for a slow walk, so
/// that speed only cancels a trend that position errors can explain.
///
/// Between houses and trees each of these signs misleads: reported speeds are noise, and errors have trends and leave
/// the error circle. While the player says that they stand, speeds and trends do not count, and fixes outside of the
/// error circle end the stay only after ``patience``.
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
  /// The highest speed, in metres per second, that receivers report of a standing player.
  static let stillSpeed = 0.5
  /// How long fixes may contradict the stay of a player who says that they stand: reflections last as long.
  static let patience = Duration.seconds(10)
  /// Metres per second below which a trend counts as standing.
  static let stillTrend = 0.3
  /// Trend that counts as standing while the receiver reports no movement, for each metre of the error circle (95 %),
  /// at the root of a second.
  ///
  /// The line through errors that forget themselves within 40 s has a slope with the deviation of 0.1 on each axis
  /// (random walk: √(6/5 · 2σ²/40), σ = 1/2.448); in two dimensions twice that is passed 13 times in 100.
  static let vouchedTrend = 0.2
  /// Seconds after which a trend can be detected; before, a stay is not averaged.
  static let trendTime = 10.0
  /// The fewest fixes that make an average.
  package static let fewest = 3

  /// Whether the player says that they stand.
  private var isDeclared = false
  private var cluster: StationaryCluster?
  /// Whether the last fix was averaged.
  private var isAveraging = false
  /// The time of the first of the last fixes that contradicted the stay.
  private var doubtful: Duration?
  /// Whether the receiver has ever reported movement.
  private var knowsMovement = false

  /// Creates an average without fixes.
  package init() {}

  /// Notes whether the player says that they stand; saying so begins a stay, unless there is one.
  mutating func declare(_ isDeclared: Bool) {
    if isDeclared, !self.isDeclared, !isAveraging { (cluster, doubtful) = (nil, nil) }
    self.isDeclared = isDeclared
  }

  /// Takes the next believed fix; returns the average in its place when the player stands.
  package mutating func receive(_ fix: Fix) -> Fix {
    let shown = average(with: fix)
    isAveraging = shown.averaged != nil
    return shown
  }

  private mutating func average(with fix: Fix) -> Fix {
    if let speed = fix.speed, speed >= Self.stillSpeed { knowsMovement = true }
    // A fix with a useless error circle is not averaged.
    guard (fix.accuracy ?? 0) <= OutlierGate.uselessAccuracy else {
      cluster = nil
      return fix
    }
    let isSlow = isDeclared || (fix.speed ?? 0) < Self.stillSpeed
    let isVouchedFor = knowsMovement && fix.speed != nil
    let fits = isSlow && cluster?.add(fix) == true
    guard let cluster, isDeclared || !cluster.isMoving(isVouchedFor: isVouchedFor),
      fits || isTolerated(at: fix.time)
    else {
      (cluster, doubtful) = (isSlow ? StationaryCluster(fix) : nil, nil)
      return fix
    }
    doubtful = fits ? nil : doubtful ?? fix.time
    return fits || isDeclared ? cluster.average(at: fix, isCertain: isDeclared) : fix
  }

  /// Whether a fix that contradicts the stay does not end it.
  private func isTolerated(at time: Duration) -> Bool {
    doubtful.map { isDeclared && time - $0 < Self.patience } ?? true
  }
}
