package import Game

/// A session whose screen is drawn only if it can have changed: a record may say thousands of times that a frame was
/// shown, and drawing one takes much longer than reading the line.
package struct DrawnSession<Frame> {
  private var session: Session
  /// The latest frame and its time; `nil` if something has happened since.
  private var latest: (time: Duration, frame: Frame)?

  /// Begins with a session that was not drawn yet.
  package init(_ session: Session) { self.session = session }

  /// Applies an event that happened at `now`, which never goes back.
  package mutating func handle(_ event: SessionEvent, at now: Duration) {
    latest = nil
    _ = session.handle(event, at: now)
  }

  /// Returns the frame at `now`: the latest one if it was of the same moment and nothing has happened since.
  package mutating func frame(at now: Duration, draw: (GameScreen) -> Frame) -> Frame {
    if let latest, latest.time == now { return latest.frame }
    let frame = draw(session.screen(at: now))
    latest = (now, frame)
    return frame
  }
}
