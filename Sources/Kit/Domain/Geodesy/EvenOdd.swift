/// The even-odd rule for areas on a plane: a point is inside if a ray from it crosses the border an odd number of
/// times.
package enum EvenOdd {
  /// The x at which the horizontal line at `y` crosses an edge; `nil` if the edge lies on one side of it.
  ///
  /// An edge contains its lower end and not its upper one, so that a corner counts once and a level edge never.
  @inlinable
  package static func crossing(
    _ y: Double, from: (x: Double, y: Double), to: (x: Double, y: Double)
  ) -> Double? {
    guard (from.y > y) != (to.y > y) else { return nil }
    return from.x + (y - from.y) / (to.y - from.y) * (to.x - from.x)
  }

  /// Whether a ray to the east from a point crosses an edge.
  @inlinable
  package static func crosses(eastOf point: TangentPlane.Point, from: TangentPlane.Point, to: TangentPlane.Point)
    -> Bool
  {
    crossing(point.north, from: (from.east, from.north), to: (to.east, to.north)).map { point.east < $0 } ?? false
  }

  /// The stretches of a line that lie inside, given all its crossings with the border in any order.
  package static func stretches(_ crossings: [Double]) -> [(start: Double, end: Double)] {
    let sorted = crossings.sorted()
    return stride(from: 0, to: sorted.count - 1, by: 2).map { (sorted[$0], sorted[$0 + 1]) }
  }

  /// The longest of the stretches that lie inside, the first of equals; `nil` without any.
  package static func longestStretch(_ crossings: [Double]) -> (start: Double, end: Double)? {
    stretches(crossings).max { $0.end - $0.start < $1.end - $1.start }
  }
}
