/// Turns the events of an XML parser into points: where in the document it stands, and what it has gathered so far.
///
/// Knows no parser; lines come from outside.
struct GPXBuilder {
  /// How many track points are handed over at a time.
  static let batchSize = 1024

  let limits: GPXLimits
  var log: DiagnosticLog
  var counts = GPXCounts()
  /// The items that are ready for the caller, before `batch`.
  private(set) var ready: [GPXItem] = []
  /// The track points after that.
  var batch: [GPXPoint] = []

  private(set) var place = GPXPlace.document
  private var parents: [GPXPlace] = []
  /// Depth inside an unknown element; 0 outside of one.
  private var ignored = 0
  private(set) var names = GPXNames()
  /// Whether the segment's tag had no prefix, so that points without prefix are of the same namespace.
  private var isPlainSegment = false

  var point = PendingPoint()
  var field = GPXField.name
  /// The element of Groundspeak's extension whose text counts.
  var cacheField = CacheField.name
  var fieldLine = 0
  var text: [UInt8] = []
  var isTextCut = false

  /// The name of the route or track that has begun; handed over with its first point or segment, or at its end.
  var title: String?
  private var isTitlePending = false
  private var isRoute = false
  var startsSegment = true
  /// Whether an unknown namespace of a geocache was complained about.
  var hasOddCaches = false
  /// Whether decimal commas were complained about.
  var hasSaidCommas = false
  /// The time of the point before, in the same track.
  var previousTime: Int64?

  init(limits: GPXLimits, log: DiagnosticLog) {
    self.limits = limits
    self.log = log
    batch.reserveCapacity(Self.batchSize)
  }

  /// Whether a plain track point may come next: directly inside a segment whose tag had no prefix.
  var expectsPlainPoint: Bool { place == .segment && ignored == 0 && isPlainSegment }

  /// Whether the end of a track point is ahead rather than the beginning of a segment.
  var isInSegment: Bool { place == .segment || place == .trackPoint || parents.contains(.segment) }

  // MARK: - Events

  /// An element begins.
  ///
  /// Throws: when the document is no GPX, or too deep.
  mutating func start(_ name: ElementName, _ attributes: XMLAttributes, line: Int) throws(FormatError) {
    guard parents.count + ignored < limits.depth else {
      throw FormatError(.tooDeep("elements", limit: limits.depth), line: line)
    }
    guard ignored == 0 else { return ignored += 1 }
    guard let next = try child(name, line: line) else { return ignored = 1 }
    parents.append(place)
    place = next
    switch next {
    case .waypoint, .routePoint, .trackPoint: startPoint(attributes, line: line)
    case .route, .track: startLine()
    case .segment:
      isPlainSegment = !name.hasPrefix
      counts.segments += 1
      startsSegment = true
      handOverTitle()
    case .field, .cacheField:
      fieldLine = line
      text.removeAll(keepingCapacity: true)
      isTextCut = false
      if next == .cacheField { startCacheField(attributes) }
    case .cache: startCache(attributes, line: line)
    case .cacheLog: startCacheLog()
    case .document, .gpx, .metadata, .extensions, .garmin, .cacheLogs: break
    }
  }

  /// An element ends.
  mutating func end() {
    guard ignored == 0 else { return ignored -= 1 }
    let ended = place
    place = parents.popLast() ?? .document
    switch ended {
    case .field: finishField()
    case .waypoint, .routePoint, .trackPoint: finishPoint(ended)
    case .route, .track: handOverTitle()
    case .cacheField: finishCacheField()
    case .document, .gpx, .metadata, .segment, .extensions, .garmin, .cache, .cacheLogs, .cacheLog: break
    }
  }

  /// Text inside an element, in pieces.
  mutating func characters(_ bytes: UnsafeBufferPointer<UInt8>) {
    guard place == .field || place == .cacheField, ignored == 0 else { return }
    let room = (place == .field ? limits.text : limits.cacheText) - text.count
    text.append(contentsOf: bytes.prefix(room))
    if bytes.count > room { isTextCut = true }
  }

  // MARK: - Faults

  /// The elements with which a document can go on behind a fault, and those around each.
  static let resumable: [String: [String]] = [
    "gpx": [], "wpt": ["gpx"], "rte": ["gpx"], "rtept": ["gpx", "rte"], "trk": ["gpx"], "trkseg": ["gpx", "trk"],
    "trkpt": ["gpx", "trk", "trkseg"],
  ]

  /// The document goes on inside the elements `around`: a point that had begun is forgotten, as it may be cut.
  mutating func reopen(_ around: [String], line: Int) throws(FormatError) {
    (ignored, point) = (0, PendingPoint())
    if place == .field || place == .cacheField { place = parents.removeLast() }
    let places: [String: GPXPlace] = ["gpx": .gpx, "rte": .route, "trk": .track, "trkseg": .segment]
    let wanted = [GPXPlace.document] + around.compactMap { places[$0] }
    while !wanted.starts(with: parents + [place]) { end() }
    for name in around.dropFirst(parents.count) {
      let element = ElementName(local: name, namespace: names.own, hasPrefix: false)
      try start(element, XMLAttributes(pairs: nil), line: line)
    }
    // What lies between may be lost.
    startsSegment = true
  }

  // MARK: - Places

  /// The meaning of the child element `name` at the current place; `nil` if it is unknown here.
  private mutating func child(_ name: ElementName, line: Int) throws(FormatError) -> GPXPlace? {
    guard place != .document else {
      guard name.local == "gpx" else { throw FormatError(.notGPX(root: name.local), line: line) }
      names = GPXNames(root: name)
      if let unknown = names.unknown {
        log.add(.warning, line: line, "unknown namespace \(SafeText.quoted(unknown)): read as GPX 1.1")
      }
      return .gpx
    }
    let isOwn = names.isOwn(name)
    if isOwn, let place = GPXPlace(name.local, in: place) { return place }
    if isOwn, name.local == "wpt" || name.local == "rtept" || name.local == "trkpt" {
      log.add(.warning, line: line, "<\(name.local)> in the wrong place: point skipped")
      return nil
    }
    if !isOwn, let next = cacheChild(name, in: place, parent: parents.last, line: line) { return next }
    let isGarmin = (place == .extensions || place == .garmin) && names.isGarmin(name)
    if isGarmin, place == .extensions { return name.local == "TrackPointExtension" ? .garmin : nil }
    guard isOwn || isGarmin, let found = GPXField(name.local, in: place) else { return nil }
    field = found
    return .field
  }

  private mutating func startLine() {
    title = nil
    isTitlePending = true
    isRoute = place == .route
    startsSegment = true
    previousTime = nil
  }

  /// The name is known when the first point or segment comes, or never.
  mutating func handOverTitle() {
    guard isTitlePending else { return }
    isTitlePending = false
    if isRoute { counts.routes += 1 } else { counts.tracks += 1 }
    add(isRoute ? .route(name: title) : .track(name: title))
  }

  // MARK: - Handing over

  /// Puts an item after everything gathered so far.
  mutating func add(_ item: GPXItem) {
    if !batch.isEmpty {
      ready.append(.trackPoints(batch))
      batch.removeAll(keepingCapacity: true)
    }
    ready.append(item)
  }

  /// Puts the track points of a full batch with what is ready.
  mutating func gather() {
    guard batch.count >= Self.batchSize else { return }
    ready.append(.trackPoints(batch))
    batch.removeAll(keepingCapacity: true)
  }

  /// Hands over what is ready; the last few track points only when `isFinal`.
  mutating func deliver(isFinal: Bool, to receiver: (GPXItem) -> Void) {
    for item in ready { receiver(item) }
    ready.removeAll(keepingCapacity: true)
    guard batch.count >= Self.batchSize || isFinal && !batch.isEmpty else { return }
    receiver(.trackPoints(batch))
    batch.removeAll(keepingCapacity: true)
  }
}

/// The namespaces of one document: its own, which the root tells, and Garmin's.
struct GPXNames {
  private(set) var own = ""
  /// The root's namespace when it is none of GPX.
  private(set) var unknown: String?

  init() {}

  /// Takes the namespace of the root for the document's own.
  init(root: ElementName) {
    own = root.namespace
    unknown = Self.gpx.contains(own) || !root.isDeclared ? nil : own
  }

  /// Whether the element is one of GPX; all others are extensions.
  ///
  /// The elements that hold points are, too, where their prefix is declared nowhere.
  func isOwn(_ name: ElementName) -> Bool {
    name.namespace == own || !name.namespace.isEmpty && Self.gpx.contains(name.namespace)
      || !name.isDeclared && Self.lines.contains(name.local)
  }

  /// Whether the element is one of Garmin's for track points.
  func isGarmin(_ name: ElementName) -> Bool { Self.garmin.contains(name.namespace) || !name.isDeclared }

  /// Whether the element is one of Groundspeak's for geocaches.
  func isGroundspeak(_ name: ElementName) -> Bool {
    isKnownGroundspeak(name) || name.namespace.lowercased().contains("groundspeak")
  }

  /// Whether the namespace of an element is one that sites give Groundspeak's elements.
  func isKnownGroundspeak(_ name: ElementName) -> Bool { Self.groundspeak.contains(name.namespace) }

  private static let lines: Set = ["wpt", "rte", "rtept", "trk", "trkseg", "trkpt"]

  /// GPX 1.1, GPX 1.0, and the many files that name none.
  private static let gpx: Set = ["http://www.topografix.com/GPX/1/1", "http://www.topografix.com/GPX/1/0", ""]
  private static let garmin: Set = [
    "http://www.garmin.com/xmlschemas/TrackPointExtension/v1",
    "http://www.garmin.com/xmlschemas/TrackPointExtension/v2",
  ]
  /// The three versions that sites write, with either scheme.
  private static let groundspeak: Set = [
    "http://www.groundspeak.com/cache/1/0", "http://www.groundspeak.com/cache/1/0/1",
    "http://www.groundspeak.com/cache/1/0/2", "https://www.groundspeak.com/cache/1/0",
    "https://www.groundspeak.com/cache/1/0/1", "https://www.groundspeak.com/cache/1/0/2",
  ]
}

/// Where in a GPX document the parser stands.
enum GPXPlace: UInt8 {
  case document, gpx, metadata, waypoint, route, routePoint, track, segment, trackPoint
  /// Inside `<extensions>` of a point, and inside Garmin's extension in there.
  case extensions, garmin
  /// Inside an element whose text counts.
  case field
  /// Inside Groundspeak's extension of a waypoint, its log book, one entry of it, and an element of those whose text
  /// counts.
  case cache, cacheLogs, cacheLog, cacheField

  /// Looks up the GPX element `name` inside `parent`; `nil` if it has no meaning there.
  init?(_ name: String, in parent: GPXPlace) {
    switch (parent, name) {
    case (.gpx, "wpt"): self = .waypoint
    case (.gpx, "rte"): self = .route
    case (.gpx, "trk"): self = .track
    case (.gpx, "metadata"): self = .metadata
    case (.route, "rtept"): self = .routePoint
    case (.track, "trkseg"): self = .segment
    case (.segment, "trkpt"): self = .trackPoint
    // The next document, behind one that was cut.
    case (.gpx, "gpx"), (.route, "gpx"), (.track, "gpx"), (.segment, "gpx"): self = .gpx
    case (.waypoint, "extensions"), (.routePoint, "extensions"), (.trackPoint, "extensions"): self = .extensions
    default: return nil
    }
  }

  /// Whether coordinates belong to this element.
  var isPoint: Bool { self == .waypoint || self == .routePoint || self == .trackPoint }
}

/// The elements whose text counts.
enum GPXField: UInt8 {
  case name, comment, description, symbol, type
  case elevation, time, speed, course, dilution

  /// The element as the file writes it.
  var element: String {
    switch self {
    case .name: "name"
    case .comment: "cmt"
    case .description: "desc"
    case .symbol: "sym"
    case .type: "type"
    case .elevation: "ele"
    case .time: "time"
    case .speed: "speed"
    case .course: "course"
    case .dilution: "hdop"
    }
  }

  /// The field that a child element of `parent` holds, if its text counts.
  init?(_ name: String, in parent: GPXPlace) {
    switch parent {
    case .gpx, .metadata, .route, .track:
      guard name == "name" else { return nil }
      self = .name
    case .extensions, .garmin:
      guard let field = Self.motion(name) else { return nil }
      self = field
    case .waypoint, .routePoint, .trackPoint:
      guard let field = Self.ofPoint(name) ?? Self.motion(name) else { return nil }
      self = field
    case .document, .segment, .field, .cache, .cacheLogs, .cacheLog, .cacheField: return nil
    }
  }

  private static func motion(_ name: String) -> GPXField? {
    switch name {
    case "speed": .speed
    case "course": .course
    default: nil
    }
  }

  private static func ofPoint(_ name: String) -> GPXField? {
    switch name {
    case "ele": .elevation
    case "time": .time
    case "hdop": .dilution
    case "name": .name
    case "cmt": .comment
    case "desc": .description
    case "sym": .symbol
    case "type": .type
    default: nil
    }
  }
}
