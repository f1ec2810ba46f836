package import Geodesy

extension WayNetwork {
  /// The fastest route on foot from `start` to `goal`, over the network and where necessary beside it; a straight line
  /// if either of them is out of reach.
  package func route(from start: Coordinate, to goal: Coordinate) -> Route {
    guard let here = stand(at: start), let there = stand(at: goal) else { return Route([start, goal]) }
    let bypass = bypass(from: here, to: there, turning: edges.isEmpty)
    guard let path = path(from: here, to: there) else { return besideWays(bypass ?? [], from: start, to: goal) }
    let direct = bypass.map { Access(edge: 0, fraction: 0, points: $0).cost } ?? .infinity
    return direct <= path.cost ? besideWays(bypass ?? [], from: start, to: goal) : route(path, from: start, to: goal)
  }

  /// The straight line, or the shortest way around what stands there; along the streets where that leads too far.
  func routeAround(from start: Coordinate, to goal: Coordinate) -> Route {
    guard let here = stand(at: start), let there = stand(at: goal) else { return Route([start, goal]) }
    if let around = bypass(from: here, to: there, turning: true) { return besideWays(around, from: start, to: goal) }
    return route(from: start, to: goal)
  }

  /// The place of the network that is nearest, and how many metres away it is; `nil` if there are no ways.
  package func nearest(to place: Coordinate) -> (place: Coordinate, distance: Double)? {
    guard let point = plane.point(of: place) else { return nil }
    var found: (place: Coordinate, distance: Double)?
    edgeTree.forEach(nearest: point, distance: { segment($0).distance(to: point) }) { edge, distance in
      let segment = segment(edge)
      found = (plane.coordinate(at: segment.point(at: segment.fraction(nearest: point))), distance)
      return false
    }
    return found
  }

  private func path(from here: Stand, to there: Stand) -> RouteSearch.Path? {
    guard !edges.isEmpty else { return nil }
    var (starts, goals) = (accesses(from: here), accesses(from: there))
    if Set(starts.map(component)).isDisjoint(with: goals.map(component)) {
      // Each on an island of the network: the mainland leads from the one to the other.
      starts = accesses(from: here, component: largestComponent)
      goals = accesses(from: there, component: largestComponent)
    }
    var search = RouteSearch(self, to: there.point, from: starts, over: goals)
    return search.run()
  }

  private func component(_ access: Access) -> UInt32 { components[Int(edges[access.edge].start)] }

  private func besideWays(_ points: [TangentPlane.Point], from start: Coordinate, to goal: Coordinate) -> Route {
    Route([start] + points.dropFirst().dropLast().map(plane.coordinate) + [goal])
  }
}

extension WayNetwork {
  /// The points of a path, each place once.
  private func route(_ path: RouteSearch.Path, from start: Coordinate, to goal: Coordinate) -> Route {
    var line = RouteLine(start)
    for point in path.start.points.dropFirst() { line.add(plane.coordinate(at: point)) }
    if let first = path.vertices.first { line.pace = pace(on: path.start.edge, toward: first) }
    for (vertex, next) in zip(path.vertices, path.vertices.dropFirst().map { Optional($0) } + [nil]) {
      line.add(places[Int(vertex)], vertex: vertex)
      let link = next.flatMap { next in links(of: vertex).first { target(of: $0) == next } }
      line.pace = link.map { pace($0) } ?? pace(on: path.goal.edge, from: vertex)
    }
    if path.vertices.isEmpty { line.pace = pace(on: path.goal.edge, forth: path.start.fraction <= path.goal.fraction) }
    if let point = path.goal.points.last { line.add(plane.coordinate(at: point)) }
    line.pace = 1
    for point in path.goal.points.reversed().dropFirst().dropLast() { line.add(plane.coordinate(at: point)) }
    return line.finished(at: goal)
  }

  private func pace(on edge: Int, toward vertex: UInt32) -> Double { pace(on: edge, forth: edges[edge].end == vertex) }

  private func pace(on edge: Int, from vertex: UInt32) -> Double { pace(on: edge, forth: edges[edge].start == vertex) }

  private func pace(_ link: Link) -> Double { pace(on: link.edge, forth: !link.isBack) }

  /// How fast people walk an edge, where 1 is their pace on level ground.
  func pace(on number: Int, forth: Bool) -> Double {
    let edge = edges[number]
    let seconds = Double(forth ? edge.forth : edge.back)
    let level = segment(number).length * edge.kind.aversion / WalkingPace.meanSpeed
    return seconds > 0 && level > 0 ? level / seconds : 1
  }
}

/// A route in the making.
private struct RouteLine {
  private var points: [Coordinate]
  private var paces: [Double] = []
  private var vertices = [Route.noVertex]
  /// How fast people walk from the point that was added last.
  var pace = 1.0

  init(_ start: Coordinate) { points = [start] }

  mutating func add(_ point: Coordinate, vertex: UInt32 = Route.noVertex) {
    guard points[points.count - 1].distance(to: point) > Self.nothing else {
      // The vertex says more than the place beside it; but a route begins where it was asked to.
      if points.count > 1, vertex != Route.noVertex { points[points.count - 1] = point }
      if vertex != Route.noVertex { vertices[points.count - 1] = vertex }
      return
    }
    points.append(point)
    paces.append(pace)
    vertices.append(vertex)
  }

  func finished(at goal: Coordinate) -> Route {
    var line = self
    if line.points.count > 1, line.points[line.points.count - 1].distance(to: goal) <= Self.nothing {
      line.points[line.points.count - 1] = goal
    } else {
      line.points.append(goal)
      line.paces.append(pace)
      line.vertices.append(Route.noVertex)
    }
    return Route(line.points, paces: line.paces, vertices: line.vertices)
  }

  /// Metres below which two places are one.
  private static let nothing = 0.001
}
