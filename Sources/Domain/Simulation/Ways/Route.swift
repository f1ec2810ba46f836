package import Geodesy

/// A way to walk from one place to another.
package struct Route: Hashable, Sendable {
  /// From the start to the goal, which are the first and the last; one walks straight between two of them.
  package let points: [Coordinate]
  /// Metres along all points.
  package let length: Double
  /// How fast people walk from each point to the next, where 1 is their pace on level ground.
  package let paces: [Double]
  /// Which vertex of the network each point is, or ``noVertex``.
  let vertices: [UInt32]

  /// The number for a point that is not a vertex.
  static let noVertex = UInt32.max

  /// A route through points, all of it on level ground and on no network; its length is measured along geodesics.
  package init(_ points: [Coordinate]) {
    self.init(
      points, paces: Array(repeating: 1, count: max(0, points.count - 1)),
      vertices: Array(repeating: Self.noVertex, count: points.count))
  }

  init(_ points: [Coordinate], paces: [Double], vertices: [UInt32]) {
    self.points = points
    self.paces = paces
    self.vertices = vertices
    length = zip(points, points.dropFirst()).reduce(0) { $0 + $1.0.distance(to: $1.1) }
  }
}
