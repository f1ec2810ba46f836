internal import Geodesy

/// A circle or an area with holes on a flat map, in metres.
struct FlatArea {
  typealias Point = TangentPlane.Point

  /// Corners of an area up to which its edges are compared with each other.
  static let cornerLimit = 2000

  /// A circle's middle is a ring of one point.
  let rings: [[Point]]
  /// Metres around the rings that belong to it: 0 but for a circle.
  let radius: Double

  init(centre: Point, radius: Double) { (rings, self.radius) = ([[centre]], radius) }

  init(rings: [[Point]]) { (self.rings, radius) = (rings, 0) }

  // MARK: - Asking

  /// Whether the point lies inside the rings, holes left out.
  func contains(_ point: Point) -> Bool {
    rings.count { Self.surrounds($0, point) } % 2 == 1
  }

  /// Metres between the areas; 0 where they meet.
  func distance(to other: FlatArea) -> Double {
    if rings.first.flatMap(\.first).map(other.contains) == true
      || other.rings.first.flatMap(\.first).map(contains) == true
    {
      return 0
    }
    var nearest = Double.infinity
    for mine in rings.flatMap(Self.edges) {
      for theirs in other.rings.flatMap(Self.edges) { nearest = min(nearest, Self.distance(mine, theirs)) }
    }
    return max(0, nearest - radius - other.radius)
  }

  /// Metres from the point to the nearest edge, negative outside.
  func depth(of point: Point) -> Double {
    let edge = rings.flatMap(Self.edges).map { Self.distance(point, $0) }.min() ?? 0
    return contains(point) ? edge : -edge
  }

  /// Whether a ring crosses itself or another one.
  var isTangled: Bool {
    let edges = rings.flatMap(Self.edges)
    guard edges.count <= Self.cornerLimit else { return false }
    for (index, one) in edges.enumerated() {
      for other in edges[(index + 1)...] where Self.cross(one, other) { return true }
    }
    return false
  }

  /// Square metres inside the outline.
  var size: Double {
    guard let ring = rings.first else { return 0 }
    return abs(Self.edges(ring).reduce(0) { $0 + $1.0.east * $1.1.north - $1.1.east * $1.0.north }) / 2
  }

  /// The radius in metres of the largest circle inside, to 10 cm or a hundredth (the search of polylabel, Agafonkin,
  /// 2016).
  var inscribedRadius: Double {
    let points = rings.joined()
    guard let west = points.map(\.east).min(), let east = points.map(\.east).max(),
      let south = points.map(\.north).min(), let north = points.map(\.north).max(), east > west, north > south
    else { return 0 }
    let half = max(min(east - west, north - south), max(east - west, north - south) / 64) / 2
    var cells: [(middle: Point, half: Double)] = []
    for x in stride(from: west, through: east, by: 2 * half) {
      for y in stride(from: south, through: north, by: 2 * half) {
        cells.append((Point(east: x + half, north: y + half), half))
      }
    }
    return refined(cells)
  }

  private func refined(_ start: [(middle: Point, half: Double)]) -> Double {
    // Level by level: a good circle is known early, and most cells are not looked into.
    var (cells, best, next) = (start, 0.0, 0)
    let most = 2_000_000 / max(100, rings.reduce(0) { $0 + $1.count })
    while next < min(cells.count, most) {
      let cell = cells[next]
      next += 1
      let depth = depth(of: cell.middle)
      best = max(best, depth)
      guard depth + cell.half * 2.0.squareRoot() > best + max(0.1, best / 100) else { continue }
      let half = cell.half / 2
      for (x, y) in [(-1.0, -1.0), (1, -1), (-1, 1), (1, 1)] {
        cells.append((Point(east: cell.middle.east + x * half, north: cell.middle.north + y * half), half))
      }
    }
    return best
  }

  // MARK: - Points and edges

  private typealias Edge = (Point, Point)

  private static func edges(_ ring: [Point]) -> [Edge] { Array(zip(ring, ring.dropFirst() + ring.prefix(1))) }

  private static func surrounds(_ ring: [Point], _ point: Point) -> Bool {
    edges(ring).count { EvenOdd.crosses(eastOf: point, from: $0, to: $1) } % 2 == 1
  }

  /// Twice the area of a triangle; positive when its corners run counter-clockwise.
  private static func turn(_ a: Point, _ b: Point, _ c: Point) -> Double {
    (b.east - a.east) * (c.north - a.north) - (b.north - a.north) * (c.east - a.east)
  }

  /// Whether two edges cross in a point that is no end of theirs.
  private static func cross(_ one: Edge, _ other: Edge) -> Bool {
    turn(one.0, one.1, other.0) * turn(one.0, one.1, other.1) < 0
      && turn(other.0, other.1, one.0) * turn(other.0, other.1, one.1) < 0
  }

  private static func distance(_ point: Point, _ edge: Edge) -> Double {
    let (dx, dy) = (edge.1.east - edge.0.east, edge.1.north - edge.0.north)
    let (px, py) = (point.east - edge.0.east, point.north - edge.0.north)
    let length = dx * dx + dy * dy
    let part = length > 0 ? min(1, max(0, (px * dx + py * dy) / length)) : 0
    return ((px - part * dx) * (px - part * dx) + (py - part * dy) * (py - part * dy)).squareRoot()
  }

  private static func distance(_ one: Edge, _ other: Edge) -> Double {
    if cross(one, other) { return 0 }
    return min(
      distance(one.0, other), distance(one.1, other), distance(other.0, one), distance(other.1, one))
  }
}
