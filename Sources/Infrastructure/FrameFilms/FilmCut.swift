/// How the times of a film are changed before it is written: played faster, without long pauses, with fewer frames.
package struct FilmCut: Hashable, Sendable {
  /// Seconds of the frames in a second of the film, in `0.01 ... 1000`.
  package let speed: Double
  /// The longest that a frame is shown, after `speed`; nothing if it may be any time.
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
  package func cut<Frames: Sequence<FilmFrame>>(_ frames: Frames) -> CutFrames<Frames> {
    CutFrames(frames: frames, cut: self)
  }
}

/// The frames of a film at the times that a ``FilmCut`` gives them.
package struct CutFrames<Frames: Sequence<FilmFrame>>: Sequence {
  fileprivate let frames: Frames
  fileprivate let cut: FilmCut

  package func makeIterator() -> Iterator { Iterator(frames: frames.makeIterator(), cut: cut) }

  package struct Iterator: IteratorProtocol {
    fileprivate var frames: Frames.Iterator
    fileprivate let cut: FilmCut
    /// When the last frame was, by the frames' own time.
    private var source: Duration?
    /// When it is in the film.
    private var now = Duration.zero
    /// A frame that is shown unless another one comes too soon.
    private var pending: FilmFrame?

    fileprivate init(frames: Frames.Iterator, cut: FilmCut) {
      (self.frames, self.cut) = (frames, cut)
    }

    package mutating func next() -> FilmFrame? {
      while let frame = frames.next().map({ retimed($0) }) {
        guard let waiting = pending else {
          pending = frame
          continue
        }
        if (.zero..<cut.shortestFrame).contains(frame.time - waiting.time) {
          // It takes the place, and keeps the time, of the one that nobody would have seen.
          pending = FilmFrame(frame.canvas, at: waiting.time)
        } else {
          pending = frame
          return waiting
        }
      }
      defer { pending = nil }
      return pending
    }

    private mutating func retimed(_ frame: FilmFrame) -> FilmFrame {
      let pause = (frame.time - (source ?? frame.time)) / cut.speed
      source = frame.time
      now += cut.longestPause.map { $0 < pause ? $0 : pause } ?? pause
      return FilmFrame(frame.canvas, at: now)
    }
  }
}
