package import Geodesy
package import Views

/// What stands and lies around a place, prepared for looking along it: walls, and the ground from above.
///
/// Made from the same sheets that the map draws. Distances are metres on the plane that touches the Earth at the
/// middle; the ground is flat. It is made once for a place and serves all pictures from near it.
package struct Surroundings: Hashable, Sendable {
  /// A building or another thing that walls belong to.
  package struct Building: Hashable, Sendable {
    /// Its name on the map; `nil` if it has none.
    package let name: String?
    /// Metres from the ground to the roof.
    package let height: Double
    /// Whether the map says the height; else it is estimated.
    package let isHeightKnown: Bool
    /// A number that is always the same for the same building: for what differs from house to house.
    package let seed: UInt64
    /// Which of the walls are its own.
    package let walls: Range<Int>
  }

  /// A tree of a wood.
  ///
  /// Maps do not say where trees stand: these stand where woods are.
  package struct Tree: Hashable, Sendable {
    /// Metres east and north of the middle.
    package let place: SIMD2<Float>
    /// Metres from the ground to the top of the crown.
    package let height: Float
    /// The radius of the crown, in metres.
    package let radius: Float
  }

  /// What a map holds within reach beside what is shown of it, because it would take too long.
  package struct LeftOut: Hashable, Sendable {
    /// How much of one sort.
    package struct Part: Hashable, Sendable {
      /// How many things; more than 0.
      package let count: Int
      /// Metres beyond which nothing is shown; `nil` if only single things have too many corners.
      package let beyond: Double?
    }

    /// Woods, water and other areas; streets, paths and other lines; buildings and walls.
    package var areas: Part?, ways: Part?, buildings: Part?

    /// The parts with the word for one and for several, what is missed most first.
    package var parts: [(one: String, several: String, part: Part)] {
      [("building", "buildings", buildings), ("way", "ways", ways), ("area", "areas", areas)].compactMap { parts in
        parts.2.map { (parts.0, parts.1, $0) }
      }
    }
  }

  /// Metres from the middle up to which buildings and trees are seen.
  package static let reach = 400.0
  /// Metres that a player may be away from the middle before other surroundings have to be made.
  package static let slack = 20.0
  /// The part of the ground within ``reach`` that is built on from which on houses stand as close as in a town.
  private static let townShare = 0.15
  /// Metres between the places of a way at which buildings are looked for.
  private static let step = 0.5
  /// Metres that a wall without a building stands high.
  private static let wallHeight: Float = 1.8

  /// The middle.
  package let middle: Coordinate
  /// The buildings within ``reach``.
  package let buildings: [Building]
  /// Their outer walls, walls that stand alone, and the sides of bridges and decks.
  package let walls: WallGrid
  /// The ground.
  package private(set) var ground: GroundRaster
  /// Trees within ``reach``.
  package let trees: [Tree]
  /// What is not shown because there is too much of it.
  package let leftOut: LeftOut
  /// Whether there is a map at all; without one the ground is unknown and nothing stands on it.
  package let isMapped: Bool

  private let plane: TangentPlane

  /// Prepares what sheets show around a place.
  ///
  /// - Parameters:
  ///   - isSeaCharted: what no land covers is sea.
  ///   - route: where the player is led, as a line; dashes are painted on the ground.
  package init(
    around middle: Coordinate, geometries: [MapGeometry], isSeaCharted: Bool = false, route: [Coordinate] = []
  ) {
    self.middle = middle
    let plane = TangentPlane(at: middle)
    var builder = SurroundingsBuilder(around: plane, isSeaCharted: isSeaCharted, isMapped: !geometries.isEmpty)
    builder.take(geometries)
    leftOut = builder.leftOut
    isMapped = !geometries.isEmpty
    self.plane = plane
    let isTown = builder.builtArea > Self.townShare * .pi * Self.reach * Self.reach
    var (buildings, walls) = ([Building](), [Wall]())
    for footprint in builder.footprints.sorted(by: { $0.distance < $1.distance }) {
      let height = BuildingHeight(
        said: footprint.rise?.top, name: footprint.name, area: footprint.area, isTown: isTown, seed: footprint.seed)
      let foot = footprint.rise?.foot ?? 0
      let top = max(Float(height.metres), foot + 0.5)
      let first = walls.count
      for ring in footprint.rings {
        for (from, to) in ring {
          walls.append(
            Wall(from: from, to: to, foot: foot, top: top, building: buildings.count))
        }
      }
      buildings.append(
        Building(
          name: footprint.name, height: height.metres, isHeightKnown: height.isKnown, seed: footprint.seed,
          walls: first..<walls.count))
    }
    for (from, to) in builder.fences {
      walls.append(Wall(from: from, to: to, foot: 0, top: Self.wallHeight, building: nil))
    }
    self.buildings = buildings
    self.walls = WallGrid(walls + builder.decks.walls)
    builder.paint(route: route.compactMap { plane.point(of: $0) })
    ground = builder.ground
    trees = builder.trees(plane)
  }

  /// Where a place is, in metres east and north of the middle; `nil` on the other side of the Earth.
  package func point(of place: Coordinate) -> SIMD2<Float>? {
    plane.point(of: place).map { SIMD2(Float($0.east), Float($0.north)) }
  }

  /// Where a player is taken to stand who is said to be at a point: outside of buildings.
  ///
  /// The nearest point within the error of the position, rather on a way than elsewhere. If there is none, where they are
  /// said to be.
  ///
  /// - Parameter accuracy: metres that the position may be wrong by.
  package func stand(near point: SIMD2<Float>, accuracy: Double) -> SIMD2<Float> {
    func ground(_ point: SIMD2<Float>) -> EyeGround {
      self.ground.ground(east: Double(point.x), north: Double(point.y))
    }
    guard ground(point) == .floor else { return point }
    // A metre more, as the point may lie in the wall itself.
    let most = min(30, max(0, accuracy.isFinite ? accuracy : 0)) + 1
    var best: (point: SIMD2<Float>, cost: Double)?
    for distance in stride(from: 0.5, through: most, by: 0.5) {
      for turn in 0..<24 {
        let (sine, cosine) = Angle.sineAndCosine(degrees: Double(turn) * 15)
        let candidate = point + SIMD2(Float(sine * distance), Float(cosine * distance))
        let kind = ground(candidate)
        guard kind != .floor, kind != .water else { continue }
        let cost = distance + ([.street, .path, .paving, .bridge, .route, .kerb].contains(kind) ? 0 : 3)
        if cost < best?.cost ?? .infinity { best = (candidate, cost) }
      }
    }
    return best?.point ?? point
  }

  /// Where somebody comes who goes some metres in a direction: as far as the first building, unless they begin in one.
  ///
  /// - Returns: the end of the way, and whether no building is in it.
  func way(
    from start: SIMD2<Float>, toward course: Bearing, upTo distance: Double
  ) -> (end: SIMD2<Float>, isFree: Bool) {
    let (sine, cosine) = Angle.sineAndCosine(degrees: course.degrees)
    func point(after metres: Double) -> SIMD2<Float> { start + SIMD2(Float(sine * metres), Float(cosine * metres)) }
    func isBuiltOn(_ point: SIMD2<Float>) -> Bool {
      ground.ground(east: Double(point.x), north: Double(point.y)) == .floor
    }
    guard !isBuiltOn(start) else { return (point(after: distance), true) }
    // The same places whatever the distance, so that nobody passes a building between two of them in one frame and
    // stands before it in another.
    var free = 0.0
    for metres in stride(from: 0, to: distance, by: Self.step) {
      if isBuiltOn(point(after: metres)) { return (point(after: free), false) }
      free = metres
    }
    return (point(after: distance), true)
  }

  /// Metres up to which a wall can shut out everything else, and the part of the middle third of the picture that it
  /// has to fill: along a lane there is enough to be seen between the walls.
  private static let (elbow, blockedPart): (Float, Float) = (6, 0.6)
  /// Looks in the middle third of a picture.
  private static let looks = 48

  /// Metres up to which walls are of glass, so that a wall right ahead is not all that is seen; 0 where it is not.
  ///
  /// What is of glass hides nothing. It depends on the bearings that a picture shows, and not on its size.
  func glass(from eye: SIMD2<Float>, in camera: EyeCamera) -> Float {
    var (hits, blocked) = ([WallHit](), 0)
    for look in 0..<Self.looks {
      let part = ((Double(look) + 0.5) / Double(Self.looks) - 0.5) / 3
      let (sine, cosine) = Angle.sineAndCosine(degrees: camera.heading.degrees + part * camera.fieldOfView)
      walls.look(from: eye, toward: SIMD2(Float(sine), Float(cosine)), reach: Self.elbow, into: &hits)
      let isWall = hits.contains { hit in
        let wall = walls.walls[Int(hit.wall)]
        return wall.foot == 0 && wall.top > Float(EyeCamera.height)
      }
      if isWall { blocked += 1 }
    }
    return Float(blocked) > Self.blockedPart * Float(Self.looks) ? Self.elbow : 0
  }

  /// What hides a point from the eye: the nearest wall that covers the line of sight.
  ///
  /// A building does not hide what lies inside of it, and such a place is in sight where the roof above it is.
  ///
  /// - Parameters:
  ///   - eye: metres east and north of the middle; the camera is ``EyeCamera/height`` above it.
  ///   - point: metres east and north of the middle.
  ///   - height: metres of the point above the ground.
  ///   - glass: metres up to which walls hide nothing.
  /// - Returns: the index of a wall; `nil` if the point is in sight.
  package func obstacle(
    from eye: SIMD2<Float>, to point: SIMD2<Float>, height: Double, glass: Float = 0
  ) -> Int? {
    let off = point - eye
    let distance = (off * off).sum().squareRoot()
    guard distance > 0.1 else { return nil }
    var hits: [WallHit] = []
    // What stands on the spot does not hide itself.
    walls.look(from: eye, toward: off / distance, reach: distance - 0.5, into: &hits)
    hits.removeAll { $0.distance < glass }
    let camera = Float(EyeCamera.height)
    func isOwn(_ hit: WallHit) -> Bool {
      walls.walls[Int(hit.wall)].building.map { contains(point, in: buildings[$0]) } ?? false
    }
    func covers(_ hit: WallHit, slope: Float) -> Bool {
      let wall = walls.walls[Int(hit.wall)]
      return (wall.foot...wall.top).contains(camera + slope * hit.distance)
    }
    // A place in a house is seen as that house.
    let slope = (Float(height) - camera) / distance
    guard let obstacle = hits.first(where: { covers($0, slope: slope) && !isOwn($0) }) else { return nil }
    let isRoofInSight = hits.indices.contains { index in
      let hit = hits[index]
      guard hit.distance > obstacle.distance, isOwn(hit) else { return false }
      let roof = (walls.walls[Int(hit.wall)].top - Self.eave - camera) / hit.distance
      return !hits[..<index].contains { covers($0, slope: roof) && !isOwn($0) }
    }
    return isRoofInSight ? nil : Int(obstacle.wall)
  }

  /// Metres of a building below its roof that have to be in sight.
  private static let eave: Float = 0.5

  /// Whether a point lies inside of a building's outline (even-odd).
  private func contains(_ point: SIMD2<Float>, in building: Building) -> Bool {
    var isInside = false
    for wall in walls.walls[building.walls] where (wall.from.y < point.y) != (wall.to.y < point.y) {
      let part = (point.y - wall.from.y) / (wall.to.y - wall.from.y)
      if wall.from.x + (wall.to.x - wall.from.x) * part > point.x { isInside.toggle() }
    }
    return isInside
  }
}
