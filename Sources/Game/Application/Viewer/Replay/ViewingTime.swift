internal import Geodesy

/// The time of who looks at a recording, as against the time in it: a part of it, and its long pauses cut short.
package struct ViewingTime: Hashable, Sendable {
  /// A pause that is cut short.
  private struct Gap: Hashable {
    /// The beginning and the end of the pause in recorded time.
    let start, end: Duration
    /// When it begins, in viewing time.
    let shown: Duration
  }

  /// The shortest that a pause can be cut to.
  static let shortest = Duration.milliseconds(1)

  /// What is looked at of the recording, in its time.
  package let range: ClosedRange<Duration>
  private let longest: Duration
  private var gaps: [Gap] = []
  /// How long looking at all of it takes.
  package private(set) var length: Duration

  /// The time of who looks at a part of a recording.
  ///
  /// - Parameters:
  ///   - range: what is looked at; within 0 and the end of the recording.
  ///   - maxGap: how long a pause lasts at most; nothing for as long as it did.
  package init(_ recording: Recording, range: ClosedRange<Duration>, maxGap: Duration?) {
    self.range = range
    longest = max(Self.shortest, maxGap ?? Recording.latest)
    length = range.upperBound - range.lowerBound
    guard maxGap != nil else { return }
    var (last, cut) = (range.lowerBound, Duration.zero)
    func pass(to time: Duration) {
      defer { last = time }
      guard time - last > longest else { return }
      gaps.append(Gap(start: last, end: time, shown: last - range.lowerBound - cut))
      cut += time - last - longest
    }
    for index in recording.count(before: range.lowerBound)..<recording.count(through: range.upperBound)
    where recording.isNotable(index) { pass(to: recording.time(index)) }
    pass(to: range.upperBound)
    length -= cut
  }

  /// How long looking takes up to a time of the recording, which is brought into the range.
  package func viewed(at time: Duration) -> Duration {
    let time = range.clamp(time)
    guard let gap = gap(after: { $0.start <= time }) else { return time - range.lowerBound }
    guard time < gap.end else { return gap.shown + longest + (time - gap.end) }
    return gap.shown + longest * ((time - gap.start) / (gap.end - gap.start))
  }

  /// The time of the recording when somebody has looked on for so long.
  package func time(after viewed: Duration) -> Duration {
    let viewed = (.zero...length).clamp(viewed)
    guard let gap = gap(after: { $0.shown <= viewed }) else { return range.lowerBound + viewed }
    let within = viewed - gap.shown
    guard within < longest else { return range.clamp(gap.end + within - longest) }
    return range.clamp(gap.start + (gap.end - gap.start) * (within / longest))
  }

  /// The last gap that satisfies what all up to some satisfy, and none after it.
  private func gap(after belongs: (Gap) -> Bool) -> Gap? {
    let index = gaps.firstIndex(after: belongs)
    return index > 0 ? gaps[index - 1] : nil
  }

  /// Where a time of the recording lies on the line of all of it, in `0 ... 1`.
  package func position(of time: Duration) -> Double { length > .zero ? (0...1).clamp(viewed(at: time) / length) : 0 }

  /// The time at a place on the line; one that is no number is its beginning.
  package func time(at position: Double) -> Duration {
    time(after: length * (position.isNaN ? 0 : (0...1).clamp(position)))
  }
}
