internal import Numbers

/// A canvas and when it was shown.
package struct TimedFrame: Equatable, Sendable {
  /// The farthest from the beginning that a frame can be: a hundred days.
  package static let latest = Duration.seconds(8_640_000)

  /// The content of the frame.
  package let canvas: Canvas
  /// Since any beginning, in `-latest ... latest`; a frame sequence counts from its first frame.
  package let time: Duration

  /// Creates a frame; a time out of range is cut to it.
  package init(_ canvas: Canvas, at time: Duration) {
    self.canvas = canvas
    self.time = min(max(.zero - Self.latest, time), Self.latest)
  }
}

extension Duration {
  /// The duration in seconds.
  var inSeconds: Double { self / .seconds(1) }
}

/// Why a frame sequence or a picture was not written, and at which time of it.
package enum FrameSequenceError: Error, Hashable, Sendable, CustomStringConvertible {
  /// There is not one frame.
  case noFrames
  /// A canvas without a cell.
  case emptyCanvas(frame: Int)
  /// A frame is earlier than the one before.
  case timeGoesBack(frame: Int, from: Duration, to: Duration)
  /// There are more frames than the limit.
  case tooManyFrames(limit: Int)
  /// The file would be larger than the limit.
  case tooManyBytes(limit: Int, frame: Int, time: Duration)

  package var description: String {
    switch self {
    case .noFrames: "there is no frame to show"
    case .emptyCanvas(let frame): "frame \(frame) has no columns or no rows"
    case .timeGoesBack(let frame, let from, let to):
      "frame \(frame) is at \(DecimalText.short(to.inSeconds, places: 1)) s, before the frame before it at \(DecimalText.short(from.inSeconds, places: 1)) s"
    case .tooManyFrames(let limit):
      "more than \(limit) frames: take fewer a second, or a part of the session"
    case .tooManyBytes(let limit, let frame, let time):
      "more than \(limit) bytes by frame \(frame) at \(DecimalText.short(time.inSeconds, places: 1)) s: take fewer frames a second, a smaller "
        + "screen, or a part of the session"
    }
  }
}

/// The limits of a frame sequence.
package struct FrameSequenceLimits: Hashable, Sendable {
  /// Frames that are taken, shown or not; at least 1.
  package let frames: Int
  /// Bytes of the file.
  package let bytes: Int

  /// A recording: an hour at thirty frames a second; a quarter of a gigabyte.
  package static let cast = FrameSequenceLimits(frames: 108_000, bytes: 256 << 20)
  /// A picture on a page: GitHub's proxy of images takes 5 MB.
  package static let picture = FrameSequenceLimits(frames: 20_000, bytes: 5_000_000)

  /// Creates limits.
  package init(frames: Int, bytes: Int) {
    (self.frames, self.bytes) = (max(1, frames), max(0, bytes))
  }
}

/// Checks a frame sequence: it begins at 0, its time does not go back, and it stays within its limits.
struct FrameValidator {
  let limits: FrameSequenceLimits
  private(set) var frames = 0
  /// The time of the last frame.
  private(set) var time = Duration.zero
  /// The first frame's original time.
  private var beginning: Duration?

  init(_ limits: FrameSequenceLimits) { self.limits = limits }

  /// Lets a frame in and returns its time since the first.
  mutating func enter(_ frame: TimedFrame) throws(FrameSequenceError) -> Duration {
    guard frames < limits.frames else { throw .tooManyFrames(limit: limits.frames) }
    frames += 1
    guard frame.canvas.size.columns > 0, frame.canvas.size.rows > 0 else {
      throw .emptyCanvas(frame: frames)
    }
    let start = beginning ?? frame.time
    beginning = start
    guard frame.time - start >= time else {
      throw .timeGoesBack(frame: frames, from: start + time, to: frame.time)
    }
    time = frame.time - start
    return time
  }

  /// Throws if that many bytes are too many.
  func check(bytes: Int) throws(FrameSequenceError) {
    if bytes > limits.bytes { throw .tooManyBytes(limit: limits.bytes, frame: frames, time: time) }
  }

  /// Ends the sequence; throws if it has no frame.
  func close() throws(FrameSequenceError) {
    if frames == 0 { throw .noFrames }
  }
}

/// How the times of a frame sequence are changed before it is written: played faster, without long pauses, with fewer
/// frames.
package struct FrameTiming: Hashable, Sendable {
  /// The speed-up: original seconds in a second of the result, in `0.01 ... 1000`.
  package let speed: Double
  /// The longest that a frame is shown, after `speed`; `nil` for no limit.
  package let longestPause: Duration?
  /// The shortest that a frame is shown, after `speed`: of frames that come faster the last is kept.
  package let shortestFrame: Duration

  /// Creates a cut; numbers out of range are cut to it, and a speed that is no number is 1.
  package init(speed: Double = 1, longestPause: Duration? = nil, shortestFrame: Duration = .zero) {
    self.speed = speed.isNaN ? 1 : min(max(0.01, speed), 1000)
    self.longestPause = longestPause.map { max(.zero, $0) }
    self.shortestFrame = max(.zero, shortestFrame)
  }

  /// The frames at their new times, made as they are asked for.
  ///
  /// The first is at time 0; frames whose times go back keep their order, so that the writer can refuse them.
  package func cut<Frames: Sequence<TimedFrame>>(_ frames: Frames) -> RetimedFrames<Frames> {
    RetimedFrames(frames: frames, cut: self)
  }
}

/// The frames of a sequence at the times that a ``FrameTiming`` gives them.
package struct RetimedFrames<Frames: Sequence<TimedFrame>>: Sequence {
  fileprivate let frames: Frames
  fileprivate let cut: FrameTiming

  /// Begins at the first frame.
  package func makeIterator() -> Iterator { Iterator(frames: frames.makeIterator(), cut: cut) }

  /// Goes through the frames that are left.
  package struct Iterator: IteratorProtocol {
    fileprivate var frames: Frames.Iterator
    fileprivate let cut: FrameTiming
    /// The last frame's original time.
    private var source: Duration?
    /// The last frame's time in the result.
    private var now = Duration.zero
    /// A frame that is shown unless another one comes too soon.
    private var pending: TimedFrame?

    fileprivate init(frames: Frames.Iterator, cut: FrameTiming) {
      (self.frames, self.cut) = (frames, cut)
    }

    /// The next frame, or `nil` after the last.
    package mutating func next() -> TimedFrame? {
      while let frame = frames.next().map({ retimed($0) }) {
        guard let waiting = pending else {
          pending = frame
          continue
        }
        if (.zero..<cut.shortestFrame).contains(frame.time - waiting.time) {
          // Replaces a frame that would not be seen, and keeps that frame's start time.
          pending = TimedFrame(frame.canvas, at: waiting.time)
        } else {
          pending = frame
          return waiting
        }
      }
      defer { pending = nil }
      return pending
    }

    private mutating func retimed(_ frame: TimedFrame) -> TimedFrame {
      let pause = (frame.time - (source ?? frame.time)) / cut.speed
      source = frame.time
      now += cut.longestPause.map { $0 < pause ? $0 : pause } ?? pause
      return TimedFrame(frame.canvas, at: now)
    }
  }
}
