package import Geodesy

/// Positions over time, twelve bytes each.
package struct GhostTrack: Hashable, Sendable {
  /// Points kept, five hours at one a second; of more, every other one goes until they fit.
  package static let capacity = 20_000
  /// From the first point to the last that can be kept: milliseconds are counted in 32 bits.
  package static let longest = Duration.seconds(24 * 86_400)

  /// Parts of a degree that are kept: about a centimetre.
  private static let partsPerDegree = 1e7
  /// Degrees of latitude that are a little more than ``farthest``: 110.5 km at the equator, more elsewhere.
  private static let reach = Int32(farthest / 110_000 * partsPerDegree)
  /// Metres beside the track beyond which the player is not on it.
  package static let farthest = 100.0
  /// Metres by which another stretch of the way has to be nearer for each second that it lies from the last place: on
  /// the way there and back by one street the same one is meant.
  private static let faithfulness = 0.05

  /// Milliseconds since the start, each later than the one before.
  private var times: [Int32] = []
  private var latitudes: [Int32] = []
  private var longitudes: [Int32] = []

  /// The points in the order of their times; of several at one time the last, and none later than ``longest``.
  init(_ points: [(time: Duration, position: Coordinate)], from start: Duration) {
    let kept = points.enumerated()
      .compactMap { index, point in Self.milliseconds(point.time, since: start).map { (time: $0, index: index) } }
      .sorted { ($0.time, $0.index) < ($1.time, $1.index) }
    var stride = 1
    while kept.count / stride >= Self.capacity { stride *= 2 }
    for (place, entry) in kept.enumerated() where place % stride == 0 || place == kept.count - 1 {
      append(points[entry.index].position, at: entry.time)
    }
  }

  /// A time since another one, as it is kept; `nil` if it lies before or too far after.
  static func milliseconds(_ time: Duration, since start: Duration) -> Int32? {
    // Before the difference is taken, which could overflow.
    guard time >= start, time.components.seconds < Int64.max / 4, start.components.seconds > Int64.min / 4 else {
      return nil
    }
    let passed = time - start
    guard passed <= longest else { return nil }
    let (seconds, attoseconds) = passed.components
    return Int32(seconds * 1000 + attoseconds / 1_000_000_000_000_000)
  }

  private mutating func append(_ position: Coordinate, at time: Int32) {
    if times.last == time {
      (latitudes[times.count - 1], longitudes[times.count - 1]) = Self.parts(of: position)
      return
    }
    let (latitude, longitude) = Self.parts(of: position)
    times.append(time)
    latitudes.append(latitude)
    longitudes.append(longitude)
  }

  private static func parts(of position: Coordinate) -> (latitude: Int32, longitude: Int32) {
    (
      Int32((position.latitude * partsPerDegree).rounded()), Int32((position.longitude * partsPerDegree).rounded())
    )
  }

  /// How many points are kept.
  package var count: Int { times.count }

  /// From the start to the last point.
  package var duration: Duration { time(times.count - 1) }

  private func time(_ index: Int) -> Duration {
    times.indices.contains(index) ? .milliseconds(Int64(times[index])) : .zero
  }

  private func position(_ index: Int) -> Coordinate {
    Coordinate(
      clampingLatitude: Double(latitudes[index]) / Self.partsPerDegree,
      wrappingLongitude: Double(longitudes[index]) / Self.partsPerDegree)
  }

  // MARK: - Where, and when

  /// The ghost's position at `time` after the start, interpolated between points and clamped to the first and the last;
  /// `nil` without points.
  package func position(at time: Duration) -> Coordinate? {
    guard !times.isEmpty else { return nil }
    let passed = min(max(.zero, time), duration) / .milliseconds(1)
    let next = times.firstIndex(after: { Double($0) <= passed })
    guard next > 0 else { return position(0) }
    guard next < times.count else { return position(times.count - 1) }
    let (from, to) = (Double(times[next - 1]), Double(times[next]))
    let fraction = (passed - from) / (to - from)
    return fraction > 0 ? position(next - 1).interpolated(to: position(next), fraction: fraction) : position(next - 1)
  }

  /// The time at which the ghost was nearest to a place; `nil` if its track comes no nearer than ``farthest``.
  ///
  /// - Parameter last: when they were where the player was before: where a way comes by a place several times, the
  ///   stretch that lies next to it in time is meant.
  package func time(nearest place: Coordinate, after last: Duration = .zero) -> Duration? {
    guard times.count > 1 else { return nil }
    let plane = TangentPlane(at: place)
    let (latitude, longitude) = Self.parts(of: place)
    let aside = Self.reach(aside: place)
    let before = max(.zero, min(Self.longest, last)) / .seconds(1)
    var best: (cost: Double, seconds: Double)?
    for index in 1..<times.count where isNear(index, latitude) && isNear(index, longitude, within: aside) {
      guard let start = plane.point(of: position(index - 1)), let end = plane.point(of: position(index)) else {
        continue
      }
      let (distance, fraction) = Self.nearest(from: start, to: end)
      guard distance <= Self.farthest else { continue }
      let (from, to) = (Double(times[index - 1]) / 1000, Double(times[index]) / 1000)
      let seconds = from + (to - from) * fraction
      // Where the ghost turned round both stretches are equally near; prefer the later one.
      let apart = seconds < before ? 2 * (before - seconds) : seconds - before
      let cost = distance + Self.faithfulness * apart
      if cost < best?.cost ?? .infinity { best = (cost, seconds) }
    }
    return best.map { .milliseconds(Int64(($0.seconds * 1000).rounded())) }
  }

  /// Whether the stretch that ends with a point may come near a latitude: most of a long way does not.
  private func isNear(_ index: Int, _ latitude: Int32) -> Bool {
    let (one, other) = (latitudes[index - 1], latitudes[index])
    return min(one, other) - Self.reach <= latitude && latitude <= max(one, other) + Self.reach
  }

  /// Parts of a degree of longitude that are a little more than ``farthest`` at a place; `nil` near the poles, where
  /// a stretch may lie on both sides of them.
  private static func reach(aside place: Coordinate) -> Int64? {
    guard abs(place.latitude) < 85 else { return nil }
    let east = place.offset(by: farthest * 1.01, toward: Bearing(degrees: 90))
    return turn(parts(of: east).longitude, parts(of: place).longitude)
  }

  /// Whether a stretch may come within `reach` of a longitude, on either side.
  private func isNear(_ index: Int, _ longitude: Int32, within reach: Int64?) -> Bool {
    guard let reach else { return true }
    let (one, other) = (Self.turn(longitudes[index - 1], longitude), Self.turn(longitudes[index], longitude))
    return !(one > reach && other > reach || one < -reach && other < -reach)
  }

  /// How far a longitude lies east of another, in parts of a degree; west when negative.
  private static func turn(_ longitude: Int32, _ from: Int32) -> Int64 {
    let whole = Int64(360 * partsPerDegree)
    let turn = Int64(longitude) - Int64(from)
    return turn > whole / 2 ? turn - whole : turn < -whole / 2 ? turn + whole : turn
  }

  /// Metres from the origin to a line between two points, and which part of the line lies before the nearest spot.
  private static func nearest(
    from start: TangentPlane.Point, to end: TangentPlane.Point
  ) -> (distance: Double, fraction: Double) {
    let (east, north) = (end.east - start.east, end.north - start.north)
    let square = east * east + north * north
    let part = square > 0 ? -(start.east * east + start.north * north) / square : 0
    let fraction = max(0, min(1, part))
    let (x, y) = (start.east + east * fraction, start.north + north * fraction)
    return ((x * x + y * y).squareRoot(), fraction)
  }
}
