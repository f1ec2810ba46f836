internal import GeoFormats
internal import Geodesy
internal import HuntDomain

/// One waypoint of a file with caches, whatever its format.
struct CacheEntry {
  let position: Coordinate
  let line: Int
  /// What the site calls it, or its name.
  let code: String?
  /// What people call it.
  let name: String?
  /// What it is, in words of its source.
  let kind: String?
  let text: String?
  /// Whether it is a cache, and not a place that belongs to one.
  let isCache: Bool
  let listing: Geocache?

  init(_ waypoint: GPXWaypoint) {
    position = waypoint.position
    line = waypoint.line
    code = waypoint.name
    listing = waypoint.cache
    isCache = listing != nil || Geocache.isCache(waypoint.symbol) || Geocache.isCache(waypoint.type)
    // Without a listing the name of a cache is in its description: “The Troll by a182pilot & Family”.
    name = listing?.name ?? (isCache ? waypoint.description : nil) ?? waypoint.name ?? waypoint.comment
    kind = listing?.type ?? Geocache.type(in: waypoint.type) ?? waypoint.type ?? waypoint.symbol
    text = waypoint.comment ?? waypoint.description
  }

  init(_ waypoint: LocDocument.Waypoint) {
    position = waypoint.position
    line = waypoint.listing.line
    code = waypoint.code
    name = waypoint.name ?? waypoint.code
    kind = waypoint.type
    text = nil
    listing = waypoint.listing
    isCache = Geocache.isCache(waypoint.type)
  }

  /// Whether the cache lies elsewhere than the file says, because its place has to be worked out.
  var isMystery: Bool {
    let type = (kind ?? "").lowercased()
    return isCache && ["unknown", "mystery", "puzzle", "quiz"].contains { type.hasPrefix($0) }
  }

  /// What the treasure says beside its place.
  func listing(id: String) -> CacheListing {
    var listed = CacheListing(code: code ?? id)
    listed.type = kind
    guard let listing else { return listed }
    (listed.owner, listed.size) = (listing.owner, listing.container)
    (listed.difficulty, listed.terrain) = (listing.difficulty, listing.terrain)
    listed.description = listing.description
    listed.encodedHint = listing.hint.map(ROT13.turned)
    let logs = listing.logs.map { log in
      CacheListing.Log(
        date: log.time.map(Timestamp.init(milliseconds:)), kind: log.kind ?? "Note", finder: log.finder ?? "somebody",
        text: log.text)
    }
    // Those of one day stay in the order of the file, which is the newest first; those without a day come last.
    let oldest = Timestamp(milliseconds: .min)
    listed.logs = logs.enumerated().sorted { left, right in
      let (newer, older) = (left.element.date ?? oldest, right.element.date ?? oldest)
      return newer == older ? left.offset < right.offset : newer > older
    }.map(\.element)
    return listed
  }
}
