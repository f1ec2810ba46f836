package import Geodesy
package import Nearby
package import Simulation
package import Streets
internal import SystemKit

/// Tells a walker where to go; safe to use from any thread.
package struct WalkerGuide: Sendable {
  private struct State {
    /// Where the walker is sent, until they set out.
    var goal: Coordinate?
    var isThere = true
  }

  private let state = Guarded(State())

  /// Sends nobody anywhere.
  package init() {}

  /// Sends the walker to a place; they set out with the next step, from wherever they are.
  package func send(to goal: Coordinate) { state.withLock { $0 = State(goal: goal, isThere: false) } }

  /// Whether the walker stands where they were sent last.
  package var isThere: Bool { state.withLock { $0.isThere } }

  fileprivate func takeGoal() -> Coordinate? {
    state.withLock { state in
      defer { state.goal = nil }
      return state.goal
    }
  }

  fileprivate func arrive() { state.withLock { if $0.goal == nil { $0.isThere = true } } }
}

/// Adapter: a walker who goes where a guide sends them, and stands there; the walk never ends by itself.
///
/// Pull-driven like ``WalkerLocation``, with a step every second: equal orders between equal steps give equal walks. A
/// guide has one walker.
package struct GuidedLocation: DeviceLocation {
  private let start: Coordinate
  private let ground: WalkingGround
  private let guide: WalkerGuide
  private let receiver: SimulatedReceiver
  private let speed: Double

  /// - Parameters:
  ///   - start: where the walker stands at first.
  ///   - ground: what they walk on.
  ///   - guide: sends this walker only.
  ///   - receiver: what tells where the walker is.
  ///   - speed: in metres per second; greater than 0.
  package init(
    from start: Coordinate, on ground: WalkingGround = .open, guide: WalkerGuide,
    receiver: SimulatedReceiver = .perfect, speed: Double
  ) {
    (self.start, self.ground, self.guide, self.receiver, self.speed) = (start, ground, guide, receiver, speed)
  }

  /// Starts a walk from the start; it ends only by cancellation.
  package func updates() -> AsyncStream<LocationUpdate> {
    let walk = Subscription(start, ground, guide, receiver, speed)
    return AsyncStream { await walk.next() }
  }
}

/// One subscription's walk.
private actor Subscription {
  private var walk: Walk
  private var position: Coordinate
  private var receiver: SimulatedReceiver
  private let ground: WalkingGround
  private let guide: WalkerGuide
  private let speed: Double
  private var seconds = 0
  /// When the present walk began.
  private var begin = 0

  init(
    _ start: Coordinate, _ ground: WalkingGround, _ guide: WalkerGuide, _ receiver: SimulatedReceiver, _ speed: Double
  ) {
    (position, self.ground, self.guide, self.receiver, self.speed) = (start, ground, guide, receiver, speed)
    walk = Walk(Itinerary(start: start, steps: []), receiver: .perfect)
  }

  func next() async -> LocationUpdate? {
    guard !Task.isCancelled else { return nil }
    // Nothing suspends here, so yield now and then: an endless walk would block a thread of the pool.
    if seconds.isMultiple(of: 256) { await Task.yield() }
    if let goal = guide.takeGoal() {
      let corners = ground.route(from: position, to: goal).points.dropFirst()
      walk = Walk(
        Itinerary(start: position, steps: corners.map { .walk(to: $0, speed: speed) }), receiver: .perfect)
      // The time of a walk counts from the last step before it.
      begin = max(0, seconds - 1)
    }
    defer { seconds += 1 }
    let now = Duration.seconds(seconds)
    guard var truth = walk.advance(to: .seconds(seconds - begin))?.truth else {
      guide.arrive()
      return LocationUpdate(receiver.observe(Truth(position: position, time: now)))
    }
    (position, truth.time) = (truth.position, now)
    return LocationUpdate(receiver.observe(truth))
  }
}
