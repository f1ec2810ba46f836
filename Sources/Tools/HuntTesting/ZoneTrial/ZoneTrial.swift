package import Geodesy
package import HuntDomain
internal import Numbers

/// A simulated walk to a zone, or past it, with a known truth: what the receiver says, and whether the player is inside.
///
/// The zones are circles of 10 to 30 m and polygons of that size, some with a hole. The receiver reports once a second;
/// its errors wander (Gauss and Markov): their deviation on each axis is between 3 and 12 m, they become others within
/// 10 to 100 seconds, and seven of eight receivers say how large they are. Half of them tell how fast and, above half a metre
/// per second, whither the player moves, 0.15 m/s wrong on each axis. The same seed gives the same walk.
package struct ZoneTrial: Sendable {
  /// The player's behaviour.
  package enum Kind: Hashable, Sendable, CaseIterable {
    /// Walks into the zone, stays there for 15 to 60 seconds, and walks away.
    case stay
    /// Walks past it, 2 to 30 metres beside the border.
    case pass
    /// Walks near to it, stays 2 to 30 metres outside for 15 to 60 seconds, and goes back.
    case wait
  }

  /// One second.
  package struct Moment: Hashable, Sendable {
    /// What the receiver reports at this second.
    package let fix: Fix
    /// Metres inside the border where the player truly is; negative outside.
    package let depth: Double
  }

  /// What the player does.
  package let kind: Kind
  /// The zone, around ``place``.
  package let zone: Zone
  /// The treasure's place: the middle of a circle; a polygon lies around it.
  package let place: Coordinate
  /// What the receiver reports, one a second; not empty.
  package private(set) var moments: [Moment] = []

  private typealias Point = TangentPlane.Point

  private let plane: TangentPlane
  private let ground: ZoneGround
  /// Metres from the middle that all of the zone lies within.
  private let size: Double
  private let receiver: (deviation: Double, memory: Double, tellsMovement: Bool, tellsAccuracy: Bool)
  private var error: (east: Double, north: Double)
  private var chance: SeededGenerator

  /// The walk of a seed; every second one goes into the zone.
  package init(seed: UInt64) {
    chance = SeededGenerator(seed: seed &* 7_919 &+ 17)
    kind = seed % 2 == 0 ? .stay : seed % 4 == 1 ? .pass : .wait
    place = Coordinate(
      clampingLatitude: chance.uniform() * 140 - 70, wrappingLongitude: chance.uniform() * 360 - 180)
    plane = TangentPlane(at: place)
    (zone, size) = Self.zone(around: plane, &chance)
    ground = ZoneGround(zone, at: place)
    // As many between 3 and 6 as between 6 and 12.
    let deviation = 3 * Angle.powerOfTwo(2 * chance.uniform())
    // And as many that forget within 10 to 32 seconds as within 32 to 100.
    let memory = 10 * Angle.powerOfTwo(3.3219 * chance.uniform())
    receiver = (deviation, memory, chance.uniform() < 0.5, chance.uniform() < 0.875)
    error = (chance.bell() * deviation, chance.bell() * deviation)
    walk()
  }

  // MARK: - The zone

  private static func zone(around plane: TangentPlane, _ chance: inout SeededGenerator) -> (Zone, size: Double) {
    let radius = [10.0, 15, 20, 30][Int(chance.uniform() * 4)]
    guard chance.uniform() < 0.4 else { return (.circle(radius: radius), radius) }
    let corners = 5 + Int(chance.uniform() * 5)
    let outline = (0..<corners).map { corner in
      // A little more ground than the circle, because the corners are cut.
      point(radius * (0.85 + chance.uniform() * 0.5), toward: 360 * Double(corner) / Double(corners))
    }
    let hasHole = radius >= 20 && chance.uniform() < 0.3
    let hole = (0..<4).map { point(radius * 0.2, toward: 90 * Double($0)) }
    return (
      .polygon(rings: ([outline] + (hasHole ? [hole] : [])).map { $0.map { plane.coordinate(at: $0) } }), radius * 1.35
    )
  }

  private static func point(_ metres: Double, toward degrees: Double) -> Point {
    let (sine, cosine) = Angle.sineAndCosine(degrees: degrees)
    return Point(east: metres * sine, north: metres * cosine)
  }

  private func depth(of point: Point) -> Double { ground.depth(of: plane.coordinate(at: point)) }

  // MARK: - The walk

  private mutating func walk() {
    let toward = chance.uniform() * 360
    switch kind {
    case .pass:
      let beside = point(atDepth: -2 - chance.uniform() * 28, toward: toward)
      let along = Self.point(90, toward: toward + 90)
      let begin = Point(east: beside.east - along.east, north: beside.north - along.north)
      go([begin, beside, Point(east: beside.east + along.east, north: beside.north + along.north)], staying: 0)
    case .wait:
      let stop = point(atDepth: -2 - chance.uniform() * 28, toward: toward)
      let begin = Self.point(size + 90, toward: toward + (chance.uniform() - 0.5) * 60)
      go([begin, stop, begin], staying: 15 + Int(chance.uniform() * 45))
    case .stay:
      let stop = inside()
      let (begin, end) = (Self.point(size + 80, toward: toward), Self.point(size + 90, toward: chance.uniform() * 360))
      go([begin, stop, end], staying: 15 + Int(chance.uniform() * 45))
    }
  }

  /// A place at such a depth, in a direction from the middle.
  private func point(atDepth depth: Double, toward degrees: Double) -> Point {
    // From far outside inward, so that the whole way beside it stays outside.
    var metres = size + 60
    while metres > 0, self.depth(of: Self.point(metres, toward: degrees)) < depth { metres -= 0.5 }
    return Self.point(metres, toward: degrees)
  }

  /// A place that a player would stop at: not at the border.
  private mutating func inside() -> Point {
    while true {
      let point = Self.point(size * chance.uniform().squareRoot(), toward: chance.uniform() * 360)
      if depth(of: point) >= 0.4 * ground.deepest { return point }
    }
  }

  /// Walks from corner to corner at 1.1 to 1.5 m/s, and stays at the second one.
  private mutating func go(_ corners: [Point], staying seconds: Int) {
    let speed = 1.1 + chance.uniform() * 0.4
    for (leg, (from, to)) in zip(corners, corners.dropFirst()).enumerated() {
      let (east, north) = (to.east - from.east, to.north - from.north)
      let length = (east * east + north * north).squareRoot()
      let steps = max(1, Int(length / speed))
      for step in 0..<steps {
        let part = Double(step) * speed / length
        report(
          Point(east: from.east + east * part, north: from.north + north * part),
          Point(east: east / length * speed, north: north / length * speed))
      }
      if leg == 0 { for _ in 0..<seconds { report(to, Point(east: 0, north: 0)) } }
    }
  }

  private mutating func report(_ truth: Point, _ movement: Point) {
    let kept = 1 - 1 / receiver.memory
    let new = receiver.deviation * (1 - kept * kept).squareRoot()
    error = (error.east * kept + chance.bell() * new, error.north * kept + chance.bell() * new)
    let said = plane.coordinate(at: Point(east: truth.east + error.east, north: truth.north + error.north))
    let (east, north) = (movement.east + chance.bell() * 0.15, movement.north + chance.bell() * 0.15)
    let speed = (east * east + north * north).squareRoot()
    let course = speed < 0.5 ? nil : Bearing(degrees: Angle.degrees(opposite: east, adjacent: north))
    moments.append(
      Moment(
        fix: Fix(
          position: said, time: .seconds(moments.count),
          accuracy: receiver.tellsAccuracy ? receiver.deviation * Fix.circleDeviations : nil,
          accuracySource: .receiver, speed: receiver.tellsMovement ? speed : nil,
          course: receiver.tellsMovement ? course : nil),
        depth: depth(of: truth)))
  }
}
