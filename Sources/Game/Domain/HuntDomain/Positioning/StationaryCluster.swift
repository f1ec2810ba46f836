internal import Geodesy

/// The fixes of one stay, as sums.
struct StationaryCluster: Hashable, Sendable {
  /// Scatter, in square metres, below which positions count as constant: a millimetre, less than any receiver resolves.
  private static let trembling = 1e-6

  private let plane: TangentPlane
  private let since: Duration
  private var last: Duration
  private var count = 0.0
  private var east = Sums()
  private var north = Sums()
  private var times = Sums()
  /// Those of the fixes that had one.
  private var circles = Circles()

  init(_ fix: Fix) {
    plane = TangentPlane(at: fix.position)
    (since, last) = (fix.time, fix.time)
    note(.init(east: 0, north: 0), fix)
  }

  /// Seconds from the first fix to the last.
  private(set) var seconds = 0.0

  /// Whether the positions wander off in one direction; not before there is time to tell.
  ///
  /// - Parameter isVouchedFor: the receiver reports no movement, so a trend may be an error.
  func isMoving(isVouchedFor: Bool) -> Bool {
    guard seconds >= StandingAverage.trendTime else { return false }
    let spread = times.squares / count - times.mean(count) * times.mean(count)
    guard spread > 0 else { return false }
    let (eastward, northward) = (east.slope(times, count, spread), north.slope(times, count, spread))
    let errors = isVouchedFor ? StandingAverage.vouchedTrend * circle / seconds.squareRoot() : 0
    return (eastward * eastward + northward * northward).squareRoot() > max(StandingAverage.stillTrend, errors)
  }

  /// Takes one more fix, unless it lies outside of the error circle around the average, or in the past.
  mutating func add(_ fix: Fix) -> Bool {
    guard fix.time >= last, let point = plane.point(of: fix.position) else { return false }
    let (aside, ahead) = (point.east - east.mean(count), point.north - north.mean(count))
    let limit = max(OutlierGate.smallestCircle, fix.accuracy ?? reach)
    guard (aside * aside + ahead * ahead).squareRoot() <= limit else { return false }
    note(point, fix)
    return true
  }

  /// Metres around the average within which a source without accuracy stays, estimated from its scatter.
  private var reach: Double {
    // Nothing is averaged before a trend can be told, so the shown position does not lag. A departing player scatters
    // fixes as well: a wider circle would grow with it.
    seconds < StandingAverage.trendTime ? Fix.assumedAccuracy : min(Fix.assumedAccuracy, 1.5 * seen)
  }

  private mutating func note(_ point: TangentPlane.Point, _ fix: Fix) {
    last = fix.time
    seconds = (last - since) / .seconds(1)
    count += 1
    let time = seconds
    east.add(point.east, at: time)
    north.add(point.north, at: time)
    times.add(time, at: time)
    guard let accuracy = fix.accuracy else { return }
    circles.sum += accuracy * accuracy
    circles.count += 1
  }

  /// The last fix, at the average of all; as it is while there is nothing to average.
  ///
  /// - Parameter isCertain: the player stands, whatever the trend of the positions says.
  func average(at fix: Fix, isCertain: Bool) -> Fix {
    guard count >= Double(StandingAverage.fewest), isCertain || seconds >= StandingAverage.trendTime,
      scatter > Self.trembling
    else { return fix }
    var averaged = fix
    averaged.position = plane.coordinate(at: .init(east: east.mean(count), north: north.mean(count)))
    averaged.accuracy = accuracy
    averaged.accuracySource = accuracy == nil ? nil : .average
    averaged.averaged = Averaging(count: Int(count), duration: last - since)
    return averaged
  }

  /// Squared metres by which the fixes lie around their average.
  private var scatter: Double { max(0, east.variance(count) + north.variance(count)) }

  /// The radius, in metres, of the error circle that the scatter implies.
  private var seen: Double { Fix.circleDeviations * (scatter / 2).squareRoot() }

  /// Metres of the receiver's own error circle, as a mean; assumed where it does not say.
  private var circle: Double {
    circles.count > 0 ? (circles.sum / circles.count).squareRoot() : Fix.assumedAccuracy
  }

  /// Metres of the average's error circle; `nil` if the source says nothing of its own.
  private var accuracy: Double? {
    guard circles.count > 0 else { return nil }
    // If the fixes scatter more than the receiver reports, use the scatter.
    let single = max(circle, seen)
    // The variance of an average over the time t of errors with the correlation time c falls as 2c/t in the long run
    // and more slowly at first; this stays above both.
    let independent = min(count, 1 + seconds / (3 * StandingAverage.correlationTime))
    return max(single * StandingAverage.best, single / independent.squareRoot())
  }
}

/// Sums of one coordinate over time.
private struct Sums: Hashable, Sendable {
  var sum = 0.0
  var squares = 0.0
  var products = 0.0

  mutating func add(_ value: Double, at time: Double) {
    sum += value
    squares += value * value
    products += value * time
  }

  func mean(_ count: Double) -> Double { sum / count }

  func variance(_ count: Double) -> Double { squares / count - mean(count) * mean(count) }

  /// Units per second of the straight line through the values.
  func slope(_ times: Sums, _ count: Double, _ spread: Double) -> Double {
    (products / count - mean(count) * times.mean(count)) / spread
  }
}

/// Squares of error circles, and how many there were.
private struct Circles: Hashable, Sendable {
  var sum = 0.0
  var count = 0.0
}
