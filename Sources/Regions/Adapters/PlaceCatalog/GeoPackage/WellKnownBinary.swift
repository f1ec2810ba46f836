internal import GeoFormats
internal import Geodesy

/// Reads geometries as GeoPackage keeps them: a header of its own, then well-known binary (OGC 06-103r4, ISO 13249-3).
///
/// Heights and measures are ignored. Every count and offset in the data is checked.
struct WellKnownBinary {
  /// Why a geometry was not read.
  enum Fault: String, Error {
    case damaged = "a damaged geometry"
    case otherSystem = "a geometry in another reference system than its table"
    case unknownKind = "a geometry of an unknown kind"
    case outOfRange = "a geometry that is not on the Earth"
  }

  private let bytes: [UInt8]
  private var position: Int
  /// Geometries inside one another.
  private static let mostDepth = 8

  /// Reads a geometry of a GeoPackage (OGC 12-128r18, 2.1.3); `nil` if it is empty.
  ///
  /// - Parameter system: The number that its reference system must have.
  static func geometry(_ blob: [UInt8], system: Int64) throws(Fault) -> GeoJSONGeometry? {
    guard blob.count >= 8, blob[0] == 0x47, blob[1] == 0x50 else { throw .damaged }
    let flags = blob[3]
    let word = blob[4..<8].reduce(UInt32(0)) { $0 << 8 | UInt32($1) }
    let found = Int32(bitPattern: flags & 1 == 1 ? word.byteSwapped : word)
    guard Int64(found) == system else { throw .otherSystem }
    // How many bytes the box takes, by three bits of the flags.
    let envelopes = [0, 32, 48, 48, 64]
    let envelope = Int(flags >> 1 & 7)
    guard envelope < envelopes.count, flags & 0x20 == 0 else { throw .unknownKind }
    if flags & 0x10 != 0 { return nil }
    var reader = WellKnownBinary(blob, from: 8 + envelopes[envelope])
    return try reader.geometry(depth: 0)
  }

  private init(_ bytes: [UInt8], from position: Int) { (self.bytes, self.position) = (bytes, position) }

  // MARK: - Numbers

  private mutating func word(_ count: Int, isLittle: Bool) throws(Fault) -> UInt64 {
    guard position <= bytes.count - count else { throw .damaged }
    defer { position += count }
    var value: UInt64 = 0
    for offset in 0..<count {
      value = value << 8 | UInt64(bytes[position + (isLittle ? count - 1 - offset : offset)])
    }
    return value
  }

  /// The byte order and the dimensions of one geometry.
  private struct Layout {
    let isLittle: Bool
    /// Numbers of a position: with height and measure up to four.
    let dimensions: Int
  }

  /// Reads a count of items of at least `size` bytes each; throws if the rest of the data cannot hold that many.
  private mutating func count(_ layout: Layout, each size: Int) throws(Fault) -> Int {
    let count = Int(try word(4, isLittle: layout.isLittle))
    guard count <= (bytes.count - position) / size else { throw .damaged }
    return count
  }

  // MARK: - Geometries

  private mutating func geometry(depth: Int) throws(Fault) -> GeoJSONGeometry? {
    guard depth < Self.mostDepth else { throw .unknownKind }
    let order = try word(1, isLittle: true)
    guard order <= 1 else { throw .damaged }
    let kind = try word(4, isLittle: order == 1)
    guard kind / 1000 <= 3 else { throw .unknownKind }
    let layout = Layout(isLittle: order == 1, dimensions: [2, 3, 3, 4][Int(kind / 1000)])
    switch kind % 1000 {
    case 1: return try position(layout).map { .point($0) }
    case 2: return .lineString(try line(layout))
    case 3: return .polygon(try rings(layout))
    case 4...7: return try several(layout, depth: depth)
    default: throw .unknownKind
    }
  }

  private mutating func several(_ layout: Layout, depth: Int) throws(Fault) -> GeoJSONGeometry? {
    var parts: [GeoJSONGeometry] = []
    // The smallest geometry is its order, its kind and a count.
    for _ in 0..<(try count(layout, each: 9)) {
      if let part = try geometry(depth: depth + 1) { parts.append(part) }
    }
    let polygons = parts.compactMap { if case .polygon(let rings) = $0 { rings } else { nil } }
    if !polygons.isEmpty, polygons.count == parts.count { return .multiPolygon(polygons) }
    return parts.isEmpty ? nil : .collection(parts)
  }

  private mutating func rings(_ layout: Layout) throws(Fault) -> [[Coordinate]] {
    var rings: [[Coordinate]] = []
    for _ in 0..<(try count(layout, each: 4)) { rings.append(try line(layout)) }
    return rings
  }

  private mutating func line(_ layout: Layout) throws(Fault) -> [Coordinate] {
    var line: [Coordinate] = []
    for _ in 0..<(try count(layout, each: 8 * layout.dimensions)) {
      guard let place = try position(layout) else { throw .outOfRange }
      line.append(place)
    }
    return line
  }

  /// Reads a position; `nil` for an empty point, whose coordinates are NaN.
  private mutating func position(_ layout: Layout) throws(Fault) -> Coordinate? {
    let longitude = Double(bitPattern: try word(8, isLittle: layout.isLittle))
    let latitude = Double(bitPattern: try word(8, isLittle: layout.isLittle))
    for _ in 2..<layout.dimensions { _ = try word(8, isLittle: layout.isLittle) }
    if longitude.isNaN, latitude.isNaN { return nil }
    guard let place = Coordinate(latitude: latitude, longitude: longitude) else { throw .outOfRange }
    return place
  }
}
