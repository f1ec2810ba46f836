/// Cuts rings and lines to a square whose corner is (0, 0), and keeps what is left.
///
/// Where an edge leaves the square does not depend on its direction, so that areas that share an edge still do.
struct GeometryClipper: Sendable {
  /// All that is left, one part after the other.
  private(set) var points: [MapGeometry.Point] = []
  /// Rings, closed without repeating the first point, or rows of at least two points.
  private(set) var parts: [Range<Int32>] = []
  /// Of the square; `nil` if nothing is cut.
  private let side: Int32?
  /// Coordinates beyond which a hostile point is not: differences of two can still be multiplied.
  private static let farthest: Int32 = 1 << 29
  /// A ring between two cuts; kept so that not every ring needs new memory.
  private var one: [MapGeometry.Point] = []
  private var other: [MapGeometry.Point] = []

  /// A square of `side` units, in `1 ... 65,536`, or none.
  init(side: Int32?) { self.side = side }

  /// The box around parts; `nil` without any.
  func box(of parts: Range<Int>) -> MapGeometry.Box? {
    guard !parts.isEmpty else { return nil }
    return box(points, Int(self.parts[parts.lowerBound].lowerBound)..<Int(self.parts[parts.upperBound - 1].upperBound))
  }

  /// Cuts a ring; it may repeat its first point at its end.
  mutating func ring(_ ring: [MapGeometry.Point], _ range: Range<Int>) {
    guard let box = box(ring, range), let edges = Edges(box, side: side) else { return }
    let start = points.count
    if edges.isEmpty {
      for index in range { append(Self.near(ring[index]), since: start) }
    } else {
      cut(ring, range, at: edges)
      for point in one { append(point, since: start) }
    }
    while points.count > start + 1, points[points.count - 1] == points[start] { points.removeLast() }
    finish(from: start, isKept: points.count >= start + 3 && doubleArea(from: start) != 0)
  }

  /// Cuts a line into the pieces that lie in the square.
  mutating func line(_ line: [MapGeometry.Point], _ range: Range<Int>) {
    guard let box = box(line, range), let edges = Edges(box, side: side) else { return }
    var start = points.count
    if edges.isEmpty {
      for index in range { append(Self.near(line[index]), since: start) }
      return finish(from: start, isKept: points.count >= start + 2)
    }
    for index in range.dropLast() {
      let end = Self.near(line[index + 1])
      guard let piece = piece(Self.near(line[index]), end) else { continue }
      if points.count > start, points[points.count - 1] != piece.0 {
        finish(from: start, isKept: points.count >= start + 2)
        start = points.count
      }
      append(piece.0, since: start)
      append(piece.1, since: start)
      guard piece.1 != end else { continue }
      finish(from: start, isKept: points.count >= start + 2)
      start = points.count
    }
    finish(from: start, isKept: points.count >= start + 2)
  }

  /// Points that follow each other differ.
  private mutating func append(_ point: MapGeometry.Point, since start: Int) {
    if points.count == start || points[points.count - 1] != point { points.append(point) }
  }

  private mutating func finish(from start: Int, isKept: Bool) {
    if isKept {
      parts.append(Int32(start)..<Int32(points.count))
    } else {
      points.removeLast(points.count - start)
    }
  }

  private func box(_ points: [MapGeometry.Point], _ range: Range<Int>) -> MapGeometry.Box? {
    guard let first = range.first else { return nil }
    var box = MapGeometry.Box(
      left: points[first].x, top: points[first].y, right: points[first].x, bottom: points[first].y)
    for index in range {
      let point = points[index]
      box.left = min(box.left, point.x)
      box.right = max(box.right, point.x)
      box.top = min(box.top, point.y)
      box.bottom = max(box.bottom, point.y)
    }
    return box
  }

  /// Twice the area of what was taken last, with the sign of its direction (the shoelace formula).
  private func doubleArea(from start: Int) -> Int64 {
    var (sum, last) = (Int64(0), points[points.count - 1])
    for index in start..<points.count {
      let point = points[index]
      // Of a map's far corners the products overflow together; then the sign is lost, and hardly ever the area.
      sum &+= Int64(last.x) * Int64(point.y) &- Int64(point.x) * Int64(last.y)
      last = point
    }
    return sum
  }

  private static func near(_ point: MapGeometry.Point) -> MapGeometry.Point {
    MapGeometry.Point(
      x: max(-farthest, min(farthest, point.x)), y: max(-farthest, min(farthest, point.y)))
  }
}

// MARK: - Cutting at one edge

extension GeometryClipper {
  /// The sides of the square that something crosses.
  private struct Edges: OptionSet {
    let rawValue: Int
    static let left = Edges(rawValue: 1)
    static let right = Edges(rawValue: 2)
    static let top = Edges(rawValue: 4)
    static let bottom = Edges(rawValue: 8)

    init(rawValue: Int) { self.rawValue = rawValue }

    /// Those that a box crosses; `nil` if the box lies beyond one of them.
    init?(_ box: MapGeometry.Box, side: Int32?) {
      self = []
      guard let side else { return }
      guard box.right >= 0, box.left <= side, box.bottom >= 0, box.top <= side else { return nil }
      if box.left < 0 { insert(.left) }
      if box.right > side { insert(.right) }
      if box.top < 0 { insert(.top) }
      if box.bottom > side { insert(.bottom) }
    }
  }

  /// Cuts a ring at one edge after the other (Sutherland and Hodgman); what is left is in `one`.
  private mutating func cut(_ ring: [MapGeometry.Point], _ range: Range<Int>, at edges: Edges) {
    one.removeAll(keepingCapacity: true)
    for index in range { one.append(Self.near(ring[index])) }
    guard let side else { return }
    if edges.contains(.left) { cut(alongX: true, at: 0, keepsGreater: true) }
    if edges.contains(.right) { cut(alongX: true, at: side, keepsGreater: false) }
    if edges.contains(.top) { cut(alongX: false, at: 0, keepsGreater: true) }
    if edges.contains(.bottom) { cut(alongX: false, at: side, keepsGreater: false) }
  }

  private mutating func cut(alongX: Bool, at bound: Int32, keepsGreater: Bool) {
    other.removeAll(keepingCapacity: true)
    guard var last = one.last else { return }
    var wasInside = Self.isInside(alongX ? last.x : last.y, bound, keepsGreater)
    for point in one {
      let isInside = Self.isInside(alongX ? point.x : point.y, bound, keepsGreater)
      if isInside != wasInside { other.append(Self.crossing(last, point, alongX: alongX, at: bound)) }
      if isInside { other.append(point) }
      (last, wasInside) = (point, isInside)
    }
    swap(&one, &other)
  }

  private static func isInside(_ value: Int32, _ bound: Int32, _ keepsGreater: Bool) -> Bool {
    keepsGreater ? value >= bound : value <= bound
  }

  /// The part of a stretch that lies in the square; `nil` if none does.
  ///
  /// Both ends are cut at one edge after the other, as rings are, so that rounding is the same for both directions.
  private func piece(_ start: MapGeometry.Point, _ end: MapGeometry.Point) -> (MapGeometry.Point, MapGeometry.Point)? {
    guard let side else { return (start, end) }
    var piece = (start, end)
    // Left, right, top, bottom.
    for edge in 0..<4 {
      let (alongX, keepsGreater) = (edge < 2, edge % 2 == 0)
      let bound = keepsGreater ? 0 : side
      let isFirst = Self.isInside(alongX ? piece.0.x : piece.0.y, bound, keepsGreater)
      let isSecond = Self.isInside(alongX ? piece.1.x : piece.1.y, bound, keepsGreater)
      if isFirst, isSecond { continue }
      guard isFirst || isSecond else { return nil }
      let crossing = Self.crossing(piece.0, piece.1, alongX: alongX, at: bound)
      if isFirst { piece.1 = crossing } else { piece.0 = crossing }
    }
    return piece
  }

  /// Where a stretch crosses a line, to the nearest unit; the same for both directions.
  private static func crossing(
    _ one: MapGeometry.Point, _ other: MapGeometry.Point, alongX: Bool, at bound: Int32
  ) -> MapGeometry.Point {
    let isOrdered = alongX ? one.x < other.x : one.y < other.y
    let (low, high) = isOrdered ? (one, other) : (other, one)
    let (along, across) = alongX ? (low.x, low.y) : (low.y, low.x)
    let (length, rise) = alongX ? (high.x - low.x, high.y - low.y) : (high.y - low.y, high.x - low.x)
    // Halves are rounded up: twice the quotient plus a half, and down.
    let (double, divisor) = (2 * Int64(bound - along) * Int64(rise) + Int64(length), 2 * Int64(length))
    let quotient = double / divisor - (double % divisor < 0 ? 1 : 0)
    let place = across + Int32(quotient)
    return alongX ? MapGeometry.Point(x: bound, y: place) : MapGeometry.Point(x: place, y: bound)
  }
}
