internal import Geodesy
internal import HuntDomain
internal import Numbers

/// The times at which the elements of a trace are due, counted from the first.
struct Timeline: Sendable {
  /// A point, a search or a silence, and the time since the start at which it is played.
  struct Entry: Sendable {
    enum Content: Sendable {
      case point(Trace.Point)
      case search(satellitesInView: Int?)
      /// The receiver fell silent.
      case silence
    }

    let content: Content
    let time: Duration
    /// Whether the way from the point before it is filled in.
    let isJoined: Bool

    var point: Trace.Point? { if case .point(let point) = content { point } else { nil } }
  }

  /// The length of a silence if the recording does not say, or if it was switched off.
  static let shortGap = Duration.seconds(5)
  /// The longest pause that is replayed; a longer one means that the recording was switched off, and is skipped.
  static let longestPause = Duration.seconds(600)
  /// The longest time between two points of a track whose way is filled in; after that the receiver had lost its way.
  ///
  /// Recorders that leave points out on purpose, where the way is straight or slow, wrote one at least every 217 s in
  /// the recorded walks that the tests read; receptions that were lost there begin at 278 s.
  static let longestThinning = Duration.seconds(240)
  /// Without a report for this long a receiver counts as silent, as a live one does.
  static let silence = Duration.milliseconds(1500)
  /// The silence limit of a slow receiver, in its usual reporting cycles.
  static let silentCycles = 1.5
  /// The upper bound of the silence limit, for receivers that report rarely.
  static let longestSilence = Duration.seconds(15)
  /// The time between two reports of a receiver without times: nearly all report once a second.
  static let untimedCycle = Duration.seconds(1)
  /// The longest walk between two points without a time; points farther apart are not joined.
  static let longestWalk = Duration.seconds(86_400)

  private(set) var entries: [Entry] = []
  /// The compass headings and their times.
  private(set) var headings: [(Heading, Duration)] = []
  /// The civil time of the beginning; `nil` if the recording does not know the day.
  var start: Timestamp? {
    entries.lazy.compactMap { entry in entry.point?.date?.advanced(by: .zero - entry.time) }.first
  }

  private let isReceiver: Bool
  private let walkingPace: Double
  /// The silence after which this recording's receiver counts as lost.
  private let patience: Duration

  /// - Parameter walkingPace: metres per second at which points without a time follow each other.
  init(_ trace: Trace, walkingPace: Double) {
    isReceiver = trace.origin == .receiver
    self.walkingPace = walkingPace
    patience = isReceiver ? Self.patience(trace.segments) : Self.silence
    entries.reserveCapacity(trace.count)
    var (time, last) = (Duration.zero, Trace.Point?.none)
    for (segment, searches) in zip(trace.segments, trace.searches) {
      for (index, timed) in timed(segment).enumerated() {
        let starts = index == 0 && last != nil
        let searches = index == 0 ? searches : []
        let step =
          if let last { step(from: last, to: timed, acrossGap: starts) } else { Self.lead(searches, to: timed) }
        add(searches, since: last?.utc ?? searches.first?.utc, at: time, within: step)
        let isTimed = index > 0 && segment[index - 1].utc != nil && segment[index].utc != nil
        let isGap = last != nil && (starts || isGap(step, isTimed: isTimed))
        if isGap, searches.isEmpty { addSilence(at: time, within: step ?? Self.shortGap) }
        time += step ?? Self.shortGap
        let isJoined = last != nil && !isGap && !isReceiver
        entries.append(Entry(content: .point(segment[index]), time: time, isJoined: isJoined))
        last = timed
      }
    }
    add(trace.searches.last ?? [], since: last?.utc, at: time, within: Self.longestPause)
    headings = Self.headings(trace.headings, points: entries.filter { $0.point != nil }.map(\.time))
  }

  // MARK: - Silence

  /// The silence after which a receiver is lost: see ``silentCycles``.
  private static func patience(_ segments: [[Trace.Point]]) -> Duration {
    let steps = segments.flatMap { segment in
      zip(segment, segment.dropFirst()).compactMap { from, to in
        from.utc.flatMap { from in to.utc.flatMap { Self.span(from: from, to: $0) } }
      }
    }
    guard !steps.isEmpty else { return silence }
    return min(max(silence, steps.sorted()[steps.count / 2] * silentCycles), longestSilence)
  }

  /// Whether a step is too long to fill in the path between its points.
  private func isGap(_ step: Duration?, isTimed: Bool) -> Bool {
    guard let step else { return true }
    if isReceiver { return step > patience }
    return isTimed && step > Self.longestThinning
  }

  /// Adds a silence: of a receiver once it can be noticed, between two parts of a track at once.
  private mutating func addSilence(at time: Duration, within step: Duration) {
    entries.append(
      isReceiver
        ? Entry(content: .silence, time: time + min(patience, step), isJoined: false)
        : Entry(content: .search(satellitesInView: nil), time: time, isJoined: false))
  }

  // MARK: - Times

  /// How long the receiver searched before its first point; `nil` if unknown or too long to wait for.
  private static func lead(_ searches: [Trace.Search], to point: Trace.Point) -> Duration? {
    guard let first = searches.first else { return .zero }
    guard let from = first.utc, let to = point.utc, let span = span(from: from, to: to) else { return nil }
    return span <= longestPause ? span : nil
  }

  /// Puts searches between two points; only the first where the time between them is cut short.
  private mutating func add(
    _ searches: [Trace.Search], since start: Timestamp?, at time: Duration, within step: Duration?
  ) {
    var last = Duration.zero
    for search in step == nil ? searches.prefix(1) : searches[...] {
      let span = start.flatMap { start in search.utc.flatMap { Self.span(from: start, to: $0) } }
      last = min(max(last, span ?? .zero), step ?? .zero)
      if case .search(search.satellitesInView)? = entries.last?.content { continue }
      let content = Entry.Content.search(satellitesInView: search.satellitesInView)
      entries.append(Entry(content: content, time: time + last, isJoined: false))
    }
  }

  /// Spreads the headings of each point evenly over the time until the next.
  private static func headings(
    _ recorded: [Trace.TimedHeading], points times: [Duration]
  ) -> [(Heading, Duration)] {
    let groups = Dictionary(grouping: recorded) { min(max(0, $0.point), max(0, times.count - 1)) }
    return groups.sorted { $0.key < $1.key }.flatMap { point, group in
      let start = times.indices.contains(point) ? times[point] : .zero
      // After the last point nothing follows; a second is the usual time between two.
      let end = times.indices.contains(point + 1) ? times[point + 1] : start + .seconds(1)
      return group.enumerated().map { place, recorded in
        (recorded.heading, start + (end - start) * (Double(place) / Double(group.count)))
      }
    }
  }

  /// Interpolates the times of points between two that have one: a walker is assumed to walk at a steady pace, a
  /// receiver to report at a steady rate.
  private func timed(_ segment: [Trace.Point]) -> [Trace.Point] {
    let known = segment.indices.filter { segment[$0].utc != nil }
    guard known.count < segment.count else { return segment }
    var filled = segment
    for (first, last) in zip(known, known.dropFirst()) where last - first > 1 {
      guard let from = segment[first].utc, let to = segment[last].utc, let span = Self.span(from: from, to: to) else {
        continue
      }
      let steps = (first + 1...last).map {
        isReceiver ? 1 : segment[$0 - 1].position.distance(to: segment[$0].position)
      }
      let whole = steps.reduce(0, +)
      var walked = 0.0
      for (index, step) in zip(first + 1..<last, steps) {
        walked += step
        let milliseconds = span / .milliseconds(1) * (whole > 0 ? walked / whole : 0)
        filled[index].utc = from.advanced(by: .milliseconds(milliseconds.rounded()))
      }
    }
    return filled
  }

  /// The time between two points; `nil` if the receiver was off for too long to wait for.
  ///
  /// Time that runs backwards in the recording stands still here.
  private func step(from last: Trace.Point, to point: Trace.Point, acrossGap: Bool) -> Duration? {
    if let from = last.utc, let to = point.utc {
      return Self.span(from: from, to: to).flatMap { $0 <= Self.longestPause ? $0 : nil }
    }
    guard !acrossGap else { return nil }
    guard !isReceiver else { return Self.untimedCycle }
    // Whole milliseconds, as in recordings: a remainder would become a fix of its own.
    let milliseconds = last.position.distance(to: point.position) / max(0.01, walkingPace) * 1000
    let step = Duration.milliseconds(milliseconds.rounded())
    return step <= Self.longestWalk ? step : nil
  }

  /// The time between two moments, 0 if it runs backwards; `nil` on overflow.
  private static func span(from: Timestamp, to: Timestamp) -> Duration? {
    guard from < to else { return .zero }
    let (milliseconds, overflow) = to.milliseconds.subtractingReportingOverflow(from.milliseconds)
    return overflow ? nil : .milliseconds(milliseconds)
  }
}
