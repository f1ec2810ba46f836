/// How often servers may be asked: one request at a time a host, a breath between two, and rest after a refusal or a
/// failure.
///
/// A value without a clock: the caller passes the current time, which must not go back.
package struct HostRateLimiter: Sendable {
  /// What is to be done with a request.
  package enum Verdict: Hashable, Sendable {
    /// It begins now; ``finished(_:as:now:)`` has to follow.
    case go
    /// Not yet, but at this time; ask again then.
    case wait(until: Duration)
    /// Another one to that host is under way; ask again when it has finished.
    case busy
    /// The host rests until then; do not wait for it.
    case rest(until: Duration)
  }

  /// How a request ended.
  package enum Outcome: Hashable, Sendable {
    /// With a reply that was asked for.
    case answered
    /// The server asked for less (429, 503), and perhaps said how long to wait.
    case refused(wait: Duration?)
    /// No reply, or the server was in trouble.
    case failed
    /// The client gave up, which tells nothing about the host.
    case abandoned
  }

  /// Between the end of one request and the beginning of the next.
  package static let breath = Duration.milliseconds(100)
  /// The first rest after a failure; each further one takes twice as long.
  package static let firstRest = Duration.seconds(2)
  /// The first rest after a refusal that names no time.
  package static let firstRefusalRest = Duration.seconds(15)
  /// The longest rest after failures: a net may be back any moment.
  package static let longestRest = Duration.seconds(60)
  /// The longest rest after refusals, even if the server asks for more.
  package static let longestRefusalRest = Duration.seconds(3600)
  /// Hosts that are remembered; of more, those that rest no more are forgotten first.
  static let hostLimit = 256

  private struct Host {
    var isBusy = false
    var next = Duration.zero
    var isResting = false
    var failures = 0
  }

  private var hosts: [String: Host] = [:]
  private var generator: any RandomNumberGenerator & Sendable

  /// Begins with every host untouched.
  ///
  /// - Parameter generator: for the jitter, so that many players do not come back in one moment.
  package init(generator: any RandomNumberGenerator & Sendable) { self.generator = generator }

  /// Asks for leave to begin a request to `host`.
  package mutating func begin(_ host: String, now: Duration) -> Verdict {
    if hosts[host] == nil { forget(now: now) }
    var state = hosts[host] ?? Host()
    if state.isBusy { return .busy }
    if now < state.next { return state.isResting ? .rest(until: state.next) : .wait(until: state.next) }
    state.isBusy = true
    hosts[host] = state
    return .go
  }

  /// Notes that the request to `host` that was under way has ended.
  package mutating func finished(_ host: String, as outcome: Outcome, now: Duration) {
    var state = hosts[host] ?? Host()
    state.isBusy = false
    switch outcome {
    case .answered: (state.failures, state.isResting, state.next) = (0, false, now + Self.breath)
    case .abandoned: (state.isResting, state.next) = (false, now + Self.breath)
    case .failed:
      state.next = now + rest(after: state.failures, first: Self.firstRest, longest: Self.longestRest)
      (state.failures, state.isResting) = (min(state.failures + 1, 16), true)
    case .refused(let wait):
      let own = rest(after: state.failures, first: Self.firstRefusalRest, longest: Self.longestRefusalRest)
      // As long as the server asks, but limited, so that no server can stop requests for a day.
      state.next = now + min(max(own, wait ?? .zero), Self.longestRefusalRest)
      (state.failures, state.isResting) = (min(state.failures + 1, 16), true)
    }
    hosts[host] = state
  }

  /// Notes that the last answer of `host` was unusable, although it looked like a success.
  package mutating func rejected(_ host: String, now: Duration) {
    let isBusy = hosts[host]?.isBusy ?? false
    finished(host, as: .failed, now: now)
    hosts[host]?.isBusy = isBusy
  }

  /// Twice as long each time, up to `longest`; of that, between half and all.
  private mutating func rest(after failures: Int, first: Duration, longest: Duration) -> Duration {
    let whole = min(first * (1 << min(failures, 16)), longest)
    return whole * Double.random(in: 0.5...1, using: &generator)
  }

  private mutating func forget(now: Duration) {
    guard hosts.count >= Self.hostLimit else { return }
    hosts = hosts.filter { $0.value.isBusy || now < $0.value.next }
  }
}
