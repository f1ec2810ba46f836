package import GeoFormats
internal import Geodesy
package import Views

/// A base map of lines, areas and names from a GeoJSON file.
///
/// A feature's property `kind` says how it is drawn: a kind of ground, or for a point the category of its name.
/// Features of other kinds are not drawn; in a file without any kinds all features are drawn plainly.
package struct BaseMapFile: Sendable {
  /// The map of the file.
  package let map: BaseMap
  /// The warnings about skipped or changed features.
  package let warnings: [Diagnostic]

  /// Reads the map at `path`.
  package init(path: String) throws(FileProblem) {
    var log = DiagnosticLog()
    do {
      let document = try GeoJSONDocument(path: path, log: &log)
      map = Self.map(of: document)
    } catch {
      throw FileProblem(file: path, error)
    }
    warnings = log.summary
  }

  /// Reads a map from memory; `path` is its name in complaints.
  package init(_ bytes: [UInt8], path: String) throws(FileProblem) {
    var log = DiagnosticLog()
    do { map = Self.map(of: try GeoJSONDocument(bytes, log: &log)) } catch { throw FileProblem(file: path, error) }
    warnings = log.summary
  }

  private static func map(of document: GeoJSONDocument) -> BaseMap {
    let about = document.root["trove"]
    let credit = [about?["author"], about?["licence"]].compactMap { $0?.text(limit: SafeText.nameLimit) }
    let hasKinds = document.features.contains { $0.kind != nil }
    let features = document.features.compactMap { Feature($0, hasKinds: hasKinds) }
    let places = features.lazy.map(\.geometry.coordinates).joined()
    guard let box = BoundingBox(around: places) else {
      return BaseMap(geometries: [], attribution: credit.joined(separator: ", "), isSeaCharted: false)
    }
    var collector = FeatureGeometry(around: box, spoken: Set(features.filter(\.isPoint).compactMap(\.name)))
    for feature in features { collector.take(feature) }
    return BaseMap(
      geometries: [collector.builder.build()], attribution: credit.joined(separator: ", "),
      isSeaCharted: collector.hasLand)
  }
}

extension GeoJSONFeature {
  /// The property `kind`, as it is: to compare, never to print.
  fileprivate var kind: String? { properties?["kind"]?.rawString }
}

/// A feature that is drawn, and as what.
private struct Feature {
  let geometry: GeoJSONGeometry
  let name: String?
  /// The kinds as which its lines and its areas are drawn; `nil` if they are not drawn.
  let line, area: GroundKind?
  let label: MapName?
  /// How high a bridge lies, by its properties `bridge` and `layer`; `nil` if it is none.
  let bridge: MapGeometry.Rise?
  /// How high a building or a deck stands, by its properties `height` and `min_height`, in metres.
  let rise: MapGeometry.Rise?

  /// The category of a point's name, and its rank within the category: the smallest comes first.
  struct MapName {
    let kind: NameKind
    let rank: Int
  }

  /// `nil` if no part of the feature is drawn.
  init?(_ feature: GeoJSONFeature, hasKinds: Bool) {
    guard let geometry = feature.geometry else { return nil }
    self.geometry = geometry
    name = feature.name
    let isBridge = feature.properties?["bridge"]?.bool == true
    bridge = isBridge ? MapGeometry.Rise(bridgeOnLayer: feature.properties?["layer"]?.number) : nil
    rise = MapGeometry.Rise(
      foot: feature.properties?["min_height"]?.number, top: feature.properties?["height"]?.number)
    if hasKinds {
      guard let word = feature.kind else { return nil }
      (line, area) = (GroundKind.words[word], GroundKind.words[word])
      label = MapName(word)
      guard line != nil || label != nil && name != nil else { return nil }
    } else {
      (line, area, label) = (.path, .settlement, MapName(kind: .sight, rank: 0))
    }
  }

  /// How high its areas of a kind stand; `nil` for those that lie on the ground, or where that is not known.
  func rise(ofArea kind: GroundKind) -> MapGeometry.Rise? {
    switch kind {
    case .building: rise
    case .pier, .square: bridge ?? rise
    default: nil
    }
  }

  /// Whether it is only a name.
  var isPoint: Bool {
    switch geometry {
    case .point, .multiPoint: label != nil
    default: false
    }
  }
}

extension Feature.MapName {
  /// Words of map files beside the kinds of names.
  private static let words: [String: (kind: NameKind, rank: Int)] = [
    "islet": (.island, 1), "bay": (.water, 1), "cove": (.water, 2), "lake": (.water, 0), "sea": (.water, 0),
    "hill": (.peak, 1), "cape": (.peak, 2), "hamlet": (.village, 1), "quarter": (.suburb, 1),
  ]

  fileprivate init?(_ word: String) {
    if let kind = NameKind.words[word] {
      self.init(kind: kind, rank: 0)
    } else if let (kind, rank) = Self.words[word] {
      self.init(kind: kind, rank: rank)
    } else {
      return nil
    }
  }
}

/// Builds one geometry from many features.
private struct FeatureGeometry {
  var builder: MapGeometry.Builder
  /// Whether there is land: all else is sea then.
  private(set) var hasLand = false
  /// Names that stand at points: the maker of the map has said where, so that areas need not bear them.
  private let spoken: Set<String>

  init(around box: BoundingBox, spoken: Set<String>) {
    builder = MapGeometry.Builder(around: box)
    self.spoken = spoken
  }

  mutating func take(_ feature: Feature) { take(feature.geometry, of: feature) }

  private mutating func take(_ geometry: GeoJSONGeometry, of feature: Feature) {
    switch geometry {
    case .point(let place): take(names: [place], feature)
    case .multiPoint(let places): take(names: places, feature)
    case .lineString(let line): take(lines: [line], feature)
    case .multiLineString(let lines): take(lines: lines, feature)
    case .polygon(let rings): take(rings: rings, feature)
    case .multiPolygon(let polygons): for rings in polygons { take(rings: rings, feature) }
    case .collection(let parts): for part in parts { take(part, of: feature) }
    }
  }

  private mutating func take(names places: [Coordinate], _ feature: Feature) {
    guard let label = feature.label, let name = feature.name else { return }
    for place in places { builder.label(label.kind, name: name, at: place, rank: label.rank) }
  }

  private mutating func take(lines: [[Coordinate]], _ feature: Feature) {
    guard let kind = feature.line else { return }
    builder.add(kind, isArea: false, name: feature.name, rise: feature.bridge, rings: lines)
  }

  private mutating func take(rings: [[Coordinate]], _ feature: Feature) {
    guard let kind = feature.area else { return }
    if kind == .land { hasLand = true }
    let name = feature.name.flatMap { spoken.contains($0) ? nil : $0 }
    builder.add(kind, isArea: true, name: name, rise: feature.rise(ofArea: kind), rings: rings)
  }
}
