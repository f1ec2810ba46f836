internal import Geodesy

/// A place well inside an area, where the middle of its corners may be in a hole or beside it.
enum PointOnSurface {
  private typealias Point = (x: Double, y: Double)

  /// Across how many latitudes the area is cut.
  private static let cuts = 16

  /// The middle of the longest stretch that lies inside on one of some parallels; nothing when no stretch does.
  ///
  /// Rings need not be closed; inside is what an odd number of them surrounds.
  static func of(_ rings: [[Coordinate]]) -> Coordinate? {
    guard let outline = rings.first, let first = outline.first else { return nil }
    if goesRoundPole(outline) { return aroundPole(rings, first) }
    // Relative to one corner, so that the antimeridian is no edge of the world.
    let place = middle(
      of: rings.map { ring in
        ring.map { Point(($0.longitude - first.longitude).remainder(dividingBy: 360), $0.latitude) }
      })
    return place.map { Coordinate(clampingLatitude: $0.y, wrappingLongitude: $0.x + first.longitude) }
  }

  /// Whether somebody who walks along the outline has seen all longitudes at its end.
  private static func goesRoundPole(_ outline: [Coordinate]) -> Bool {
    let turns = zip(outline, outline.dropFirst() + outline.prefix(1)).map {
      ($1.longitude - $0.longitude).remainder(dividingBy: 360)
    }
    return abs(turns.reduce(0, +)) > 180
  }

  /// The same on a map that touches the pole, where longitudes say nothing of east and west.
  private static func aroundPole(_ rings: [[Coordinate]], _ corner: Coordinate) -> Coordinate? {
    let pole = Coordinate(clampingLatitude: corner.latitude < 0 ? -90 : 90, wrappingLongitude: 0)
    let plane = TangentPlane(at: pole)
    let flat = rings.map { ring in ring.compactMap { plane.point(of: $0) }.map { Point($0.east, $0.north) } }
    return middle(of: flat).flatMap { plane.coordinate(at: .init(east: $0.x, north: $0.y)) }
  }

  private static func middle(of rings: [[Point]]) -> Point? {
    let latitudes = rings.joined().map(\.y)
    guard let south = latitudes.min(), let north = latitudes.max(), south < north else { return nil }
    var best: (width: Double, place: Point)?
    for cut in 0..<cuts {
      // The middle first; no simple fraction, so that a parallel seldom runs along an edge.
      let offset = Double((cut + 1) / 2) * (cut.isMultiple(of: 2) ? 1 : -1) / (Double(cuts) + 1.37)
      let latitude = (south + north) / 2 + (north - south) * offset
      guard let stretch = longest(at: latitude, in: rings), stretch.width > best?.width ?? 0 else { continue }
      best = (stretch.width, (stretch.middle, latitude))
    }
    return best?.place
  }

  private static func longest(at latitude: Double, in rings: [[Point]]) -> (width: Double, middle: Double)? {
    var crossings: [Double] = []
    for ring in rings {
      for (from, to) in zip(ring, ring.dropFirst() + ring.prefix(1)) {
        if let x = EvenOdd.crossing(latitude, from: from, to: to) { crossings.append(x) }
      }
    }
    return EvenOdd.longestStretch(crossings).map { ($0.end - $0.start, ($0.start + $0.end) / 2) }
  }
}
