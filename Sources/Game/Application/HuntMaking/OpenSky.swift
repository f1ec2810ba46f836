package import Geodesy
package import Simulation
package import Views

/// How much of the sky is open at a place, by the buildings and woods of a map.
///
/// Houses and trees hide satellites and reflect their signals: the lower the sky begins, the smaller a zone may be.
package struct OpenSky {
  /// Directions that are looked to.
  private static let rays = 24
  /// Metres up to which houses count.
  private static let reach = 60.0
  /// Metres of houses whose map does not say how high they are, by the area of their ground.
  private static let usualHeight = (large: 13.0, small: 7.0, from: 150.0)

  /// Degrees at which the sky begins, from which on houses are like a wood, and like a street canyon.
  private static let (some, many) = (15.0, 25.0)

  private let plane: TangentPlane
  private let walls: [(segment: PlaneSegment, height: Double)]
  private let isInWood: Bool

  /// The tiles that have the buildings near a place: the deepest ones, up to zoom 14, which have all of them.
  package static func tiles(around place: Coordinate, zooms: ClosedRange<Int>) -> [TileID] {
    let zoom = min(zooms.upperBound, max(zooms.lowerBound, 14))
    let corners = stride(from: 45.0, to: 360, by: 90).map {
      place.offset(by: 1.5 * reach, toward: Bearing(degrees: $0))
    }
    let tiles = corners.map { TileID(at: MercatorPoint($0), zoom: zoom) }
    return tiles.enumerated().filter { tiles.firstIndex(of: $0.element) == $0.offset }.map(\.element)
  }

  /// Takes the buildings near a place, and the wood that it is in.
  package init(at place: Coordinate, _ geometries: [MapGeometry]) {
    let plane = TangentPlane(at: place)
    var walls: [(segment: PlaneSegment, height: Double)] = []
    var isInWood = false
    let middle = MercatorPoint(place)
    // Metres of Mercator's world at this latitude, a little more than they are.
    let side = 40_100_000 * Angle.sineAndCosine(degrees: 90 - abs(place.latitude)).sine
    for geometry in geometries {
      let margin = Self.reach / max(1, side)
      for shape in geometry.shapes where shape.isArea && (shape.kind == .building || shape.kind == .wood) {
        func x(_ value: Int32) -> Double { geometry.origin.x + Double(value) * geometry.unit }
        func y(_ value: Int32) -> Double { geometry.origin.y + Double(value) * geometry.unit }
        guard x(shape.box.left) <= middle.x + margin, x(shape.box.right) >= middle.x - margin,
          y(shape.box.top) <= middle.y + margin, y(shape.box.bottom) >= middle.y - margin
        else { continue }
        let rings = geometry.parts[shape.parts].map { part in
          geometry.points[Int(part.lowerBound)..<Int(part.upperBound)].compactMap { point in
            plane.point(of: MercatorPoint(x: x(point.x), y: y(point.y)).coordinate)
          }
        }
        if shape.kind == .wood {
          isInWood = isInWood || Self.holdsMiddle(rings)
          continue
        }
        let usual = Self.usualHeight
        let area = rings.first.map(Self.area) ?? 0
        let height = shape.rise?.top.map { Double($0) } ?? (area >= usual.from ? usual.large : usual.small)
        for ring in rings {
          for (index, point) in ring.enumerated() {
            walls.append((PlaneSegment(start: point, end: ring[(index + 1) % ring.count]), height))
          }
        }
      }
    }
    (self.plane, self.walls, self.isInWood) = (plane, walls, isInWood)
  }

  /// Whether the middle of the plane is in an area.
  private static func holdsMiddle(_ rings: [[TangentPlane.Point]]) -> Bool {
    let middle = TangentPlane.Point(east: 0, north: 0)
    let crossings = rings.map { ring in
      ring.indices.count { EvenOdd.crosses(eastOf: middle, from: ring[$0], to: ring[($0 + 1) % ring.count]) }
    }
    return crossings.reduce(0, +) % 2 == 1
  }

  private static func area(_ ring: [TangentPlane.Point]) -> Double {
    var sum = 0.0
    for (index, point) in ring.enumerated() {
      let next = ring[(index + 1) % ring.count]
      sum += point.east * next.north - next.east * point.north
    }
    return abs(sum) / 2
  }

  /// Degrees above the horizon at which the sky begins, as a mean over all directions.
  package var meanHorizon: Double {
    var sum = 0.0
    for ray in 0..<Self.rays {
      let (sine, cosine) = Angle.sineAndCosine(degrees: Double(ray) * 360 / Double(Self.rays))
      var highest = 0.0
      for (wall, height) in walls {
        guard let metres = Self.distance(to: wall, east: sine, north: cosine), metres <= Self.reach else { continue }
        highest = max(highest, Angle.degrees(opposite: height, adjacent: max(1, metres)))
      }
      sum += highest
    }
    return sum / Double(Self.rays)
  }

  /// Metres from the middle to a wall in a direction; `nil` if it is not there.
  private static func distance(to wall: PlaneSegment, east: Double, north: Double) -> Double? {
    let (dx, dy) = (wall.end.east - wall.start.east, wall.end.north - wall.start.north)
    let cross = east * dy - north * dx
    guard abs(cross) > 1e-12 else { return nil }
    let along = (wall.start.east * dy - wall.start.north * dx) / cross
    let part = (wall.start.east * north - wall.start.north * east) / cross
    return along >= 0 && (0...1).contains(part) ? along : nil
  }

  /// Where a receiver errs as much as here.
  package var surroundings: ErrorPreset {
    let horizon = meanHorizon
    return horizon >= Self.many ? .canyon : horizon >= Self.some || isInWood ? .wood : .openSky
  }

  /// Metres of a zone's radius in some surroundings; where these are unknown, as in a wood.
  ///
  /// The smallest one, in steps of 5 m, with which fewer than one in twenty visits are missed, and no larger one has much
  /// fewer false finds (docs/benchmarks.md).
  package static func radius(in surroundings: ErrorPreset?) -> Double {
    switch surroundings {
    case .none?, .openSky?: 15
    case .canyon?, .indoors?: 35
    case .wood?, .coldStart?, nil: 20
    }
  }
}
