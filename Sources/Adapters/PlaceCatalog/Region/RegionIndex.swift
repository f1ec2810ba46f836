internal import Database
internal import Geodesy
internal import HuntDomain
internal import SpatialIndex

/// The packed index of a region, and for each place its category and keys, so that filters cost no look into the
/// database.
///
/// Place number `n` of the database is entry `n - 1`.
struct RegionIndex: Sendable {
  let spatial: SpatialIndex
  /// As in the file: of each place the bits of the vocabulary's keys that it has, little-endian, and then of each its
  /// category's number.
  private let labels: [UInt8]

  var count: Int { labels.count / 5 }

  /// The bits of the keys of an entry.
  private func keys(_ entry: Int) -> UInt32 {
    labels.withUnsafeBytes { UInt32(littleEndian: $0.loadUnaligned(fromByteOffset: 4 * entry, as: UInt32.self)) }
  }

  private func category(_ entry: Int) -> UInt8 { labels[4 * count + entry] }

  // MARK: - The file

  private static let magic: UInt64 = 0x5845_4449_4556_4F52  // ROVEIDEX, little-endian
  private static let headerSize = 40

  /// The offsets of the categories, behind the keys, and of the packed index behind them, aligned to eight bytes.
  private static func layout(_ count: Int) -> (categories: Int, spatial: Int) {
    (headerSize + 4 * count, (headerSize + 5 * count + 7) / 8 * 8)
  }

  /// The bytes of the file.
  ///
  /// A header of five words (magic, generation, count, sum of the rest, 0), the keys, the
  /// categories, zeros up to a multiple of eight, the packed index. All little-endian.
  func bytes(generation: Int64) -> [UInt8] {
    let start = Self.layout(count).spatial
    var bytes: [UInt8] = []
    bytes.reserveCapacity(start + spatial.withBytes { $0.count })
    bytes.append(contentsOf: repeatElement(0, count: Self.headerSize))
    bytes.append(contentsOf: labels)
    while bytes.count < start { bytes.append(0) }
    spatial.withBytes { bytes.append(contentsOf: $0) }
    let sum = bytes.withUnsafeBytes { ContentHash.of($0, from: Self.headerSize) }
    for (place, word) in [Self.magic, UInt64(bitPattern: generation), UInt64(count), sum].enumerated() {
      withUnsafeBytes(of: word.littleEndian) { bytes.replaceSubrange((8 * place)..<(8 * place + 8), with: $0) }
    }
    return bytes
  }

  init(spatial: SpatialIndex, categories: [UInt8], keys: [UInt32]) {
    self.spatial = spatial
    var labels: [UInt8] = []
    labels.reserveCapacity(5 * categories.count)
    for bits in keys { withUnsafeBytes(of: bits.littleEndian) { labels.append(contentsOf: $0) } }
    self.labels = labels + categories
  }

  /// Opens the index at `path`; `nil` if it is missing, damaged or of another generation.
  init?(path: String, generation: Int64, count: Int) {
    guard let stamp = FileStamp(path), let file = ReadFile(path), let header = file.beginning(Self.headerSize) else {
      return nil
    }
    let words = header.withUnsafeBytes { raw in
      (0..<4).map { UInt64(littleEndian: raw.loadUnaligned(fromByteOffset: 8 * $0, as: UInt64.self)) }
    }
    let layout = Self.layout(count)
    guard words[0] == Self.magic, words[1] == UInt64(bitPattern: generation), words[2] == UInt64(count),
      stamp.size >= Int64(layout.spatial)
    else { return nil }
    // Mapped by its name, which may have been given to another file since.
    guard let spatial = try? SpatialIndex(path: path, from: layout.spatial), spatial.count == count,
      FileStamp(path) == stamp
    else { return nil }
    let labels = spatial.withFile { file -> [UInt8]? in
      guard ContentHash.of(file, from: Self.headerSize) == words[3] else { return nil }
      return Array(file[Self.headerSize..<(Self.headerSize + 5 * count)])
    }
    guard let labels else { return nil }
    (self.spatial, self.labels) = (spatial, labels)
  }

  // MARK: - Making it

  /// Makes the index of the places that a database has.
  ///
  /// Throws: an error of damage where they are not numbered without a gap, or are nowhere.
  init(of connection: Connection, count: Int) throws(DatabaseError) {
    var builder = Builder(count: count)
    // In pieces, each by a statement of its own: what a statement on a file may do in its life is bounded.
    while builder.count < count {
      let before = builder.count
      let rows = try connection.prepare(
        "SELECT id, latitude, longitude, category, keys FROM places WHERE id > ? ORDER BY id LIMIT 100000")
      try rows.bind(Int64(before), at: 1)
      while try rows.step() {
        guard rows.integer(0) == Int64(builder.count + 1),
          let position = PlaceCode.position(rows.integer(1), rows.integer(2))
        else { throw DatabaseError(damage: "a place is not as it was written") }
        builder.add(position, category: rows.integer(3), keys: rows.integer(4))
      }
      guard builder.count > before else { throw DatabaseError(damage: "places are missing") }
    }
    self = builder.index()
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

    func index() -> RegionIndex {
      RegionIndex(spatial: SpatialIndex(points), categories: categories, keys: keys)
    }
  }
}

extension RegionIndex {
  /// Whether a filter takes the place of a number, from 1.
  func has(_ number: Int64, _ filter: PlaceFilter) -> Bool {
    guard number > 0, number <= Int64(count) else { return false }
    return filter.takes(category: category(Int(number) - 1), keys: keys(Int(number) - 1))
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
    filter.isAll ? nil : { filter.takes(category: category($0), keys: keys($0)) }
  }
}

extension SpatialPoint {
  init(_ coordinate: Coordinate) { self.init(latitude: coordinate.latitude, longitude: coordinate.longitude) }
}
