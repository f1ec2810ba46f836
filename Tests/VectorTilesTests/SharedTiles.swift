import Foundation
import ProcessTesting
import VectorTiles

/// Tiles of others, and what others say about them, beside the package.
enum SharedTiles {
  static let arePresent = SharedFiles.has("data/tiles")

  static func path(_ name: String) -> String { SharedFiles.folder.appending(path: "data/\(name)").path }

  static func bytes(_ name: String) throws -> [UInt8] {
    [UInt8](try Data(contentsOf: SharedFiles.folder.appending(path: "data/\(name)")))
  }

  /// The lines of a file of JSON lines.
  static func lines<Line: Decodable>(_ name: String, as type: Line.Type) throws -> [Line] {
    let decoder = JSONDecoder()
    decoder.keyDecodingStrategy = .convertFromSnakeCase
    return try String(decoding: try bytes(name), as: UTF8.self).split(separator: "\n")
      .map { try decoder.decode(type, from: Data($0.utf8)) }
  }
}

/// What there is in a layer: how many features of which type, in the words of GDAL.
struct LayerCount: Codable, Hashable {
  var features: Int
  var extent: Int
  var types: [String: Int]

  init(_ layer: VectorTileLayer) {
    features = layer.features.count
    extent = Int(layer.extent)
    types = layer.features.reduce(into: [:]) { $0[Self.type($1, layer), default: 0] += 1 }
  }

  private static func type(_ feature: VectorTileFeature, _ layer: VectorTileLayer) -> String {
    let parts = layer.parts[feature.parts]
    switch feature.kind {
    case .unknown: return "Unknown"
    case .point: return parts.reduce(0) { $0 + $1.points.count } > 1 ? "MultiPoint" : "Point"
    case .line: return parts.count > 1 ? "MultiLineString" : "LineString"
    case .area: return parts.count(where: \.isOuter) > 1 ? "MultiPolygon" : "Polygon"
    }
  }

  /// The layers of a tile by name.
  static func of(_ tile: VectorTile) -> [String: LayerCount] {
    Dictionary(tile.layers.map { ($0.name, LayerCount($0)) }) { first, _ in first }
  }
}
