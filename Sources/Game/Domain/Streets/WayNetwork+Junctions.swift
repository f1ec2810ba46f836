package import Geodesy
internal import Places

extension WayNetwork {
  /// Whether three edges or more meet at a vertex.
  package func isJunction(_ vertex: UInt32) -> Bool { links(of: vertex).count > 2 }

  /// How often people wait before they cross here, and for how long; `nil` if there is no traffic to wait for.
  ///
  /// A choice of ours: on main roads seven seconds on average, half of what signals of 80 seconds with 30 of green
  /// cost (Highway Capacity Manual 2000, 18-5), as not every crossing has signals.
  package func crossing(at vertex: UInt32) -> (chance: Double, seconds: ClosedRange<Double>)? {
    guard isJunction(vertex) else { return nil }
    let kinds = links(of: vertex).map { edges[$0.edge].kind }
    if kinds.contains(.road) { return (0.5, 3...25) }
    return kinds.contains(.street) ? (0.1, 1...5) : nil
  }

  /// The edges that leave a vertex and do not lead to, or come from, one of some places.
  package func links(of vertex: UInt32, but places: [Coordinate]) -> [Link] {
    let known = places.compactMap { plane.point(of: $0) }
    return links(of: vertex).filter { link in
      let segment = segment(link.edge)
      // A route that joins the network in the middle of an edge comes along that edge too.
      return !known.contains { segment.distance(to: $0) < 0.01 }
    }
  }

  /// The points within `metres` along an edge and straight on from there, or up to the end of a shorter way.
  package func line(along link: Link, metres: Double) -> [Coordinate] {
    var (link, left, line) = (link, metres, [Coordinate]())
    // An end for ways that go in circles of no length.
    while line.count < 100 {
      let segment = directed(link)
      guard segment.length < left else {
        return line + [plane.coordinate(at: segment.point(at: left / segment.length))]
      }
      line.append(places[Int(target(of: link))])
      left -= segment.length
      guard let next = straightest(after: link) else { break }
      link = next
    }
    return line
  }

  private func directed(_ link: Link) -> PlaneSegment {
    let segment = segment(link.edge)
    return link.isBack ? PlaneSegment(start: segment.end, end: segment.start) : segment
  }

  /// The edge that goes on with the smallest turn; `nil` at the end of a way.
  private func straightest(after link: Link) -> Link? {
    let last = directed(link)
    func turn(_ next: Link) -> Double {
      let next = directed(next)
      let along =
        (last.end.east - last.start.east) * (next.end.east - next.start.east)
        + (last.end.north - last.start.north) * (next.end.north - next.start.north)
      return next.length > 0 ? -along / next.length : 0
    }
    return links(of: target(of: link)).filter { $0.edge != link.edge }.min { turn($0) < turn($1) }
  }
}
