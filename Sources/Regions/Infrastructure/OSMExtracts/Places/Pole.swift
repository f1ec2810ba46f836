internal import Geodesy
internal import Glibc

/// The pole of inaccessibility: the point inside an area that is farthest from its edges.
///
/// Looks into squares, the most promising first, and into their quarters, until none can hold a point that is better by
/// a fiftieth of the area's smaller side (Agafonkin's polylabel, 2016).
struct Pole {
  private struct Cell {
    let centre: LocalPlane.Point
    let half: Double
    let clearance: Double

    init(_ x: Double, _ y: Double, _ half: Double, _ edges: Edges) {
      centre = .init(x: x, y: y)
      self.half = half
      clearance = edges.clearance(centre)
    }

    /// No point of the cell has a larger clearance.
    var best: Double { clearance + half * 2.0.squareRoot() }
  }

  /// Edges that are looked at in all, so that no area takes longer than a tenth of a second.
  private static let work = 20_000_000

  /// Finds the pole of an area, the point farthest from all edges; `nil` if the area has no inside.
  static func find(_ edges: Edges) -> LocalPlane.Point? {
    guard let box = edges.box, box.width > 0, box.height > 0, !edges.edges.isEmpty else { return nil }
    guard edges.edges.count <= OSMLimits.poleEdges else { return edges.middleOfWidest() }
    let size = min(box.width, box.height)
    var cells: [Cell] = []
    var best = Cell(box.middle.x, box.middle.y, 0, edges)
    if let middle = edges.middleOfWidest() {
      let cell = Cell(middle.x, middle.y, 0, edges)
      if cell.clearance > best.clearance { best = cell }
    }
    var left = max(40, min(2000, work / edges.edges.count))
    for cell in cover(box, size, edges) { push(cell, &cells, &best) }
    while let cell = pop(&cells), cell.best > best.clearance + size / 50, left > 0 {
      left -= 4
      let half = cell.half / 2
      for (x, y) in [(-half, -half), (half, -half), (-half, half), (half, half)] {
        push(Cell(cell.centre.x + x, cell.centre.y + y, half, edges), &cells, &best)
      }
    }
    return best.clearance > 0 ? best.centre : edges.middleOfWidest()
  }

  /// Squares that cover the box; at most 32 of them, however long and thin it is.
  private static func cover(_ box: PlaneBox, _ size: Double, _ edges: Edges) -> [Cell] {
    let side = max(size, max(box.width, box.height) / 32)
    let half = side / 2
    return stride(from: box.low.x, to: box.high.x, by: side).flatMap { x in
      stride(from: box.low.y, to: box.high.y, by: side).map { Cell(x + half, $0 + half, half, edges) }
    }
  }

  private static func push(_ cell: Cell, _ heap: inout [Cell], _ best: inout Cell) {
    if cell.clearance > best.clearance { best = cell }
    guard cell.best > best.clearance else { return }
    heap.append(cell)
    var child = heap.count - 1
    while child > 0, heap[(child - 1) / 2].best < heap[child].best {
      heap.swapAt(child, (child - 1) / 2)
      child = (child - 1) / 2
    }
  }

  private static func pop(_ heap: inout [Cell]) -> Cell? {
    guard let top = heap.first, let last = heap.popLast() else { return nil }
    guard !heap.isEmpty else { return top }
    heap[0] = last
    var parent = 0
    while true {
      let (left, right) = (2 * parent + 1, 2 * parent + 2)
      var largest = parent
      if left < heap.count, heap[left].best > heap[largest].best { largest = left }
      if right < heap.count, heap[right].best > heap[largest].best { largest = right }
      if largest == parent { return top }
      heap.swapAt(parent, largest)
      parent = largest
    }
  }
}

/// The edges of an area, in any order and direction: what a line from far away crosses an odd number of times to is inside.
///
/// So holes, several outer rings and shared borders need no care, and no rings have to be put together.
struct Edges {
  struct Edge {
    let from: LocalPlane.Point
    let to: LocalPlane.Point
  }

  /// The tenth of a millimetre in degrees: what is narrower is a line with rounding errors.
  private static let least = 1e-9

  private(set) var edges: [Edge] = []
  private(set) var box: PlaneBox?

  /// Appends the edges between points in a row.
  mutating func append(_ points: [LocalPlane.Point]) {
    guard var last = points.first else { return }
    if box == nil { box = PlaneBox(last) }
    box?.take(last)
    for point in points.dropFirst() {
      box?.take(point)
      if point != last { edges.append(Edge(from: last, to: point)) }
      last = point
    }
  }

  /// Calls `visit` with each x at which the horizontal line through `y` crosses an edge, in no order.
  private func crossings(_ y: Double, _ visit: (Double) -> Void) {
    for edge in edges {
      if let x = EvenOdd.crossing(y, from: (edge.from.x, edge.from.y), to: (edge.to.x, edge.to.y)) { visit(x) }
    }
  }

  /// Whether a point lies inside.
  func contain(_ point: LocalPlane.Point) -> Bool {
    var isInside = false
    crossings(point.y) { if $0 > point.x { isInside.toggle() } }
    return isInside
  }

  /// Returns the distance of a point from the nearest edge; negative outside of the area.
  func clearance(_ point: LocalPlane.Point) -> Double {
    var isInside = false
    var least = Double.infinity
    for edge in edges {
      let (a, b) = (edge.from, edge.to)
      if let x = EvenOdd.crossing(point.y, from: (a.x, a.y), to: (b.x, b.y)), point.x < x { isInside.toggle() }
      let (dx, dy) = (b.x - a.x, b.y - a.y)
      let along = ((point.x - a.x) * dx + (point.y - a.y) * dy) / (dx * dx + dy * dy)
      let share = min(max(along, 0), 1)
      let (ox, oy) = (point.x - a.x - share * dx, point.y - a.y - share * dy)
      least = min(least, ox * ox + oy * oy)
    }
    return isInside ? least.squareRoot() : -least.squareRoot()
  }

  /// The middle of the widest part inside of the horizontal line through the middle of the box, or one beside it.
  func middleOfWidest() -> LocalPlane.Point? {
    guard let box else { return nil }
    for share in [0.5, 0.37, 0.63, 0.21, 0.79, 0.07, 0.93] {
      let y = box.low.y + share * box.height
      var places: [Double] = []
      crossings(y) { places.append($0) }
      if let widest = EvenOdd.longestStretch(places), widest.end - widest.start > Self.least {
        return .init(x: (widest.start + widest.end) / 2, y: y)
      }
    }
    return nil
  }
}

/// A flat map around one place: degrees of latitude up, and as long ones to the right.
///
/// True to shape for anything that is a place of a hunt; for a country it still puts what is inside inside. Longitudes
/// are counted from the origin, so that the antimeridian is nothing special.
struct LocalPlane {
  private let longitude: Double
  private let shrink: Double

  /// A point of the plane, in degrees of latitude.
  struct Point: Hashable {
    var x: Double
    var y: Double
  }

  /// Creates the plane whose origin has the longitude of `origin`, and lengths as at its latitude.
  init(around origin: FixedPlace) {
    longitude = Double(origin.longitude) / 1e7
    // Not quite 0 at the poles, where all longitudes meet.
    shrink = max(cos(Double(origin.latitude) / 1e7 * .pi / 180), 1e-6)
  }

  /// The point of a place.
  func point(_ place: FixedPlace) -> Point {
    var east = Double(place.longitude) / 1e7 - longitude
    if east > 180 { east -= 360 } else if east < -180 { east += 360 }
    return Point(x: east * shrink, y: Double(place.latitude) / 1e7)
  }

  /// The place of a point, in degrees.
  func place(_ point: Point) -> (latitude: Double, longitude: Double) {
    var degrees = longitude + point.x / shrink
    if degrees > 180 { degrees -= 360 } else if degrees < -180 { degrees += 360 }
    return (min(max(point.y, -90), 90), min(max(degrees, -180), 180))
  }
}

/// The box around points of a plane.
struct PlaneBox {
  private(set) var low: LocalPlane.Point
  private(set) var high: LocalPlane.Point

  /// Creates the box around one point.
  init(_ point: LocalPlane.Point) { (low, high) = (point, point) }

  /// Takes a point in.
  mutating func take(_ point: LocalPlane.Point) {
    low = .init(x: min(low.x, point.x), y: min(low.y, point.y))
    high = .init(x: max(high.x, point.x), y: max(high.y, point.y))
  }

  var middle: LocalPlane.Point { .init(x: (low.x + high.x) / 2, y: (low.y + high.y) / 2) }
  var width: Double { high.x - low.x }
  var height: Double { high.y - low.y }
}
