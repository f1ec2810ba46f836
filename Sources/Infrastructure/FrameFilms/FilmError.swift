internal import Numbers

/// Why a film or a picture was not made, and where in it.
package enum FilmError: Error, Hashable, Sendable, CustomStringConvertible {
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

/// How much a film may take.
package struct FilmLimits: Hashable, Sendable {
  /// Frames that are taken, shown or not; at least 1.
  package let frames: Int
  /// Bytes of the file.
  package let bytes: Int

  /// A recording: an hour at thirty frames a second; a quarter of a gigabyte.
  package static let cast = FilmLimits(frames: 108_000, bytes: 256 << 20)
  /// A picture on a page: GitHub's proxy of images takes 5 MB.
  package static let picture = FilmLimits(frames: 20_000, bytes: 5_000_000)

  package init(frames: Int, bytes: Int) {
    (self.frames, self.bytes) = (max(1, frames), max(0, bytes))
  }
}
