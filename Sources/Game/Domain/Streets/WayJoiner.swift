internal import Geodesy
internal import Places

/// Joins ways where they share points, and where the border of a tile has cut one in two.
struct WayJoiner {
  /// Metres between two ends that belong together: two roundings to the units of a tile of zoom 14, which are 60 cm.
  private static let tolerance = 1.2
  /// Edges that are looked at for one loose end: no street has as many within a metre.
  private static let mostNeighbours = 100

  private let plane: TangentPlane
  private(set) var places: [Coordinate] = []
  private(set) var points: [TangentPlane.Point] = []
  /// Metres above sea level for each vertex; NaN if unknown, empty if no altitude is known.
  private var altitudes: [Float] = []
  private var edges: [Draft] = []
  /// The vertex at each place.
  private var vertices: [UInt64: UInt32] = [:]
  /// Points of ways so far.
  private var count = 0

  private struct Draft {
    var start: UInt32
    var end: UInt32
    var kind: Way.Kind

    /// A key of the two ends that is equal for both directions.
    var ends: UInt64 { UInt64(min(start, end)) << 32 | UInt64(max(start, end)) }
  }

  init(on plane: TangentPlane) { self.plane = plane }

  /// Takes a way; what lies out of reach is cut out of it.
  mutating func take(_ way: Way) {
    guard way.kind != .motorway, count + way.points.count <= WayNetwork.mostPoints else { return }
    count += way.points.count
    var last: UInt32?
    for (index, place) in way.points.enumerated() {
      let vertex = vertex(at: place, altitude: way.altitudes?[index])
      if let last, let vertex, last != vertex { edges.append(Draft(start: last, end: vertex, kind: way.kind)) }
      last = vertex
    }
  }

  private mutating func vertex(at place: Coordinate, altitude: Double?) -> UInt32? {
    let key = place.centimetres
    if let known = vertices[key] {
      note(altitude, of: known)
      return known
    }
    guard let point = plane.point(of: place), abs(point.east) <= WayNetwork.reach,
      abs(point.north) <= WayNetwork.reach
    else { return nil }
    let vertex = UInt32(places.count)
    places.append(place)
    points.append(point)
    if !altitudes.isEmpty { altitudes.append(.nan) }
    note(altitude, of: vertex)
    vertices[key] = vertex
    return vertex
  }

  private mutating func note(_ altitude: Double?, of vertex: UInt32) {
    guard let altitude, abs(altitude) <= 20_000 else { return }
    if altitudes.isEmpty { altitudes = [Float](repeating: .nan, count: places.count) }
    if altitudes[Int(vertex)].isNaN { altitudes[Int(vertex)] = Float(altitude) }
  }

  /// The edges with their costs; of edges with the same ends only the first is kept.
  func weighed() -> [WayNetwork.Edge] {
    var seen = Set<UInt64>(minimumCapacity: edges.count)
    return edges.compactMap { edge in
      guard edge.start != edge.end, seen.insert(edge.ends).inserted else { return nil }
      let metres = points[Int(edge.start)].distance(to: points[Int(edge.end)])
      let (forth, back) = paces(edge, metres: metres)
      let seconds = metres * edge.kind.aversion / WalkingPace.meanSpeed
      return WayNetwork.Edge(
        start: edge.start, end: edge.end, kind: edge.kind, forth: Float(seconds / forth), back: Float(seconds / back))
    }
  }

  private func paces(_ edge: Draft, metres: Double) -> (forth: Double, back: Double) {
    if edge.kind == .steps { return (WalkingPace.onSteps, WalkingPace.onSteps) }
    guard !altitudes.isEmpty, metres > 0 else { return (1, 1) }
    let slope = Double(altitudes[Int(edge.end)] - altitudes[Int(edge.start)]) / metres
    return (WalkingPace.onSlope(slope), WalkingPace.onSlope(-slope))
  }
}

extension Way.Kind {
  /// How much farther people would go to walk elsewhere; a choice of ours, not a measurement.
  var aversion: Double { self == .road ? 1.2 : 1 }
}

extension Coordinate {
  /// Equal for places in the same square of a ten-millionth of a degree, about a centimetre.
  fileprivate var centimetres: UInt64 {
    let (north, east) = (Int32((latitude * 1e7).rounded()), Int32((longitude * 1e7).rounded()))
    return UInt64(UInt32(bitPattern: north)) << 32 | UInt64(UInt32(bitPattern: east))
  }
}

// MARK: - Stitches

extension WayJoiner {
  /// Joins every loose end to what lies within the tolerance: to another vertex, or else to the middle of an edge.
  mutating func stitch() {
    var degrees = [UInt8](repeating: 0, count: points.count)
    for edge in edges {
      for end in [edge.start, edge.end] { degrees[Int(end)] = min(2, degrees[Int(end)] + 1) }
    }
    let tree = BoxTree(edges.map { PlaneBox(around: segment($0)) })
    var cuts: [(edge: Int, fraction: Double, vertex: UInt32)] = []
    for vertex in points.indices where degrees[vertex] == 1 {
      guard let (edge, fraction) = neighbour(of: UInt32(vertex), tree) else { continue }
      cuts.append((edge, fraction, UInt32(vertex)))
    }
    apply(cuts)
  }

  private func segment(_ edge: Draft) -> PlaneSegment {
    PlaneSegment(start: points[Int(edge.start)], end: points[Int(edge.end)])
  }

  /// The nearest edge that does not end at the vertex, and where on it that vertex is to be joined.
  private func neighbour(of vertex: UInt32, _ tree: BoxTree) -> (edge: Int, fraction: Double)? {
    let point = points[Int(vertex)]
    var best: (edge: Int, fraction: Double)?
    var least = Self.tolerance
    var count = 0
    tree.forEach(meeting: PlaneBox(around: point, metres: Self.tolerance)) { number in
      let edge = edges[number]
      count += 1
      guard edge.start != vertex, edge.end != vertex else { return count < Self.mostNeighbours }
      let segment = segment(edge)
      let distance = segment.distance(to: point)
      if distance < least || distance == least && number < best?.edge ?? .max {
        (best, least) = ((number, segment.fraction(nearest: point)), distance)
      }
      return count < Self.mostNeighbours
    }
    return best
  }

  /// Leads edges through the vertices that lie at them; one at the end of an edge is joined to that end instead.
  private mutating func apply(_ cuts: [(edge: Int, fraction: Double, vertex: UInt32)]) {
    var rests: [Int: (start: UInt32, fraction: Double)] = [:]
    for (number, fraction, vertex) in cuts.sorted(by: {
      ($0.edge, $0.fraction, $0.vertex) < ($1.edge, $1.fraction, $1.vertex)
    }) {
      let edge = edges[number]
      let point = points[Int(vertex)]
      let near = [edge.start, edge.end].min {
        points[Int($0)].distance(to: point) < points[Int($1)].distance(to: point)
      }
      if let near, points[Int(near)].distance(to: point) <= Self.tolerance {
        edges.append(Draft(start: vertex, end: near, kind: edge.kind))
        continue
      }
      let start = rests[number]?.start ?? edge.start
      edges.append(Draft(start: start, end: vertex, kind: edge.kind))
      rests[number] = (vertex, fraction)
    }
    for (number, rest) in rests { edges[number].start = rest.start }
  }
}
