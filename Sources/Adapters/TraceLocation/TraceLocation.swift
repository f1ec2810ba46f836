internal import Geodesy
package import HuntApplication
internal import HuntDomain

/// Adapter: a recorded trace, played at the pace of a clock.
///
/// Every recorded point is played at its time; one without a time at a steady pace between its neighbours. Where the recording leaves more than an interval between two
/// points of a segment, the way between them is filled in along the geodesic; between two segments nothing is
/// invented: there the receiver searches.
package struct TraceLocation: DeviceLocation {
  private let timeline: Timeline
  private let interval: Duration
  private let pace: Pace

  /// - Parameters:
  ///   - trace: what was recorded.
  ///   - interval: longest time between two fixes within a segment; greater than 0.
  ///   - walkingPace: metres per second for points without a time.
  ///   - pace: how fast the recording passes.
  package init(_ trace: Trace, interval: Duration = .seconds(1), walkingPace: Double = 1.4, pace: Pace) {
    timeline = Timeline(trace, walkingPace: walkingPace)
    self.interval = max(.milliseconds(10), interval)
    self.pace = pace
  }

  package func updates() -> AsyncStream<LocationUpdate> {
    let playback = Subscription(Playback(timeline, interval: interval), wait: pace.start())
    return AsyncStream { await playback.next() }
  }
}

/// One subscription's playback: the only state in this module, so the only actor.
private actor Subscription {
  private var playback: Playback
  private let wait: Pace.Stopwatch

  init(_ playback: Playback, wait: @escaping Pace.Stopwatch) {
    self.playback = playback
    self.wait = wait
  }

  func next() async -> LocationUpdate? {
    guard let (update, time) = playback.next(), (try? await wait(time)) != nil else { return nil }
    return update
  }
}

/// The updates of a timeline, one after the other: a value without a clock.
struct Playback: Sendable {
  private let timeline: Timeline
  private let interval: Duration
  /// The entry that is due next.
  private var index = 0
  private var time = Duration.zero
  private var saidGap = false

  init(_ timeline: Timeline, interval: Duration) {
    self.timeline = timeline
    self.interval = interval
  }

  /// What is said next, and when.
  mutating func next() -> (LocationUpdate, Duration)? {
    guard index < timeline.entries.count else { return nil }
    let entry = timeline.entries[index]
    if entry.followsGap && !saidGap {
      saidGap = true
      return (.searching(satellitesInView: nil), time)
    }
    guard index > 0, !entry.followsGap, entry.time - time > interval else { return play(entry) }
    time += interval
    return (.fix(between(timeline.entries[index - 1], entry)), time)
  }

  private mutating func play(_ entry: Timeline.Entry) -> (LocationUpdate, Duration) {
    let last = index > 0 ? timeline.entries[index - 1] : nil
    (time, saidGap) = (entry.time, false)
    index += 1
    return (.fix(recorded(entry, after: entry.followsGap ? nil : last)), entry.time)
  }

  private func recorded(_ entry: Timeline.Entry, after last: Timeline.Entry?) -> Fix {
    let movement = last.flatMap { Self.movement(from: $0, to: entry) }
    let point = entry.point
    return Fix(
      position: point.position, time: entry.time, utc: point.utc, mode: point.altitude == nil ? .twoD : .threeD,
      accuracy: point.accuracy, altitude: point.altitude, speed: point.speed ?? movement?.speed,
      course: point.course ?? movement?.course)
  }

  private func between(_ last: Timeline.Entry, _ next: Timeline.Entry) -> Fix {
    let fraction = (time - last.time) / (next.time - last.time)
    let movement = Self.movement(from: last, to: next)
    let (from, to) = (last.point, next.point)
    let altitude = from.altitude.flatMap { start in to.altitude.map { start + ($0 - start) * fraction } }
    return Fix(
      position: from.position.interpolated(to: to.position, fraction: fraction), time: time,
      utc: from.utc.map { $0.advanced(by: time - last.time) },
      mode: altitude == nil ? .twoD : .threeD, accuracy: from.accuracy, altitude: altitude, speed: movement?.speed,
      course: movement?.course)
  }

  /// How one moves between two points; nothing where time stands still.
  private static func movement(
    from last: Timeline.Entry, to next: Timeline.Entry
  ) -> (speed: Double, course: Bearing?)? {
    let seconds = (next.time - last.time) / .seconds(1)
    guard seconds > 0 else { return nil }
    let way = last.point.position.course(to: next.point.position)
    return (way.distance / seconds, way.distance > 0.01 ? way.bearing : nil)
  }
}
