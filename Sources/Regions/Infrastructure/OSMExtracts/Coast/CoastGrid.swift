internal import Geodesy

/// A point of a coastline on a grid of half units of 1e-7 degrees.
///
/// Points of a file have even coordinates, sides of a ``CoastFrame`` odd ones: no point lies on a side, no line runs
/// along one, and every line that meets a side crosses it.
struct CoastPoint: Hashable {
  let x: Int
  let y: Int

  init(x: Int, y: Int) { (self.x, self.y) = (x, y) }

  init(_ place: FixedPlace) { self.init(x: 2 * Int(place.longitude), y: 2 * Int(place.latitude)) }

  /// The place of a point of a file.
  var place: FixedPlace? { FixedPlace(latitude: Int32(clamping: y / 2), longitude: Int32(clamping: x / 2)) }
}

/// An exact fraction, as large as coordinates of lines make it; its denominator is positive.
struct CoastFraction: Comparable {
  let numerator: Int128
  let denominator: Int

  init(_ numerator: Int128, _ denominator: Int) {
    (self.numerator, self.denominator) = denominator < 0 ? (-numerator, -denominator) : (numerator, denominator)
  }

  init(_ value: Int) { self.init(Int128(value), 1) }

  var negated: CoastFraction { CoastFraction(-numerator, denominator) }
  var value: Double { Double(numerator) / Double(denominator) }

  static func < (one: CoastFraction, other: CoastFraction) -> Bool {
    one.numerator * Int128(other.denominator) < other.numerator * Int128(one.denominator)
  }

  static func == (one: CoastFraction, other: CoastFraction) -> Bool {
    one.numerator * Int128(other.denominator) == other.numerator * Int128(one.denominator)
  }
}

/// A straight piece of a coastline: land is on its left, water on its right.
struct CoastSegment {
  let start: CoastPoint
  let end: CoastPoint

  var isRising: Bool { end.y > start.y }
  var west: Int { min(start.x, end.x) }
  var east: Int { max(start.x, end.x) }
  var south: Int { min(start.y, end.y) }
  var north: Int { max(start.y, end.y) }

  /// Whether it crosses a row, an odd `y`: never in one of its ends.
  func crosses(row y: Int) -> Bool { (start.y < y) != (end.y < y) }

  /// Where it meets the line of this `y`; it may not be level.
  func x(at y: Int) -> CoastFraction {
    let height = end.y - start.y
    return CoastFraction(
      Int128(start.x) * Int128(height) + Int128(end.x - start.x) * Int128(y - start.y), height)
  }

  /// Where it meets the line of this `x`; it may not be upright.
  func y(at x: Int) -> CoastFraction {
    let width = end.x - start.x
    return CoastFraction(Int128(start.y) * Int128(width) + Int128(end.y - start.y) * Int128(x - start.x), width)
  }

  /// On which side of it a point lies: 1 on the left, -1 on the right, 0 on its line.
  func side(of point: CoastPoint) -> Int {
    let turn =
      Int128(end.x - start.x) * Int128(point.y - start.y) - Int128(end.y - start.y) * Int128(point.x - start.x)
    return turn.signum() == 0 ? 0 : turn > 0 ? 1 : -1
  }

  /// Whether the boxes around both have a point in common.
  func isNear(_ other: CoastSegment) -> Bool {
    west <= other.east && other.west <= east && south <= other.north && other.south <= north
  }

  /// Whether they have more in common than an end of both.
  func meets(_ other: CoastSegment) -> Bool {
    guard isNear(other) else { return false }
    let (one, two) = (side(of: other.start), side(of: other.end))
    let (three, four) = (other.side(of: start), other.side(of: end))
    guard one * two <= 0, three * four <= 0 else { return false }
    if one == 0, two == 0 { return overlaps(other) }
    // Where an end lies on the other's inside, or both cross.
    let isShared = start == other.start || start == other.end || end == other.start || end == other.end
    return !isShared
  }

  /// Whether two on one line have more than an end in common.
  private func overlaps(_ other: CoastSegment) -> Bool {
    start.x == end.x ? south < other.north && other.south < north : west < other.east && other.west < east
  }
}

/// A box on the grid, whose sides have odd coordinates.
struct CoastFrame: Hashable {
  var west: Int
  var south: Int
  var east: Int
  var north: Int

  init(west: Int, south: Int, east: Int, north: Int) {
    (self.west, self.south, self.east, self.north) = (west, south, east, north)
  }

  /// The frame within a box: what lies on the side of the box is outside.
  init(_ box: FixedBox) {
    let (low, high) = (CoastPoint(box.southWest), CoastPoint(box.northEast))
    self.init(west: low.x + 1, south: low.y + 1, east: high.x - 1, north: high.y - 1)
  }

  var width: Int { east - west }
  var height: Int { north - south }
  var isSplittable: Bool { width >= 16 && height >= 16 }

  func contains(_ point: CoastPoint) -> Bool {
    west < point.x && point.x < east && south < point.y && point.y < north
  }

  /// Two or four parts that are all of it.
  ///
  /// They meet along sides of tiles, where maps do not draw an outline, as long as some run through the frame.
  var parts: [CoastFrame] {
    let (x, y) = (tileColumn, tileRow)
    guard let x else { return y.map(above) ?? quarters }
    let halves = [
      CoastFrame(west: west, south: south, east: x, north: north),
      CoastFrame(west: x, south: south, east: east, north: north),
    ]
    return y.map { y in halves.flatMap { $0.above(y) } } ?? halves
  }

  private var quarters: [CoastFrame] {
    let (x, y) = ((west + width / 2) | 1, (south + height / 2) | 1)
    return [
      CoastFrame(west: west, south: south, east: x, north: north),
      CoastFrame(west: x, south: south, east: east, north: north),
    ].flatMap { $0.above(y) }
  }

  /// What lies north of a `y`, and what lies south of it.
  private func above(_ y: Int) -> [CoastFrame] {
    [
      CoastFrame(west: west, south: y, east: east, north: north),
      CoastFrame(west: west, south: south, east: east, north: y),
    ]
  }

  /// Tiles around the world, at the zoom with the most tiles.
  private static let tiles = 16384.0

  /// The side of a column of tiles next to the middle; `nil` if none runs through the frame.
  private var tileColumn: Int? {
    let column = (MercatorPoint(middle).x * Self.tiles).rounded()
    let x = Self.units(MercatorPoint(x: column / Self.tiles, y: 0.5).coordinate.longitude)
    return west + 8 < x && x < east - 8 ? x : nil
  }

  /// The side of a row of tiles next to the middle; `nil` if none runs through the frame.
  private var tileRow: Int? {
    let row = (MercatorPoint(middle).y * Self.tiles).rounded()
    let y = Self.units(MercatorPoint(x: 0.5, y: row / Self.tiles).coordinate.latitude)
    return south + 8 < y && y < north - 8 ? y : nil
  }

  private var middle: Coordinate {
    Coordinate(
      clampingLatitude: Double(south + height / 2) / 2e7, wrappingLongitude: Double(west + width / 2) / 2e7)
  }

  private static func units(_ degrees: Double) -> Int { Int((degrees * 2e7).rounded()) | 1 }

  /// The corner at the end of a side, clockwise; side 0 is the north, 1 the east, 2 the south, 3 the west.
  func corner(after side: Int) -> CoastPoint {
    switch side {
    case 0: CoastPoint(x: east, y: north)
    case 1: CoastPoint(x: east, y: south)
    case 2: CoastPoint(x: west, y: south)
    default: CoastPoint(x: west, y: north)
    }
  }

  /// Whether a segment, of which neither end is inside, passes through the inside.
  func isPassed(by segment: CoastSegment) -> Bool {
    guard segment.west < east, segment.east > west, segment.south < north, segment.north > south else { return false }
    let sides = (0..<4).map { segment.side(of: corner(after: $0)) }
    return sides.contains(1) && sides.contains(-1)
  }

  /// Where a segment that has a point inside leaves it; its end is outside.
  func exit(of segment: CoastSegment) -> CoastBorderSpot {
    let (start, end) = (segment.start, segment.end)
    let x = end.x > east ? east : end.x < west ? west : nil
    let y = end.y > north ? north : end.y < south ? south : nil
    let throughSide: Bool
    if let x, let y {
      // The one that it reaches first.
      throughSide =
        CoastFraction(Int128(x - start.x), end.x - start.x) < CoastFraction(Int128(y - start.y), end.y - start.y)
    } else {
      throughSide = x != nil
    }
    if throughSide, let x {
      let offset = segment.y(at: x)
      return x == east ? CoastBorderSpot(side: 1, offset: offset.negated) : CoastBorderSpot(side: 3, offset: offset)
    }
    let offset = segment.x(at: y ?? north)
    return y == south ? CoastBorderSpot(side: 2, offset: offset.negated) : CoastBorderSpot(side: 0, offset: offset)
  }

  /// Cuts a line whose ends are outside into its pieces inside; each begins and ends with a point outside.
  func pieces(of line: [CoastPoint], _ work: CoastWork) throws(SeaDoubt) -> [[CoastPoint]] {
    var result: [[CoastPoint]] = []
    var piece: [CoastPoint] = []
    for (start, end) in zip(line, line.dropFirst()) {
      try work.step()
      switch (contains(start), contains(end)) {
      case (true, true): piece.append(end)
      case (false, true): piece = [start, end]
      case (true, false):
        // A line that began inside is no line of this frame.
        if !piece.isEmpty { result.append(piece + [end]) }
        piece = []
      case (false, false): if isPassed(by: CoastSegment(start: start, end: end)) { result.append([start, end]) }
      }
    }
    return result
  }
}

/// A point on the border of a frame; ordered clockwise from the corner in the north west.
struct CoastBorderSpot: Comparable {
  /// 0 the north, 1 the east, 2 the south, 3 the west.
  let side: Int
  /// The coordinate along the side, growing clockwise.
  let offset: CoastFraction

  static func < (one: CoastBorderSpot, other: CoastBorderSpot) -> Bool {
    one.side != other.side ? one.side < other.side : one.offset < other.offset
  }
}
