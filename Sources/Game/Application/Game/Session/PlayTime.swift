internal import Geodesy
internal import HuntDomain
internal import Numbers

/// The clocks of a game: the session's time, the time played over all sittings, and civil time.
struct PlayTime: Sendable {
  /// The longest playing time that a saved game can claim: about thirty years.
  private static let longest = Duration.seconds(1_000_000_000)

  /// The session's time when the game began.
  let start: Duration
  /// The session's time when the game was over; `nil` while it goes on.
  var end: Duration?
  /// Time played in the sittings before.
  let earlier: Duration
  /// The latest time played that was passed to the hunt.
  private(set) var latest: Duration
  /// The receiver's civil time, as far as it is believed, by the time played.
  var civil = CivilClock()
  /// The time of the last fix, since the start of the game.
  private var latestFix = Duration.zero

  /// A game that begins at `now`, after earlier sittings with these events.
  init(from now: Duration, saved: [HuntEvent]) {
    start = now
    earlier = (Duration.zero...Self.longest).clamp(saved.map(\.time).max() ?? .zero)
    latest = earlier
  }

  /// Time since the start of the game at `now`; never less than the time of the last fix.
  func elapsed(at now: Duration) -> Duration { max(latestFix, now - start) }

  /// Time played at `now`, over all sittings; never less than the time of the last fix or event.
  func played(at now: Duration) -> Duration { max(latest, earlier + elapsed(at: now)) }

  /// The civil time at the latest time played; `nil` until a receiver has reported it.
  var utc: Timestamp? { civil.utc(at: latest) }

  /// Passes the time until `now` to the hunt; returns the time played.
  mutating func pass(to now: Duration) -> Duration {
    latest = played(at: now)
    return latest
  }

  /// Notes a fix, believed or not.
  ///
  /// - Parameter time: when it was, since the start of the game.
  mutating func note(fixAt time: Duration) { latestFix = max(latestFix, time) }

  /// Passes the time of a believed fix to the hunt: whatever clock a source goes by, the time of a hunt never goes back.
  mutating func pass(toFixAt time: Duration) { latest = max(latest, earlier + time) }
}
