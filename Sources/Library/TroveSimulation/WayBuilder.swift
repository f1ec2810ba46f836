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
