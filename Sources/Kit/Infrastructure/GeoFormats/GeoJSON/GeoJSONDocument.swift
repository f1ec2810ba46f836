package import Geodesy

/// A GeoJSON file (RFC 7946): a collection of features, one feature, or a bare geometry, which counts as a feature; or
/// features in a row, one a line or behind record separators (RFC 8142).
///
/// Longitudes up to 540° are taken as the same place within 180°. Positions in another reference system than WGS 84 are
/// refused, whether the whole file is in it or a feature. A feature with a bad geometry is skipped with a warning at its
/// line; a file that is cut off, no JSON or no GeoJSON is refused whole. It may be in UTF-16. A bad `bbox` and unknown members do no harm.
package struct GeoJSONDocument: Sendable {
  /// The features in the order of the file.
  package let features: [GeoJSONFeature]
  /// How many of the features are somewhere: one with a geometry of `null` is legal and nowhere.
  package var located: Int { features.count { $0.geometry != nil } }
  /// How many features were skipped because they or their geometry is bad.
  package let skipped: Int
  /// The outermost object, with its foreign members.
  package let root: JSONValue

  /// Reads a text.
  package init(_ bytes: [UInt8], log: inout DiagnosticLog) throws(FormatError) {
    try self.init(Self.text(of: bytes.isWideText ? Self.narrow(bytes) : bytes, &log), log: &log)
  }

  private static func narrow(_ bytes: [UInt8]) -> [UInt8] {
    var decoder = XMLDecoder()
    return bytes.withUnsafeBytes { decoder.decode($0, isFinal: true) { _, _ in } } ?? bytes
  }

  /// The JSON of a text, or the collection of those that are in a row.
  private static func text(of bytes: [UInt8], _ log: inout DiagnosticLog) throws(FormatError) -> JSONDocument {
    if GeoJSONSequence.begins(bytes), let collection = GeoJSONSequence.collection(bytes, log: &log) {
      return try JSONDocument(collection)
    }
    do { return try JSONDocument(bytes) } catch {
      guard error.problem == .trailing, let collection = GeoJSONSequence.collection(bytes, log: &log) else {
        throw error
      }
      return try JSONDocument(collection)
    }
  }

  /// Reads the file at `path`.
  package init(path: String, log: inout DiagnosticLog) throws(FormatError) {
    let bytes: [UInt8]
    do { bytes = try FileBytes.contents(of: path, limit: JSONDocument.sizeLimit) } catch { throw FormatError(error) }
    try self.init(bytes, log: &log)
  }

  /// Reads JSON that has been read already.
  package init(_ document: JSONDocument, log: inout DiagnosticLog) throws(FormatError) {
    root = document.root
    var reader = FeatureReader(log: log)
    defer { log = reader.log }
    features = try reader.read(root)
    skipped = reader.skipped
  }
}

/// Something with a geometry and properties.
package struct GeoJSONFeature: Sendable {
  /// The `id` as text, also when the file has a number; sanitised.
  package let id: String?
  /// The geometry; `nil` for a feature without a location (`"geometry": null`).
  package let geometry: GeoJSONGeometry?
  /// The `properties`: an object, or `nil`.
  package let properties: JSONValue?
  /// The feature itself, with its foreign members.
  package let value: JSONValue

  /// The line on which the feature begins, from 1.
  package var line: Int { value.line }

  /// The property `name` when it is a string with something in it; sanitised and bounded.
  package var name: String? {
    guard let name = properties?["name"]?.text(limit: SafeText.nameLimit), !name.isEmpty else { return nil }
    return name
  }
}

/// A geometry of RFC 7946.
///
/// Altitudes are checked and left out.
package enum GeoJSONGeometry: Hashable, Sendable {
  case point(Coordinate)
  case multiPoint([Coordinate])
  /// Two or more positions.
  case lineString([Coordinate])
  case multiLineString([[Coordinate]])
  /// One or more rings, each closed: four or more positions, the last as the first.
  case polygon([[Coordinate]])
  case multiPolygon([[[Coordinate]]])
  case collection([GeoJSONGeometry])

  /// Every position, in the order of the file; the last of a ring, which repeats the first, included.
  package var coordinates: [Coordinate] {
    switch self {
    case .point(let position): [position]
    case .multiPoint(let positions), .lineString(let positions): positions
    case .multiLineString(let lines), .polygon(let lines): lines.flatMap { $0 }
    case .multiPolygon(let polygons): polygons.flatMap { $0.flatMap { $0 } }
    case .collection(let parts): parts.flatMap(\.coordinates)
    }
  }
}

/// Makes features of JSON values, and notes what is wrong with them.
struct FeatureReader {
  var log: DiagnosticLog
  private(set) var skipped = 0
  private var geometries = GeometryReader()
  /// The ids that have been seen.
  private var ids: Set<String> = []

  init(log: DiagnosticLog) { self.log = log }

  /// The features that the outermost object holds or is.
  mutating func read(_ root: JSONValue) throws(FormatError) -> [GeoJSONFeature] {
    guard root.isObject else { throw FormatError(.notGeoJSON("the root is no object"), line: root.line) }
    guard let name = root["type"] else { throw FormatError(.notGeoJSON("the root has no type"), line: root.line) }
    warnOfRepeated(root)
    if let system = ReferenceSystem.other(in: root) {
      throw FormatError(.otherReferenceSystem(system), line: root["crs"]?.line ?? root.line)
    }
    defer {
      if let line = geometries.longPosition {
        log.add(.warning, line: line, "a position of more than four numbers: those behind the altitude mean nothing")
      }
    }
    switch name.rawString {
    case "FeatureCollection": return try collection(root)
    case "Feature": return [try only(root) { (reader, value) throws(GeometryFault) in try reader.feature(value) }]
    case "Point", "MultiPoint", "LineString", "MultiLineString", "Polygon", "MultiPolygon", "GeometryCollection":
      return [
        try only(root) { (reader, value) throws(GeometryFault) in
          GeoJSONFeature(id: nil, geometry: try reader.geometries.read(value), properties: nil, value: value)
        }
      ]
    default:
      let type = name.rawString.map { SafeText.quoted($0) } ?? "of the root"
      throw FormatError(.notGeoJSON("type \(type) is unknown"), line: name.line)
    }
  }

  private mutating func collection(_ root: JSONValue) throws(FormatError) -> [GeoJSONFeature] {
    guard let list = root["features"] else {
      throw FormatError(.notGeoJSON("a FeatureCollection without features"), line: root.line)
    }
    guard list.isArray else { throw FormatError(.notGeoJSON("features is no array"), line: list.line) }
    var features: [GeoJSONFeature] = []
    features.reserveCapacity(list.count)
    for value in list.elements {
      do throws(GeometryFault) { features.append(try feature(value)) } catch {
        skipped += 1
        log.add(.warning, line: value.line, "\(error.text): feature skipped")
      }
    }
    return features
  }

  /// When the only thing in a file is bad, so is the file.
  private mutating func only(
    _ value: JSONValue, _ read: (inout FeatureReader, JSONValue) throws(GeometryFault) -> GeoJSONFeature
  ) throws(FormatError) -> GeoJSONFeature {
    do throws(GeometryFault) { return try read(&self, value) } catch {
      throw FormatError(.badRoot(error.text), line: value.line)
    }
  }

  // MARK: - One feature

  private mutating func feature(_ value: JSONValue) throws(GeometryFault) -> GeoJSONFeature {
    guard value.isObject else { throw GeometryFault("feature is no object") }
    guard value["type"]?.rawString == "Feature" else { throw GeometryFault("type is not “Feature”") }
    guard let member = value["geometry"] else { throw GeometryFault("feature without geometry") }
    if let system = ReferenceSystem.other(in: value) {
      throw GeometryFault(FormatError.refusal(ofReferenceSystem: system))
    }
    let geometry = member.isNull ? nil : try geometries.read(member)
    warnOfRepeated(value)
    return GeoJSONFeature(id: id(of: value), geometry: geometry, properties: properties(of: value), value: value)
  }

  private mutating func id(of value: JSONValue) -> String? {
    guard let member = value["id"], !member.isNull else { return nil }
    let text = member.numberText.map { SafeText.clean($0, limit: SafeText.nameLimit) }
    guard let id = text ?? member.text(limit: SafeText.nameLimit) else {
      log.add(.warning, line: member.line, "id is neither a string nor a number: dropped")
      return nil
    }
    if !ids.insert(id).inserted {
      log.add(.warning, line: value.line, "id \(SafeText.quoted(id)) is not the first of its kind")
    }
    return id
  }

  /// Reads the properties; adds a warning for each string that will be shortened when it is read.
  private mutating func properties(of value: JSONValue) -> JSONValue? {
    guard let member = value["properties"], !member.isNull else { return nil }
    guard member.isObject else {
      log.add(.warning, line: member.line, "properties is no object: dropped")
      return nil
    }
    for property in member.elements where property.isLong(limit: SafeText.nameLimit) {
      let limit = property.key == "name" ? SafeText.nameLimit : SafeText.proseLimit
      guard property.cleaned(limit: limit)?.isShortened == true else { continue }
      log.add(.warning, line: property.line, "property \(SafeText.quoted(property.key)) is too long: shortened")
    }
    return member
  }

  /// Warns of two members with one name: they are legal JSON, but ambiguous.
  private mutating func warnOfRepeated(_ value: JSONValue) {
    for name: StaticString in ["type", "geometry", "properties", "features", "id", "coordinates"] {
      let (last, times) = value.member(name)
      if let last, times > 1 { log.add(.warning, line: last.line, "member \(name) is repeated: the last one counts") }
    }
  }
}

/// Why a geometry is bad, in words.
struct GeometryFault: Error {
  let text: String

  init(_ text: String) { self.text = text }
}

/// Makes geometries of JSON values, strictly.
///
/// Recursion is bounded: the JSON reader admits no more than ``JSONDocument/depthLimit`` levels.
struct GeometryReader {
  /// The line of the first position with more than four numbers; the fourth is a measure that some programs write.
  private(set) var longPosition: Int?

  /// Whether a value says that it is a geometry.
  static func isGeometry(_ value: JSONValue) -> Bool {
    value["type"]?.rawString.map { $0 == "GeometryCollection" || shapes[$0] != nil } ?? false
  }

  /// The geometry that `value` is.
  mutating func read(_ value: JSONValue) throws(GeometryFault) -> GeoJSONGeometry {
    guard value.isObject else { throw GeometryFault("geometry is no object") }
    guard let name = value["type"] else { throw GeometryFault("geometry without type") }
    if let system = ReferenceSystem.other(in: value) {
      throw GeometryFault(FormatError.refusal(ofReferenceSystem: system))
    }
    guard let type = name.rawString else { throw GeometryFault("geometry type is no string") }
    if type == "GeometryCollection" {
      guard let parts = value["geometries"], parts.isArray else { throw GeometryFault("geometries is no array") }
      return .collection(try each(of: parts) { (reader, value) throws(GeometryFault) in try reader.read(value) })
    }
    guard let shape = Self.shapes[type] else {
      throw GeometryFault("geometry type \(SafeText.quoted(type)) is unknown")
    }
    guard let coordinates = value["coordinates"] else { throw GeometryFault("\(type) without coordinates") }
    guard coordinates.isArray else { throw GeometryFault("coordinates is no array") }
    return try shape(&self, coordinates)
  }

  private typealias Part<Result> = (inout GeometryReader, JSONValue) throws(GeometryFault) -> Result
  private typealias Shape = @Sendable (inout GeometryReader, JSONValue) throws(GeometryFault) -> GeoJSONGeometry

  private static let shapes: [String: Shape] = [
    "Point": { reader, value throws(GeometryFault) in .point(try reader.position(value)) },
    "MultiPoint": { reader, value throws(GeometryFault) in .multiPoint(try reader.positions(value)) },
    "LineString": { reader, value throws(GeometryFault) in .lineString(try reader.line(value)) },
    "MultiLineString": { reader, value throws(GeometryFault) in
      .multiLineString(try reader.each(of: value) { (reader, value) throws(GeometryFault) in try reader.line(value) })
    },
    "Polygon": { reader, value throws(GeometryFault) in .polygon(try reader.polygon(value)) },
    "MultiPolygon": { reader, value throws(GeometryFault) in
      .multiPolygon(try reader.each(of: value) { (reader, value) throws(GeometryFault) in try reader.polygon(value) })
    },
  ]

  private mutating func each<Result>(
    of value: JSONValue, _ read: Part<Result>
  ) throws(GeometryFault) -> [Result] {
    guard value.isArray else { throw GeometryFault("coordinates are not nested deeply enough") }
    var parts: [Result] = []
    parts.reserveCapacity(value.count)
    for element in value.elements { parts.append(try read(&self, element)) }
    return parts
  }

  private mutating func positions(_ value: JSONValue) throws(GeometryFault) -> [Coordinate] {
    try each(of: value) { (reader, value) throws(GeometryFault) in try reader.position(value) }
  }

  private mutating func polygon(_ value: JSONValue) throws(GeometryFault) -> [[Coordinate]] {
    let rings = try each(of: value) { (reader, value) throws(GeometryFault) in try reader.ring(value) }
    guard !rings.isEmpty else { throw GeometryFault("polygon without rings") }
    return rings
  }

  private mutating func ring(_ value: JSONValue) throws(GeometryFault) -> [Coordinate] {
    let ring = try positions(value)
    guard ring.count >= 4 else { throw GeometryFault("ring with fewer than four positions") }
    guard ring.first == ring.last else { throw GeometryFault("ring is not closed") }
    return ring
  }

  private mutating func line(_ value: JSONValue) throws(GeometryFault) -> [Coordinate] {
    let line = try positions(value)
    guard line.count >= 2 else { throw GeometryFault("line with fewer than two positions") }
    return line
  }

  /// Degrees of longitude that are read: a turn and a half, for lines and areas that go on behind the antimeridian.
  private static let longitudes = -540.0...540

  /// Reads a position: longitude, then latitude, unlike most formats, then perhaps the altitude.
  private mutating func position(_ value: JSONValue) throws(GeometryFault) -> Coordinate {
    guard value.isArray else { throw GeometryFault("position is no array of numbers") }
    guard value.count >= 2 else { throw GeometryFault("position with fewer than two numbers") }
    var numbers = (0.0, 0.0)
    var place = 0
    for element in value.elements {
      guard let number = element.number else {
        throw GeometryFault(
          element.isArray ? "coordinates are nested too deeply" : "position with something else than numbers")
      }
      if place == 0 { numbers.0 = number } else if place == 1 { numbers.1 = number }
      place += 1
    }
    if place > 4, longPosition == nil { longPosition = value.line }
    guard (-90...90).contains(numbers.1), Self.longitudes.contains(numbers.0) else {
      throw GeometryFault("position [\(numbers.0), \(numbers.1)] is out of range")
    }
    return Coordinate(latitude: numbers.1, longitude: numbers.0)
      ?? Coordinate(clampingLatitude: numbers.1, wrappingLongitude: numbers.0)
  }
}

/// The reference system that the member `crs` of older GeoJSON names (the specification of 2008, section 3).
enum ReferenceSystem {
  /// The names of WGS 84 as they end: `urn:ogc:def:crs:OGC:1.3:CRS84`, `EPSG:4326`.
  private static let known: Set = ["CRS84", "CRS84h", "4326", "4979", "WGS84"]

  /// The system in which the positions of an object are, if it is another than WGS 84.
  static func other(in object: JSONValue) -> String? {
    guard let member = object["crs"], !member.isNull else { return nil }
    let properties = member["properties"]
    let said =
      properties?["name"] ?? properties?["code"] ?? properties?["href"] ?? (member.isObject ? member["type"] : member)
    let name = said?.text(limit: SafeText.nameLimit) ?? said?.numberText ?? ""
    guard !name.isEmpty else { return nil }
    let last = name.split { !$0.isLetter && !$0.isNumber }.last.map(String.init) ?? ""
    return known.contains { $0.lowercased() == last.lowercased() } ? nil : name
  }
}
