import FlightRecords
import FrameFilms
import TextCanvas
import Viewer

/// The frames of a session, as they are gathered.
struct SessionFilm {
  /// Cells of all frames together; eight bytes each.
  private static let mostCells = 32 << 20

  private(set) var frames: [FilmFrame] = []
  /// Whether more was to be seen than there is room for.
  private(set) var isFull = false
  private let range: ClosedRange<Duration>
  private let shortest: Duration
  private var cells = 0
  /// The latest picture from before the beginning, which is what is seen then.
  private var before: Canvas?

  /// - Parameters:
  ///   - start: from when on; a moment where the end is the same.
  ///   - fps: frames in a second of the session at most.
  init(_ flight: OpenFlight, start: SeekTarget?, end: SeekTarget?, fps: Double) {
    let whole = flight.beginning...max(flight.beginning, flight.record.moments.last?.time ?? .zero)
    let time = { (target: SeekTarget) in
      min(max(whole.lowerBound, target.time(from: whole.lowerBound, in: whole)), whole.upperBound)
    }
    let first = start.map(time) ?? whole.lowerBound
    range = first...max(first, end.map(time) ?? whole.upperBound)
    shortest = .seconds(1 / max(0.001, fps))
  }

  /// Takes a picture that was shown.
  mutating func see(_ shown: FlightReplay.Shown) {
    guard case .frame(let canvas) = shown.picture, !isFull else { return }
    guard shown.time <= range.upperBound else {
      // Where nothing changes, something is to be seen all the same.
      if frames.isEmpty { add(FilmFrame(before ?? canvas, at: range.lowerBound)) }
      return
    }
    if shown.time < range.lowerBound {
      before = canvas
      if range.lowerBound == range.upperBound { frames = [FilmFrame(canvas, at: range.lowerBound)] }
      return
    }
    if frames.isEmpty, let before { add(FilmFrame(before, at: range.lowerBound)) }
    // Of frames that follow each other too fast the last is seen.
    if let last = frames.last, shown.time - last.time < shortest {
      frames[frames.count - 1] = FilmFrame(canvas, at: last.time)
    } else {
      add(FilmFrame(canvas, at: shown.time))
    }
  }

  private mutating func add(_ frame: FilmFrame) {
    cells += frame.canvas.size.columns * frame.canvas.size.rows
    isFull = cells > Self.mostCells
    if !isFull { frames.append(frame) }
  }
}
