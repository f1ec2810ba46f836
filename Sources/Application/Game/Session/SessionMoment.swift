/// A thing that happened to a session, and when.
package struct SessionMoment: Hashable, Sendable {
  /// The session's time.
  package let time: Duration
  /// What happened.
  package let event: SessionEvent

  /// Creates a moment.
  package init(_ event: SessionEvent, at time: Duration) { (self.time, self.event) = (time, event) }
}
