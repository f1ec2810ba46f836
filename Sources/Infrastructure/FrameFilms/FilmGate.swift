internal import TextCanvas

/// What every film is held to: it begins at 0, its time does not go back, and it stays within its limits.
struct FilmGate {
  let limits: FilmLimits
  private(set) var frames = 0
  /// When the last frame was.
  private(set) var time = Duration.zero
  /// When the first frame was, by its own time.
  private var beginning: Duration?

  init(_ limits: FilmLimits) { self.limits = limits }

  /// Lets a frame in and returns its time since the first.
  mutating func enter(_ frame: FilmFrame) throws(FilmError) -> Duration {
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
  func check(bytes: Int) throws(FilmError) {
    if bytes > limits.bytes { throw .tooManyBytes(limit: limits.bytes, frame: frames, time: time) }
  }

  /// Ends the film, which then has at least one frame.
  func close() throws(FilmError) {
    if frames == 0 { throw .noFrames }
  }
}
