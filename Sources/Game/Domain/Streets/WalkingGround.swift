package import Geodesy

/// The ground on which a simulated player walks.
package enum WalkingGround: Sendable {
  /// Ground that is open everywhere: one goes straight.
  case open
  /// Ground on which one goes straight, but around buildings and waters.
  case built(WayNetwork)
  /// Streets and paths, which one keeps to, and what stands between them.
  case network(WayNetwork)

  /// The route on foot from `start` to `goal`; deterministic.
  package func route(from start: Coordinate, to goal: Coordinate) -> Route {
    switch self {
    case .open: Route([start, goal])
    case .built(let network): network.routeAround(from: start, to: goal)
    case .network(let network): network.route(from: start, to: goal)
    }
  }

  /// Whether a place lies in a building or in water.
  package func isBuiltOver(_ place: Coordinate) -> Bool { network?.isBuiltOver(place) ?? false }

  /// A place so many metres from another, toward `bearing` or as little beside it as lets one stand outside of barriers.
  package func standing(_ metres: Double, from place: Coordinate, toward bearing: Bearing) -> Coordinate {
    let turns = stride(from: 0.0, through: 180, by: 15).flatMap { [$0, -$0] }
    let places = turns.lazy.map { place.offset(by: metres, toward: Bearing(degrees: bearing.degrees + $0)) }
    return places.first { !isBuiltOver($0) } ?? place.offset(by: metres, toward: bearing)
  }

  /// Whether one step leads from a place to another: not through a barrier, unless a way does or one began inside.
  package func allowsStep(from start: Coordinate, to end: Coordinate) -> Bool {
    network?.allowsStep(from: start, to: end) ?? true
  }

  /// The way that people find where something stands between them and their goal: along streets where there are any, and
  /// else around it; straight through it if nothing leads around.
  package func detour(from start: Coordinate, to goal: Coordinate) -> Route {
    network?.route(from: start, to: goal) ?? Route([start, goal])
  }

  /// Whether one can go some metres straight on: through no barrier but those in which one stands already, and those in
  /// which the goal lies.
  package func isFree(_ metres: Double, from start: Coordinate, toward bearing: Bearing, to goal: Coordinate) -> Bool {
    network?.isFree(from: start, to: start.offset(by: metres, toward: bearing), entering: goal) ?? true
  }

  private var network: WayNetwork? {
    switch self {
    case .open: nil
    case .built(let network), .network(let network): network
    }
  }
}

/// How fast people walk, beside how fast they walk on level ground.
package enum WalkingPace {
  /// Mean speed of people on level ground, in metres per second (Weidmann 1993, "Transporttechnik der Fussgänger",
  /// Schriftenreihe des IVT 90, ETH Zürich).
  package static let meanSpeed = 1.34

  /// The pace uphill and downhill, as a part of that on level ground: Tobler's hiking function, 6·e^(-3.5·|s + 0.05|)
  /// km/h for a slope s (Tobler 1993, "Three presentations on geographical analysis and modeling", NCGIA 93-1).
  ///
  /// - Parameter slope: metres up for a metre over ground, negative downhill; what is steeper than two counts as two.
  package static func onSlope(_ slope: Double) -> Double {
    let slope = slope.isNaN ? 0 : min(2, max(-2, slope))
    return naturalExponential(-3.5 * (abs(slope + gentleSlope) - gentleSlope))
  }

  /// The slope downhill on which people are fastest (Tobler 1993).
  private static let gentleSlope = 0.05

  /// The greatest that ``onSlope(_:)`` can be.
  package static let fastest = onSlope(-gentleSlope)

  /// The pace on stairs: 0.61 m/s up and 0.69 m/s down over ground, where level ground has 1.34 (Weidmann 1993).
  package static let onSteps = 0.65 / 1.34
}

/// How one gets from a place onto a network, or off it to the place.
package struct Access: Sendable {
  /// Which edge, and at which part of it.
  package let edge: Int
  /// The point on the edge, from 0 at its start to 1 at its end.
  package let fraction: Double
  /// From the place to the edge, both of them included.
  package let points: [TangentPlane.Point]
  /// Metres along ``points``.
  package let length: Double

  /// The way along `points` from a place to a part of an edge.
  package init(edge: Int, fraction: Double, points: [TangentPlane.Point]) {
    self.edge = edge
    self.fraction = fraction
    self.points = points
    length = zip(points, points.dropFirst()).reduce(0) { $0 + $1.0.distance(to: $1.1) }
  }

  /// Seconds of a person, as ``WayNetwork/offWayAversion`` counts them.
  package var cost: Double { length * WayNetwork.offWayAversion / WalkingPace.meanSpeed }
}

extension WayNetwork {
  /// How much farther people would go on ways than beside them: grass and yards hide fences that no map has.
  ///
  /// A choice of ours, not a measurement.
  static let offWayAversion = 3.0
  /// Ways onto the network that a search begins with.
  private static let mostAccesses = 4
  /// Edges that are looked at for them.
  private static let mostCandidates = 32
  /// Metres beside the line of a way on which one still walks on it; narrow lanes have houses beyond that.
  private static let passageRoom = 1.5
  /// Metres that a way around barriers may lead off from the straight one.
  private static let detourReach = 250.0

  /// A place of which a route begins or ends, and what it lies in.
  struct Stand {
    let place: Coordinate
    let point: TangentPlane.Point
    /// Barriers that contain it; these do not block the way out.
    let barriers: [Int]
  }

  /// `nil` for a place that is out of reach.
  func stand(at place: Coordinate) -> Stand? {
    guard let point = plane.point(of: place), abs(point.east) <= Self.reach, abs(point.north) <= Self.reach else {
      return nil
    }
    return Stand(place: place, point: point, barriers: barriers.barriers(around: point))
  }

  /// The nearest ways onto the network that nothing stands in; without one the shortest around what stands there; and
  /// without that the nearest of all, through whatever it is.
  ///
  /// - Parameter component: the part of the network that is wanted; `nil` for any.
  func accesses(from stand: Stand, component: UInt32? = nil) -> [Access] {
    var candidates: [(edge: Int, fraction: Double, point: TangentPlane.Point)] = []
    var (clear, seen) = ([Access](), Set<UInt32>())
    edgeTree.forEach(nearest: stand.point, distance: { segment($0).distance(to: stand.point) }) { number, _ in
      let edge = edges[number]
      if let component, components[Int(edge.start)] != component { return true }
      let segment = segment(number)
      let fraction = segment.fraction(nearest: stand.point)
      let point = segment.point(at: fraction)
      candidates.append((number, fraction, point))
      // Neighbours along one street are one way onto it.
      if !seen.contains(edge.start), !seen.contains(edge.end),
        barriers.isClear(PlaneSegment(start: stand.point, end: point), but: stand.barriers)
      {
        clear.append(Access(edge: number, fraction: fraction, points: [stand.point, point]))
        seen.formUnion([edge.start, edge.end])
      }
      return clear.count < Self.mostAccesses && candidates.count < Self.mostCandidates
    }
    guard clear.isEmpty, let nearest = candidates.first else { return clear }
    let around = barriers.detour(
      from: stand.point, to: candidates.map(\.point), reach: Self.detourReach, but: stand.barriers)
    let best = around.map { candidates[$0.goal] } ?? nearest
    let points = [stand.point] + (around?.points ?? [nearest.point])
    return [Access(edge: best.edge, fraction: best.fraction, points: points)]
  }

  /// Whether a place lies in a barrier.
  func isBuiltOver(_ place: Coordinate) -> Bool { stand(at: place)?.barriers.isEmpty == false }

  /// Whether one step leads from a place to another: nothing stands between them, or a way leads through it; those who
  /// began in a building find their way out of it.
  func allowsStep(from start: Coordinate, to end: Coordinate) -> Bool {
    guard let here = stand(at: start), let there = stand(at: end) else { return true }
    let own = isOnWay(here.point) ? [] : here.barriers
    let isClear =
      there.barriers.allSatisfy(own.contains)
      && barriers.isClear(PlaneSegment(start: here.point, end: there.point), but: own)
    return isClear || isOnWay(there.point)
  }

  /// Whether nothing stands between two places but what one of them or the goal lies in.
  func isFree(from start: Coordinate, to end: Coordinate, entering goal: Coordinate) -> Bool {
    guard let here = stand(at: start), let there = plane.point(of: end) else { return true }
    // A walker in a passage leaves it at one of its ends.
    let left = here.barriers.isEmpty || isOnWay(here.point) ? [] : here.barriers
    let entered = stand(at: goal)?.barriers ?? []
    return barriers.isClear(PlaneSegment(start: here.point, end: there), but: left + entered)
  }

  /// Whether a point lies on a passage, a bridge or another way.
  private func isOnWay(_ point: TangentPlane.Point) -> Bool {
    var isOn = false
    edgeTree.forEach(nearest: point, distance: { segment($0).distance(to: point) }) { _, distance in
      isOn = distance <= Self.passageRoom
      return false
    }
    return isOn
  }

  /// From one place straight to another, or around what stands there if one may turn; `nil` if that leads too far.
  func bypass(from start: Stand, to goal: Stand, turning: Bool) -> [TangentPlane.Point]? {
    let ignored = start.barriers + goal.barriers
    if barriers.isClear(PlaneSegment(start: start.point, end: goal.point), but: ignored) {
      return [start.point, goal.point]
    }
    guard turning else { return nil }
    let around = barriers.detour(
      from: start.point, to: [goal.point],
      reach: start.point.distance(to: goal.point) + Self.detourReach, but: ignored)
    return around.map { [start.point] + $0.points }
  }
}
