internal import GeoFormats
internal import Places

/// GeoJSON that is a map or a list of places, by its own word or by its features, and no hunt.
enum NoHuntInside {
  /// What the file is and which command takes it; `nil` if it may be a hunt.
  static func advice(on document: GeoJSONDocument) -> (line: Int, message: String)? {
    let about = document.root["trove"]
    switch about?["type"]?.rawString {
    case "map": return (about?.line ?? 1, map)
    case "places": return (about?.line ?? 1, places)
    default: break
    }
    // Whatever says something about itself, or has something that only stages have, is meant to be a hunt.
    let features = document.features
    guard about == nil, !features.contains(where: isStage) else { return nil }
    func isMost(_ count: Int) -> Bool { count > 0 && count * 2 > features.count }
    if isMost(features.count { $0.geometry.map(isDrawn) ?? false && ($0.identifier == nil || isLine($0.geometry)) }) {
      return (1, map)
    }
    return isMost(features.count { ($0.tags["kind"] ?? $0.tags.kind) != nil }) ? (1, places) : nil
  }

  private static let map = "a map, no hunt: `trove map FILE` shows it, `trove play HUNT --map FILE` plays on it"
  private static let places =
    "a list of places, no hunt: `trove places FILE` lists them, `trove play HUNT --places FILE` shows them on the way"

  private static func isStage(_ feature: GeoJSONFeature) -> Bool {
    let common: Set<HuntKeys.Stage> = [.id, .name, .kind]
    return HuntKeys.Stage.allCases.contains { !common.contains($0) && feature.properties?[named: $0.rawValue] != nil }
  }

  private static func isLine(_ geometry: GeoJSONGeometry?) -> Bool {
    switch geometry {
    case .lineString, .multiLineString: true
    default: false
    }
  }

  /// Whether a geometry is something that maps are made of.
  private static func isDrawn(_ geometry: GeoJSONGeometry) -> Bool {
    switch geometry {
    case .point, .multiPoint: false
    default: true
    }
  }
}
