package import Game
internal import HuntDomain
internal import Nearby

/// The updates of ``TraceLocation`` and their times, as a sequence without a clock.
///
/// Positions and headings are merged in the order of time, a position before the headings of the same time. The last
/// moment says that the trace has ended.
///
/// ```swift
/// let recording = Recording([SessionMoment(.begin(game), at: .zero)] + TraceMoments(trace))
/// ```
package struct TraceMoments: Sequence, IteratorProtocol, Sendable {
  /// Positions that are invented at most between those of the recording; where there would be more, the time between
  /// two is longer.
  package static let mostInvented = 1_000_000

  private var playback: Playback
  private var headings: Array<(Heading, Duration)>.Iterator
  private var update: (LocationUpdate, Duration)?
  private var heading: (Heading, Duration)?
  private var last = Duration.zero
  private var hasEnded = false

  /// - Parameters:
  ///   - trace: the recording.
  ///   - interval: longest time between two fixes of a way that is filled in; at least 10 ms.
  ///   - walkingPace: metres per second for points without a time.
  package init(_ trace: Trace, interval: Duration = .seconds(1), walkingPace: Double = 1.4) {
    let timeline = Timeline(trace, walkingPace: walkingPace)
    let length = timeline.entries.last?.time ?? .zero
    playback = Playback(
      timeline, interval: Swift.max(.milliseconds(10), interval, length / Double(Self.mostInvented)))
    headings = timeline.headings.makeIterator()
    update = playback.next()
    heading = headings.next()
  }

  /// The next moment in the order of time; `nil` after the end of the trace has been told.
  package mutating func next() -> SessionMoment? {
    if let heading, update.map({ heading.1 < $0.1 }) ?? true {
      self.heading = headings.next()
      return moment(.heading(heading.0), at: heading.1)
    }
    if let update {
      self.update = playback.next()
      return moment(.location(update.0), at: update.1)
    }
    guard !hasEnded else { return nil }
    hasEnded = true
    return moment(.locationEnded, at: last)
  }

  private mutating func moment(_ event: SessionEvent, at time: Duration) -> SessionMoment {
    last = time
    return SessionMoment(event, at: time)
  }
}
