/// The frames of a part of what was shown, as they are gathered: begins with what was seen at its beginning.
package struct FrameExcerpt: Sendable {
  /// Cells of all frames together; eight bytes each.
  package static let mostCells = 32 << 20

  /// The frames, in order.
  package private(set) var frames: [TimedFrame] = []
  /// Whether frames were left out for want of room.
  package private(set) var isFull = false
  private let range: ClosedRange<Duration>
  private let shortest: Duration
  private let mostCells: Int
  private var cells = 0
  /// The latest picture from before the beginning, which is what is seen then.
  private var before: Canvas?

  /// A part without frames.
  ///
  /// - Parameters:
  ///   - range: its time; a moment if both ends are the same.
  ///   - shortest: of frames that follow each other faster the last is kept.
  package init(_ range: ClosedRange<Duration>, shortest: Duration, mostCells: Int = FrameExcerpt.mostCells) {
    (self.range, self.shortest, self.mostCells) = (range, shortest, mostCells)
  }

  /// Takes the next picture that was shown.
  package mutating func see(_ canvas: Canvas, at time: Duration) {
    guard !isFull else { return }
    guard time <= range.upperBound else {
      // An excerpt without a change still shows the frame before it.
      if frames.isEmpty { add(TimedFrame(before ?? canvas, at: range.lowerBound)) }
      return
    }
    if time < range.lowerBound {
      before = canvas
      if range.lowerBound == range.upperBound { frames = [TimedFrame(canvas, at: range.lowerBound)] }
      return
    }
    if frames.isEmpty, let before { add(TimedFrame(before, at: range.lowerBound)) }
    if let last = frames.last, time - last.time < shortest {
      frames[frames.count - 1] = TimedFrame(canvas, at: last.time)
    } else {
      add(TimedFrame(canvas, at: time))
    }
  }

  private mutating func add(_ frame: TimedFrame) {
    cells += frame.canvas.size.columns * frame.canvas.size.rows
    isFull = cells > mostCells
    if !isFull { frames.append(frame) }
  }
}
