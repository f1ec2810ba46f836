/// One tile of a map in the format Mapbox Vector Tile, 2.1 or 1: layers of features, in the order of the file.
///
/// ```swift
/// let tile = try VectorTile(bytes)
/// for layer in tile.layers where layer.name == "roads" {
///   let kind = layer.key("kind")  // once a layer
///   for feature in layer.features where feature.kind == .line {
///     let value = layer.valueIndex(of: kind, in: feature)  // values are shared: classify each index once
///     for part in layer.parts[feature.parts] { draw(layer.points[part.points]) }
///   }
/// }
/// ```
///
/// What is wrong in one feature costs this feature and is a warning; what is wrong in the build of a layer refuses
/// the tile.
package struct VectorTile: Sendable {
  /// The layers, in the order of the file; names may repeat, which is warned about.
  package let layers: [VectorTileLayer]
  /// What was wrong with single features, in the order of the file.
  package let warnings: VectorTileWarnings

  /// How many features were read, over all layers.
  package var featureCount: Int { layers.reduce(0) { $0 + $1.features.count } }

  /// Reads a tile that is not compressed; no bytes at all are a tile without layers.
  ///
  /// Throws: where the bytes are no vector tile, are cut, or hold more than ``VectorTileLimits`` allow.
  package init(_ bytes: [UInt8]) throws(VectorTileError) {
    var reader = TileReader(bytes)
    try reader.read()
    (layers, warnings) = (reader.layers, reader.warnings)
  }

  /// Reads a tile as files and servers have it: plain, or compressed with gzip or zlib, which its first bytes tell.
  ///
  /// Throws: also where it cannot be inflated. Offsets count in the inflated tile.
  package init(compressed bytes: [UInt8]) throws(VectorTileError) {
    guard Inflate.looksCompressed(bytes) else {
      try self.init(bytes)
      return
    }
    let plain: [UInt8]
    do throws(InflateError) { plain = try Inflate.inflate(bytes, limit: VectorTileLimits.bytes) } catch {
      throw VectorTileError(.compression(error), at: 0)
    }
    try self.init(plain)
  }
}

/// How much a tile may hold; real ones of dense cities hold a hundredth of it.
package enum VectorTileLimits {
  /// Bytes of a tile, inflated: 64 MiB.
  package static let bytes = 64 << 20
  /// Points of all layers together.
  package static let points = 4 << 20
  /// Features of all layers together.
  package static let features = 1 << 20
  /// Keys and values of all layers together.
  package static let words = 1 << 20
  /// Layers of a tile.
  package static let layers = 4096
}
