package import GeoFormats
internal import Geodesy
package import HuntDomain
internal import Numbers
package import Places

/// A hunt from the waypoints of GPX, with or without the listings of a geocaching site, or from a `.loc` file.
///
/// Every cache becomes a treasure, in any order; in a file without caches every waypoint does. Waypoints that belong to
/// a cache, like a parking place, become places.
package struct CacheFile: Sendable {
  /// Metres around a cache within which it counts as reached: hiders and finders measure to about 5 to 10 m each,
  /// so a listed place and a good fix at the cache differ by 20 m at most as a rule.
  package static let radius = 20.0

  /// The hunt that the caches are.
  package let hunt: Hunt
  /// Places that are no treasures, with ids of their own.
  package let places: [PointOfInterest]
  /// The file itself, when it holds a recorded track beside its waypoints.
  package let trace: String?
  /// The warnings about skipped or changed waypoints.
  package let warnings: [Diagnostic]

  /// Reads the hunt at `path`, whose ``FileFormat`` holds caches.
  package init(path: String) throws(FileProblem) {
    var log = DiagnosticLog()
    let content = FileFormat(path: path) == .loc ? try Self.loc(path, &log) : try Self.gpx(path, &log)
    var sorting = CacheSorting(log: log)
    sorting.sort(content.entries)
    let title = content.title ?? Self.name(of: path)
    let id = "caches:\(title):\(Self.sum(of: sorting.treasures))"
    guard let hunt = Hunt(title: title, id: id, order: .any, treasures: sorting.treasures) else {
      throw FileProblem(file: path, sorting.emptiness)
    }
    self.hunt = hunt
    places = sorting.places
    trace = content.hasTrack ? path : nil
    warnings = sorting.log.summary
  }

  /// Tells apart files of one title, such as all those that are called Pocket Query, by their sorted codes.
  private static func sum(of caches: [Treasure]) -> String {
    String(Checksum(caches.map(\.id).sorted().joined(separator: "\n")).value, radix: 16)
  }

  private typealias Content = (title: String?, entries: [GeocacheFields], hasTrack: Bool)

  private static func gpx(_ path: String, _ log: inout DiagnosticLog) throws(FileProblem) -> Content {
    do {
      let document = try GPXDocument(path: path, log: &log)
      return (document.name, document.waypoints.map(GeocacheFields.init), document.counts.trackPoints > 0)
    } catch {
      throw FileProblem(file: path, error)
    }
  }

  private static func loc(_ path: String, _ log: inout DiagnosticLog) throws(FileProblem) -> Content {
    do { return (nil, try LocDocument(path: path, log: &log).waypoints.map(GeocacheFields.init), false) } catch {
      throw FileProblem(file: path, error)
    }
  }

  private static func name(of path: String) -> String {
    SafeText.clean(path.split(separator: "/").last.map(String.init) ?? path, limit: SafeText.nameLimit)
  }
}

/// One waypoint of a geocache file, independent of the format.
struct GeocacheFields {
  let position: Coordinate
  let line: Int
  /// Its code on the geocaching site, or else its name.
  let code: String?
  /// Its display name.
  let name: String?
  /// Its kind, as the source words it.
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

  /// Whether the listed position is not the cache's own: the player has to work that out.
  var isMystery: Bool {
    let type = (kind ?? "").lowercased()
    return isCache && ["unknown", "mystery", "puzzle", "quiz"].contains { type.hasPrefix($0) }
  }

  /// The geocache's listing: everything but the position.
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

/// Sorts waypoints into treasures, places, and those that cannot be searched for.
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

  /// The advice on how to play a cache that is left out.
  private static let remedy =
    "to walk to one all the same, write available=\"True\" archived=\"False\" in its <groundspeak:cache>"

  /// Sorts the entries of one file.
  mutating func sort(_ entries: [GeocacheFields]) {
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

  private mutating func treasure(_ entry: GeocacheFields, at place: PointOfInterest) -> Treasure {
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
