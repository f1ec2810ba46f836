package import Geodesy

/// What the Overpass API replies to a query with `[out:json]`: elements of OpenStreetMap.
///
/// Elements that are nowhere, and those without tags, which only give others their shape, are left out; a bad element
/// is skipped with a warning at its line. What is no JSON, or cut off, is refused whole.
package struct OverpassDocument: Sendable {
  /// The elements with tags, in the order of the reply.
  package let elements: [OverpassElement]
  /// The moment of OpenStreetMap that the reply shows, as it is written: `2026-11-22T20:28:03Z`; sanitised.
  package let moment: String?
  /// Whose data they are, in the words of the reply; sanitised.
  package let copyright: String?
  /// What the server has to say about the reply, above all errors, which come with status 200; sanitised.
  package let remark: String?

  /// Whether the remark tells of an error: then elements are missing.
  package var isIncomplete: Bool { remark?.lowercased().contains("error") ?? false }

  /// Reads a reply.
  package init(_ bytes: [UInt8], log: inout DiagnosticLog) throws(FormatError) {
    try self.init(JSONDocument(bytes), log: &log)
  }

  /// Reads the file at `path`.
  package init(path: String, log: inout DiagnosticLog) throws(FormatError) {
    try self.init(JSONDocument(path: path), log: &log)
  }

  /// Reads JSON that has been read already.
  package init(_ document: JSONDocument, log: inout DiagnosticLog) throws(FormatError) {
    let root = document.root
    guard Self.isMeant(by: document), let list = root["elements"] else {
      throw FormatError(.notOverpass("the root has no list of elements"), line: root.line)
    }
    var reader = OverpassReader(list, log: log)
    elements = reader.read()
    log = reader.log
    let about = root["osm3s"]
    moment = about?["timestamp_osm_base"]?.text(limit: SafeText.quoteLimit)
    copyright = about?["copyright"]?.text(limit: SafeText.nameLimit)
    remark = root["remark"]?.text(limit: SafeText.nameLimit)
  }

  /// Whether JSON is such a reply, as against GeoJSON.
  package static func isMeant(by document: JSONDocument) -> Bool {
    document.root["elements"]?.isArray == true && document.root["features"] == nil
  }
}

/// One thing of OpenStreetMap, at one position.
package struct OverpassElement: Hashable, Sendable {
  /// What OpenStreetMap calls it.
  package enum Kind: String, Hashable, Sendable { case node, way, relation }

  /// One tag; both parts sanitised and bounded, neither empty.
  package struct Tag: Hashable, Sendable {
    /// The tag's key, as `amenity`.
    package let key: String
    /// The tag's value, as `cafe`.
    package let value: String
  }

  /// What kind of element it is.
  package let kind: Kind
  /// Unique among elements of its kind; positive.
  package let id: Int
  /// A node's own; of others what the reply gives as their centre, or else the middle of their box.
  package let position: Coordinate
  /// In the order of the reply; one or more.
  package let tags: [Tag]

  /// The value of a tag.
  package subscript(key: String) -> String? { tags.first { $0.key == key }?.value }
}

/// Makes elements of JSON values, and notes what is wrong with them.
struct OverpassReader {
  /// Tags of one element; the rest is left out.
  private static let tagLimit = 512
  /// Characters of a key or a value, as OpenStreetMap bounds them.
  private static let textLimit = 255

  var log: DiagnosticLog
  private let list: JSONValue
  /// Where nodes are, for ways that say no more than which nodes they have.
  private var nodes: [Int: Coordinate] = [:]

  init(_ list: JSONValue, log: DiagnosticLog) { (self.list, self.log) = (list, log) }

  /// The elements of the list.
  mutating func read() -> [OverpassElement] {
    let needsNodes = list.elements.contains { $0["nodes"] != nil && $0["center"] == nil && $0["bounds"] == nil }
    if needsNodes { collectNodes() }
    var elements: [OverpassElement] = []
    elements.reserveCapacity(list.count)
    for value in list.elements {
      if let element = element(value) { elements.append(element) }
    }
    return elements
  }

  private mutating func collectNodes() {
    for value in list.elements where value["type"]?.rawString == "node" {
      guard let id = value["id"]?.integer, let place = Self.position(of: value) else { continue }
      nodes[id] = place
    }
  }

  private mutating func element(_ value: JSONValue) -> OverpassElement? {
    guard let kind = value["type"]?.rawString, let id = value["id"]?.integer, id > 0 else {
      log.add(.warning, line: value.line, "element without type or id: skipped")
      return nil
    }
    // Areas and counts are answers too, and no things.
    guard let kind = OverpassElement.Kind(rawValue: kind) else { return nil }
    let tags = tags(of: value)
    guard !tags.isEmpty else { return nil }
    guard let position = position(of: value, kind) else {
      log.add(.warning, line: value.line, "\(kind.rawValue) \(id) is nowhere: skipped; the query ends in “out center”?")
      return nil
    }
    return OverpassElement(kind: kind, id: id, position: position, tags: tags)
  }

  private func tags(of value: JSONValue) -> [OverpassElement.Tag] {
    guard let tags = value["tags"], tags.isObject else { return [] }
    return tags.elements.prefix(Self.tagLimit).compactMap { tag in
      guard let text = tag.text(limit: Self.textLimit), !text.isEmpty else { return nil }
      let key = SafeText.clean(tag.key, limit: Self.textLimit)
      return key.isEmpty ? nil : OverpassElement.Tag(key: key, value: text)
    }
  }

  // MARK: - Where it is

  private func position(of value: JSONValue, _ kind: OverpassElement.Kind) -> Coordinate? {
    if kind == .node { return Self.position(of: value) }
    if let centre = value["center"].flatMap(Self.position) { return centre }
    if let centre = value["bounds"].flatMap(Self.middle) { return centre }
    if let shape = value["geometry"], shape.isArray {
      return BoundingBox(around: shape.elements.lazy.compactMap(Self.position))?.centre
    }
    guard let references = value["nodes"], references.isArray else { return nil }
    return BoundingBox(around: references.elements.lazy.compactMap { $0.integer.flatMap { nodes[$0] } })?.centre
  }

  private static func position(of value: JSONValue) -> Coordinate? {
    guard let latitude = value["lat"]?.number, let longitude = value["lon"]?.number else { return nil }
    return Coordinate(latitude: latitude, longitude: longitude)
  }

  private static func middle(of box: JSONValue) -> Coordinate? {
    guard let south = box["minlat"]?.number, let west = box["minlon"]?.number, let north = box["maxlat"]?.number,
      let east = box["maxlon"]?.number, let corner = Coordinate(latitude: south, longitude: west),
      let opposite = Coordinate(latitude: north, longitude: east)
    else { return nil }
    return BoundingBox(southWest: corner, northEast: opposite).centre
  }
}
