internal import GeoFormats
internal import Geodesy
internal import HuntDomain

/// Tells treasures from places, and from what cannot be looked for.
struct CacheSorting {
  var log: DiagnosticLog
  private(set) var treasures: [Treasure] = []
  private(set) var places: [PointOfInterest] = []
  private var ids = UniqueIDs()
  /// The lines of caches that are left out.
  private var skipped: [Int] = []
  private var mysteries: [Int] = []

  init(log: DiagnosticLog) { self.log = log }

  /// Why there is no treasure.
  var emptiness: String {
    !skipped.isEmpty
      ? "no cache that can be looked for: all are archived, so nothing is hidden there any more, or not available; "
        + "\(Self.remedy)"
      : "no waypoint: a hunt needs one at least. To walk along a track, play it with --from"
  }

  /// How a cache that is left out is played all the same.
  private static let remedy =
    "to walk to one all the same, write available=\"True\" archived=\"False\" in its <groundspeak:cache>"

  /// Sorts the entries of one file.
  mutating func sort(_ entries: [CacheEntry]) {
    let hasCaches = entries.contains(where: \.isCache)
    for (index, entry) in entries.enumerated() {
      let id = ids.unique(entry.code ?? "\(index + 1)")
      let place = PointOfInterest(
        id: id, name: entry.name ?? "waypoint \(index + 1)", position: entry.position, kind: entry.kind)
      if hasCaches, !entry.isCache {
        places.append(place)
      } else if let listing = entry.listing, listing.isArchived || !listing.isAvailable {
        skipped.append(entry.line)
        let state = listing.isArchived ? "archived" : "not available at present"
        log.add(.warning, line: entry.line, "\(SafeText.quoted(id)) is \(state): skipped")
      } else {
        treasures.append(treasure(entry, at: place))
      }
    }
    if let line = skipped.first { log.add(.warning, line: line, "an archived cache is gone; \(Self.remedy)") }
    noteMysteries()
  }

  private mutating func treasure(_ entry: CacheEntry, at place: PointOfInterest) -> Treasure {
    var treasure = Treasure(place: place, radius: CacheFile.radius)
    if entry.isCache {
      treasure.listing = entry.listing(id: place.id)
      treasure.hints = entry.listing?.hint.map { [Hint($0)] } ?? []
    } else {
      treasure.message = entry.text == place.name ? nil : entry.text
    }
    if entry.isMystery {
      mysteries.append(entry.line)
      treasure.arrival =
        "A mystery cache is listed here and lies elsewhere: its description is a puzzle that leads to the place."
    }
    return treasure
  }

  private mutating func noteMysteries() {
    guard let line = mysteries.first else { return }
    let count = mysteries.count == 1 ? "a mystery cache lies" : "\(mysteries.count) mystery caches lie"
    log.add(.warning, line: line, "\(count) elsewhere than the file says: the listings are puzzles")
  }
}
