import VectorTiles

/// A feature, as a test writes it: rings without their first point again.
struct SampleFeature {
  var kind = VectorTileKind.point
  var tags: [(key: String, value: VectorTileValue)] = []
  var parts: [[VectorTilePoint]]

  static func point(_ x: Int32, _ y: Int32, _ tags: KeyValuePairs<String, VectorTileValue>) -> Self {
    Self(kind: .point, tags: Array(tags), parts: [[VectorTilePoint(x: x, y: y)]])
  }

  static func line(_ points: [(Int32, Int32)], _ tags: KeyValuePairs<String, VectorTileValue>) -> Self {
    Self(kind: .line, tags: Array(tags), parts: [points.map { VectorTilePoint(x: $0.0, y: $0.1) }])
  }

  /// A level square whose north-western corner is at (x, y).
  static func square(_ x: Int32, _ y: Int32, side: Int32, _ tags: KeyValuePairs<String, VectorTileValue>) -> Self {
    Self(kind: .area, tags: Array(tags), parts: [ring(x, y, side: side)])
  }

  /// Clockwise on the screen, as outer rings are; `isHole` turns it round.
  static func ring(_ x: Int32, _ y: Int32, side: Int32, isHole: Bool = false) -> [VectorTilePoint] {
    let ring = [(x, y), (x + side, y), (x + side, y + side), (x, y + side)].map { VectorTilePoint(x: $0.0, y: $0.1) }
    return isHole ? ring.reversed() : ring
  }
}

/// Bytes of a vector tile.
enum SampleTile {
  static func bytes(_ layers: KeyValuePairs<String, [SampleFeature]>, extent: UInt64 = 4096) -> [UInt8] {
    layers.flatMap { message(3, layer($0, $1, extent)) }
  }

  /// Bytes of a tile of one layer with one feature.
  static func bytes(_ layer: String, _ feature: SampleFeature) -> [UInt8] {
    message(3, self.layer(layer, [feature], 4096))
  }

  static func tile(
    _ layers: KeyValuePairs<String, [SampleFeature]>, extent: UInt64 = 4096
  ) throws -> VectorTile { try VectorTile(bytes(layers, extent: extent)) }

  private static func layer(_ name: String, _ features: [SampleFeature], _ extent: UInt64) -> [UInt8] {
    var (keys, values): ([String], [VectorTileValue]) = ([], [])
    func index<Item: Equatable>(of item: Item, in list: inout [Item]) -> UInt64 {
      if let known = list.firstIndex(of: item) { return UInt64(known) }
      list.append(item)
      return UInt64(list.count - 1)
    }
    var body = number(15, 2) + message(1, Array(name.utf8))
    for feature in features {
      let tags = feature.tags.flatMap { [index(of: $0.key, in: &keys), index(of: $0.value, in: &values)] }
      let content = message(2, tags.flatMap(varint)) + number(3, UInt64(feature.kind.rawValue))
      body += message(2, content + message(4, geometry(feature).flatMap(varint)))
    }
    for key in keys { body += message(3, Array(key.utf8)) }
    for value in values { body += message(4, content(value)) }
    return body + number(5, extent)
  }

  private static func content(_ value: VectorTileValue) -> [UInt8] {
    switch value {
    case .text(let text): message(1, Array(text.utf8))
    case .number(let number):
      [3 << 3 | 1] + (0..<8).map { UInt8(truncatingIfNeeded: number.bitPattern >> (8 * UInt64($0))) }
    case .integer(let number): self.number(4, UInt64(bitPattern: number))
    case .boolean(let truth): number(7, truth ? 1 : 0)
    case .nothing: []
    }
  }

  /// Commands and steps, as the format wants them.
  private static func geometry(_ feature: SampleFeature) -> [UInt64] {
    var pen = VectorTilePoint(x: 0, y: 0)
    func steps(_ points: some Sequence<VectorTilePoint>) -> [UInt64] {
      points.flatMap { point -> [UInt64] in
        defer { pen = point }
        return [point.x - pen.x, point.y - pen.y].map { UInt64(UInt32(bitPattern: $0 << 1 ^ $0 >> 31)) }
      }
    }
    return feature.parts.flatMap { part -> [UInt64] in
      switch feature.kind {
      case .unknown, .point: [UInt64(part.count << 3 | 1)] + steps(part)
      case .line: [9] + steps(part.prefix(1)) + [UInt64((part.count - 1) << 3 | 2)] + steps(part.dropFirst())
      case .area: [9] + steps(part.prefix(1)) + [UInt64((part.count - 1) << 3 | 2)] + steps(part.dropFirst()) + [15]
      }
    }
  }

  private static func varint(_ value: UInt64) -> [UInt8] {
    var (bytes, rest): ([UInt8], UInt64) = ([], value)
    while rest >= 0x80 {
      bytes.append(UInt8(rest & 0x7F) | 0x80)
      rest >>= 7
    }
    return bytes + [UInt8(rest)]
  }

  private static func number(_ field: UInt64, _ value: UInt64) -> [UInt8] { varint(field << 3) + varint(value) }

  private static func message(_ field: UInt64, _ content: [UInt8]) -> [UInt8] {
    varint(field << 3 | 2) + varint(UInt64(content.count)) + content
  }
}

extension VectorTileValue: ExpressibleByStringLiteral, ExpressibleByIntegerLiteral, ExpressibleByFloatLiteral,
  ExpressibleByBooleanLiteral
{
  package init(stringLiteral value: String) { self = .text(value) }
  package init(integerLiteral value: Int) { self = .integer(Int64(value)) }
  package init(floatLiteral value: Double) { self = .number(value) }
  package init(booleanLiteral value: Bool) { self = .boolean(value) }
}
