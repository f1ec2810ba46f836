@testable import VectorTiles

/// Writes the fields of a protobuf message.
struct WireWriter {
  private(set) var bytes: [UInt8] = []

  mutating func varint(_ value: UInt64) {
    var rest = value
    while rest >= 0x80 {
      bytes.append(UInt8(rest & 0x7F) | 0x80)
      rest >>= 7
    }
    bytes.append(UInt8(rest))
  }

  mutating func key(_ field: Int, _ wire: TileWireType) { varint(UInt64(field) << 3 | UInt64(wire.rawValue)) }

  mutating func number(_ field: Int, _ value: UInt64) {
    key(field, .varint)
    varint(value)
  }

  mutating func message(_ field: Int, _ content: [UInt8]) {
    key(field, .bytes)
    varint(UInt64(content.count))
    bytes += content
  }

  mutating func text(_ field: Int, _ text: String) { message(field, Array(text.utf8)) }

  mutating func fixed(_ field: Int, _ value: UInt64, width: Int) {
    key(field, width == 8 ? .eight : .four)
    bytes += (0..<width).map { UInt8(truncatingIfNeeded: value >> (8 * UInt64($0))) }
  }

  /// Numbers in a row, as tags and geometries are.
  mutating func packed(_ field: Int, _ numbers: [UInt64]) {
    var content = WireWriter()
    for number in numbers { content.varint(number) }
    message(field, content.bytes)
  }
}

/// A feature, as a test writes it: rings without their first point again.
struct SampleFeature: Hashable {
  var id: UInt64?
  var kind = VectorTileKind.point
  /// Index of a key, index of a value.
  var tags: [[Int]] = []
  var parts: [[VectorTilePoint]]

  /// Commands and steps, as the format wants them.
  var geometry: [UInt64] {
    var pen = VectorTilePoint(x: 0, y: 0)
    func step(_ point: VectorTilePoint) -> [UInt64] {
      defer { pen = point }
      return [Int(point.x) - Int(pen.x), Int(point.y) - Int(pen.y)].map {
        UInt64(UInt32(truncatingIfNeeded: $0 << 1 ^ $0 >> 63))
      }
    }
    func command(_ id: Int, _ points: some Collection<VectorTilePoint>) -> [UInt64] {
      [UInt64(points.count << 3 | id)] + points.flatMap(step)
    }
    return parts.flatMap { part -> [UInt64] in
      switch kind {
      case .unknown, .point: command(1, part)
      case .line: command(1, part.prefix(1)) + command(2, part.dropFirst())
      case .area: command(1, part.prefix(1)) + command(2, part.dropFirst()) + [15]
      }
    }
  }

  var bytes: [UInt8] {
    var writer = WireWriter()
    if let id { writer.number(1, id) }
    if !tags.isEmpty { writer.packed(2, tags.flatMap(\.self).map { UInt64($0) }) }
    writer.number(3, UInt64(kind.rawValue))
    writer.packed(4, geometry)
    return writer.bytes
  }
}

/// A layer, as a test writes it.
struct SampleLayer {
  var name = "roads"
  var version: UInt64? = 2
  var extent: UInt64? = 4096
  var keys: [String] = []
  var values: [VectorTileValue] = []
  var features: [[UInt8]] = []
  /// Whether what features share stands behind them, as some programs write it.
  var isBackwards = false

  var bytes: [UInt8] {
    var writer = WireWriter()
    writer.text(1, name)
    if isBackwards { for feature in features { writer.message(2, feature) } }
    for key in keys { writer.text(3, key) }
    for value in values { writer.message(4, Self.bytes(of: value)) }
    if !isBackwards { for feature in features { writer.message(2, feature) } }
    if let extent { writer.number(5, extent) }
    if let version { writer.number(15, version) }
    return writer.bytes
  }

  static func bytes(of value: VectorTileValue) -> [UInt8] {
    var writer = WireWriter()
    switch value {
    case .text(let text): writer.text(1, text)
    case .number(let number): writer.fixed(3, number.bitPattern, width: 8)
    // As sint64, which is the hardest to read.
    case .integer(let number): writer.number(6, UInt64(bitPattern: number << 1 ^ number >> 63))
    case .boolean(let truth): writer.number(7, truth ? 1 : 0)
    case .nothing: break
    }
    return writer.bytes
  }
}

/// A tile of layers.
func sampleTile(_ layers: [[UInt8]]) -> [UInt8] {
  var writer = WireWriter()
  for layer in layers { writer.message(3, layer) }
  return writer.bytes
}

/// A tile of one feature, which may be as wrong as a test likes.
func sampleTile(kind: UInt64? = 1, geometry: [UInt64]?, version: UInt64? = 2) -> [UInt8] {
  var feature = WireWriter()
  if let kind { feature.number(3, kind) }
  if let geometry { feature.packed(4, geometry) }
  return sampleTile([SampleLayer(version: version, features: [feature.bytes]).bytes])
}

extension VectorTilePoint: ExpressibleByArrayLiteral {
  /// The point `[x, y]`.
  package init(arrayLiteral elements: Int32...) { self.init(x: elements[0], y: elements[1]) }
}

extension VectorTileLayer {
  /// The features as a test would have written them.
  var samples: [SampleFeature] {
    features.map { feature in
      SampleFeature(
        id: feature.id, kind: feature.kind,
        tags: stride(from: feature.tags.lowerBound, to: feature.tags.upperBound, by: 2).map {
          [Int(tags[$0]), Int(tags[$0 + 1])]
        },
        parts: parts[feature.parts].map { Array(points[$0.points]) })
    }
  }

  /// Which rings of the first feature are borders to the outside.
  var outers: [Bool] { features.first.map { parts[$0.parts].map(\.isOuter) } ?? [] }
}
