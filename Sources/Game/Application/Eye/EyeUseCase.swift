package import Geodesy
package import HuntDomain
package import Nearby
package import Numbers
internal import Places
internal import Synchronization
package import Views

/// Looking ahead: what a player sees from where they stand.
package struct EyeUseCase: Sendable {
  /// Metres above the ground at which a sight is looked for: the eyes of a person who stands there.
  package static let sightHeight = 1.7
  /// Sights whose line of sight is examined at most; the rest is too unimportant or too far to matter.
  private static let mostSights = 200
  /// Metres between two fixes of a player who stands that the camera does not follow: a house at one's elbow would flash
  /// with every fix.
  private static let slack = 2.0

  /// What surroundings are made from, and the fix at which the camera was put where it is; `nil` before the first one.
  private var place: (ground: Ground, fix: Fix)?
  /// How the camera turns to the heading.
  private var turn = CameraTurn()
  /// Surroundings are made for the frame that shows them and not for each fix: who moves through a recording sees few
  /// of its moments.
  private let surroundings = Memo<Ground, Surroundings>()
  private let sky = Memo<SkyView.Moment, SkyView>()

  /// An eye that has seen nothing.
  package init() {}

  /// Looks around a player: notes where the camera stands, and what is known of the ground there.
  ///
  /// - Parameters:
  ///   - fix: the last known position; `nil` before the first one.
  ///   - geometries: the sheets of the map around the player.
  ///   - isSeaCharted: what no land covers is sea.
  ///   - route: where the player is led.
  package mutating func look(
    around fix: Fix?, geometries: [MapGeometry], isSeaCharted: Bool = false, route: [Coordinate] = []
  ) {
    guard let fix else { return }
    var ground = Ground(
      middle: fix.position, geometries: geometries, isSeaCharted: isSeaCharted, route: route)
    if let place, place.ground.middle.distance(to: fix.position) <= Surroundings.slack {
      ground.middle = place.ground.middle
      let isWalk = [place.fix, fix].contains { DeadReckoning(from: $0, after: .zero) != nil }
      let hasMoved = isWalk || place.fix.position.distance(to: fix.position) >= Self.slack
      if ground == place.ground, !hasMoved { return }
    }
    place = (ground, fix)
  }

  /// Notes at `now` where the player faces: the camera turns there if a sensor has said it, and else looks there at once.
  package mutating func face(_ direction: Bearing?, isSensed: Bool, at now: Duration) {
    turn.follow(direction, isSensed: isSensed, at: now)
  }

  /// What is ahead at one moment, where the player has looked around last; `nil` while no position is known.
  ///
  /// Between two fixes the camera goes on with the speed and the course of the last one, for two seconds at most, within
  /// its error circle, and up to the next building. Distances and what hides a place are those of the fix. When the
  /// heading has changed the camera turns to it within a fraction of a second.
  ///
  /// - Parameters:
  ///   - attribution: whose data is drawn, where that has to be shown.
  ///   - roles: what places mean in the game; all others are places.
  ///   - ghosts: who was there at another time.
  ///   - found: where the latest treasure lay, and how long ago it was found.
  ///   - time: by which sun and moon stand; without it it is day.
  ///   - detail: how much is drawn while the player moves.
  ///   - now: the moment of ``face(_:isSensed:at:)``'s clock, by which the camera turns; `nil` if it has turned already.
  package func screen(
    for nearby: NearbySnapshot, attribution: String = "", roles: [String: PlaceRole] = [:],
    ghosts: [Race.Place] = [], found: (place: Coordinate, age: Duration)? = nil, time: Timestamp? = nil,
    gaze: Gaze = Gaze(), detail: EyeDetail = .full, columns: Int, rows: Int, at now: Duration? = nil
  ) -> EyeScreen? {
    let words = Wording.heading(nearby.heading)
    let nearby = nearby.lookingAhead
    guard let fix = nearby.quality.fix, let place else { return nil }
    let surroundings = self.surroundings.value(of: place.ground, make: Surroundings.init)
    guard let point = surroundings.point(of: place.fix.position) else { return nil }
    let stand = surroundings.stand(near: point, accuracy: place.fix.accuracy ?? 0)
    // A camera that was moved out of a building may be at the edge of the error circle: it must not move farther.
    let reckoned = stand == point ? DeadReckoning(from: place.fix, after: nearby.age) : nil
    let way = reckoned.map { surroundings.way(from: stand, toward: $0.course, upTo: $0.distance) }
    let direction = nearby.heading?.direction
    let cone = direction == nil ? 0 : nearby.heading?.uncertainty ?? 0
    let isPanorama = direction != nil && nearby.outlook.ahead == nil
    let left = now.flatMap { now in direction.map { turn.left(to: $0, at: now) } } ?? 0
    let camera = EyeCamera(
      heading: Bearing(degrees: (direction?.degrees ?? 0) - left + gaze.turn), pitch: gaze.pitch,
      fieldOfView: direction == nil || isPanorama ? 360 : gaze.fieldOfView, columns: columns, rows: rows)
    let glass = surroundings.glass(from: way?.end ?? stand, in: camera)
    let moment = time.map { SkyView.Moment(at: fix.position, $0) }
    let sky = moment.map { self.sky.value(of: $0, make: SkyView.init) } ?? SkyView()
    let burst = found.flatMap { Self.burst(at: $0.place, after: $0.age, from: fix.position) }
    let isMoving = burst != nil || left != 0 || reckoned?.isMoving == true && way?.isFree == true
    // The camera of a walking player rests for moments, at a house or at the edge of the error circle.
    let isWalk = nearby.age < DeadReckoning.longest && DeadReckoning(from: place.fix, after: .zero) != nil
    return EyeScreen(
      camera: camera, surroundings: surroundings, stand: way?.end ?? stand, glass: glass,
      isMoving: isMoving, detail: burst != nil || isWalk ? detail : .full, burst: burst,
      sights: sights(nearby, from: stand, in: surroundings, glass, roles, ghosts), hasHeading: direction != nil,
      isPanorama: isPanorama, cone: cone, heading: words,
      light: sky.light, bodies: sky.bodies, stars: sky.stars, attribution: attribution)
  }

  // MARK: - What is seen

  private func sights(
    _ nearby: NearbySnapshot, from stand: SIMD2<Float>, in surroundings: Surroundings, _ glass: Float,
    _ roles: [String: PlaceRole], _ ghosts: [Race.Place]
  ) -> [EyeScreen.Sight] {
    var scored: [(sighting: Sighting, role: PlaceRole, score: Double)] = []
    for sighting in nearby.sightings {
      let role = roles[sighting.id] ?? .place
      scored.append((sighting, role, sighting.worth(as: role)))
    }
    if let position = nearby.position {
      for ghost in ghosts {
        let place = PointOfInterest(
          id: "ghost:\(ghost.letter)", name: "\(ghost.letter) \(ghost.name)", position: ghost.position,
          kind: EyeScreen.Sight.ghost)
        let sighting = Sighting(
          place: place, distance: position.distance(to: ghost.position), bearing: position.bearing(to: ghost.position),
          turn: nil)
        scored.append((sighting, .place, Self.ghostScore))
      }
    }
    scored.sort { $0.score == $1.score ? $0.sighting.id < $1.sighting.id : $0.score > $1.score }
    return scored.prefix(Self.mostSights).map { sighting, role, score in
      EyeScreen.Sight(
        id: sighting.id, name: sighting.place.name, kind: sighting.place.kind, role: role, bearing: sighting.bearing,
        distance: sighting.distance, distanceText: Wording.distance(sighting.distance),
        hiddenBy: Self.obstacle(to: sighting, from: stand, in: surroundings, glass), score: score)
    }
  }

  /// A ghost is worth a sign before all places, and after what the player is after.
  private static let ghostScore = 1e5

  private static func burst(at place: Coordinate, after age: Duration, from position: Coordinate) -> EyeScreen.Burst? {
    guard age >= .zero, age < EyeScreen.Burst.length else { return nil }
    return EyeScreen.Burst(
      bearing: position.bearing(to: place), distance: position.distance(to: place),
      progress: age / EyeScreen.Burst.length)
  }

  private static func obstacle(
    to sighting: Sighting, from stand: SIMD2<Float>, in surroundings: Surroundings, _ glass: Float
  ) -> String? {
    guard let point = surroundings.point(of: sighting.place.position),
      let wall = surroundings.obstacle(from: stand, to: point, height: sightHeight, glass: glass)
    else { return nil }
    guard let building = surroundings.walls.walls[wall].building else { return "a wall" }
    return surroundings.buildings[building].name ?? "a building"
  }
}

// MARK: - The map

extension EyeUseCase {
  /// Tiles that are needed at most; there are so many only where a file has tiles of a few metres.
  private static let mostTiles = 25

  /// The tiles of a file that surroundings of a place are made from, the one of the place first: the deepest ones, as
  /// they are in the file.
  package static func tiles(around place: Coordinate, of facts: TileSetFacts) -> [TileID] {
    let centre = MercatorPoint(place)
    let zoom = facts.zooms.upperBound
    let side = Double(1 << zoom)
    // Of tiles of a few metres there would be millions.
    let reach = min((Surroundings.reach + Surroundings.slack) / centre.metresPerWorld, 2 / side)
    func range(_ middle: Double) -> ClosedRange<Int> {
      Int(((middle - reach) * side).rounded(.down))...Int(((middle + reach) * side).rounded(.down))
    }
    var tiles: [(id: TileID, distance: Double)] = []
    for y in range(centre.y) {
      for x in range(centre.x) {
        // East of the last column lies the first one.
        let column = ((x % (1 << zoom)) + (1 << zoom)) % (1 << zoom)
        guard let id = TileID(zoom: zoom, x: column, y: y) else { continue }
        let (across, down) = (Double(x) + 0.5 - centre.x * side, Double(y) + 0.5 - centre.y * side)
        tiles.append((id, across * across + down * down))
      }
    }
    return tiles.sorted { $0.distance < $1.distance }.prefix(mostTiles).map(\.id)
  }
}

/// What surroundings are made from.
private struct Ground: Hashable, Sendable {
  var middle: Coordinate
  let geometries: [MapGeometry]
  let isSeaCharted: Bool
  let route: [Coordinate]
}

extension Surroundings {
  fileprivate init(_ ground: Ground) {
    self.init(
      around: ground.middle, geometries: ground.geometries, isSeaCharted: ground.isSeaCharted, route: ground.route)
  }
}

/// What was made last, for all copies of an eye: it takes longer to make than a frame.
///
/// As it follows from its key alone, nobody can tell who made it.
private final class Memo<Key: Equatable & Sendable, Value: Sendable>: Sendable {
  private let last = Mutex<(key: Key, value: Value)?>(nil)

  func value(of key: Key, make: (Key) -> Value) -> Value {
    last.withLock { last in
      if let last, last.key == key { return last.value }
      let made = make(key)
      last = (key, made)
      return made
    }
  }
}
