package import GeoFormats
package import HuntDomain
internal import Numbers
internal import Places

/// The player's finds, as visits in the format of geocaching sites.
package struct CacheVisits: Hashable, Sendable {
  /// In the order in which they were found.
  package private(set) var visits: [CacheVisit] = []
  /// Finds that are left out because nothing tells their day.
  package private(set) var undated = 0
  /// Finds that are left out because the hunt has no treasure of their id.
  package private(set) var unknown = 0

  /// The finds and claims among the events of a hunt, each at the place that the answers tell.
  package init(of hunt: Hunt, _ events: [HuntEvent], finder: String = "me", comment: String = "") {
    var progress = HuntProgress(hunt)
    var times: [Timestamp?] = []
    var known: HuntEvent?
    for event in events {
      if event.utc != nil { known = event }
      progress.apply(event)
      guard progress.finds.count > times.count else { continue }
      times.append(event.utc ?? known.flatMap { $0.utc?.advanced(by: event.time - $0.time) })
    }
    for (find, time) in zip(progress.finds, times) {
      guard let time = time?.milliseconds, ISOTime.years.contains(time) else {
        undated += 1
        continue
      }
      // A sealed hunt may have grown during play: take the treasure from its current state.
      let treasure = progress.resolved(progress.hunt.treasure(find.treasure.id) ?? find.treasure)
      visits.append(CacheVisit(treasure, time: time, finder: finder, comment: comment))
    }
    unknown = Set(events.compactMap(\.treasureFound)).count { progress.hunt.treasure($0) == nil }
  }
}

extension CacheVisit {
  fileprivate init(_ treasure: Treasure, time: Int64, finder: String, comment: String) {
    self.init(
      code: treasure.listing?.code ?? treasure.id, name: treasure.place.name, position: treasure.place.position,
      time: time, comment: comment, finder: finder, type: treasure.listing?.type)
  }
}

extension HuntEvent {
  /// The treasure that was found with this event, by the rules or by the player's word.
  fileprivate var treasureFound: String? {
    switch kind {
    case .found(let id, _), .claimed(let id): id
    default: nil
    }
  }
}
