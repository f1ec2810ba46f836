/// Writes PBF as the format describes it, also such as nobody should write.
enum SamplePBF {
  enum Packing {
    case raw
    case zlib
    case lz4
  }

  // MARK: - Protobuf

  static func varint(_ value: UInt64) -> [UInt8] {
    value < 0x80 ? [UInt8(value)] : [UInt8(value & 0x7F) | 0x80] + varint(value >> 7)
  }

  static func zigzag(_ value: Int64) -> [UInt8] { varint(UInt64(bitPattern: value << 1 ^ value >> 63)) }

  static func field(_ number: UInt64, _ bytes: [UInt8]) -> [UInt8] {
    varint(number << 3 | 2) + varint(UInt64(bytes.count)) + bytes
  }

  static func field(_ number: UInt64, _ text: String) -> [UInt8] { field(number, Array(text.utf8)) }

  static func field(_ number: UInt64, value: UInt64) -> [UInt8] { varint(number << 3) + varint(value) }

  /// Differences, packed.
  static func deltas(_ values: [Int64]) -> [UInt8] {
    zip(values, [0] + values).flatMap { zigzag($0 &- $1) }
  }

  // MARK: - Blocks

  static func blob(_ content: [UInt8], _ packing: Packing = .raw) -> [UInt8] {
    switch packing {
    case .raw: field(1, content)
    case .zlib: field(2, value: UInt64(content.count)) + field(3, Packed.zlib(content))
    case .lz4: field(2, value: UInt64(content.count)) + field(6, Packed.lz4(content))
    }
  }

  static func frame(_ kind: String, _ blob: [UInt8]) -> [UInt8] {
    let header = field(1, kind) + field(3, value: UInt64(blob.count))
    return [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: header.count >> $0) } + header + blob
  }

  static func header(_ features: [String] = ["OsmSchema-V0.6", "DenseNodes"]) -> [UInt8] {
    frame("OSMHeader", blob(features.flatMap { field(4, $0) }))
  }

  static func data(_ block: [UInt8], _ packing: Packing = .raw) -> [UInt8] { frame("OSMData", blob(block, packing)) }

  /// A block of texts and groups.
  static func block(_ texts: [String], _ groups: [[UInt8]], _ rest: [UInt8] = []) -> [UInt8] {
    field(1, ([""] + texts).flatMap { field(1, $0) }) + groups.flatMap { field(2, $0) } + rest
  }

  // MARK: - Objects

  /// The texts of a block, each once; their numbers count from 1.
  struct Texts {
    private(set) var list: [String] = []

    mutating func number(_ text: String) -> UInt64 {
      if let index = list.firstIndex(of: text) { return UInt64(index + 1) }
      list.append(text)
      return UInt64(list.count)
    }

    mutating func tags(_ tags: [(String, String)]) -> [UInt8] {
      let keys = tags.flatMap { varint(number($0.0)) }
      let values = tags.flatMap { varint(number($0.1)) }
      return tags.isEmpty ? [] : field(2, keys) + field(3, values)
    }
  }

  static func dense(_ nodes: [SampleMap.Node], _ texts: inout Texts) -> [UInt8] {
    var tags: [UInt8] = []
    for node in nodes {
      for (key, value) in node.tags { tags += varint(texts.number(key)) + varint(texts.number(value)) }
      tags.append(0)
    }
    return field(
      2,
      field(1, deltas(nodes.map(\.id))) + field(8, deltas(nodes.map(\.latitude)))
        + field(9, deltas(nodes.map(\.longitude))) + field(10, tags))
  }

  static func node(_ node: SampleMap.Node, _ texts: inout Texts) -> [UInt8] {
    let place = varint(8 << 3) + zigzag(node.latitude) + varint(9 << 3) + zigzag(node.longitude)
    return field(1, varint(1 << 3) + zigzag(node.id) + texts.tags(node.tags) + place)
  }

  static func way(_ way: SampleMap.Way, _ texts: inout Texts) -> [UInt8] {
    field(3, field(1, value: UInt64(bitPattern: way.id)) + texts.tags(way.tags) + field(8, deltas(way.refs)))
  }

  static func relation(_ relation: SampleMap.Relation, _ texts: inout Texts) -> [UInt8] {
    let kinds = ["node": UInt8(0), "way": 1, "relation": 2]
    let roles = relation.members.flatMap { varint(texts.number($0.2)) }
    return field(
      4,
      field(1, value: UInt64(bitPattern: relation.id)) + texts.tags(relation.tags) + field(8, roles)
        + field(9, deltas(relation.members.map(\.1))) + field(10, relation.members.map { kinds[$0.0] ?? 9 }))
  }

  /// A block for each kind of object, as programs write them.
  static func file(_ map: SampleMap, packing: Packing, isDense: Bool = true) -> [UInt8] {
    var result = header()
    func add(_ write: (inout Texts) -> [UInt8]) {
      var texts = Texts()
      let group = write(&texts)
      result += data(block(texts.list, [group]), packing)
    }
    if isDense, !map.nodes.isEmpty { add { dense(map.nodes, &$0) } }
    if !isDense { for node in map.nodes { add { Self.node(node, &$0) } } }
    if !map.ways.isEmpty { add { texts in map.ways.flatMap { way($0, &texts) } } }
    if !map.relations.isEmpty { add { texts in map.relations.flatMap { relation($0, &texts) } } }
    return result
  }
}
