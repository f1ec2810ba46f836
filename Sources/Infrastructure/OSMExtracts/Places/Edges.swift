internal import Geodesy

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

  /// Where the horizontal line through `y` crosses the edges, in no order.
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

  /// How far a point is from the nearest edge; negative outside.
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
