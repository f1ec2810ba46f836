internal import Geodesy
package import HuntDomain
package import Nearby
package import Numbers

/// Adapter: a recorded trace, played at the pace of a clock.
///
/// Every recorded point is played at its time. What happens between two points depends on the recorder, see
/// ``Trace/Origin``. A way is filled in along the geodesic, with at most `interval` between fixes, unless the gap is
/// longer than four minutes. For a receiver no positions are filled in, and after an unusually long silence it is lost.
/// Between two segments the receiver searches, with the recorded numbers of satellites. Points of a way without times
/// are played at a steady pace, those of a receiver one a second. The compass headings use the same clock. A recording
/// that does not know the day begins at a civil time that is given.
package struct TraceLocation: DeviceLocation, DeviceHeading {
  private let timeline: Timeline
  private let interval: Duration
  private let pace: Pace
  /// Whether the recording knows its day.
  package let isDated: Bool
  /// The civil time at which the recording begins: its own, or the given one.
  package let start: Timestamp?

  /// - Parameters:
  ///   - trace: the recording.
  ///   - interval: longest time between two fixes of a way that is filled in; greater than 0.
  ///   - walkingPace: metres per second for points without a time.
  ///   - pace: the speed of playback.
  ///   - start: civil time at which a recording begins that does not know its day; `nil` for fixes without a time.
  package init(
    _ trace: Trace, interval: Duration = .seconds(1), walkingPace: Double = 1.4, pace: Pace, start: Timestamp? = nil
  ) {
    timeline = Timeline(trace, walkingPace: walkingPace)
    let own = timeline.start
    isDated = own != nil
    self.start = own ?? start
    self.interval = max(.milliseconds(10), interval)
    self.pace = pace
  }

  /// Plays the positions from the beginning, for each subscription anew; finishes at the end of the recording.
  package func updates() -> AsyncStream<LocationUpdate> {
    let playback = Subscription(
      Playback(timeline, interval: interval, start: isDated ? nil : start), wait: pace.start())
    return AsyncStream { await playback.next() }
  }

  /// Plays the compass headings from the beginning; finishes after the last one, at once without any.
  package func headings() -> AsyncStream<Heading> {
    let playback = Subscription(timeline.headings.makeIterator(), wait: pace.start())
    return AsyncStream { await playback.next() }
  }
}

/// One subscription's playback: the only state in this module, so the only actor.
private actor Subscription<Update: Sendable, Playback: IteratorProtocol<(Update, Duration)> & Sendable> {
  private var playback: Playback
  private let wait: Pace.Stopwatch

  init(_ playback: Playback, wait: @escaping Pace.Stopwatch) {
    self.playback = playback
    self.wait = wait
  }

  func next() async -> Update? {
    guard let (update, time) = playback.next(), (try? await wait(time)) != nil else { return nil }
    return update
  }
}

/// The updates of a timeline, one after the other: a value without a clock.
struct Playback: IteratorProtocol, Sendable {
  private let entries: [Timeline.Entry]
  private let interval: Duration
  /// The civil time at which a recording without times begins.
  private let start: Timestamp?
  /// The entry that is due next.
  private var index = 0
  private var time = Duration.zero

  init(_ timeline: Timeline, interval: Duration, start: Timestamp? = nil) {
    entries = timeline.entries
    self.interval = interval
    self.start = start
  }

  /// The next update and its time; `nil` at the end.
  mutating func next() -> (LocationUpdate, Duration)? {
    guard index < entries.count else { return nil }
    let entry = entries[index]
    switch entry.content {
    case .search(let satellites): return pass(entry, .searching(satellitesInView: satellites))
    case .silence: return pass(entry, .lost(reason: "the receiver said nothing in this part of the recording"))
    case .point(let point):
      guard entry.isJoined, index > 0, let from = entries[index - 1].point else {
        return pass(entry, .fix(recorded((entry, point), nil)))
      }
      let last = (entries[index - 1], from)
      guard entry.time - time > interval else { return play((entry, point), after: last) }
      time += interval
      return (.fix(between(last, (entry, point))), time)
    }
  }

  private mutating func pass(_ entry: Timeline.Entry, _ update: LocationUpdate) -> (LocationUpdate, Duration) {
    time = entry.time
    index += 1
    return (update, time)
  }

  /// A point and when it is played.
  private typealias Played = (entry: Timeline.Entry, point: Trace.Point)

  private mutating func play(_ played: Played, after last: Played) -> (LocationUpdate, Duration) {
    // A point with a recorded time is played as recorded: a speed derived from two positions would make a jump between
    // them look genuine.
    let movement = played.point.utc == nil ? Self.movement(from: last, to: played) : nil
    return pass(played.entry, .fix(recorded(played, movement)))
  }

  private func recorded(_ played: Played, _ movement: Movement?) -> Fix {
    let point = played.point
    return Fix(
      position: point.position, time: played.entry.time,
      utc: point.date ?? start?.advanced(by: played.entry.time),
      mode: point.mode ?? (point.altitude == nil ? .twoD : .threeD), accuracy: point.accuracy,
      accuracySource: point.accuracySource, altitude: point.altitude, speed: point.speed ?? movement?.speed,
      course: point.course ?? movement?.course, satellitesUsed: point.satellitesUsed,
      satellitesSeen: point.satellitesSeen)
  }

  private func between(_ last: Played, _ next: Played) -> Fix {
    let fraction = (time - last.entry.time) / (next.entry.time - last.entry.time)
    let movement = Self.movement(from: last, to: next)
    let (from, to) = (last.point, next.point)
    let altitude = from.altitude.flatMap { start in to.altitude.map { start + ($0 - start) * fraction } }
    return Fix(
      position: from.position.interpolated(to: to.position, fraction: fraction), time: time,
      utc: from.date?.advanced(by: time - last.entry.time) ?? start?.advanced(by: time),
      mode: from.mode ?? (altitude == nil ? .twoD : .threeD), accuracy: from.accuracy,
      accuracySource: from.accuracySource, altitude: altitude, speed: movement?.speed, course: movement?.course,
      satellitesUsed: from.satellitesUsed, satellitesSeen: from.satellitesSeen)
  }

  private typealias Movement = (speed: Double, course: Bearing?)

  /// Metres of a way on which the errors of its ends, of 2 to 4 m against each other, turn it by no more than the
  /// error of a velocity turns the course that receivers say of someone who walks, 12°.
  private static let longWay = 20.0

  /// Speed and course between two points whose path is interpolated; `nil` if unknown or no time passes.
  ///
  /// Without recorded times the pace is chosen here, so speed and course are known. With them, two positions determine
  /// a movement only if they lie far apart; otherwise consumers derive the course from the positions.
  private static func movement(from last: Played, to next: Played) -> Movement? {
    let seconds = (next.entry.time - last.entry.time) / .seconds(1)
    guard seconds > 0 else { return nil }
    let way = last.point.position.course(to: next.point.position)
    let isTimed = last.point.utc != nil && next.point.utc != nil
    guard !isTimed || way.distance >= longWay else { return nil }
    return (way.distance / seconds, way.distance > 0.01 ? way.bearing : nil)
  }
}
