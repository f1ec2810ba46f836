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
