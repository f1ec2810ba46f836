internal import Geodesy
package import HuntDomain
package import Nearby
internal import Places
internal import Views

/// The lines about the hunt under both views.
package struct HuntScreen: Hashable, Sendable {
  /// The title of the hunt.
  package let title: String
  /// Finished text: `3 of 10`.
  package let found: String
  /// Finished text: `7 of 20 points`; without the total while treasures are sealed.
  package let points: String
  /// `The Old Mill, 180 m north-east`, or what happened at the end.
  package let target: String
  /// Why the target is not found yet, and what helps; `nil` while it is only far.
  package internal(set) var obstacle: String?
  /// `C claims it for 3 points.`, while that is offered.
  package let claim: String?
  /// `12:30 left`, for the target or for the hunt, whichever is shorter.
  package let timeLeft: String?
  /// The hint, once it was asked for.
  package let hint: String?
  /// Why there is no present position; `nil` while there is one.
  package let trouble: String?
  /// Whether nothing is left to do: it is won, or the time is up.
  package let isCompleted: Bool
  /// `You are 0:42 behind yesterday.`; `nil` without ghosts.
  package internal(set) var race: String? = nil
  /// What there is to say of the services of places: `asking NAME for places …`; `nil` if all is well.
  package internal(set) var places: String? = nil
}

extension Hunting {
  /// Metres below which the distance to the zone itself is told.
  private static let near = 100.0

  /// The hunt of one moment, at `time` played.
  package func screen(for nearby: NearbySnapshot, at time: Duration) -> HuntScreen {
    return HuntScreen(
      title: progress.hunt.title, found: "\(progress.finds.count) of \(progress.hunt.count)",
      points: progress.score,
      target: progress.isCompleted ? ending : subject.map { line(for: $0, nearby) } ?? waiting,
      obstacle: progress.isCompleted ? nil : subject.flatMap { obstacle(to: $0, nearby) },
      claim: target.flatMap { claim(of: $0, at: time) },
      timeLeft: progress.isCompleted ? nil : timeLeft(for: target, at: time).map { "\(Wording.clock($0)) left" },
      hint: target.flatMap { progress.readHints(of: $0.id).last?.text }, trouble: Wording.trouble(nearby),
      isCompleted: progress.isCompleted)
  }

  /// The sentence that says how the game ended.
  package var ending: String {
    if !progress.isWon {
      // Without a clock that ran out the game is over because nothing is left that could be done.
      return progress.hunt.limit == nil && progress.hunt.window == nil && !progress.hasExpired
        ? "Nothing is left that could be found." : "Time is up."
    }
    return progress.finds.count == progress.hunt.count ? "All treasures found." : "The hunt is won."
  }

  /// The sentence to show while no visible treasure is open.
  var waiting: String {
    isLeftToNobody
      ? "Your team has found everything that is open."
      : progress.open.isEmpty ? "Nothing can be found now." : "Something is hidden here: walk about until it shows."
  }

  /// The sentence that says that a treasure can be claimed, and its price; `nil` if it cannot.
  private func claim(of treasure: Treasure, at time: Duration) -> String? {
    progress.claimPrice(of: treasure.id, at: time).map { "C claims it for \(Wording.points($0))." }
  }

  /// The shorter of the treasure's time and the hunt's.
  package func timeLeft(for treasure: Treasure?, at time: Duration) -> Duration? {
    [progress.timeLeft(for: nil, at: time), treasure.flatMap { progress.timeLeft(for: $0.id, at: time) }]
      .compactMap(\.self).min()
  }

  /// Why a treasure is not found yet; far away the line about the target says it already.
  private func obstacle(to treasure: Treasure, _ nearby: NearbySnapshot) -> String? {
    guard let obstacle = progress.obstacle(to: treasure.id) else { return nil }
    switch obstacle {
    case .distance(let metres) where metres > Self.near: return nil
    // The line about the sensor's trouble says more.
    case .noPosition: return nil
    default: return Wording.obstacle(obstacle, to: treasure, in: progress.hunt)
    }
  }

  private func line(for treasure: Treasure, _ nearby: NearbySnapshot) -> String {
    let finder = finder(of: treasure.id).map { ", found by \($0)" } ?? ""
    guard let sighting = nearby.sighting(of: treasure.id) else { return treasure.place.name + finder }
    return "\(treasure.place.name), \(Wording.distance(sighting.distance)) \(Wording.wind(sighting.bearing))\(finder)"
  }
}

extension HuntProgress {
  /// Whether any treasure was not found in its time.
  fileprivate var hasExpired: Bool { hunt.treasures.contains { state(of: $0.id) == .expired } }
}

extension HuntProgress {
  /// The points, as text: with the hunt's total, unless treasures are sealed, whose points are unknown.
  var score: String { hunt.sealedTreasures > 0 ? Wording.points(points) : "\(points) of \(hunt.totalPoints) points" }
}
