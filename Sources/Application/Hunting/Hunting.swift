internal import Geodesy
package import HuntDomain

/// The hunt as it is being played.
package struct Hunting: Hashable, Sendable {
  package var progress: HuntProgress

  /// A hunt at the point to which saved events led; at its start without any.
  package init(_ hunt: Hunt, saved: [HuntEvent] = []) { progress = HuntProgress(hunt, replaying: saved) }

  /// What each treasure means to the views, by its id; later stages of a sequence stay hidden.
  package func roles(target: Treasure?) -> [String: MapScreen.Role] {
    var roles = Dictionary(uniqueKeysWithValues: progress.finds.map { ($0.treasure.id, MapScreen.Role.found) })
    for treasure in progress.open { roles[treasure.id] = .treasure }
    if let target { roles[target.id] = .target }
    return roles
  }

  /// The places of the hunt that the player may see now: what is found and what is open.
  package var visible: [PointOfInterest] {
    progress.finds.map(\.treasure.place) + progress.open.map(\.place)
  }
}

/// The line about the hunt under both views.
package struct HuntScreen: Hashable, Sendable {
  package let title: String
  /// Finished text: `3 of 10`.
  package let found: String
  package let points: String
  /// `The Old Mill, 180 m north-east`, or what happened at the end.
  package let target: String
  /// The hint, once it was asked for.
  package let hint: String?
  /// Why there is no present position; nothing while there is one.
  package let trouble: String?
  package let isCompleted: Bool
}

extension Hunting {
  /// The hunt of one moment.
  package func screen(for nearby: Nearby) -> HuntScreen {
    let target = progress.target(from: nearby.position)
    return HuntScreen(
      title: progress.hunt.title, found: "\(progress.finds.count) of \(progress.hunt.treasures.count)",
      points: "\(progress.points) of \(progress.hunt.totalPoints) points",
      target: progress.isCompleted ? "All treasures found." : target.map { line(for: $0, nearby) } ?? "",
      hint: target.flatMap { progress.readHints(of: $0.id).last?.text }, trouble: Wording.trouble(nearby),
      isCompleted: progress.isCompleted)
  }

  private func line(for target: Treasure, _ nearby: Nearby) -> String {
    guard let sighting = nearby.sighting(of: target.id) else { return target.place.name }
    return "\(target.place.name), \(Wording.distance(sighting.distance)) \(Wording.wind(sighting.bearing))"
  }
}
