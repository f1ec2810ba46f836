import CDeflate
import Glibc

/// Writes an extract of OpenStreetMap as PBF (wiki.openstreetmap.org/wiki/PBF_Format): blocks of 8000 objects of one
/// kind, packed by zlib, without versions and times.
struct ExtractWriter {
  /// A key and a value.
  typealias Tag = (key: String, value: String)

  private enum Kind { case node, way, relation }

  private static let mostObjects = 8000

  private let file: UnsafeMutablePointer<FILE>
  private let compressor = libdeflate_alloc_compressor(6)
  private var isWhole = true
  // The block in the making.
  private var kind = Kind.node
  private var count = 0
  private var texts: [String: Int] = [:]
  private var table = Message()
  private var (ids, latitudes, longitudes, tags, group) = (Message(), Message(), Message(), Message(), Message())
  private var last = (id: 0, latitude: 0, longitude: 0)

  /// Begins a file; `nil` if it cannot be written.
  init?(path: String) {
    guard let file = fopen(path, "wb") else { return nil }
    self.file = file
    begin(.node)
    var header = Message()
    for feature in ["OsmSchema-V0.6", "DenseNodes"] { header.add(4, Array(feature.utf8)) }
    write("OSMHeader", header.bytes)
  }

  /// Adds a node, at ten-millionths of a degree.
  mutating func addNode(_ id: Int, _ latitude: Int, _ longitude: Int, _ itsTags: [Tag] = []) {
    prepare(.node)
    ids.add(zigzag: id - last.id)
    latitudes.add(zigzag: latitude - last.latitude)
    longitudes.add(zigzag: longitude - last.longitude)
    last = (id, latitude, longitude)
    for tag in itsTags {
      tags.add(varint: number(tag.key))
      tags.add(varint: number(tag.value))
    }
    tags.add(varint: 0)
  }

  /// Adds a way.
  mutating func addWay(_ id: Int, of nodes: [Int], _ itsTags: [Tag] = []) {
    prepare(.way)
    var way = object(id, itsTags)
    way.add(8, Message.differences(nodes))
    group.add(3, way.bytes)
  }

  /// Adds an area whose outlines are ways.
  mutating func addArea(_ id: Int, of ways: [Int], _ itsTags: [Tag]) {
    prepare(.relation)
    var relation = object(id, [("type", "multipolygon")] + itsTags)
    var roles = Message()
    for _ in ways { roles.add(varint: number("outer")) }
    relation.add(8, roles.bytes)
    relation.add(9, Message.differences(ways))
    relation.add(10, [UInt8](repeating: 1, count: ways.count))
    group.add(4, relation.bytes)
  }

  /// Ends the file; returns whether all of it was written.
  mutating func close() -> Bool {
    endBlock()
    libdeflate_free_compressor(compressor)
    return fclose(file) == 0 && isWhole
  }

  // MARK: - Blocks

  private mutating func prepare(_ next: Kind) {
    if next != kind || count == Self.mostObjects {
      endBlock()
      begin(next)
    }
    count += 1
  }

  private mutating func begin(_ next: Kind) {
    (kind, count, last) = (next, 0, (0, 0, 0))
    texts.removeAll(keepingCapacity: true)
    (table, ids, latitudes, longitudes, tags, group) =
      (Message(), Message(), Message(), Message(), Message(), Message())
    // The text with the number 0 means the end of a node's tags.
    _ = number("")
  }

  private mutating func endBlock() {
    guard count > 0 else { return }
    if kind == .node {
      var dense = Message()
      for (field, part) in [(1, ids), (8, latitudes), (9, longitudes), (10, tags)] { dense.add(field, part.bytes) }
      group.add(2, dense.bytes)
    }
    var block = Message()
    block.add(1, table.bytes)
    block.add(2, group.bytes)
    write("OSMData", block.bytes)
  }

  private mutating func object(_ id: Int, _ itsTags: [Tag]) -> Message {
    var (object, keys, values) = (Message(), Message(), Message())
    object.add(1, value: id)
    for tag in itsTags {
      keys.add(varint: number(tag.key))
      values.add(varint: number(tag.value))
    }
    object.add(2, keys.bytes)
    object.add(3, values.bytes)
    return object
  }

  /// The number of a text in the block's table.
  private mutating func number(_ text: String) -> Int {
    if let known = texts[text] { return known }
    texts[text] = texts.count
    table.add(1, Array(text.utf8))
    return texts.count - 1
  }

  private mutating func write(_ type: String, _ content: [UInt8]) {
    var packed = [UInt8](repeating: 0, count: libdeflate_zlib_compress_bound(compressor, content.count))
    let room = packed.count
    let size = packed.withUnsafeMutableBytes {
      libdeflate_zlib_compress(compressor, content, content.count, $0.baseAddress, room)
    }
    var (blob, header) = (Message(), Message())
    blob.add(2, value: content.count)
    blob.add(3, Array(packed.prefix(size)))
    header.add(1, Array(type.utf8))
    header.add(3, value: blob.bytes.count)
    let length = [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: header.bytes.count >> $0) }
    let bytes = length + header.bytes + blob.bytes
    isWhole = fwrite(bytes, 1, bytes.count, file) == bytes.count && isWhole
  }
}

/// A message of protobuf in the making.
private struct Message {
  private(set) var bytes: [UInt8] = []

  mutating func add(varint value: Int) {
    var rest = UInt64(bitPattern: Int64(value))
    while rest > 0x7F {
      bytes.append(UInt8(truncatingIfNeeded: rest) | 0x80)
      rest >>= 7
    }
    bytes.append(UInt8(rest))
  }

  mutating func add(zigzag value: Int) { add(varint: value << 1 ^ value >> 63) }

  mutating func add(_ field: Int, _ content: [UInt8]) {
    add(varint: field << 3 | 2)
    add(varint: content.count)
    bytes += content
  }

  mutating func add(_ field: Int, value: Int) {
    add(varint: field << 3)
    add(varint: value)
  }

  /// The differences of numbers from the one before.
  static func differences(_ numbers: [Int]) -> [UInt8] {
    var (message, last) = (Message(), 0)
    for number in numbers {
      message.add(zigzag: number - last)
      last = number
    }
    return message.bytes
  }
}
