internal import EventDomain
internal import Geodesy
internal import HuntDomain
internal import Numbers

/// What the organiser knows of where a player is and whether they move.
struct PlayerWatch: Hashable, Sendable {
  /// Metres that a position may wander while a player stands.
  private static let jitter = 15.0
  /// Somebody who walks leaves that circle within this time.
  static let standing = Duration.seconds(30)
  /// Players who stand tell where they are four times in this time.
  private static let silence = Duration.seconds(60)

  /// The last position; `nil` when it is too old to be kept.
  private(set) var position: PlayerPosition?
  /// When it was heard, by the organiser's clock.
  private(set) var heard: Timestamp
  /// The time in it, by the sender's clock.
  private var sent: Timestamp
  /// Where the player stands, and since when.
  private var place: Coordinate
  private var since: Timestamp
  /// Whether the player was ever seen to move.
  private var hasMoved = false

  /// The first position of a player: it may be old, because the newest of each is kept for whoever comes later.
  init(_ position: PlayerPosition, at now: Timestamp) {
    self.position = position
    heard = min(position.time, now)
    (sent, place, since) = (position.time, position.position, heard)
  }

  /// Takes a position; one that is known already changes nothing.
  ///
  /// Its age counts from now on: the clocks of players may be wrong.
  mutating func note(_ position: PlayerPosition, at now: Timestamp) {
    guard position.time != sent || position.position != self.position?.position else { return }
    (self.position, sent, heard) = (position, position.time, now)
    guard place.distance(to: position.position) > Self.jitter else { return }
    (place, since, hasMoved) = (position.position, now, true)
  }

  /// Forgets a position that is older than `retention`.
  mutating func forget(after retention: Duration, at now: Timestamp) {
    if heard.advanced(by: retention) < now { position = nil }
  }

  /// What the player does, as far as positions tell.
  func state(at now: Timestamp) -> PlayerState {
    let age = now.since(heard)
    if age > Self.silence { return .silent(age) }
    let stood = now.since(since)
    return hasMoved && stood < Self.standing ? .moving : .standing(stood)
  }
}

/// What a player does, as the organiser sees it.
package enum PlayerState: Hashable, Sendable {
  case moving
  /// For how long.
  case standing(Duration)
  /// Nothing was heard for so long.
  case silent(Duration)
  /// Came, and has sent no position.
  case unseen
  /// Was invited and did not come.
  case notJoined
  /// May not play any more.
  case void

  /// Whom the organiser should look after first, from 0.
  var urgency: Int {
    switch self {
    case .silent: 0
    case .unseen: 1
    case .standing: 2
    case .moving: 3
    case .notJoined: 4
    case .void: 5
    }
  }
}

extension Timestamp {
  /// How long ago another moment is; 0 for one that is still to come.
  func since(_ other: Timestamp) -> Duration {
    let (difference, isTooFar) = milliseconds.subtractingReportingOverflow(other.milliseconds)
    return isTooFar || difference < 0 ? .zero : .milliseconds(difference)
  }
}
