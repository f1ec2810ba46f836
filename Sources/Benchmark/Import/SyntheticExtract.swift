import Glibc
internal import Numbers

/// A town as an extract of OpenStreetMap in XML: rows of houses along streets, and places among them; the same bytes for
/// the same number of houses everywhere.
///
/// Each place has one of the keys that are asked for, and a name that no other has. Six in ten are points, most others
/// are houses, and a few are parks of two outlines.
struct SyntheticExtract {
  /// Houses of a row, and rows between two streets.
  private static let (row, block) = (100, 10)
  /// Ten-millionths of a degree from one house to the next: some 30 metres.
  private static let (down, across) = (2700, 4000)
  /// Where the first house is.
  private static let (north, west) = (481_371_500, 115_754_900)
  private static let kinds = [
    ("amenity", "cafe"), ("tourism", "museum"), ("shop", "bakery"), ("historic", "monument"), ("amenity", "school"),
    ("man_made", "tower"),
  ]

  private let houses: Int
  private let lastID: Int
  private var generator = SeededGenerator(seed: 23)
  private var text = ASCIIText()
  private let file: UnsafeMutablePointer<FILE>
  /// The ids that were given last.
  private var (node, way, relation) = (0, 0, 0)
  private var places = 0

  /// Writes a town and returns how many places a reader has to find, or `nil` if the file cannot be written.
  ///
  /// - Parameter lastID: ids are greater than this one; those of OpenStreetMap have more than 32 bits.
  static func write(houses: Int, after lastID: Int = 0, to path: String) -> Int? {
    guard let file = fopen(path, "wb") else { return nil }
    var town = SyntheticExtract(houses: houses, after: lastID, file: file)
    town.write()
    town.text.flush(to: file)
    return fclose(file) == 0 ? town.places : nil
  }

  private init(houses: Int, after lastID: Int, file: UnsafeMutablePointer<FILE>) {
    (self.houses, self.lastID, self.file) = (houses, lastID, file)
    (node, way, relation) = (lastID, lastID, lastID)
  }

  /// Nodes, then ways, then relations, each in the order of their ids, as files of OpenStreetMap are.
  private mutating func write() {
    add("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<osm version=\"0.6\" generator=\"trove-bench\">\n")
    for house in 0..<houses { addCorners(of: house) }
    for house in stride(from: 0, to: houses, by: 10) { addShop(beside: house) }
    for house in 0..<houses { addHouse(house) }
    for first in stride(from: 0, to: houses, by: Self.row) { addStreet(from: first) }
    let outlines = stride(from: 0, to: houses - Self.row, by: Self.row * Self.block).map { addOutlines(from: $0) }
    for ways in outlines { addPark(of: ways) }
    add("</osm>\n")
  }

  // MARK: - Parts of the town

  /// Each house has its corners' nodes from here on.
  private func corner(of house: Int) -> Int { lastID + 4 * house + 1 }

  private mutating func addCorners(of house: Int) {
    let latitude = Self.north - house / Self.row * Self.down + jitter(800)
    let longitude = Self.west + house % Self.row * Self.across + jitter(800)
    for (south, east) in [(0, 0), (1, 0), (1, 1), (0, 1)] {
      addNode(latitude - south * (1200 + jitter(100)), longitude + east * (1800 + jitter(100)))
      add("/>\n")
    }
  }

  private mutating func addShop(beside house: Int) {
    addNode(
      Self.north - house / Self.row * Self.down - 1800, Self.west + house % Self.row * Self.across + jitter(2000))
    add(">\n")
    addPlace(Self.kinds[places % Self.kinds.count])
    add("  <tag k=\"opening_hours\" v=\"Mo-Fr 08:00-18:00\"/>\n </node>\n")
  }

  private mutating func addHouse(_ house: Int) {
    let corner = corner(of: house)
    addWay([corner, corner + 1, corner + 2, corner + 3, corner])
    addTag("building", "yes")
    addTag("addr:housenumber", "\(house % Self.row + 1)")
    if house % 15 == 7 { addPlace(Self.kinds[places % Self.kinds.count]) }
    add(" </way>\n")
  }

  private mutating func addStreet(from first: Int) {
    addWay(stride(from: first, to: min(houses, first + Self.row), by: 5).map(corner))
    addTag("highway", "residential")
    addTag("name", "Row \(first / Self.row + 1)")
    add(" </way>\n")
  }

  /// Two corners of a park, as ways that have no tags of their own.
  private mutating func addOutlines(from first: Int) -> [Int] {
    [first + 90, first + 95].map { house in
      let corner = corner(of: house)
      addWay([corner, corner + 1, corner + 2, corner])
      add(" </way>\n")
      return way
    }
  }

  private mutating func addPark(of ways: [Int]) {
    relation += 1
    add(" <relation id=\"\(relation)\" version=\"1\">\n")
    for way in ways { add("  <member type=\"way\" ref=\"\(way)\" role=\"outer\"/>\n") }
    addTag("type", "multipolygon")
    addPlace(("leisure", "park"))
    add(" </relation>\n")
  }

  // MARK: - Elements

  private mutating func addNode(_ latitude: Int, _ longitude: Int) {
    node += 1
    add(" <node id=\"\(node)\" version=\"1\" timestamp=\"2024-01-01T00:00:00Z\" lat=\"")
    text.append(latitude, decimals: 7)
    add("\" lon=\"")
    text.append(longitude, decimals: 7)
    add("\"")
  }

  private mutating func addWay(_ nodes: [Int]) {
    way += 1
    add(" <way id=\"\(way)\" version=\"1\" timestamp=\"2024-01-01T00:00:00Z\">\n")
    for node in nodes { add("  <nd ref=\"\(node)\"/>\n") }
  }

  private mutating func addPlace(_ kind: (key: String, value: String)) {
    places += 1
    addTag(kind.key, kind.value)
    addTag("name", "Place \(places)")
  }

  private mutating func addTag(_ key: String, _ value: String) { add("  <tag k=\"\(key)\" v=\"\(value)\"/>\n") }

  private mutating func add(_ part: String) {
    text.append(part)
    if text.bytes.count > 1 << 18 { text.flush(to: file) }
  }

  private mutating func jitter(_ width: Int) -> Int { Int(generator.next() % UInt64(width)) }
}
