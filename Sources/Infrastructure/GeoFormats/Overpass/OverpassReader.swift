internal import Geodesy

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
