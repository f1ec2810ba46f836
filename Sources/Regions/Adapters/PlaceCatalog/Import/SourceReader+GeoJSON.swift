internal import GeoFormats
internal import Geodesy
internal import HuntDomain
internal import OSMExtracts

extension SourceReader {
  /// Reads GeoJSON features; properties are read as tags, and OpenStreetMap ids are used as keys if present.
  mutating func readGeoJSON(_ report: (Double) -> Bool) throws(CatalogProblem) {
    try checkSize()
    var log = DiagnosticLog()
    let document: GeoJSONDocument
    do { document = try GeoJSONDocument(path: path, log: &log) } catch {
      throw refused(line: error.line, error.message)
    }
    var ids = UniqueKeys()
    for (index, feature) in document.features.enumerated() {
      if let record = PlaceRecord(feature, number: index + 1, prefix: prefix, &ids) {
        try take(record, isListed: true)
      }
      try tell(index, of: document.features.count, report)
    }
    warn(log)
  }
}

/// Makes the keys within a file unique.
struct UniqueKeys {
  private var taken: [String: Int] = [:]

  /// The key itself, or with a number behind it: `well`, `well-2`.
  mutating func unique(_ key: String) -> String {
    let count = taken[key, default: 0] + 1
    taken[key] = count
    return count == 1 ? key : unique("\(key)-\(count)")
  }
}

extension PlaceRecord {
  /// A place from a GeoJSON feature; `nil` if it has no position.
  fileprivate init?(_ feature: GeoJSONFeature, number: Int, prefix: String, _ ids: inout UniqueKeys) {
    guard let geometry = feature.geometry, let position = InnerPoint.of(geometry) else { return nil }
    let properties = feature.properties
    tags = PlaceText.tags((properties?.members).map { Array($0) }?.compactMap(Self.tag) ?? [])
    let id = properties?["id"]?.text(limit: SafeText.nameLimit) ?? feature.id
    let isMapped = PlaceCode.keys(tags) != 0
    let mapped = isMapped ? (feature.id ?? properties?["@id"]?.text(limit: SafeText.nameLimit)) : nil
    key = mapped.flatMap(OSMNumber.key) ?? ids.unique("\(prefix):\(id ?? "\(number)")")
    self.position = position
    name = feature.name ?? id
    kind = properties?["kind"]?.text(limit: SafeText.nameLimit)
    if case .point = geometry { isArea = false } else { isArea = true }
  }

  /// A property that is a text, a number or a truth value.
  private static func tag(_ member: (key: String, value: JSONValue)) -> (key: String, value: String)? {
    let value = member.value
    let text = value.text(limit: PlaceText.valueLimit) ?? value.numberText ?? value.bool.map { $0 ? "yes" : "no" }
    return text.map { (key: member.key, value: $0) }
  }
}

/// Parses the ids that GeoJSON writers give OpenStreetMap objects: `n12`, `node/12`, and for areas made by osmium `a24`
/// for way 12 and `a25` for relation 12.
enum OSMNumber {
  static func key(_ id: String) -> String? {
    let parts = id.split(separator: "/")
    let (kind, digits) =
      parts.count == 2 ? (String(parts[0]), parts[1][...]) : (String(id.prefix(1)), id.dropFirst())
    guard let number = Int64(digits), number > 0 else { return nil }
    switch kind {
    case "n", "node": return "n\(number)"
    case "w", "way": return "w\(number)"
    case "r", "relation": return "r\(number)"
    case "a": return number.isMultiple(of: 2) ? "w\(number / 2)" : "r\(number / 2)"
    default: return nil
    }
  }
}

/// One point that stands for a whole geometry, and lies on it: the same as for a thing of OpenStreetMap of that shape.
enum InnerPoint {
  /// A representative point: of points the first, of a line the middle of its length, of areas a point inside the
  /// widest, of a collection that of its first member; `nil` if the geometry is empty.
  static func of(_ geometry: GeoJSONGeometry) -> Coordinate? {
    switch geometry {
    case .point(let position): position
    case .multiPoint(let positions): positions.first
    case .lineString(let line): halfway(line)
    case .multiLineString(let lines): lines.max { $0.count < $1.count }.flatMap(halfway)
    case .polygon(let rings): inside(rings)
    case .multiPolygon(let polygons): inside(polygons.flatMap { $0 })
    case .collection(let parts): parts.lazy.compactMap(of).first
    }
  }

  private static func halfway(_ line: [Coordinate]) -> Coordinate? { OSMSpot.halfway(corners(line)).flatMap(place) }

  /// A point inside of rings; of what is as flat as a line, the middle of its length.
  private static func inside(_ rings: [[Coordinate]]) -> Coordinate? {
    OSMSpot.inside(rings.map(corners)).flatMap(place) ?? rings.first.flatMap(halfway)
  }

  private static func corners(_ line: [Coordinate]) -> [OSMSpot.Corner] { line.map { ($0.latitude, $0.longitude) } }

  private static func place(_ corner: OSMSpot.Corner) -> Coordinate? {
    Coordinate(latitude: corner.latitude, longitude: corner.longitude)
  }
}
