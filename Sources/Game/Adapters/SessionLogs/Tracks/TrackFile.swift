package import Game
internal import GeoFormats
internal import Geodesy
internal import Glibc
internal import HuntDomain
internal import SystemKit

/// Appends what happens in a game to a file of the player, as JSON lines.
///
/// Nothing is sent anywhere, and nothing waits for it. A file that has reached its limit takes no more, and its last line says so; a failed write
/// ends the tracking and nothing else.
package final class TrackFile: Sendable {
  /// Bytes that the file may have.
  package static let limit = 10 << 20

  private struct State {
    var size: Int
    var isOver = false
  }

  private let descriptor: CInt
  private let hasPositions: Bool
  private let limit: Int
  private let state: Guarded<State>

  /// Opens a file for appending and creates it if needed; `nil` if it cannot be written or is no regular file.
  ///
  /// - Parameter hasPositions: whether it is to have positions, and what is typed.
  package init?(path: String, hasPositions: Bool, limit: Int = TrackFile.limit) {
    // A pipe without a reader would keep the game waiting.
    descriptor = open(path, O_WRONLY | O_APPEND | O_CREAT | O_CLOEXEC | O_NONBLOCK, 0o600)
    var status = stat()
    guard descriptor >= 0, fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
      if descriptor >= 0 { close(descriptor) }
      return nil
    }
    (self.hasPositions, self.limit) = (hasPositions, limit)
    state = Guarded(State(size: Int(status.st_size)))
  }

  deinit { close(descriptor) }

  /// Notes a piece of news; only a name, without positions.
  package func note(_ news: SessionNews, at time: Duration) {
    var line = JSONText()
    if case .fix(let fix) = news {
      guard hasPositions else { return }
      line.add("event", "position")
      line.add("lat", fix.position.latitude, decimals: 7)
      line.add("lon", fix.position.longitude, decimals: 7)
    } else {
      guard let (name, treasure) = news.tracked else { return }
      line.add("event", name)
      if let treasure { line.add("treasure", treasure) }
    }
    append(line, at: time)
  }

  /// Notes a step through a flow, by its word: `start`, `choose 2`, `next`, `back`, `end`.
  ///
  /// What is typed there may be a place or the name of a file: without positions only that something was typed is noted.
  package func note(step word: String, of flow: String, at time: Duration) {
    var line = JSONText()
    line.add("event", "step")
    line.add("flow", flow)
    line.add("step", word.hasPrefix("type ") && !hasPositions ? "type" : word)
    append(line, at: time)
  }

  private func append(_ line: consuming JSONText, at time: Duration) {
    var line = line
    let (seconds, attoseconds) = time.components
    line.add("time", Double(seconds) + Double(attoseconds) * 1e-18, decimals: 3)
    let text = line.text + "\n"
    state.withLock { state in
      guard !state.isOver else { return }
      let isFull = state.size + text.utf8.count + Self.full.utf8.count > limit
      write(isFull ? Self.full : text, to: &state)
      if isFull { state.isOver = true }
    }
  }

  private static let full = "{\"event\":\"track_full\"}\n"

  private func write(_ line: String, to state: inout State) {
    let bytes = Array(line.utf8)
    guard state.size + bytes.count <= limit else { return }
    // In one piece: two games may write to one file.
    if Glibc.write(descriptor, bytes, bytes.count) == bytes.count {
      state.size += bytes.count
    } else {
      state.isOver = true
    }
  }
}
