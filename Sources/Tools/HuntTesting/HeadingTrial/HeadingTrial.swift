package import Geodesy
package import HuntDomain
internal import Numbers
package import Places

/// A simulated walk with a known truth: what the sensors and the player's keys say, and where the player looks.
///
/// Deterministic: equal kits and seeds give equal walks.
package struct HeadingTrial: Sendable {
  /// An event at one time.
  package enum Event: Hashable, Sendable {
    /// The receiver reports a position.
    case fix(Fix)
    /// The compass reports where the device points.
    case heading(Heading)
    /// The player tells by a key that they have turned, by so much to the right.
    case turn(degrees: Double)
    /// The player tells that they face a place.
    case facing(PointOfInterest)
    /// The screen is drawn; the player looks there.
    case frame(truth: Bearing)
  }

  /// The error that a hand-held compass states, in degrees (95 %).
  package static let stated = 12.0
  /// Milliseconds of one step of the truth: 25 reports and 5 frames a second fall on it.
  private static let tickLength = 40
  private static let step = Double(tickLength) / 1000
  /// 2026-11-01T00:00:00Z.
  private static let epoch = Timestamp(milliseconds: 1_793_491_200_000)

  private let kit: SensorKit
  private var stroller: Stroller
  private var chance: SeededGenerator
  private let plane: TangentPlane
  private let bias: Double
  private let declination: Double
  /// The error of the position, and of the velocity, in metres and metres per second.
  private var drift = (east: 0.0, north: 0.0)
  private var slip = (east: 0.0, north: 0.0)
  private var velocity = (east: 0.0, north: 0.0)
  private var untold = 0.0
  private var pressed: [(at: Int, degrees: Double)] = []
  private var tick = 0
  /// Everything that happened so far, in the order of time.
  package private(set) var events: [(event: Event, at: Duration)] = []

  /// Simulates a walk of `seconds` seconds.
  package init(_ kit: SensorKit, seed: UInt64, seconds: Int = 300) {
    self.kit = kit
    stroller = Stroller(kit, seed: seed)
    chance = SeededGenerator(seed: seed &+ 1_000_003)
    plane = TangentPlane(at: kit.start)
    bias = (chance.uniform() * 2 - 1) * (kit.compass?.bias ?? 0)
    let field = MagneticField(at: kit.start, year: 2026.8)
    declination = field.declination + chance.bell() * field.declinationDeviation
    drift = (chance.bell() * kit.noise, chance.bell() * kit.noise)
    for _ in 0..<Int(Double(seconds) / Self.step) { advance() }
  }

  private mutating func advance() {
    stroller.step(Self.step)
    wander()
    let period = max(1, Int((1 / (kit.rate * Self.step)).rounded()))
    if tick % period == 0 { report() }
    press()
    if let place = stroller.faced { say(.facing(Self.place(place, plane))) }
    if tick % 5 == 0 { say(.frame(truth: stroller.facing)) }
    tick += 1
  }

  private mutating func say(_ event: Event) { events.append((event, .milliseconds(tick * Self.tickLength))) }

  /// The receiver's errors wander: those of the position in 40 seconds, those of the velocity in 1.5; and it smooths
  /// the velocity over half a second.
  private mutating func wander() {
    func wandered(_ value: Double, _ deviation: Double, _ memory: Double, _ chance: Double) -> Double {
      value - value * Self.step / memory + chance * deviation * (2 * Self.step / memory).squareRoot()
    }
    drift.east = wandered(drift.east, kit.noise, 40, chance.bell())
    drift.north = wandered(drift.north, kit.noise, 40, chance.bell())
    slip.east = wandered(slip.east, 0.1, 1.5, chance.bell())
    slip.north = wandered(slip.north, 0.1, 1.5, chance.bell())
    velocity.east += (stroller.velocity.east - velocity.east) * Self.step / 0.5
    velocity.north += (stroller.velocity.north - velocity.north) * Self.step / 0.5
  }

  private mutating func report() {
    let time = Duration.milliseconds(tick * Self.tickLength)
    let position = plane.coordinate(
      at: .init(
        east: stroller.east + drift.east + chance.bell() * 0.2,
        north: stroller.north + drift.north + chance.bell() * 0.2))
    let (east, north) = (velocity.east + slip.east, velocity.north + slip.north)
    say(
      .fix(
        Fix(
          position: position, time: time, utc: Self.epoch.advanced(by: time), accuracy: kit.noise * 2.448,
          speed: kit.tellsCourse ? (east * east + north * north).squareRoot() : nil,
          course: kit.tellsCourse ? Bearing(degrees: Angle.degrees(opposite: east, adjacent: north)) : nil)))
    guard let compass = kit.compass else { return }
    let shown = stroller.facing.degrees + bias + chance.bell() * compass.noise
    say(
      .heading(
        Heading(
          bearing: Bearing(degrees: shown - (compass.isMagnetic ? declination : 0)), source: .compass,
          uncertainty: Self.stated, reference: compass.isMagnetic ? .magneticNorth : .trueNorth)))
  }

  /// A key for every 15° that the player turned on the spot, 0.3 seconds later.
  private mutating func press() {
    guard kit.pressesKeys else { return }
    untold += stroller.turned
    if abs(untold) >= 7.5 {
      let degrees = untold < 0 ? -15.0 : 15
      untold -= degrees
      pressed.append((tick + 300 / Self.tickLength, degrees))
    }
    while let key = pressed.first, key.at <= tick {
      pressed.removeFirst()
      say(.turn(degrees: key.degrees))
    }
  }

  private static func place(_ index: Int, _ plane: TangentPlane) -> PointOfInterest {
    let spot = Stroller.places[index]
    return PointOfInterest(
      id: "place \(index)", name: "Place \(index)", position: plane.coordinate(at: .init(east: spot.0, north: spot.1)))
  }
}
