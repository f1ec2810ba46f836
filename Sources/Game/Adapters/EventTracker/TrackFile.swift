package import Game
internal import GeoFormats
internal import Geodesy
internal import Glibc
internal import SystemKit

/// Adapter: appends tracking events as JSON lines to a local file.
///
/// Nothing is sent anywhere. A file that has reached its limit takes no more, and its last line says so; a failed write
/// ends the tracking and nothing else.
package final class TrackFile: Tracker {
  /// Bytes that the file may have.
  package static let limit = 10 << 20

  private struct State {
    var size: Int
    var isOver = false
  }

  private let descriptor: CInt
  private let limit: Int
  private let state: Guarded<State>

  /// Opens a file for appending and creates it if needed; `nil` if it cannot be written or is no regular file.
  package init?(path: String, limit: Int = TrackFile.limit) {
    // A pipe without a reader would keep the game waiting.
    descriptor = open(path, O_WRONLY | O_APPEND | O_CREAT | O_CLOEXEC | O_NONBLOCK, 0o600)
    var status = stat()
    guard descriptor >= 0, fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
      if descriptor >= 0 { close(descriptor) }
      return nil
    }
    self.limit = limit
    state = Guarded(State(size: Int(status.st_size)))
  }

  deinit { close(descriptor) }

  /// Appends the event as one line; does nothing once the file is full or could not be written.
  package func note(_ event: TrackedEvent) {
    state.withLock { state in
      guard !state.isOver else { return }
      let line = Self.line(for: event)
      let isFull = state.size + line.utf8.count + Self.full.utf8.count > limit
      write(isFull ? Self.full : line, to: &state)
      if isFull { state.isOver = true }
    }
  }

  private static let full = "{\"event\":\"track_full\"}\n"

  /// The line of an event, with its line break: the same event, the same bytes.
  package static func line(for event: TrackedEvent) -> String {
    var line = JSONText()
    switch event.kind {
    case .step(let flow, let word):
      line.add("event", "step")
      line.add("flow", flow)
      line.add("step", word)
    case .news(let name, let treasure):
      line.add("event", name)
      if let treasure { line.add("treasure", treasure) }
    case .position(let position):
      line.add("event", "position")
      line.add("lat", position.latitude, decimals: 7)
      line.add("lon", position.longitude, decimals: 7)
    }
    let (seconds, attoseconds) = event.time.components
    line.add("time", Double(seconds) + Double(attoseconds) * 1e-18, decimals: 3)
    return line.text + "\n"
  }

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
