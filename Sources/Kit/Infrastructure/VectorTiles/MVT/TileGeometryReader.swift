/// Reads geometries, commands and steps from point to point, into flat arrays of points and parts.
///
/// Version 2 of the format says which commands make which feature, and is held to it. Version 1 does not: there points
/// may come one by one, and a line may be closed.
struct TileGeometryReader {
  private let bytes: UnsafeBufferPointer<UInt8>
  private let isStrict: Bool
  private(set) var parts: [VectorTilePart] = []
  private(set) var points: [VectorTilePoint] = []

  private var position = 0
  private var end = 0
  /// Where the pen is; wider than a point, so that leaving its range shows.
  private var x = 0
  private var y = 0
  /// Twice the area that was gone around, for a ring; wrong for one that is larger than any map, which does no harm.
  private var area = 0
  /// Which way the feature's outer rings turn; 0 as long as that is not known.
  private var turn = 0
  /// Whether a step of the feature led nowhere.
  private var hasRepeats = false
  /// How many points may be there in the end.
  private var limit = 0

  /// Reads geometries in `bytes`.
  init(_ bytes: UnsafeBufferPointer<UInt8>, version: Int) {
    self.bytes = bytes
    isStrict = version >= 2
  }

  /// Reserves memory for what `bytes` bytes of features usually hold, at least a third of what they can hold.
  mutating func reserve(features: Int, bytes: Int) {
    parts.reserveCapacity(features)
    points.reserveCapacity(min(bytes / 5, VectorTileLimits.points))
  }

  /// Reads one geometry to its end; returns whether a point was left out because it repeats the one before, against
  /// the rules of version 2.
  ///
  /// - Parameter limit: How many points may be added.
  /// Throws: where it is wrong; then nothing is added.
  mutating func read(_ range: Range<Int>, _ kind: VectorTileKind, limit: Int) throws(TileGeometryFault) -> Bool {
    precondition(range.lowerBound >= 0 && range.upperBound <= bytes.count)
    let before = (points: points.count, parts: parts.count)
    (position, end) = (range.lowerBound, range.upperBound)
    (x, y, turn, hasRepeats) = (0, 0, 0, false)
    self.limit = points.count + limit
    do throws(TileGeometryFault) {
      switch kind {
      case .unknown: return false
      case .point: try readPoints()
      case .line: try readLines()
      case .area: try readRings()
      }
    } catch {
      points.removeSubrange(before.points...)
      parts.removeSubrange(before.parts...)
      throw error
    }
    return hasRepeats && isStrict
  }

  private mutating func readPoints() throws(TileGeometryFault) {
    let first = points.count
    guard position < end else { throw .empty }
    repeat {
      let count = try command(.moveTo)
      guard count > 0 else { throw .badCount }
      try add(count, keepingRepeats: true)
      if isStrict, position < end { throw .badCommand }
    } while position < end
    addPart(from: first, isOuter: false)
  }

  private mutating func readLines() throws(TileGeometryFault) {
    let before = parts.count
    guard position < end else { throw .empty }
    while position < end {
      let first = points.count
      try begin()
      guard try command(.lineTo) > 0 else { throw .badCount }
      try add(lastCount, keepingRepeats: false)
      if !isStrict, position < end, bytes[position] & 7 == Command.closePath.rawValue {
        _ = try command(.closePath)
        if points[first] != points[points.count - 1] { points.append(points[first]) }
      }
      // A line that stays where it is cannot be seen; those beside it can.
      if points.count - first < 2 { points.removeLast() } else { addPart(from: first, isOuter: false) }
    }
    if parts.count == before { throw .noLength }
  }

  private mutating func readRings() throws(TileGeometryFault) {
    guard position < end else { throw .empty }
    while position < end {
      let first = points.count
      area = 0
      try begin()
      guard try command(.lineTo) >= (isStrict ? 2 : 1) else { throw .badCount }
      try add(lastCount, keepingRepeats: false)
      let closes = try command(.closePath)
      guard closes == 1 || !isStrict && closes > 0 else { throw .badCount }
      close(from: first)
      guard points.count - first >= 3 else { throw .fewPoints }
      addPart(from: first, isOuter: isOuter())
    }
  }

  /// Drops the first point where it comes again as the last, and adds the edge between them to the area.
  private mutating func close(from first: Int) {
    let start = points[first]
    area &+= x &* Int(start.y) &- y &* Int(start.x)
    while points.count - first > 1, points[points.count - 1] == start { points.removeLast() }
  }

  /// Whether the ring that was read last is a border to the outside: it turns as the first one does.
  private mutating func isOuter() -> Bool {
    guard turn != 0 else {
      turn = area.signum()
      return true
    }
    return area.signum() == turn
  }

  private mutating func addPart(from first: Int, isOuter: Bool) {
    parts.append(
      VectorTilePart(firstPoint: UInt32(first), endPoint: UInt32(points.count), isOuter: isOuter))
  }

  // MARK: Commands and steps

  private enum Command: UInt8 { case moveTo = 1, lineTo = 2, closePath = 7 }
  private var lastCount = 0

  /// The count of the next command, which has to be the wanted one.
  private mutating func command(_ wanted: Command) throws(TileGeometryFault) -> Int {
    let number = try number()
    guard UInt8(number & 7) == wanted.rawValue else { throw .badCommand }
    lastCount = number >> 3
    return lastCount
  }

  /// Sets down the pen for a line or a ring.
  private mutating func begin() throws(TileGeometryFault) {
    guard try command(.moveTo) == 1 else { throw .badCount }
    try add(1, keepingRepeats: true)
    area = 0
  }

  /// Reads `count` steps, and adds a point after each.
  private mutating func add(_ count: Int, keepingRepeats: Bool) throws(TileGeometryFault) {
    // Each step has at least two bytes, so no count makes more points than the file has bytes.
    guard count <= (end - position) / 2 else { throw .cut }
    guard points.count + count <= limit else { throw .tooMany }
    // Locals, because this loop is where most of a tile's time goes.
    var (x, y, area) = (x, y, area)
    for _ in 0..<count {
      let east = try step()
      let south = try step()
      if east | south == 0, !keepingRepeats {
        hasRepeats = true
        continue
      }
      area &+= x &* south &- y &* east
      x += east
      y += south
      guard let column = Int32(exactly: x), let row = Int32(exactly: y) else { throw .outOfReach }
      points.append(VectorTilePoint(x: column, y: row))
    }
    (self.x, self.y, self.area) = (x, y, area)
  }

  /// A step along one axis: the sign is the lowest bit.
  @inline(__always) private mutating func step() throws(TileGeometryFault) -> Int {
    let number = try number()
    return (number >> 1) ^ -(number & 1)
  }

  /// A number of up to 32 bits.
  @inline(__always) private mutating func number() throws(TileGeometryFault) -> Int {
    guard position < end else { throw .cut }
    let first = Int(bytes[position])
    position += 1
    return first < 0x80 ? first : try number(after: first)
  }

  private mutating func number(after first: Int) throws(TileGeometryFault) -> Int {
    var value = first & 0x7F
    var shift = 7
    while position < end {
      let byte = Int(bytes[position])
      position += 1
      value |= (byte & 0x7F) &<< shift
      if byte < 0x80 {
        guard value <= Int(UInt32.max) else { throw .badNumber }
        return value
      }
      shift += 7
      guard shift < 35 else { throw .badNumber }
    }
    throw .cut
  }
}

/// What can be wrong with the geometry of one feature.
enum TileGeometryFault: Error, CustomStringConvertible {
  case empty, cut, badNumber, badCommand, badCount, outOfReach, noLength, fewPoints, tooMany

  var description: String {
    switch self {
    case .empty: "a geometry without a point"
    case .cut: "a geometry ends too early"
    case .badNumber: "a geometry has a number longer than 32 bits"
    case .badCommand: "a geometry has a command where it may not be"
    case .badCount: "a geometry has a command with a wrong count"
    case .outOfReach: "a geometry leaves the range of 32 bits"
    case .noLength: "a line of no length"
    case .fewPoints: "a ring of fewer than three points"
    case .tooMany: "a geometry of too many points"
    }
  }
}
