package import Geodesy
package import Streets

/// A steered walk in progress, as a value that is advanced in time.
package struct Drive: Sendable {
  /// How far from where the walker looks they turn at a wall, in degrees to the right; the first that leads on.
  private static let turns: [Double] = [0, 20, -20, 40, -40, 60, -60, 80, -80]

  /// Metres that a walker keeps from what is ahead.
  private static let elbowRoom = 0.5

  private let ground: WalkingGround
  private var position: Coordinate
  private var time = Duration.zero
  private var receiver: SimulatedReceiver

  /// A walker who stands at `start`.
  package init(from start: Coordinate, on ground: WalkingGround = .open, receiver: SimulatedReceiver) {
    position = start
    self.ground = ground
    self.receiver = receiver
  }

  /// Goes on until `now`, all the way at this gait and toward where the walker looks; along walls, and stands where they
  /// lead nowhere.
  package mutating func advance(to now: Duration, at gait: Gait, looking: Bearing) -> Walk.Moment {
    var (speed, course) = (gait.speed, gait.speed > 0 ? looking : nil)
    if speed > 0, now > time {
      let length = speed * ((now - time) / .seconds(1))
      let courses = Self.turns.lazy.map { Bearing(degrees: looking.degrees + $0) }
      course = courses.first { [ground, position] in
        ground.allowsStep(from: position, to: position.offset(by: length + Self.elbowRoom, toward: $0))
      }
      if let course { position = position.offset(by: length, toward: course) } else { speed = 0 }
    }
    time = max(time, now)
    let truth = Truth(position: position, speed: speed, course: course, time: time)
    return Walk.Moment(observation: receiver.observe(truth), truth: truth, looking: looking)
  }
}

/// The speed levels of a steered walker, from standing still to driving.
package enum Gait: Int, Hashable, Sendable, CaseIterable {
  case stand, stroll, walk, jog, cycle, drive

  /// Metres per second over ground; the last is a car's 50 km/h.
  package var speed: Double {
    switch self {
    case .stand: 0
    case .stroll: 0.7
    case .walk: 1.4
    case .jog: 2.8
    case .cycle: 5.5
    case .drive: 13.9
    }
  }

  /// The next faster one; the fastest stays.
  package var faster: Gait { Gait(rawValue: rawValue + 1) ?? self }

  /// The next slower gait; standing stays standing.
  package var slower: Gait { Gait(rawValue: rawValue - 1) ?? self }
}
