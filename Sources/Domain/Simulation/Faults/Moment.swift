internal import HuntDomain

/// A receiver's report, and the time at which it arrives.
package struct Moment: Hashable, Sendable {
  /// Since the beginning; a fix says the same.
  package let time: Duration
  /// The report; if it is a fix, its time is ``time``.
  package internal(set) var observation: Observation

  /// Creates the moment `time`, which becomes a fix's own.
  package init(time: Duration, _ observation: Observation) {
    (self.time, self.observation) = (time, observation)
    guard case .fix(var fix) = observation, fix.time != time else { return }
    fix.time = time
    self.observation = .fix(fix)
  }

  /// The moment moved to `time`; the civil time of its fix moves by the same amount.
  func moved(to time: Duration) -> Moment {
    guard case .fix(var fix) = observation else { return Moment(time: time, observation) }
    fix.utc = fix.utc?.advanced(by: time - self.time)
    return Moment(time: time, .fix(fix))
  }
}
