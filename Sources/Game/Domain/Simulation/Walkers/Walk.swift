package import Geodesy

/// A walk in progress: a value that is advanced in time.
package struct Walk: Sendable {
  /// Where the walker is and looks at one time.
  package struct Moment: Hashable, Sendable {
    /// The report of the walker's receiver.
    package let observation: Observation
    /// The true position of the walker.
    package let truth: Truth
    /// The direction in which the walker looks, from true north; while walking the direction of the way.
    package let looking: Bearing
  }

  private var position: Coordinate
  private var looking = Bearing.north
  private var steps: ArraySlice<Itinerary.Step>
  private var time = Duration.zero
  /// How much of the first step's pause is over.
  private var paused = Duration.zero
  private var receiver: SimulatedReceiver

  /// A walk that has not begun.
  package init(_ itinerary: Itinerary, receiver: SimulatedReceiver) {
    position = itinerary.start
    steps = itinerary.steps[...]
    self.receiver = receiver
  }

  /// Walks on until `now`, which comes after all times before; `nil` once the last step is over.
  package mutating func advance(to now: Duration) -> Moment? {
    guard !steps.isEmpty else { return nil }
    let start = position
    let seconds = (now - time) / .seconds(1)
    var left = now - time
    time = now
    while left > .zero, let step = steps.first {
      left = take(step, within: left)
    }
    let walked = start.course(to: position)
    let moves = walked.distance > 0.01 && seconds > 0
    let truth = Truth(
      position: position, speed: seconds > 0 ? walked.distance / seconds : 0, course: moves ? walked.bearing : nil,
      time: now)
    return Moment(observation: receiver.observe(truth), truth: truth, looking: looking)
  }

  /// Does as much of a step as there is time for; returns the time that is left.
  private mutating func take(_ step: Itinerary.Step, within time: Duration) -> Duration {
    switch step {
    case .turn(let degrees):
      looking = Bearing(degrees: looking.degrees + degrees)
      steps.removeFirst()
      return time
    case .pause(let pause):
      // A pause of less than nothing would give time back.
      let rest = max(.zero, pause - paused)
      guard rest > time else {
        paused = .zero
        steps.removeFirst()
        return time - rest
      }
      paused += time
      return .zero
    case .walk(let goal, let speed):
      let way = position.course(to: goal)
      if way.distance > 0.01 { looking = way.bearing }
      let needed = Duration.seconds(way.distance / max(0.01, speed))
      guard needed > time else {
        position = goal
        steps.removeFirst()
        return time - needed
      }
      position = position.offset(by: max(0.01, speed) * (time / .seconds(1)), toward: way.bearing)
      return .zero
    }
  }
}
