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

  /// Metres from the middle up to which buildings and trees are seen.
  package static let reach = 400.0
  /// Metres that a player may be away from the middle before other surroundings have to be made.
  package static let slack = 20.0
  /// Corners of walls that are taken at most; what is nearest to the middle is taken first.
  private static let mostWalls = 60_000
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
  /// Their outer walls, and walls that stand alone.
  package let walls: WallGrid
  /// The ground.
  package private(set) var ground: GroundRaster
  /// Trees within ``reach``.
  package let trees: [Tree]
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
    for geometry in geometries { builder.take(geometry) }
    isMapped = !geometries.isEmpty
    self.plane = plane
    let isTown = builder.builtArea > Self.townShare * .pi * Self.reach * Self.reach
    var (buildings, walls) = ([Building](), [Wall]())
    for footprint in builder.footprints.sorted(by: { $0.distance < $1.distance }) {
      guard walls.count + footprint.cornerCount <= Self.mostWalls else { break }
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
    for (from, to) in builder.fences.prefix(max(0, Self.mostWalls - walls.count)) {
      walls.append(Wall(from: from, to: to, foot: 0, top: Self.wallHeight, building: nil))
    }
    self.buildings = buildings
    self.walls = WallGrid(walls)
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

  /// What hides a point from the eye: the nearest wall that covers the line of sight.
  ///
  /// A building does not hide what lies inside of it.
  ///
  /// - Parameters:
  ///   - eye: metres east and north of the middle; the camera is ``EyeCamera/height`` above it.
  ///   - point: metres east and north of the middle.
  ///   - height: metres of the point above the ground.
  /// - Returns: the index of a wall; `nil` if the point is in sight.
  package func obstacle(from eye: SIMD2<Float>, to point: SIMD2<Float>, height: Double) -> Int? {
    let off = point - eye
    let distance = (off * off).sum().squareRoot()
    guard distance > 0.1 else { return nil }
    let slope = (Float(height) - Float(EyeCamera.height)) / distance
    var hits: [WallHit] = []
    // What stands on the spot does not hide itself.
    walls.look(from: eye, toward: off / distance, reach: distance - 0.5, into: &hits)
    return hits.first { hit in
      let wall = walls.walls[Int(hit.wall)]
      let crossing = Float(EyeCamera.height) + slope * hit.distance
      guard wall.foot <= crossing, crossing <= wall.top else { return false }
      // A place in a house is seen as that house.
      return wall.building.map { !contains(point, in: buildings[$0]) } ?? true
    }
    .map { Int($0.wall) }
  }

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
