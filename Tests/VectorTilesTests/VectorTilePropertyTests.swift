import ChanceTesting
import Testing

@testable import VectorTiles

/// Tiles that nobody drew.
private struct TileMaker {
  var chance: Chance

  mutating func tile() -> [(SampleLayer, [SampleFeature])] {
    (0..<chance.integer(in: 0...4)).map { layer("layer \($0)") }
  }

  private mutating func layer(_ name: String) -> (SampleLayer, [SampleFeature]) {
    let keys = (0..<chance.integer(in: 0...5)).map { "key \($0)" }
    let values = (0..<chance.integer(in: 0...5)).map { _ in value() }
    let features = (0..<chance.integer(in: 0...12)).map { _ in feature(keys: keys.count, values: values.count) }
    let layer = SampleLayer(
      name: name, version: UInt64(chance.integer(in: 1...2)), extent: UInt64(chance.integer(in: 1...8192)), keys: keys,
      values: values, features: features.map(\.bytes), isBackwards: chance.integer(in: 0...1) == 0)
    return (layer, features)
  }

  private mutating func value() -> VectorTileValue {
    switch chance.integer(in: 0...3) {
    case 0:
      .text(String(repeating: ["a", "ü", "宝", "\u{1B}"][chance.integer(in: 0...3)], count: chance.integer(in: 0...40)))
    case 1: .number(Double(chance.integer(in: -1_000_000...1_000_000)) / 64)
    case 2: .integer(Int64(bitPattern: chance.next()))
    default: .boolean(chance.integer(in: 0...1) == 1)
    }
  }

  private mutating func feature(keys: Int, values: Int) -> SampleFeature {
    let pairs = keys * values == 0 ? 0 : chance.integer(in: 0...4)
    let tags = (0..<pairs).map { _ in [chance.integer(in: 0...keys - 1), chance.integer(in: 0...values - 1)] }
    let kind = VectorTileKind(rawValue: UInt8(chance.integer(in: 1...3))) ?? .point
    let (parts, shortest) = kind == .point ? (1, 1) : (chance.integer(in: 1...4), kind == .line ? 2 : 3)
    return SampleFeature(
      id: chance.integer(in: 0...1) == 0 ? nil : chance.next(), kind: kind, tags: tags,
      parts: (0..<parts).map { _ in run(shortest, isPoints: kind == .point) })
  }

  /// Points none of which repeats the one before, nor the last the first.
  private mutating func run(_ shortest: Int, isPoints: Bool) -> [VectorTilePoint] {
    let reach = [10, 5000, 1 << 30][chance.integer(in: 0...2)]
    var points: [VectorTilePoint] = []
    let count = chance.integer(in: shortest...shortest + 20)
    while points.count < count {
      let point = VectorTilePoint(
        x: Int32(chance.integer(in: -reach...reach)), y: Int32(chance.integer(in: -reach...reach)))
      if isPoints || !points.contains(point) { points.append(point) }
    }
    return points
  }
}

@Suite("Vector tiles, whatever they hold")
struct VectorTilePropertyTests {
  private static let seeds = Array(UInt64(0)..<40)

  @Test("what was written is read, to the last point", arguments: seeds)
  func roundTrip(seed: UInt64) throws {
    var maker = TileMaker(chance: Chance(seed: seed))
    let model = maker.tile()
    let tile = try VectorTile(sampleTile(model.map(\.0.bytes)))
    #expect(tile.warnings.isEmpty && tile.layers.map(\.name) == model.map(\.0.name))
    for (layer, (sample, features)) in zip(tile.layers, model) {
      #expect(layer.keys == sample.keys && Array(layer.values) == sample.values)
      #expect(UInt64(layer.extent) == sample.extent && UInt64(layer.version) == sample.version)
      #expect(layer.samples == features)
      for feature in layer.features where feature.kind == .area { checkOuters(feature, layer) }
    }
  }

  /// The surveyor's formula once more, slowly and in floating point.
  private func checkOuters(_ feature: VectorTileFeature, _ layer: VectorTileLayer) {
    let areas = layer.parts[feature.parts].map { part -> Double in
      let ring = layer.points[part.points].map { (x: Double($0.x), y: Double($0.y)) }
      return zip(ring, ring.dropFirst() + ring.prefix(1)).reduce(0) { $0 + $1.0.x * $1.1.y - $1.1.x * $1.0.y }
    }
    // Sums of large coordinates are not exact, so only clear cases are judged.
    guard areas.allSatisfy({ abs($0) > 1e5 && abs($0) < 1e15 }) else { return }
    #expect(layer.parts[feature.parts].map(\.isOuter) == areas.map { ($0 > 0) == (areas[0] > 0) })
  }

  @Test("a tile that is cut is refused, unless it is cut between two layers", arguments: seeds.prefix(20))
  func cut(seed: UInt64) throws {
    var maker = TileMaker(chance: Chance(seed: seed))
    let layers = maker.tile().map(\.0.bytes)
    let whole = sampleTile(layers)
    let borders = Set((0...layers.count).map { sampleTile(Array(layers[..<$0])).count })
    for count in 0..<whole.count {
      let isRead = (try? VectorTile(Array(whole[..<count]))) != nil
      #expect(isRead == borders.contains(count), "cut at \(count)")
    }
  }

  @Test("with turned bits it is refused, or holds together all the same", arguments: seeds)
  func flips(seed: UInt64) {
    var maker = TileMaker(chance: Chance(seed: seed))
    let whole = sampleTile(maker.tile().map(\.0.bytes))
    for _ in 0..<40 {
      let bytes = flipped(whole, times: maker.chance.integer(in: 1...6), using: &maker.chance)
      if let tile = try? VectorTile(bytes) { for layer in tile.layers { #expect(holdsTogether(layer)) } }
    }
  }

  @Test("bytes of no tile are refused, or hold together all the same", arguments: seeds)
  func noise(seed: UInt64) {
    var chance = Chance(seed: seed)
    for _ in 0..<40 {
      // Half of them begin as a layer, to get further in.
      let start: [UInt8] = chance.integer(in: 0...1) == 0 ? [] : [0x1A, 40, 0x0A, 1, 0x61, 0x78, 2, 0x12, 30]
      let bytes = start + (0..<chance.integer(in: 0...60)).map { _ in UInt8(chance.integer(in: 0...40)) }
      if let tile = try? VectorTile(bytes) { for layer in tile.layers { #expect(holdsTogether(layer)) } }
    }
  }

  /// Whether everything in a layer points at what is there, and what is documented holds.
  private func holdsTogether(_ layer: VectorTileLayer) -> Bool {
    layer.extent > 0 && layer.tags.count.isMultiple(of: 2) && layer.values.count == Array(layer.values).count
      && layer.features.allSatisfy { feature in
        let parts = layer.parts[feature.parts]
        let tags = layer.tags[feature.tags]
        let least = [0, 1, 2, 3][Int(feature.kind.rawValue)]
        return (feature.kind == .unknown) == parts.isEmpty
          && parts.allSatisfy { layer.points[$0.points].count >= least }
          && (feature.kind != .area || parts.first?.isOuter == true)
          && zip(tags.indices, tags).allSatisfy {
            $0.isMultiple(of: 2) ? $1 < layer.keys.count : $1 < layer.values.count
          }
      }
  }
}
