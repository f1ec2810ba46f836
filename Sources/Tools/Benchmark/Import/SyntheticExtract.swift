internal import Numbers

/// A town as an extract of OpenStreetMap: rows of houses along streets, and places among them; the same bytes for the
/// same number of houses everywhere.
///
/// Each place has one of the keys that are asked for, and a name that no other has. Six in ten are points, most others
/// are houses, and a few are parks of two outlines.
struct SyntheticExtract {
  /// Rows between two streets.
  private static let block = 10
  /// Ten-millionths of a degree from one house to the next: some 30 metres.
  private static let (down, across) = (2700, 4000)
  /// Where the first house is.
  private static let (north, west) = (481_371_500, 115_754_900)
  private static let kinds = [
    ("amenity", "cafe"), ("tourism", "museum"), ("shop", "bakery"), ("historic", "monument"), ("amenity", "school"),
    ("man_made", "tower"),
  ]

  private let houses: Int
  /// Houses of a row.
  private let row: Int
  /// The difference between the ids of one house's nodes and those of the next.
  private let step: Int
  private var file: ExtractWriter
  private var generator = SeededGenerator(seed: 23)
  /// The ids that were given last.
  private var (node, way, relation) = (0, 0, 0)
  private var places = 0

  /// Writes a town and returns how many places a reader has to find, or `nil` if the file cannot be written.
  ///
  /// - Parameters:
  ///   - spacing: how many houses there are for each shop.
  ///   - ids: how many ids of nodes there are on the planet, among which those of the town are spread; `nil` if there
  ///     are no others.
  static func write(houses: Int, spacing: Int, ids: Int?, to path: String) -> Int? {
    let step = ids.map { max(4, $0 / houses) } ?? 4
    guard var town = SyntheticExtract(houses: houses, step: step, path: path) else { return nil }
    town.write(spacing)
    return town.file.close() ? town.places : nil
  }

  /// Writes shops alone; returns whether the file could be written.
  static func write(shops: Int, to path: String) -> Bool {
    guard var town = SyntheticExtract(houses: shops, step: 4, path: path) else { return false }
    for house in 0..<shops { town.addShop(beside: house) }
    return town.file.close()
  }

  /// A position beside a house of a town with so many, in degrees.
  static func position(of house: Int, houses: Int) -> (latitude: Double, longitude: Double) {
    let row = row(houses)
    return (Double(north - house / row * down) / 1e7, Double(west + house % row * across) / 1e7)
  }

  private static func row(_ houses: Int) -> Int { max(100, Int(Double(houses).squareRoot())) }

  private init?(houses: Int, step: Int, path: String) {
    guard let file = ExtractWriter(path: path) else { return nil }
    (self.houses, self.step, self.file, row) = (houses, step, file, Self.row(houses))
  }

  /// Nodes, then ways, then relations, each in the order of their ids, as files of OpenStreetMap are.
  private mutating func write(_ spacing: Int) {
    for house in 0..<houses { addCorners(of: house) }
    for house in stride(from: 0, to: houses, by: spacing) { addShop(beside: house) }
    for house in 0..<houses { addHouse(house, isPlace: house % (spacing * 3 / 2) == 7) }
    for first in stride(from: 0, to: houses, by: row) { addStreet(from: first) }
    let outlines = stride(from: 0, to: houses - row, by: row * Self.block).map { addOutlines(from: $0) }
    for ways in outlines { addPark(of: ways) }
  }

  // MARK: - Parts of the town

  /// Each house has its corners' nodes from here on.
  private func corner(of house: Int) -> Int { step * house + 1 }

  private mutating func addCorners(of house: Int) {
    node = corner(of: house) - 1
    let latitude = Self.north - house / row * Self.down + jitter(800)
    let longitude = Self.west + house % row * Self.across + jitter(800)
    for (south, east) in [(0, 0), (1, 0), (1, 1), (0, 1)] {
      addNode(latitude - south * (1200 + jitter(100)), longitude + east * (1800 + jitter(100)))
    }
  }

  private mutating func addShop(beside house: Int) {
    addNode(
      Self.north - house / row * Self.down - 1800, Self.west + house % row * Self.across + jitter(2000),
      place(Self.kinds[places % Self.kinds.count]) + [("opening_hours", "Mo-Fr 08:00-18:00")])
  }

  private mutating func addHouse(_ house: Int, isPlace: Bool) {
    let corner = corner(of: house)
    var tags = [("building", "yes"), ("addr:housenumber", "\(house % row + 1)")]
    if isPlace { tags += place(Self.kinds[places % Self.kinds.count]) }
    addWay([corner, corner + 1, corner + 2, corner + 3, corner], tags)
  }

  private mutating func addStreet(from first: Int) {
    addWay(
      stride(from: first, to: min(houses, first + row), by: 5).map(corner),
      [("highway", "residential"), ("name", "Row \(first / row + 1)")])
  }

  /// Two corners of a park, as ways that have no tags of their own.
  private mutating func addOutlines(from first: Int) -> [Int] {
    [first + 90, first + 95].map { house in
      let corner = corner(of: house)
      addWay([corner, corner + 1, corner + 2, corner], [])
      return way
    }
  }

  private mutating func addPark(of ways: [Int]) {
    relation += 1
    file.addArea(relation, of: ways, place(("leisure", "park")))
  }

  // MARK: - Elements

  private mutating func addNode(_ latitude: Int, _ longitude: Int, _ tags: [ExtractWriter.Tag] = []) {
    node += 1
    file.addNode(node, latitude, longitude, tags)
  }

  private mutating func addWay(_ nodes: [Int], _ tags: [ExtractWriter.Tag]) {
    // There are some eight nodes for each way.
    way += max(1, step / 8)
    file.addWay(way, of: nodes, tags)
  }

  /// The tags of the next place.
  private mutating func place(_ kind: ExtractWriter.Tag) -> [ExtractWriter.Tag] {
    places += 1
    return [kind, ("name", "Place \(places)")]
  }

  private mutating func jitter(_ width: Int) -> Int { Int(generator.next() % UInt64(width)) }
}
