internal import GeoFormats
internal import Geodesy
internal import HuntDomain

/// Makes places of features.
struct FeatureReading {
  /// Properties of one feature that become tags: famous places have a hundred names before their opening hours.
  private static let tagLimit = 200
  /// Characters of a value, as of a description.
  private static let valueLimit = 1000
  private static let nameKeys: Set = ["name", "title", "label", "nom", "nombre"]

  private(set) var places: [PointOfInterest] = []
  private let languages: [String]
  private var ids: Set<String> = []

  init(languages: [String]) { self.languages = languages }

  /// Adds the features of a page; those that are nowhere, and those that came before, are left out.
  ///
  /// - Parameter collection: what tells its ids from those of others; nothing for the only one.
  mutating func add(_ document: GeoJSONDocument, collection: String?) {
    for feature in document.features {
      guard let position = feature.geometry.flatMap(Self.position) else { continue }
      let tags = Self.tags(of: feature)
      let name = name(of: feature, tags)
      let own = feature.id ?? feature.properties?["id"]?.text(limit: SafeText.nameLimit) ?? "\(name) \(position)"
      let id = collection.map { "\(SafeText.clean($0, limit: SafeText.nameLimit))/\(own)" } ?? own
      guard ids.insert(id).inserted else { continue }
      places.append(
        PointOfInterest(id: id, name: name, position: position, kind: tags["kind"] ?? tags.kind, tags: tags))
    }
  }

  /// What was read, as an answer.
  func portion(attribution: String) -> PlacePortion { PlacePortion(places: places, attribution: [attribution]) }

  private static func position(of geometry: GeoJSONGeometry) -> Coordinate? {
    if case .point(let position) = geometry { return position }
    return BoundingBox(around: geometry.coordinates)?.centre
  }

  private static func tags(of feature: GeoJSONFeature) -> PlaceTags {
    guard let properties = feature.properties else { return PlaceTags() }
    let pairs = properties.members.prefix(tagLimit).compactMap { key, value -> (key: String, value: String)? in
      let isName = key.hasPrefix("name") || nameKeys.contains(key.lowercased())
      return text(of: value, limit: isName ? SafeText.nameLimit : valueLimit).map {
        (SafeText.clean(key, limit: SafeText.nameLimit), $0)
      }
    }
    return PlaceTags(pairs)
  }

  /// A text, a number, or a truth value in OpenStreetMap's words.
  private static func text(of value: JSONValue, limit: Int) -> String? {
    value.text(limit: limit) ?? value.numberText.map { SafeText.clean($0, limit: 40) }
      ?? value.bool.map { $0 ? "yes" : "no" }
  }

  private func name(of feature: GeoJSONFeature, _ tags: PlaceTags) -> String {
    if let name = tags.name(in: languages) ?? feature.name { return name }
    if let pair = tags.pairs.first(where: { Self.nameKeys.contains($0.key.lowercased()) }) { return pair.value }
    return tags.kind.map { $0.split(separator: "_").joined(separator: " ") } ?? feature.id ?? "place"
  }
}
