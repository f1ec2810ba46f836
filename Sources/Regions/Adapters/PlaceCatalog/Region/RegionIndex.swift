internal import Database
internal import Geodesy
internal import HuntDomain
internal import SpatialIndex

/// The packed index of a region, and for each place its category and keys, so that filters cost no look into the
/// database.
///
/// Place number `n` of the database is entry `n - 1`. Of a file only what a question needs is read, and checked then:
/// see ``IndexPieces``. When ``isDamaged`` is true after a question, its answer is worth nothing.
struct RegionIndex: Sendable {
  let count: Int
  private let pieces: IndexPieces
  private let spatial: SpatialIndex

  /// Whether anything that was read so far is not as it was written.
  var isDamaged: Bool { pieces.isDamaged }

  // MARK: - The file

  private static let magic: UInt64 = 0x3258_4449_4556_4F52  // ROVEIDX2, little-endian
  private static let headerSize = 40

  /// The offset of the packed index behind the keys and the categories, at a line of the processor's cache.
  private static func spatialOffset(_ count: Int) -> Int { (5 * count + 63) / 64 * 64 }

  /// Opens an index; `nil` if it is of another generation, or the beginning of the file is damaged.
  init?(_ source: IndexSource, generation: Int64, count: Int) {
    guard let header = source.bytes(Self.headerSize, at: 0) else { return nil }
    let words = Self.words(header)
    let size = Int(clamping: words[4])
    let start = Self.spatialOffset(count)
    guard words[0] == Self.magic, words[2] == UInt64(bitPattern: generation), words[3] == UInt64(count),
      size > start, size <= source.size,
      let table = source.bytes(8 * IndexPieces.count(size), at: Self.headerSize),
      words[1] == Self.sum(header, table), source.size == header.count + table.count + size,
      let pieces = IndexPieces(source, from: header.count + table.count, size: size, sums: Self.words(table)),
      let spatial = try? SpatialIndex(
        bytes: UnsafeRawBufferPointer(rebasing: pieces.bytes[start...]), need: { pieces.need($1, at: start + $0) }),
      spatial.count == count, !pieces.isDamaged
    else { return nil }
    (self.count, self.pieces, self.spatial) = (count, pieces, spatial)
  }

  /// Completes the bytes of the file, which have the content behind room for the header and the table.
  ///
  /// A header of five words (magic, sum of the rest of the header and of the table, generation, count, size of the
  /// content), a table with the sum of each piece of the content, the content: the keys, the categories, zeros, the
  /// packed index. All little-endian.
  private static func complete(_ file: inout [UInt8], contentSize: Int, generation: Int64, count: Int) {
    let start = file.count - contentSize
    let sums = file.withUnsafeBytes { IndexPieces.sums(of: UnsafeRawBufferPointer(rebasing: $0[start...])) }
    let table = bytes(sums)
    var header = bytes([magic, 0, UInt64(bitPattern: generation), UInt64(count), UInt64(contentSize)])
    header.replaceSubrange(8..<16, with: bytes([sum(header, table)]))
    file.replaceSubrange(..<start, with: header + table)
  }

  private static func sum(_ header: [UInt8], _ table: [UInt8]) -> UInt64 {
    Array(header[16...] + table).withUnsafeBytes { ContentHash.of($0) }
  }

  private static func words(_ bytes: [UInt8]) -> [UInt64] {
    bytes.withUnsafeBytes { raw in
      stride(from: 0, to: raw.count, by: 8).map {
        UInt64(littleEndian: raw.loadUnaligned(fromByteOffset: $0, as: UInt64.self))
      }
    }
  }

  private static func bytes(_ words: [UInt64]) -> [UInt8] {
    words.flatMap { word in withUnsafeBytes(of: word.littleEndian) { Array($0) } }
  }

  // MARK: - Making it

  /// Makes the index of the places that a database has: the bytes of its file.
  ///
  /// Throws: an error of damage where they are not numbered without a gap, or are nowhere.
  static func file(of connection: Connection, generation: Int64, count: Int) throws(DatabaseError) -> [UInt8] {
    var builder = Builder(count: count)
    let rows = try connection.prepare(
      "SELECT id, latitude, longitude, category, keys FROM places WHERE id > ? ORDER BY id LIMIT 100000")
    // In pieces: what a statement on a file may do is bounded.
    while builder.count < count {
      let before = builder.count
      try rows.bind(Int64(before), at: 1)
      while try rows.step() {
        guard rows.integer(0) == Int64(builder.count + 1),
          let position = PlaceCode.position(rows.integer(1), rows.integer(2))
        else { throw DatabaseError(damage: "a place is not as it was written") }
        builder.add(position, category: rows.integer(3), keys: rows.integer(4))
      }
      rows.reset()
      guard builder.count > before else { throw DatabaseError(damage: "places are missing") }
    }
    return builder.file(generation: generation)
  }

  /// Gathers places one after another.
  struct Builder {
    private var points: [SpatialPoint] = []
    private var categories: [UInt8] = []
    private var keys: [UInt32] = []
    var count: Int { points.count }

    init(count: Int) {
      points.reserveCapacity(count)
      categories.reserveCapacity(count)
      keys.reserveCapacity(count)
    }

    mutating func add(_ position: Coordinate, category: Int64, keys bits: Int64) {
      points.append(SpatialPoint(latitude: position.latitude, longitude: position.longitude))
      categories.append(UInt8(clamping: category))
      keys.append(UInt32(truncatingIfNeeded: bits))
    }

    /// The bytes of the file.
    func file(generation: Int64) -> [UInt8] {
      let spatial = SpatialIndex(points)
      let start = RegionIndex.spatialOffset(count)
      let contentSize = start + spatial.withBytes { $0.count }
      let beginning = RegionIndex.headerSize + 8 * IndexPieces.count(contentSize)
      var file: [UInt8] = []
      file.reserveCapacity(beginning + contentSize)
      file.append(contentsOf: repeatElement(0, count: beginning))
      for bits in keys { withUnsafeBytes(of: bits.littleEndian) { file.append(contentsOf: $0) } }
      file.append(contentsOf: categories)
      file.append(contentsOf: repeatElement(0, count: beginning + start - file.count))
      spatial.withBytes { file.append(contentsOf: $0) }
      RegionIndex.complete(&file, contentSize: contentSize, generation: generation, count: count)
      return file
    }
  }
}

extension RegionIndex {
  /// Whether a filter takes the place of a number, from 1.
  func has(_ number: Int64, _ filter: PlaceFilter) -> Bool {
    guard number > 0, number <= Int64(count) else { return false }
    return takes(Int(number) - 1, filter)
  }

  /// The nearest places that a filter takes.
  func nearest(_ count: Int, to centre: Coordinate, _ filter: PlaceFilter) -> [SpatialHit] {
    spatial.nearest(count, to: SpatialPoint(centre), where: predicate(filter))
  }

  /// The numbers, from 1, of the nearest among some places, given by their numbers.
  func nearest(_ count: Int, to centre: Coordinate, among numbers: [Int64]) -> [Int64] {
    var isMeant = [Bool](repeating: false, count: self.count)
    for number in numbers { isMeant[Int(number) - 1] = true }
    return spatial.nearest(count, to: SpatialPoint(centre)) { isMeant[$0] }.map { Int64($0.index + 1) }
  }

  /// The places within `metres` of `centre` on the sphere that match a filter.
  func within(_ metres: Double, of centre: Coordinate, _ filter: PlaceFilter) -> [SpatialHit] {
    spatial.within(metres: metres, of: SpatialPoint(centre), where: predicate(filter))
  }

  /// The places in a box that match a filter.
  func inside(_ box: BoundingBox, _ filter: PlaceFilter) -> [Int] {
    let found = spatial.inBox(south: box.south, west: box.west, north: box.north, east: box.east)
    guard let predicate = predicate(filter) else { return found }
    return found.filter(predicate)
  }

  /// All places that a filter takes, in their order.
  func entries(_ filter: PlaceFilter) -> [Int] {
    guard let predicate = predicate(filter) else { return Array(0..<count) }
    return (0..<count).filter(predicate)
  }

  private func predicate(_ filter: PlaceFilter) -> ((Int) -> Bool)? {
    filter.isAll ? nil : { takes($0, filter) }
  }

  private func takes(_ entry: Int, _ filter: PlaceFilter) -> Bool {
    pieces.need(4, at: 4 * entry)
    pieces.need(1, at: 4 * count + entry)
    let bits = pieces.bytes.loadUnaligned(fromByteOffset: 4 * entry, as: UInt32.self)
    return filter.takes(category: pieces.bytes[4 * count + entry], keys: UInt32(littleEndian: bits))
  }
}

extension SpatialPoint {
  init(_ coordinate: Coordinate) { self.init(latitude: coordinate.latitude, longitude: coordinate.longitude) }
}
