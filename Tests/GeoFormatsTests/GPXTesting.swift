import GeoFormats

/// Everything that reading a document gives, in a form that can be compared.
struct GPXOutcome: Equatable {
  var counts: GPXCounts?
  var error: FormatError?
  var log = DiagnosticLog()
  var titles: [String?] = []
  var points: [GPXPoint] = []
  var waypoints: [GPXWaypoint] = []

  /// Reads `bytes` in chunks of `chunk`.
  init(_ bytes: [UInt8], chunk: Int = 256 << 10, lane: Bool = true) {
    var reader = GPXReader()
    reader.chunkSize = chunk
    reader.scansPlainPoints = lane
    var log = DiagnosticLog()
    defer { self.log = log }
    do {
      counts = try reader.read(MemoryBytes(bytes), log: &log) { add($0) }
    } catch {
      self.error = error
      // What came before an error is to be forgotten, and how much that was depends on the chunks.
      titles = []
      points = []
      waypoints = []
    }
  }

  init(_ text: String) { self.init(Array(text.utf8)) }

  private mutating func add(_ item: GPXItem) {
    switch item {
    case .title(let name): titles.append(name)
    case .route(let name), .track(let name): titles.append(name)
    case .waypoint(let waypoint), .routePoint(let waypoint): waypoints.append(waypoint)
    case .trackPoints(let batch): points += batch
    }
  }

  /// The complaints as `line: text`.
  var complaints: [String] { log.summary.map { "\($0.line): \($0.message)" } }
}

/// A GPX 1.1 document around `body`, which begins on line 3.
func gpx(_ body: String) -> String {
  """
  <?xml version="1.0" encoding="UTF-8"?>
  <gpx version="1.1" creator="t" xmlns="http://www.topografix.com/GPX/1/1">
  \(body)
  </gpx>

  """
}

/// A track of one segment around `points`, which begin on line 4.
func track(_ points: String) -> String { gpx("<trk><name>T</name><trkseg>\n\(points)\n</trkseg></trk>") }
