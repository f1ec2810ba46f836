internal import Geodesy
internal import Simulation

/// A way in the making, of legs that are checked one by one.
struct WayBuilder {
  private let start: Geodesy.Coordinate
  private var here: Geodesy.Coordinate
  private var steps: [Itinerary.Step] = []
  private var number = 0
  /// Metres so far.
  private(set) var length = 0.0
  private var seconds = 0.0

  init(from start: Coordinate) throws(WalkError) {
    self.start = try Self.place(start, 0)
    here = self.start
  }

  var itinerary: Itinerary { Itinerary(start: start, steps: steps) }
  var duration: Duration { .seconds(seconds) }

  mutating func add(_ leg: Leg) throws(WalkError) {
    number += 1
    switch leg {
    case .walk(let goal, let speed):
      try walk(to: Self.place(goal, number), speed)
    case .go(let metres, let direction, let speed):
      try Self.check(metres, in: 0...1_000_000, "length in metres", number)
      try Self.check(direction, in: -360...360, "direction in degrees", number)
      try walk(to: here.offset(by: metres, toward: Bearing(degrees: direction)), speed)
    case .wait(let time):
      let wait = time / .seconds(1)
      try Self.check(wait, in: 0...3_600_000, "time in seconds", number)
      steps.append(.pause(time))
      seconds += wait
    }
  }

  private mutating func walk(to goal: Geodesy.Coordinate, _ speed: Double) throws(WalkError) {
    try Self.check(speed, in: 0.01...10_000, "speed in metres per second", number)
    let metres = here.distance(to: goal)
    steps.append(.walk(to: goal, speed: speed))
    length += metres
    seconds += metres / speed
    here = goal
  }

  static func place(_ coordinate: Coordinate, _ number: Int) throws(WalkError) -> Geodesy.Coordinate {
    guard
      let place = Geodesy.Coordinate(latitude: coordinate.latitude, longitude: coordinate.longitude)
    else {
      throw .notOnEarth(number: number, coordinate)
    }
    return place
  }

  static func check(
    _ value: Double, in range: ClosedRange<Double>, _ what: String, _ number: Int = 0
  ) throws(WalkError) {
    // What is no number is in no range.
    guard range.contains(value) else {
      throw .outOfRange(number: number, what: what, value: value, range: range)
    }
  }
}

/// One part of a walk.
public enum Leg: Hashable, Sendable {
  /// Goes straight to a place; `speed` in metres per second, in `0.01 ... 10_000`.
  case walk(to: Coordinate, speed: Double = Leg.pace)
  /// Goes `metres` (`0 ... 1_000_000`) in a direction, in degrees clockwise from true north.
  case go(metres: Double, toward: Double, speed: Double = Leg.pace)
  /// Stands still, for at most 1000 hours.
  case wait(Duration)

  /// Mean speed of people on level ground, in metres per second (Weidmann, "Transporttechnik der Fussgänger", 1993).
  public static let pace = 1.34
}

/// The surroundings of a receiver, which determine its errors; `docs/simulation.md` gives the numbers and sources.
public enum Surroundings: String, Hashable, Sendable, CaseIterable {
  /// No errors at all: the truth.
  case none
  /// A clear view of the sky: half of all errors within 2.5 m.
  case openSky = "open-sky"
  /// A street between high houses: half within 12.4 m, with jumps, and overconfident.
  case canyon
  /// Under trees: half within 5.4 m.
  case wood
  /// Inside a building of brick or concrete: half within 8.4 m, and a quarter of the time no position.
  case indoors
  /// A clear view of the sky, and a receiver that was switched on this moment: no position for half a minute.
  case coldStart = "cold-start"

  var preset: ErrorPreset {
    switch self {
    case .none: .none
    case .openSky: .openSky
    case .canyon: .canyon
    case .wood: .wood
    case .indoors: .indoors
    case .coldStart: .coldStart
    }
  }
}
