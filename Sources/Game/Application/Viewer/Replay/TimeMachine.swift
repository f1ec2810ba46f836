package import Game
internal import Geodesy
internal import HuntDomain
internal import Places
internal import Views

/// A recording that can be looked at in any order: the state at a time is exactly the one that playing up to it gives.
///
/// It is played forward once, in slices; on the way checkpoints are kept. Whatever was reached is reached again from
/// the checkpoint before it.
///
/// ```swift
/// var machine = TimeMachine(recording, from: Session())
/// while !machine.isComplete { machine.read(64) }
/// machine.state(at: .seconds(750)).screen(at: .seconds(750))
/// ```
package struct TimeMachine: Sendable {
  /// Checkpoints kept at most; when there are more, every other one goes.
  ///
  /// Each takes some ten kB.
  package static let mostCheckpoints = 8192
  /// Moments between two checkpoints at first: up to a million moments it stays at that.
  package static let firstStride = 128

  /// A session on its way through the recording.
  private struct Place: Sendable {
    /// The moments that it went through.
    var count = 0
    /// The positions that the game went on with.
    var positions = 0
    /// Without its trail in a checkpoint.
    var session: Session
  }

  /// Everything that happened, in the order of time.
  package let recording: Recording
  /// In the order of time, a stride apart; the first is the beginning.
  private var checkpoints: [Place]
  private var stride: Int
  private let most: Int
  /// The point up to which the recording has been played.
  private var head: Place
  /// The point that was looked up last, because the next one is most often just after it.
  private var cursor: Place
  private var trails = TrailLog()
  private var watch = MarkWatch()

  /// A recording of what happened to `session`.
  ///
  /// - Parameters:
  ///   - stride: moments between two checkpoints at first; at least 1.
  ///   - most: checkpoints kept at most; at least 2.
  package init(
    _ recording: Recording, from session: Session, stride: Int = firstStride, most: Int = mostCheckpoints
  ) {
    self.recording = recording
    (self.stride, self.most) = (max(1, stride), max(2, most))
    head = Place(session: session)
    cursor = head
    checkpoints = [head]
  }

  // MARK: - Reading

  /// The marks of the recording, as far as it has been read, in the order of time.
  package var marks: [ReplayMark] { watch.marks }

  /// Whether all of it was read.
  package var isComplete: Bool { head.count == recording.count }

  /// The part of the recording that has been read, in `0 ... 1`.
  package var progress: Double { isComplete ? 1 : Double(head.count) / Double(recording.count) }

  /// The latest time whose state needs no reading; the end when all was read.
  package var reached: Duration {
    if isComplete { return recording.end }
    return head.count > 0 ? recording.time(head.count - 1) : .zero
  }

  /// Plays up to `count` moments more.
  package mutating func read(_ count: Int) {
    let end = head.count + min(max(0, count), recording.count - head.count)
    while head.count < end {
      let moment = recording[head.count]
      let effects = Self.advance(&head, moment)
      note(effects, at: moment.time)
      if head.count.isMultiple(of: stride) { keep() }
    }
  }

  private static func advance(_ place: inout Place, _ moment: SessionMoment) -> [SessionEffect] {
    place.count += 1
    return place.session.handle(moment.event, at: moment.time)
  }

  private mutating func note(_ effects: [SessionEffect], at time: Duration) {
    for case .tell(let news) in effects {
      if case .fix(let fix) = news {
        trails.append(fix.position)
        head.positions += 1
      }
      watch.hear(news, at: time)
    }
  }

  private mutating func keep() {
    var checkpoint = head
    checkpoint.session = checkpoint.session.with(trail: Trail())
    checkpoints.append(checkpoint)
    guard checkpoints.count > most else { return }
    stride *= 2
    checkpoints = checkpoints.filter { $0.count.isMultiple(of: stride) }
  }

  // MARK: - Looking

  /// The session as it was at a time, after everything that happened up to and with it; reads on as far as is needed.
  package mutating func state(at time: Duration) -> Session {
    let count = recording.count(through: time)
    if count >= head.count {
      read(count - head.count)
      cursor = head
    } else {
      if cursor.count > count || checkpoints[nearest(count)].count > cursor.count { cursor = restored(nearest(count)) }
      while cursor.count < count { _ = Self.advance(&cursor, recording[cursor.count]) }
    }
    return cursor.session
  }

  /// The last checkpoint that lies not beyond `count` moments.
  private func nearest(_ count: Int) -> Int { min(count / stride, checkpoints.count - 1) }

  private func restored(_ index: Int) -> Place {
    var place = checkpoints[index]
    place.session = place.session.with(trail: trails.trail(after: place.positions))
    return place
  }
}
