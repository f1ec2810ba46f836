internal import Geodesy
package import Nearby
internal import Places

/// A place that is announced on the way.
package struct Callout: Hashable, Sendable {
  /// The place, as it is seen now.
  package let sighting: Sighting
  /// One sentence: its side, its distance and its name.
  ///
  /// As in `On the left, 12 m: Casino (casino)`, with a full stop.
  package let sentence: String
}

/// Decides which place on the way is announced, and when.
///
/// Each place once, the most important first, with pauses that grow where there are many. A place that is out
/// of earshot when its turn comes is left out. A player who stands still hears nothing new.
///
/// The distances are those of Microsoft Soundscape, which blind walkers use; the pauses are longer, since here a place
/// is a pastime and the way to the treasure comes first.
package struct CalloutAnnouncer: Hashable, Sendable {
  /// Metres within which any place is announced, as Soundscape does with shops, and beyond which none is: a palace is a
  /// point in the middle of its ground, and its wall may be 50 m nearer.
  static let earshots = 20.0...100.0
  /// Metres more for each point of importance, so that a sight of 5 points has the 50 m of Soundscape's landmarks.
  static let earshotPerPoint = 6.0
  /// Time between two callouts: at walking pace 20 m, so that places that lie one after the other are all announced.
  static let shortestPause = Duration.seconds(15)
  /// Time between two callouts for each place within earshot, up to a limit: among twelve places only one a minute is
  /// announced, which is the most important.
  static let pausePerPlace = Duration.seconds(5), longestPause = Duration.seconds(60)
  /// Metres between two callouts: more than the position of a player who stands moves by itself.
  static let stride = 10.0
  /// Time since a place was within earshot after which it is news again: more than it takes to walk round a block.
  static let memory = Duration.seconds(15 * 60)
  /// Time that a listener needs after a sentence, and characters that are heard in a second: 150 words a minute.
  static let breath = Duration.seconds(4), charactersPerSecond = 15

  /// When places of a name were within earshot last, after they were announced.
  ///
  /// By name, since of a row of benches one is enough.
  private var heard: [String: Duration] = [:]
  /// Nothing is announced before this time.
  private var quiet = Duration.zero
  private var last: Coordinate?

  /// Creates an announcer that has said nothing yet.
  package init() {}

  /// Notes that a sentence is told at `now`: nothing is announced while it is being heard.
  package mutating func hush(for sentence: String, at now: Duration) {
    quiet = max(quiet, now + Self.time(toHear: sentence))
  }

  /// The time that a listener needs for a sentence.
  package static func time(toHear sentence: String) -> Duration {
    .seconds(min(sentence.count, 1000) / charactersPerSecond) + breath
  }

  /// The place to announce at `now`; `nil` if there is nothing new, or it is not the time.
  ///
  /// - Parameter roles: what places mean in the game. The target is not announced, as its way is told anyway, nor are
  ///   treasures that are done.
  package mutating func callout(
    for nearby: NearbySnapshot, roles: [String: PlaceRole] = [:], at now: Duration
  ) -> Callout? {
    guard nearby.quality.isLive, let position = nearby.position else { return nil }
    let near = nearby.sightings.prefix { $0.distance <= Self.earshots.upperBound }.compactMap {
      Candidate($0, role: roles[$0.id] ?? .place)
    }
    for name in near.map(\.name) where heard[name] != nil { heard[name] = now }
    heard = heard.filter { now - $0.value < Self.memory }
    guard now >= quiet, last.map({ $0.distance(to: position) >= Self.stride }) ?? true,
      let next = near.filter({ heard[$0.name] == nil }).max(by: {
        $0.worth == $1.worth ? $0.sighting.id > $1.sighting.id : $0.worth < $1.worth
      })
    else { return nil }
    heard[next.name] = now
    last = position
    quiet = now + min(Self.longestPause, max(Self.shortestPause, Self.pausePerPlace * near.count))
    return Callout(sighting: next.sighting, sentence: next.sentence)
  }
}

/// A place within earshot.
private struct Candidate {
  let sighting: Sighting
  private let role: PlaceRole
  /// The greatest is announced first.
  let worth: Double

  var name: String { sighting.place.name }

  /// Creates a candidate; `nil` if the place is too far for its importance, or is not to be announced.
  init?(_ sighting: Sighting, role: PlaceRole) {
    let earshot: Double
    switch role {
    case .place:
      earshot =
        CalloutAnnouncer.earshots.lowerBound + CalloutAnnouncer.earshotPerPoint * sighting.place.importance
    case .treasure, .locked: earshot = CalloutAnnouncer.earshots.upperBound
    case .target, .entered, .found, .claimed, .expired, .mate, .oldMate: return nil
    }
    guard sighting.distance <= CalloutAnnouncer.earshots.clamp(earshot) else { return nil }
    (self.sighting, self.role, worth) = (sighting, role, sighting.worth(as: role))
  }

  /// `Ahead, 35 m: City Museum (museum).`; what lies behind was passed.
  var sentence: String {
    let name = LookAround.name(sighting, role)
    guard sighting.distance > LookAround.here else { return "Here: \(name)." }
    let side =
      switch LookAround.side(of: sighting) {
      case "ahead": "Ahead"
      case "behind": "Passed"
      case "left": "On the left"
      case "right": "On the right"
      default: "To the \(Wording.wind(sighting.bearing))"
      }
    return "\(side), \(Wording.distance(sighting.distance)): \(name)."
  }
}
