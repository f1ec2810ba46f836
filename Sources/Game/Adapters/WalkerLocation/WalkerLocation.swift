internal import Geodesy
package import HuntDomain
package import Nearby
package import Simulation
internal import SystemKit

/// Lets a walker stand where they are, as long as there is a reason to wait.
package struct WalkerHold: Sendable {
  private let isOn = Guarded(false)

  /// Holds nobody.
  package init() {}

  /// Holds the walker from the next step on, or lets them go on.
  package func set(_ isOn: Bool) { self.isOn.withLock { $0 = isOn } }

  fileprivate var isSet: Bool { isOn.withLock { $0 } }
}

/// Adapter: a player who walks on their own, the same way every time for the same seed.
///
/// Pull-driven: each request waits one `interval` of the pace, then takes one step, so a walk without a pace
/// replays an hour in milliseconds and drops nothing.
package struct WalkerLocation: DeviceLocation, DeviceHeading {
  private let itinerary: Itinerary
  private let receiver: SimulatedReceiver
  private let interval: Duration
  private let pace: Pace
  private let hold: WalkerHold

  /// - Parameters:
  ///   - itinerary: the walker's plan.
  ///   - receiver: what tells where the walker is.
  ///   - interval: time between two fixes; greater than 0.
  ///   - pace: how fast the walk passes.
  ///   - hold: what lets the walker stand meanwhile.
  package init(
    _ itinerary: Itinerary, receiver: SimulatedReceiver = .perfect, interval: Duration = .seconds(1), pace: Pace,
    hold: WalkerHold = WalkerHold()
  ) {
    self.itinerary = itinerary
    self.receiver = receiver
    self.interval = max(.milliseconds(10), interval)
    self.pace = pace
    self.hold = hold
  }

  /// Starts the same walk from its beginning; finishes after the last step.
  package func updates() -> AsyncStream<LocationUpdate> {
    let walk = subscription()
    return AsyncStream { await walk.next().map { LocationUpdate($0.observation) } }
  }

  /// The headings of the walker: along its path, and looking around while it stands.
  ///
  /// Relative to true north, with an uncertainty of one degree.
  package func headings() -> AsyncStream<Heading> {
    let walk = subscription()
    return AsyncStream {
      await walk.next().map { Heading(bearing: $0.looking, source: .compass, uncertainty: 1) }
    }
  }

  private func subscription() -> Subscription {
    Subscription(itinerary, receiver, interval: interval, hold: hold, wait: pace.start())
  }
}

/// One subscription's walk.
private actor Subscription {
  private var walk: Walk
  /// Observes the walk as it was with its stops, which the walk itself does not know.
  private var receiver: SimulatedReceiver
  private var time: Duration?
  /// How long the walker was held, in all.
  private var held = Duration.zero
  private var last: (truth: Truth, looking: Bearing)?
  private let interval: Duration
  private let hold: WalkerHold
  private let wait: Pace.Stopwatch

  init(
    _ itinerary: Itinerary, _ receiver: SimulatedReceiver, interval: Duration, hold: WalkerHold,
    wait: @escaping Pace.Stopwatch
  ) {
    walk = Walk(itinerary, receiver: .perfect)
    (self.receiver, self.interval, self.hold, self.wait) = (receiver, interval, hold, wait)
  }

  func next() async -> (observation: Observation, looking: Bearing)? {
    let now = time.map { $0 + interval } ?? .zero
    guard (try? await wait(now)) != nil else { return nil }
    if hold.isSet, let position = last?.truth.position {
      held += interval
      last?.truth = Truth(position: position, time: now)
    } else {
      guard let next = walk.advance(to: now - held) else { return nil }
      last = (next.truth, next.looking)
      last?.truth.time = now
    }
    time = now
    return last.map { (receiver.observe($0.truth), $0.looking) }
  }
}
