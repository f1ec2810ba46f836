package import Geodesy

/// A steered walk in progress, as a value that is advanced in time.
package struct Drive: Sendable {
  private var position: Coordinate
  private var time = Duration.zero
  private var receiver: SimulatedReceiver

  /// A walker who stands at `start`.
  package init(from start: Coordinate, receiver: SimulatedReceiver) {
    position = start
    self.receiver = receiver
  }

  /// Goes on until `now`, all the way at this gait and toward where the walker looks.
  package mutating func advance(to now: Duration, at gait: Gait, looking: Bearing) -> Walk.Moment {
    let speed = gait.speed
    if speed > 0, now > time {
      position = position.offset(by: speed * ((now - time) / .seconds(1)), toward: looking)
    }
    time = max(time, now)
    let truth = Truth(position: position, speed: speed, course: speed > 0 ? looking : nil, time: time)
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
