package import GeoFormats
internal import Geodesy
package import HuntDomain

/// What a player has found, as visits that a geocaching site takes.
package struct CacheVisits: Hashable, Sendable {
  /// In the order in which they were found.
  package private(set) var visits: [CacheVisit] = []
  /// Finds that are left out because nothing tells their day.
  package private(set) var undated = 0

  /// The finds and claims among the events of a hunt; what names no treasure of it is left out.
  package init(of hunt: Hunt, _ events: [HuntEvent], finder: String = "me", comment: String = "") {
    var known: HuntEvent?
    for event in events {
      if event.utc != nil { known = event }
      guard let id = event.treasureFound, let treasure = hunt.treasure(id) else { continue }
      guard let utc = event.utc ?? known.flatMap({ $0.utc?.advanced(by: event.time - $0.time) }),
        ISOTime.years.contains(utc.milliseconds)
      else {
        undated += 1
        continue
      }
      visits.append(
        CacheVisit(
          code: treasure.listing?.code ?? id, name: treasure.place.name, position: treasure.place.position,
          time: utc.milliseconds, comment: comment, finder: finder, type: treasure.listing?.type))
    }
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
