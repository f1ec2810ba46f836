internal import GeoFormats
internal import Geodesy
internal import HuntDomain

extension SourceReader {
  /// The waypoints of GPX, in a stream.
  mutating func readGPX(_ report: (Double) -> Bool) throws(CatalogProblem) {
    let reader = self
    var log = DiagnosticLog()
    var problem: CatalogProblem?
    var number = 0
    do {
      _ = try GPXReader().read(path: path, log: &log) { item in
        guard problem == nil, case .waypoint(let waypoint) = item else { return }
        number += 1
        do throws(CatalogProblem) {
          try reader.take(PlaceRecord(waypoint, number: number, prefix: reader.prefix), isListed: true)
          // The stream does not report its progress.
          try reader.tell(number, of: .max, report)
        } catch { problem = error }
      }
    } catch { throw refused(line: error.line, error.message) }
    if let problem { throw problem }
    warn(log)
  }

  /// The waypoints of a `.loc` file.
  mutating func readLoc(_ report: (Double) -> Bool) throws(CatalogProblem) {
    var log = DiagnosticLog()
    let document: LocDocument
    do { document = try LocDocument(path: path, log: &log) } catch { throw refused(line: error.line, error.message) }
    for (number, waypoint) in document.waypoints.enumerated() {
      let key = "\(prefix):\(waypoint.code ?? "\(number + 1)")"
      try take(
        PlaceRecord(key: key, position: waypoint.position, name: waypoint.name ?? waypoint.code, kind: waypoint.type),
        isListed: true)
      try tell(number, of: document.waypoints.count, report)
    }
    warn(log)
  }

  /// Reads a reply of the Overpass API.
  mutating func readOverpass(_ report: (Double) -> Bool) throws(CatalogProblem) {
    try checkSize()
    var log = DiagnosticLog()
    let document: OverpassDocument
    do { document = try OverpassDocument(path: path, log: &log) } catch {
      throw refused(line: error.line, error.message)
    }
    if document.isIncomplete { throw refused("the server broke off: \(document.remark ?? "")") }
    for (number, element) in document.elements.enumerated() {
      try take(PlaceRecord(element), isListed: false)
      try tell(number, of: document.elements.count, report)
    }
    warn(log)
  }
}

extension PlaceRecord {
  fileprivate init(_ waypoint: GPXWaypoint, number: Int, prefix: String) {
    self.init(
      key: "\(prefix):\(number)", position: waypoint.position, name: waypoint.name ?? waypoint.comment,
      kind: waypoint.type ?? waypoint.symbol)
    // A comment used as the name is not repeated.
    if let text = waypoint.description ?? (waypoint.name == nil ? nil : waypoint.comment) {
      tags = PlaceText.tags([(key: "description", value: text)])
    }
  }

  fileprivate init(_ element: OverpassElement) {
    self.init(key: "\(element.kind.rawValue.prefix(1))\(element.id)", position: element.position)
    tags = PlaceText.tags(element.tags.lazy.map { (key: $0.key, value: $0.value) })
    isArea = element.kind != .node
  }
}
