internal import COsmium

/// Whether the tags of an object say that it is an area.
enum Shape {
  /// Whether a way that ends where it begins is a line nevertheless: a road, a wall, a ridge that goes around something.
  static func isLine(_ tags: [OSMTag]) -> Bool {
    switch value("area", tags) {
    case "no": return true
    case .some: return false
    case nil: break
    }
    // Whatever is there besides, a thing that covers ground is an area.
    if tags.contains(where: { covering.contains($0.key) }) { return false }
    if let highway = value("highway", tags) { return !["services", "rest_area", "platform"].contains(highway) }
    if let railway = value("railway", tags) { return !["station", "platform", "roundhouse", "yard"].contains(railway) }
    if tags.contains(where: { $0.key == "barrier" || $0.key == "route" || $0.key == "power" && $0.value == "line" }) {
      return true
    }
    return value("natural", tags).map(linear.contains) ?? false
  }

  private static let covering: Set = [
    "building", "landuse", "leisure", "amenity", "tourism", "shop", "office", "place", "boundary", "area:highway",
  ]
  private static let linear: Set = [
    "coastline", "cliff", "ridge", "arete", "tree_row", "valley", "gully", "earth_bank",
  ]

  /// Whether a relation is an area, made of the lines of its ways.
  static func isArea(_ tags: [OSMTag]) -> Bool {
    value("type", tags).map { $0 == "multipolygon" || $0 == "boundary" } ?? false
  }

  private static func value(_ key: String, _ tags: [OSMTag]) -> String? { tags.first { $0.key == key }?.value }
}
