/// Reads a tile: its layers, one after another.
struct TileReader {
  private let bytes: [UInt8]
  private(set) var layers: [VectorTileLayer] = []
  private(set) var warnings = VectorTileWarnings()

  /// Begins with a tile that is not compressed.
  init(_ bytes: [UInt8]) { self.bytes = bytes }

  /// Reads all of it.
  mutating func read() throws(VectorTileError) {
    guard bytes.count <= VectorTileLimits.bytes else { throw VectorTileError(.tooLarge("bytes"), at: 0) }
    let bytes = bytes
    try bytes.withUnsafeBufferPointer { (buffer) throws(VectorTileError) in
      try read(WireReader(buffer, 0..<buffer.count))
    }
  }

  private mutating func read(_ start: WireReader) throws(VectorTileError) {
    var wire = start
    var names: Set<String> = []
    var budget = TileBudget()
    while !wire.isAtEnd {
      let offset = wire.position
      let field = try wire.field()
      switch field.number {
      case 3:
        let range = try wire.range(field.wire, "a layer")
        let layer = try readLayer(WireReader(wire.bytes, range), &budget)
        if !names.insert(layer.name).inserted { warnings.add(.repeatedLayer, at: offset) }
        try budget.takeLayer(at: offset)
        layers.append(layer)
      // What others may add to the format.
      case 16...: try wire.skip(field.wire)
      default: throw VectorTileError(.strayField(field.number), at: offset)
      }
    }
  }

  private mutating func readLayer(
    _ wire: WireReader, _ budget: inout TileBudget
  ) throws(VectorTileError) -> VectorTileLayer {
    var layer = LayerReader(wire, bytes: bytes, warnings: warnings)
    try layer.readShared(&budget)
    let result = try layer.readFeatures(&budget)
    warnings = layer.warnings
    return result
  }
}

/// What a tile may still hold, so that a small file cannot take much memory.
struct TileBudget {
  private var layers = VectorTileLimits.layers
  private var features = VectorTileLimits.features
  private var words = VectorTileLimits.words
  private(set) var points = VectorTileLimits.points

  mutating func takeLayer(at offset: Int) throws(VectorTileError) {
    layers -= 1
    guard layers >= 0 else { throw VectorTileError(.tooLarge("layers"), at: offset) }
  }

  mutating func takeFeature(at offset: Int) throws(VectorTileError) {
    features -= 1
    guard features >= 0 else { throw VectorTileError(.tooLarge("features"), at: offset) }
  }

  /// For a key or a value.
  mutating func takeWord(at offset: Int) throws(VectorTileError) {
    words -= 1
    guard words >= 0 else { throw VectorTileError(.tooLarge("keys and values"), at: offset) }
  }

  /// For points that were read; at most as many as there were left.
  mutating func take(points count: Int) { points -= count }
}
