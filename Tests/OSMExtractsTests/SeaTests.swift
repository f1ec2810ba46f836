import ChanceTesting
import Testing

@testable import OSMExtracts

/// Where the sea is, by the coastline of an extract.
@Suite("The sea of an extract") struct SeaTests {
  @Test("is behind a coast that crosses the box, without the islands in it")
  func bay() throws {
    let shore = coast([[(-10, 50), (50, 40), (110, 50)], square(20, 10, side: 10).reversed()])
    let sea = try Sea(shore)
    #expect(sea.polygons.count == 1 && sea.polygons.first?.holes.count == 1)
    #expect(sea.holds(50, 5) && sea.holds(5, 30) && sea.holds(95, 45))
    #expect(!sea.holds(50, 60) && !sea.holds(25, 15), "land in the north, and an island")
  }

  @Test("is on the other side of a coast in the other direction")
  func otherDirection() throws {
    let sea = try Sea(coast([[(110, 50), (50, 40), (-10, 50)]]))
    #expect(sea.holds(50, 60) && !sea.holds(50, 5))
  }

  @Test("is all of a box with nothing but islands, and none of a box without a coast")
  func islands() throws {
    let sea = try Sea(coast([square(20, 10, side: 10).reversed(), square(60, 60, side: 20).reversed()]))
    #expect(sea.polygons.count == 1 && sea.polygons.first?.holes.count == 2)
    #expect(sea.holds(1, 1) && sea.holds(99, 99) && !sea.holds(70, 70))
    #expect(try Sea(coast([])).polygons.isEmpty)
    #expect(try Sea(coast([square(200, 200, side: 10)])).polygons.isEmpty, "a coast outside tells nothing of the box")
  }

  @Test("is within a ring of water, as of an inland sea, without the island in that")
  func inland() throws {
    let sea = try Sea(coast([square(20, 20, side: 60), square(40, 40, side: 10).reversed()]))
    #expect(sea.holds(30, 30) && !sea.holds(45, 45) && !sea.holds(10, 10))
  }

  @Test("is made of ways in any order, which are joined at their ends")
  func joins() throws {
    let sea = try Sea(coast([[(70, 40), (110, 50)], [(-10, 50), (30, 45)], [(30, 45), (70, 40)]]))
    #expect(sea.holds(50, 5) && !sea.holds(50, 60))
    let parts = [[(20, 20), (20, 80), (80, 80)], [(80, 80), (80, 20), (20, 20)]]
    #expect(try Sea(coast(parts)).holds(50, 50))
  }

  @Test("ends before the side near which the file lacks the rest of the coast")
  func margin() throws {
    let sea = try Sea(coast([[(-10, 50), (50, 40), (95, 50)]]))
    #expect(sea.holds(50, 5) && sea.holds(94, 5) && !sea.holds(96, 5) && !sea.holds(50, 60))
  }

  @Test("is nowhere if the coast breaks off, crosses itself, or contradicts itself, and the reason says where")
  func doubts() {
    expect(.openEnd(at: place(50, 40)), of: [[(-10, 50), (50, 40)]])
    expect(.openEnd(at: place(50, 40)), of: [[(-10, 50), (50, 40)], square(60, 60, side: 5).reversed()])
    expect(.openEnd(at: place(40, 45)), of: [[(-10, 50), (40, 45)], [(60, 45), (110, 50)]])
    expect(.openEnd(at: place(50, 95)), of: [[(-10, 95), (50, 95)]])
    expect(.openEnd(at: place(5, 50)), of: [[(-10, 50), (5, 50)], square(60, 60, side: 5).reversed()])
    let doubts: [[[(Int, Int)]]] = [
      // A figure of eight; two coasts that cross, in a point of both and beside their points; a coast that is there twice.
      [[(20, 20), (80, 80), (80, 20), (20, 80), (20, 20)]],
      [[(-10, 50), (110, 52)], [(50, 110), (52, -10)]],
      [[(-10, 50), (50, 50), (110, 50)], [(50, 110), (50, 50), (50, -10)]],
      [square(20, 20, side: 20).reversed(), square(30, 30, side: 20).reversed()],
      [square(20, 20, side: 20).reversed(), square(20, 20, side: 20).reversed()],
      // An island on land; water within water; two coasts with the same direction.
      [[(-10, 50), (110, 50)], square(20, 70, side: 10).reversed()],
      [[(-10, 50), (110, 50)], square(20, 20, side: 10)],
      [[(-10, 50), (110, 50)], [(-10, 60), (110, 60)]],
      [square(20, 20, side: 60).reversed(), square(40, 40, side: 10).reversed()],
    ]
    for lines in doubts { #expect(throws: SeaDoubt.self) { try Sea(coast(lines)) } }
    #expect(
      "\(SeaDoubt.openEnd(at: FixedPlace(latitude: -5_000_000, longitude: 73_912_345)))".contains("-0.50000, 7.39123"))
  }

  @Test("is nowhere if the file names no box, or has too many points")
  func unknown() {
    let line = [place(-10, 50), place(110, 50)]
    #expect(throws: SeaDoubt.noBox) { try Sea(OSMCoast(lines: [line], box: nil)) }
    #expect(throws: SeaDoubt.tooLong) { try Sea(OSMCoast(lines: [], box: box, isTooLong: true)) }
  }

  @Test("is nowhere if houses would be under water, other than a few at the shore")
  func houses() throws {
    let town = (0..<100).map { (10 + 7 * ($0 % 10), 60 + 3 * ($0 / 10)) }
    let line = [(-10, 50), (110, 50)]
    #expect(try !Sea(coast([line], landmarks: town + (30..<35).map { ($0, 45) })).polygons.isEmpty)
    #expect(throws: SeaDoubt.built(wet: 100, of: 100)) { try Sea(coast([line.reversed()], landmarks: town)) }
    #expect(throws: SeaDoubt.built(wet: 100, of: 100)) {
      try Sea(coast([square(5, 5, side: 2).reversed()], landmarks: town))
    }
  }

  @Test("is what it was made of, on random coasts, whole and in pieces", arguments: 0..<60)
  func property(seed: Int) throws {
    let world = RandomCoast(seed: UInt64(seed))
    for mostSegments in [1000, 30] {
      let sea = Parts(try Sea(OSMCoast(lines: world.ways, box: world.box), mostSegments: mostSegments))
      var chance = Chance(seed: UInt64(seed))
      let points = (0..<300).map { _ in (world.random(using: &chance), world.random(using: &chance)) }
      let wrong = points.filter { sea.count($0, $1) != (world.isSea($0, $1) ? 1 : 0) }
      #expect(wrong.isEmpty)
    }
  }

  @Test(
    "never covers land where a way in the middle of a random coast is missing, or runs backwards", arguments: 0..<60)
  func missing(seed: Int) {
    let world = RandomCoast(seed: UInt64(seed))
    var chance = Chance(seed: UInt64(seed) ^ 77)
    for _ in 0..<5 {
      var ways = world.ways
      let index = chance.integer(in: 0...ways.count - 1)
      let isRing = ways[index].first == ways[index].last
      // A whole island that is missing cannot be noticed, nor a way beside the side of the box.
      if isRing || !world.isInMiddle(ways[index]) || chance.integer(in: 0...1) == 0 {
        ways[index].reverse()
      } else {
        ways.remove(at: index)
      }
      guard let sea = (try? Sea(OSMCoast(lines: ways, box: world.box))).map(Parts.init) else { continue }
      let points = (0..<100).map { _ in (world.random(using: &chance), world.random(using: &chance)) }
      let flooded = points.filter { sea.count($0, $1) > 0 && !world.isSea($0, $1) }
      #expect(flooded.isEmpty, "way \(index)")
    }
  }

  @Test("of a hostile coastline is found or refused within a second, and traps nowhere", arguments: 0..<20)
  func hostile(seed: Int) {
    var chance = Chance(seed: UInt64(seed))
    let span = [3, 50, 1_000_000_000][seed % 3]
    let lines = (0..<chance.integer(in: 1...30)).map { _ in
      (0..<chance.integer(in: 1...300)).compactMap { _ in
        FixedPlace(
          latitude: Int32(chance.integer(in: -min(span, 900_000_000)...min(span, 900_000_000))),
          longitude: Int32(chance.integer(in: -span...span)))
      }
    }
    let world = FixedBox(
      southWest: place(-90_000_000 * 10, -90_000_000 * 10), northEast: place(900_000_000, 900_000_000))
    for box in [world, FixedBox(southWest: place(0, 0), northEast: place(1, 1)), box] {
      for mostSegments in [1000, 10] {
        _ = try? Sea(OSMCoast(lines: lines, box: box), mostSegments: mostSegments)
      }
    }
  }

  @Test("asks in all phases, at least every so many steps, whether it is still wanted, and ends at the first no")
  func cancel() throws {
    let islands = (0..<20).map { square(10 * $0 + 1, 20, side: 5).reversed() as [(Int, Int)] }
    let shore = stride(from: -1, through: 201, by: 1).map { ($0, 50 + $0 * 7 % 13) }
    let coast = OSMCoast(
      lines: ([shore] + islands).map { $0.map(place) }, landmarks: (0..<100).map { place(2 * $0, 80) },
      box: FixedBox(southWest: place(0, 0), northEast: place(200, 100)))
    func asked(pause: Int, before no: Int = .max) throws -> Int {
      var count = 0
      func goesOn() -> Bool {
        count += 1
        return count < no
      }
      guard no < .max else {
        _ = try Sea(coast, mostSegments: 50, pause: pause, goesOn: goesOn)
        return count
      }
      #expect(throws: SeaDoubt.cancelled) { try Sea(coast, mostSegments: 50, pause: pause, goesOn: goesOn) }
      return count
    }
    let steps = try asked(pause: 1)
    #expect(steps > 10 * shore.count, "joining, cutting, comparing, filling, and looking for houses")
    #expect(try asked(pause: 100) == steps / 100)
    for no in 1...steps / 100 { #expect(try asked(pause: 100, before: no) == no) }
  }

  @Test("asks while a long coastline is joined")
  func cancelLong() {
    let shore = (-1...CoastWork.pause).map { (x: $0, y: 50) }
    var count = 0
    #expect(throws: SeaDoubt.cancelled) {
      try Sea(coast([shore])) {
        count += 1
        return false
      }
    }
    #expect(count == 1)
  }

  // MARK: - Samples

  private let box = FixedBox(southWest: place(0, 0), northEast: place(100, 100))

  private func coast(_ lines: [[(Int, Int)]], landmarks: [(Int, Int)] = []) -> OSMCoast {
    OSMCoast(lines: lines.map { $0.map(place) }, landmarks: landmarks.map(place), box: box)
  }

  private func expect(
    _ doubt: SeaDoubt, of lines: [[(Int, Int)]], sourceLocation: SourceLocation = #_sourceLocation
  ) {
    #expect(throws: doubt, sourceLocation: sourceLocation) { try Sea(coast(lines)) }
  }

  /// Clockwise from the lower left corner, closed: water inside.
  private func square(_ x: Int, _ y: Int, side: Int) -> [(Int, Int)] {
    [(x, y), (x, y + side), (x + side, y + side), (x + side, y), (x, y)]
  }
}

/// A place by units of 1e-7 degrees east and north.
private func place(_ x: Int, _ y: Int) -> FixedPlace {
  FixedPlace(latitude: Int32(y), longitude: Int32(x)) ?? .unknown
}

/// A ring to look into, by the even-odd rule.
private struct Ring {
  private let points: [(x: Double, y: Double)]
  private let rows: ClosedRange<Double>

  init(_ points: [(x: Double, y: Double)]) {
    self.points = points
    rows = (points.map(\.y).min() ?? 0)...(points.map(\.y).max() ?? 0)
  }

  func holds(_ x: Double, _ y: Double) -> Bool {
    guard rows.contains(y), var one = points.last else { return false }
    var isInside = false
    for other in points {
      if (one.y > y) != (other.y > y), x < one.x + (y - one.y) / (other.y - one.y) * (other.x - one.x) {
        isInside.toggle()
      }
      one = other
    }
    return isInside
  }
}

/// The parts of a sea to look into, by units of 1e-7 degrees east and north.
private struct Parts {
  private let parts: [[Ring]]

  init(_ sea: Sea) {
    parts = sea.polygons.map { polygon in
      ([polygon.outline] + polygon.holes).map { Ring($0.map { ($0.longitude * 1e7, $0.latitude * 1e7) }) }
    }
  }

  /// In how many parts a point lies.
  func count(_ x: Double, _ y: Double) -> Int {
    parts.count { rings in rings.count { $0.holds(x, y) } % 2 == 1 }
  }
}

extension Sea {
  /// Whether a point lies in it, by units of 1e-7 degrees east and north.
  fileprivate func holds(_ x: Double, _ y: Double) -> Bool { Parts(self).count(x, y) > 0 }
}

/// A coast that crosses a box, or none; islands in its sea, inland seas on its land, and rings within rings.
private struct RandomCoast {
  private static let cells = 6
  private static let cell = 2000
  /// The length of a side of the box.
  static var side: Int { cells * cell }

  let box = FixedBox(southWest: place(0, 0), northEast: place(side, side))
  /// In the direction of coastlines, cut, and in no order.
  private(set) var ways: [[FixedPlace]] = []
  /// From west to east; empty if there is sea or land all around.
  private var line: [(x: Int, y: Int)] = []
  private var rings: [Ring] = []
  /// Whether there is sea in the south of the line, or all around.
  private let isSeaInSouth: Bool

  init(seed: UInt64) {
    var chance = Chance(seed: seed)
    isSeaInSouth = chance.integer(in: 0...1) == 0
    let row = chance.integer(in: 0...2) == 0 ? nil : chance.integer(in: 1...Self.cells - 2)
    if let row {
      // It stays within one row of cells.
      let step = chance.integer(in: 40...700)
      line = stride(from: -step, through: Self.side + step, by: step).map { x in
        (x, Self.cell * row + chance.integer(in: 100...Self.cell - 100))
      }
      cut(isSeaInSouth ? line : line.reversed(), &chance)
    }
    for y in 0..<Self.cells where y != row {
      for x in 0..<Self.cells where chance.integer(in: 0...2) > 0 {
        let isInSea = row.map { (y < $0) == isSeaInSouth } ?? isSeaInSouth
        addRings(around: (Self.cell * x + Self.cell / 2, Self.cell * y + Self.cell / 2), isInSea: isInSea, &chance)
      }
    }
    ways.shuffle(using: &chance)
    // Without any coast nothing tells that there is sea.
    if ways.isEmpty { addRings(around: (Self.cell / 2, Self.cell / 2), isInSea: isSeaInSouth, &chance) }
  }

  /// A star of random points, and smaller ones within; its cell keeps it apart from others.
  private mutating func addRings(around middle: (x: Int, y: Int), isInSea: Bool, _ chance: inout Chance) {
    // Some cross the side of the box.
    let middle = (x: middle.x + (middle.x < Self.cell ? -700 : 0), y: middle.y)
    for ring in 0..<chance.integer(in: 1...3) {
      let reach = 300.0 * Double(3 - ring)
      let count = chance.integer(in: 8...40)
      let points = (0..<count).map { index in
        let angle = 2 * Double.pi * Double(index) / Double(count)
        let radius = chance.number(in: reach * 0.75...reach)
        return (
          x: middle.x + Int(radius * Self.cosine(angle)), y: middle.y + Int(radius * Self.cosine(angle - .pi / 2))
        )
      }
      rings.append(Ring(points.map { (Double($0.x), Double($0.y)) }))
      let closed = points + points.prefix(1)
      // Counter-clockwise: land inside.
      cut(isInSea == (ring % 2 == 0) ? closed : closed.reversed(), &chance)
    }
  }

  private static func cosine(_ angle: Double) -> Double {
    // By its series, in -2π...2π.
    var (term, sum) = (1.0, 1.0)
    for index in 1...30 {
      term *= -angle * angle / Double((2 * index - 1) * (2 * index))
      sum += term
    }
    return sum
  }

  private mutating func cut(_ points: [(x: Int, y: Int)], _ chance: inout Chance) {
    var way: [FixedPlace] = []
    for point in points {
      way.append(place(point.x, point.y))
      if way.count > 2, chance.integer(in: 0...9) == 0 {
        ways.append(way)
        way = way.suffix(1)
      }
    }
    if way.count > 1 { ways.append(way) }
  }

  /// A coordinate in the box that no point of the coast has.
  func random(using chance: inout Chance) -> Double { Double(chance.integer(in: 1...Self.side - 2)) + 0.5 }

  /// Whether a way has an end farther from the sides than the coast may break off.
  func isInMiddle(_ way: [FixedPlace]) -> Bool {
    let middle = Int32(Self.side / 8)...Int32(Self.side * 7 / 8)
    return [way.first, way.last].contains { end in
      end.map { middle.contains($0.longitude) && middle.contains($0.latitude) } ?? false
    }
  }

  func isSea(_ x: Double, _ y: Double) -> Bool {
    var isSea = isSeaInSouth
    if let index = line.firstIndex(where: { Double($0.x) > x }) {
      let (one, other) = (line[index - 1], line[index])
      let height = Double(one.y) + (x - Double(one.x)) / Double(other.x - one.x) * Double(other.y - one.y)
      if y > height { isSea.toggle() }
    }
    for ring in rings where ring.holds(x, y) { isSea.toggle() }
    return isSea
  }
}
