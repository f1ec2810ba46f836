package import Geodesy

/// A whole GPX file in memory.
package struct GPXDocument: Hashable, Sendable {
  /// A named list of points to follow.
  package struct Route: Hashable, Sendable {
    /// What the file calls it.
    package var name: String?
    /// The points of the route in their order.
    package var points: [GPXWaypoint] = []
  }

  /// A named recording, in segments.
  package struct Track: Hashable, Sendable {
    /// What the file calls it.
    package var name: String?
    /// The points in order; ``GPXPoint/startsSegment`` tells where a segment begins.
    package var points: [GPXPoint] = []

    /// The points in segments; empty segments are left out.
    package var segments: [ArraySlice<GPXPoint>] {
      var starts = points.indices.filter { points[$0].startsSegment }
      starts.append(points.count)
      return zip(starts, starts.dropFirst()).map { points[$0..<$1] }
    }
  }

  /// Points of a file that are kept at most, unless a caller says otherwise: six days, one a second.
  package static let pointLimit = 500_000

  /// What the file calls itself.
  package private(set) var name: String?
  /// The waypoints in the order of the file.
  package private(set) var waypoints: [GPXWaypoint] = []
  /// The routes in the order of the file.
  package private(set) var routes: [Route] = []
  /// The tracks in the order of the file.
  package private(set) var tracks: [Track] = []
  /// How much the file holds.
  package private(set) var counts = GPXCounts()

  /// Reads a whole document; throws if nothing of it can be read.
  package init(
    _ source: some ByteSource, reader: GPXReader = GPXReader(), log: inout DiagnosticLog
  ) throws(FormatError) {
    counts = try reader.read(source, log: &log) { add($0) }
  }

  /// Reads the file at `path`.
  ///
  /// - Parameter limit: points that it may have.
  package init(path: String, limit: Int = Self.pointLimit, log: inout DiagnosticLog) throws(FormatError) {
    var reader = GPXReader()
    reader.limits.points = limit
    counts = try reader.read(path: path, log: &log) { add($0) }
  }

  private mutating func add(_ item: GPXItem) {
    switch item {
    case .title(let name): self.name = self.name ?? name
    case .waypoint(let waypoint): waypoints.append(waypoint)
    case .route(let name): routes.append(Route(name: name))
    case .routePoint(let point): routes[routes.count - 1].points.append(point)
    case .track(let name): tracks.append(Track(name: name))
    case .trackPoints(let points): tracks[tracks.count - 1].points += points
    }
  }
}

/// One point of a track, a route or a waypoint: where, and what the recorder knew besides.
///
/// Small and flat, because a recording of a day holds 86,400 of them.
package struct GPXPoint: Hashable, Sendable {
  /// Where the point is.
  package let position: Coordinate
  /// Whether it is the first of its track segment or route: the way to it from the point before was not recorded.
  package let startsSegment: Bool
  // As small as fits beside the truth value.
  private let rawLine: UInt32
  // One value of each type stands for "missing", which takes half the room of optionals. The readers let none of
  // them in, and unlike NaN they equal themselves.
  private let rawTime: Int64
  private let rawElevation: Double
  private let rawSpeed: Double
  private let rawCourse: Double
  private let rawDilution: Double

  /// Creates a point; what the file does not say is `nil`.
  package init(
    position: Coordinate, startsSegment: Bool = false, time: Int64? = nil, elevation: Double? = nil,
    speed: Double? = nil, course: Double? = nil, horizontalDilution: Double? = nil, line: Int = 0
  ) {
    self.position = position
    self.startsSegment = startsSegment
    rawLine = UInt32(clamping: line)
    rawTime = time ?? .min
    rawElevation = elevation ?? -.infinity
    rawSpeed = speed ?? -.infinity
    rawCourse = course ?? -.infinity
    rawDilution = horizontalDilution ?? -.infinity
  }

  /// 1-based line in the file; 0 outside of files.
  package var line: Int { Int(rawLine) }
  /// Milliseconds since 1970-01-01T00:00:00Z, years 1 to 9999.
  package var time: Int64? { rawTime == .min ? nil : rawTime }
  /// Metres above mean sea level.
  package var elevation: Double? { rawElevation == -.infinity ? nil : rawElevation }
  /// Metres per second over ground; never negative.
  package var speed: Double? { rawSpeed == -.infinity ? nil : rawSpeed }
  /// Direction of movement, in degrees clockwise from true north, `0 ... 360`.
  package var course: Double? { rawCourse == -.infinity ? nil : rawCourse }
  /// Horizontal dilution of precision, without unit; never negative.
  package var horizontalDilution: Double? { rawDilution == -.infinity ? nil : rawDilution }
}

/// A point with words: a waypoint, or a point of a route.
///
/// All text is sanitised and bounded.
package struct GPXWaypoint: Hashable, Sendable {
  /// Position, time and the rest of the measurement.
  package let point: GPXPoint
  /// What the file calls it.
  package let name: String?
  /// The `cmt` of the file.
  package let comment: String?
  /// The `desc` of the file.
  package let description: String?
  /// What it looks like on a map (`sym`), in words of the recorder.
  package let symbol: String?
  /// What it is (`type`), in words of the recorder.
  package let type: String?
  // An array, because it is as small as a pointer in the many waypoints that are no caches.
  private let caches: [Geocache]

  /// What Groundspeak's extension says about it, if it is a geocache.
  package var cache: Geocache? { caches.first }

  /// Where it is.
  package var position: Coordinate { point.position }
  /// 1-based line in the file; 0 outside of files.
  package var line: Int { point.line }

  /// Creates a waypoint; what the file does not say is `nil`.
  package init(
    point: GPXPoint, name: String? = nil, comment: String? = nil, description: String? = nil, symbol: String? = nil,
    type: String? = nil, cache: Geocache? = nil
  ) {
    self.point = point
    self.name = name
    self.comment = comment
    self.description = description
    self.symbol = symbol
    self.type = type
    caches = cache.map { [$0] } ?? []
  }
}

/// An item of a GPX file; a reader delivers them in the order of the file.
package enum GPXItem: Sendable {
  /// The name of the whole file.
  case title(String)
  case waypoint(GPXWaypoint)
  /// A route begins; its points follow.
  case route(name: String?)
  case routePoint(GPXWaypoint)
  /// A track begins; its points follow.
  case track(name: String?)
  /// The next points of the track, one or more.
  case trackPoints([GPXPoint])
}

/// The numbers of items in a GPX file.
package struct GPXCounts: Hashable, Sendable {
  /// Good waypoints.
  package var waypoints = 0
  /// Routes, also empty ones.
  package var routes = 0
  /// Good points of routes.
  package var routePoints = 0
  /// Tracks, also empty ones.
  package var tracks = 0
  /// Track segments, also empty ones.
  package var segments = 0
  /// Good points of tracks.
  package var trackPoints = 0

  /// Creates counts of zero.
  package init() {}

  /// Everything with a position.
  package var points: Int { waypoints + routePoints + trackPoints }

  static func += (counts: inout GPXCounts, more: GPXCounts) {
    counts.waypoints += more.waypoints
    counts.routes += more.routes
    counts.routePoints += more.routePoints
    counts.tracks += more.tracks
    counts.segments += more.segments
    counts.trackPoints += more.trackPoints
  }
}

/// Reads GPX 1.0 and 1.1 in a stream: memory does not grow with the file.
///
/// ```swift
/// var log = DiagnosticLog()
/// let counts = try GPXReader().read(FileBytes(path: "walk.gpx"), log: &log) { item in
///   if case .trackPoints(let points) = item { walk += points }
/// }
/// ```
///
/// Where a document is cut off or stops to be XML, the points before and behind are read; one that has no point, is no
/// GPX or is hostile is refused whole, and whatever was handed over before the error is to be forgotten. ``GPXDocument`` does that
/// by itself. Any encoding is read, and bad characters are mended; a bad point is skipped, a bad detail of a point is
/// dropped. All that is noted in the log.
package struct GPXReader: Sendable {
  /// How much of a document is taken.
  package var limits = GPXLimits()
  /// Bytes that are read at a time.
  package var chunkSize = 256 << 10
  /// Whether runs of plain track points are taken past the XML parser.
  ///
  /// Affects only the speed.
  package var scansPlainPoints = true

  /// Creates a reader with the usual limits.
  package init() {}

  /// Reads one document to its end and hands over its pieces in order.
  ///
  /// Throws: at the first thing that makes the document no GPX. `log` holds the complaints in either case.
  package func read(
    _ source: some ByteSource, log: inout DiagnosticLog, each receiver: (GPXItem) -> Void
  ) throws(FormatError) -> GPXCounts {
    let parser = try GPXParser(limits: limits, scansPlainPoints: scansPlainPoints, log: log)
    defer { log = parser.builder.log }
    var source = source
    let chunk = UnsafeMutableRawBufferPointer.allocate(byteCount: min(max(1, chunkSize), 64 << 20), alignment: 64)
    defer { chunk.deallocate() }
    while true {
      let count: Int
      do { count = try source.read(into: chunk) } catch {
        guard error == .cut, parser.hasContent else { throw FormatError(error) }
        parser.complain(line: parser.line, error.description)
        break
      }
      guard count > 0, !parser.isOver else { break }
      try parser.read(UnsafeRawBufferPointer(rebasing: chunk[..<count]), isFinal: false)
      parser.deliver(isFinal: false, to: receiver)
      try parser.checkPoints()
    }
    try parser.read(UnsafeRawBufferPointer(start: nil, count: 0), isFinal: true)
    parser.deliver(isFinal: true, to: receiver)
    try parser.checkPoints()
    return parser.builder.counts
  }

  /// Reads the file at `path` in the same way; of an archive also what belongs to the file in it.
  package func read(
    path: String, log: inout DiagnosticLog, each receiver: (GPXItem) -> Void
  ) throws(FormatError) -> GPXCounts {
    let file: FileBytes
    do { file = try FileBytes(path: path) } catch { throw FormatError(error) }
    var counts = try read(file, log: &log, each: receiver)
    while true {
      do { guard try file.goOn() else { return counts } } catch { throw FormatError(error) }
      counts += try read(file, log: &log, each: receiver)
    }
  }
}

/// How large the parts of a GPX file may be.
///
/// Real files stay far below.
package struct GPXLimits: Hashable, Sendable {
  /// Elements inside one another; more refuse the file.
  package var depth = 256
  /// Points of all kinds together; more refuse the file.
  package var points = Int.max
  /// Bytes of one tag, comment or section; more refuse the file.
  package var token = 64 << 20
  /// Bytes of one text that are kept, before it is cut to a number of characters; more give a warning.
  package var text = 16 << 10
  /// The limit for a text of a geocache's listing: descriptions are whole pages.
  package var cacheText = 256 << 10
  /// Metres above or below the sea: from below the deepest sea to the edge of space.
  package var elevation: ClosedRange<Double> = -12_000...100_000
  /// Milliseconds from one point of a track to the next; a longer step is kept, with a warning.
  package var timeStep: Int64 = 366 * 86_400_000

  /// Creates the usual limits.
  package init() {}
}

/// Reads one GPX document: its events go to a ``GPXBuilder``, but runs of plain points go there past the XML parser.
final class GPXParser: XMLParser {
  private(set) var builder: GPXBuilder
  /// Where the last tag ended, counted in the bytes that expat has been given.
  private var tagEnd = -1
  private var scanner: PlainPointScanner

  init(limits: GPXLimits, scansPlainPoints: Bool, log: DiagnosticLog) throws(FormatError) {
    builder = GPXBuilder(limits: limits, log: log)
    scanner = PlainPointScanner(isEnabled: scansPlainPoints)
    try super.init()
  }

  /// Takes the next bytes of the document in UTF-8.
  ///
  /// Expat is the judge of the document. But where it stands between two elements directly inside a track segment, a
  /// run of plain points may be taken past it: each is complete and well-formed by its very shape, so nothing that
  /// expat knows changes, except the line.
  override func consume(_ chunk: UnsafeRawBufferPointer) throws(FormatError) {
    scanner.startChunk()
    var position = 0
    while position < chunk.count, !isOver {
      // The last tag ended with the last byte that expat was given: nothing is pending.
      if scanner.isOpen, tagEnd == fed, builder.expectsPlainPoint {
        let run = scanner.takePoints(chunk, from: position, line: line, into: &builder)
        position += run.bytes
        skip(bytes: run.bytes, lines: run.lines)
        builder.gather()
        if run.bytes > 0 { continue }
      }
      let end =
        scanner.isOpen ? scanner.nextEntry(chunk, from: position, isInSegment: builder.isInSegment) : chunk.count
      try parse(UnsafeRawBufferPointer(rebasing: chunk[position..<end]), isFinal: false)
      guard pendingBytes <= builder.limits.token else {
        throw FormatError(.tooLong(limit: builder.limits.token), line: line)
      }
      builder.gather()
      position = end
    }
  }

  /// Hands over what was read; the last few track points only when `isFinal`.
  func deliver(isFinal: Bool, to receiver: (GPXItem) -> Void) { builder.deliver(isFinal: isFinal, to: receiver) }

  /// Throws: if there are more points than are wanted.
  func checkPoints() throws(FormatError) {
    let limit = builder.limits.points
    guard builder.counts.points <= limit else { throw FormatError(.tooMany("points", limit: limit), line: line) }
  }

  override var hasContent: Bool { builder.counts.points > 0 }

  override var resumable: [String: [String]] { GPXBuilder.resumable }

  override func reopen(_ around: [String], line: Int) throws(FormatError) {
    tagEnd = -1
    try builder.reopen(around, line: line)
  }

  override func complain(line: Int, _ text: String) { builder.log.add(.warning, line: line, text) }

  override func start(_ name: ElementName, _ attributes: XMLAttributes) throws(FormatError) {
    tagEnd = endOfTag
    try builder.start(name, attributes, line: line)
  }

  override func end() {
    tagEnd = endOfTag
    builder.end()
  }

  override func characters(_ bytes: UnsafeBufferPointer<UInt8>) { builder.characters(bytes) }
}
