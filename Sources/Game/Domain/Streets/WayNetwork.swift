package import Geodesy
package import Places

/// Ways that are joined where they meet, and the barriers between them.
///
/// Flat arrays: a network of a million vertices takes about a hundred megabytes, and is built once.
///
/// ```swift
/// let network = WayNetwork(plan, around: hunt.treasures[0].place.position)
/// let route = network?.route(from: here, to: there)
/// ```
package struct WayNetwork: Sendable {
  /// Metres from its origin in which a network lies, to the east, west, north and south; what lies farther is left out.
  package static let reach = 100_000.0
  /// Points that ways and barriers each may have; ways that do not fit are left out.
  package static let mostPoints = 4_000_000

  let plane: TangentPlane
  /// Where the vertices are, by their numbers.
  package let places: [Coordinate]
  /// Where the vertices are on the plane.
  package let points: [TangentPlane.Point]
  /// Each edge's two ends, its kind, and what it costs to walk it there and back.
  package let edges: [Edge]
  /// Where each vertex's part of ``links`` begins, and where the last one's ends.
  let firstLinks: [UInt32]
  /// The edges that leave each vertex.
  let links: [Link]
  /// Which of its parts that are joined to each other each vertex belongs to.
  package let components: [UInt32]
  /// The part with the most vertices.
  package let largestComponent: UInt32
  let edgeTree: BoxTree
  let barriers: BarrierField

  /// A straight line between two vertices.
  package struct Edge: Sendable {
    /// Numbers of the vertices at its ends.
    package let start: UInt32
    /// The vertex at the other end.
    package let end: UInt32
    /// What the way is.
    package let kind: Way.Kind
    /// Seconds of a person from start to end, and back.
    package let forth: Float
    /// Seconds of a person from end to start.
    package let back: Float
  }

  /// An edge as it leaves one vertex.
  package struct Link: Sendable {
    private let bits: UInt32

    init(edge: Int, isBack: Bool) { bits = UInt32(edge) << 1 | (isBack ? 1 : 0) }

    /// The number of the edge.
    package var edge: Int { Int(bits >> 1) }
    /// Whether it is walked from its end to its start.
    package var isBack: Bool { bits & 1 == 1 }
  }

  /// Joins the ways of a plan, as far as people walk on them.
  ///
  /// - Parameter origin: where the network is exact, and around which it lies; without one, the middle of the ways.
  /// `nil` if there is no way to walk on and no barrier.
  package init?(_ plan: StreetPlan, around origin: Coordinate? = nil) {
    let places = plan.ways.lazy.flatMap(\.points)
    guard
      let origin = origin ?? BoundingBox(around: places)?.centre
        ?? BoundingBox(around: plan.barriers.lazy.flatMap { $0.rings.joined() })?.centre
    else { return nil }
    plane = TangentPlane(at: origin)
    barriers = BarrierField(plan.barriers, on: plane, reach: Self.reach)
    var joiner = WayJoiner(on: plane)
    for way in plan.ways { joiner.take(way) }
    joiner.stitch()
    (self.places, points) = (joiner.places, joiner.points)
    edges = joiner.weighed()
    (firstLinks, links) = Self.links(of: edges, vertices: points.count)
    edgeTree = BoxTree(edges.map { [points] in PlaneBox(around: Self.segment($0, points)) })
    (components, largestComponent) = Self.components(of: edges, vertices: points.count)
  }

  private static func links(of edges: [Edge], vertices: Int) -> ([UInt32], [Link]) {
    var firsts = [UInt32](repeating: 0, count: vertices + 1)
    for edge in edges {
      firsts[Int(edge.start) + 1] += 1
      firsts[Int(edge.end) + 1] += 1
    }
    for vertex in 0..<vertices { firsts[vertex + 1] += firsts[vertex] }
    var next = firsts
    var links = [Link](repeating: Link(edge: 0, isBack: false), count: 2 * edges.count)
    for (number, edge) in edges.enumerated() {
      links[Int(next[Int(edge.start)])] = Link(edge: number, isBack: false)
      links[Int(next[Int(edge.end)])] = Link(edge: number, isBack: true)
      next[Int(edge.start)] += 1
      next[Int(edge.end)] += 1
    }
    return (firsts, links)
  }

  /// By joining the smaller number of each edge's ends (Galler and Fischer, 1964).
  private static func components(of edges: [Edge], vertices: Int) -> ([UInt32], UInt32) {
    var parents = (0..<UInt32(vertices)).map { $0 }
    func root(_ vertex: UInt32) -> UInt32 {
      var vertex = vertex
      while parents[Int(vertex)] != vertex {
        parents[Int(vertex)] = parents[Int(parents[Int(vertex)])]
        vertex = parents[Int(vertex)]
      }
      return vertex
    }
    for edge in edges {
      let (one, other) = (root(edge.start), root(edge.end))
      parents[Int(max(one, other))] = min(one, other)
    }
    let components = (0..<UInt32(vertices)).map { root($0) }
    var sizes = [UInt32](repeating: 0, count: vertices)
    for component in components { sizes[Int(component)] += 1 }
    let largest = sizes.indices.max { (sizes[$0], -$0) < (sizes[$1], -$1) } ?? 0
    return (components, UInt32(largest))
  }

  static func segment(_ edge: Edge, _ points: [TangentPlane.Point]) -> PlaneSegment {
    PlaneSegment(start: points[Int(edge.start)], end: points[Int(edge.end)])
  }

  /// An edge as a line on the plane.
  package func segment(_ edge: Int) -> PlaneSegment { Self.segment(edges[edge], points) }

  /// The edges that leave a vertex.
  package func links(of vertex: UInt32) -> ArraySlice<Link> {
    links[Int(firstLinks[Int(vertex)])..<Int(firstLinks[Int(vertex) + 1])]
  }

  /// The vertex to which a link leads.
  func target(of link: Link) -> UInt32 { link.isBack ? edges[link.edge].start : edges[link.edge].end }

  /// The seconds that a walker takes along a link.
  func cost(of link: Link) -> Double { Double(link.isBack ? edges[link.edge].back : edges[link.edge].forth) }
}
