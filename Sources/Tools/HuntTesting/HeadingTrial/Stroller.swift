internal import Geodesy
internal import Numbers

/// A simulated person who walks, stops, and looks about: the truth of a trial, in small time steps.
///
/// Legs of 30 to 100 metres at 1.1 to 1.5 m/s, corners of up to 120° that are walked round at 90° a second, stops of
/// 4 to 20 seconds; a walker's device points up to some degrees beside their course, and wanders.
struct Stroller {
  private enum Act {
    case walk(toward: Double, metres: Double, speed: Double)
    case hold(seconds: Double)
    case turn(degrees: Double, rate: Double)
    case look(place: Int)
    case face(place: Int)
  }

  /// Places around the start that the stroller knows, in metres.
  static let places = [(200.0, 250.0), (-300.0, 100.0), (150.0, -350.0), (-200.0, -300.0)]

  private(set) var east = 0.0
  private(set) var north = 0.0
  /// Metres per second.
  private(set) var velocity = (east: 0.0, north: 0.0)
  /// Degrees; not normalised.
  private(set) var body = 0.0
  private(set) var sway = 0.0
  /// Degrees turned on the spot in the last step.
  private(set) var turned = 0.0
  /// The place that the stroller has begun to face in the last step.
  private(set) var faced: Int?

  private let kit: SensorKit
  private var acts: [Act] = []
  private var chance: SeededGenerator

  init(_ kit: SensorKit, seed: UInt64) {
    self.kit = kit
    chance = SeededGenerator(seed: seed)
    body = chance.uniform() * 360
  }

  /// Where the device points.
  var facing: Bearing { Bearing(degrees: body + sway) }

  mutating func step(_ seconds: Double) {
    if acts.isEmpty { plan() }
    (turned, faced, velocity) = (0, nil, (0, 0))
    switch acts[0] {
    case .walk(let toward, let metres, let speed): walk(toward, metres, speed, seconds)
    case .hold(let left):
      acts[0] = .hold(seconds: left - seconds)
      if left <= seconds { acts.removeFirst() }
    case .turn(let degrees, let rate):
      turned = min(abs(degrees), rate * seconds) * (degrees < 0 ? -1 : 1)
      body += turned
      acts[0] = .turn(degrees: degrees - turned, rate: rate)
      if abs(degrees - turned) < 1e-9 { acts.removeFirst() }
    case .look(let place): acts[0] = look(at: place)
    case .face(let place):
      acts.removeFirst()
      faced = place
    }
  }

  private mutating func walk(_ toward: Double, _ metres: Double, _ speed: Double, _ seconds: Double) {
    let turn = (toward - body).remainder(dividingBy: 360)
    body += min(abs(turn), 90 * seconds) * (turn < 0 ? -1 : 1)
    let (sine, cosine) = Angle.sineAndCosine(degrees: body)
    velocity = (speed * sine, speed * cosine)
    east += velocity.east * seconds
    north += velocity.north * seconds
    // Four degrees that wander within two seconds.
    sway += -sway * seconds / 2 + chance.bell() * 4 * seconds.squareRoot()
    acts[0] = .walk(toward: toward, metres: metres - speed * seconds, speed: speed)
    if metres <= speed * seconds { acts.removeFirst() }
  }

  private mutating func plan() {
    let corner = (chance.uniform() - 0.5) * 240
    acts.append(
      .walk(toward: body + corner, metres: 30 + chance.uniform() * 70, speed: 1.1 + chance.uniform() * 0.4))
    guard chance.uniform() < 0.5 else { return }
    acts.append(.hold(seconds: 1.5))
    if kit.facesPlaces {
      // Half a second later they say so.
      let place = Int(chance.uniform() * Double(Self.places.count))
      acts += [.look(place: place), .hold(seconds: 0.5), .face(place: place)]
    }
    acts.append(.hold(seconds: 2 + chance.uniform() * 6))
    guard kit.looksAbout else { return }
    for _ in 0..<Int(1 + chance.uniform() * 3) {
      // A player who presses a key for every 15° turns slowly.
      let angle = (30 + chance.uniform() * 120) * (chance.uniform() < 0.5 ? -1 : 1)
      acts.append(.turn(degrees: angle, rate: kit.pressesKeys ? 30 : 60))
      acts.append(.hold(seconds: 2 + chance.uniform() * 4))
    }
  }

  /// A turn to a place, as well as people do.
  private mutating func look(at index: Int) -> Act {
    let place = Self.places[index]
    let bearing = Angle.degrees(opposite: place.0 - east, adjacent: place.1 - north)
    return .turn(degrees: (bearing + chance.bell() * 2 - body - sway).remainder(dividingBy: 360), rate: 60)
  }
}
