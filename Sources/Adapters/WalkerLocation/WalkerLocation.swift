internal import Geodesy
package import HuntDomain
package import Nearby
package import Simulation

/// Adapter: a player who walks on their own, the same way every time for the same seed.
///
/// Pull-driven: each request waits one `interval` of the pace, then takes one step, so a walk without a pace
/// replays an hour in milliseconds and drops nothing.
package struct WalkerLocation: DeviceLocation, DeviceHeading {
  private let itinerary: Itinerary
  private let receiver: SimulatedReceiver
  private let interval: Duration
  private let pace: Pace

  /// - Parameters:
  ///   - itinerary: the walker's plan.
  ///   - receiver: what tells where the walker is.
  ///   - interval: time between two fixes; greater than 0.
  ///   - pace: how fast the walk passes.
  package init(
    _ itinerary: Itinerary, receiver: SimulatedReceiver = .perfect, interval: Duration = .seconds(1), pace: Pace
  ) {
    self.itinerary = itinerary
    self.receiver = receiver
    self.interval = max(.milliseconds(10), interval)
    self.pace = pace
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
    Subscription(Walk(itinerary, receiver: receiver), interval: interval, wait: pace.start())
  }
}

/// One subscription's walk.
private actor Subscription {
  private var walk: Walk
  private var time: Duration?
  private let interval: Duration
  private let wait: Pace.Stopwatch

  init(_ walk: Walk, interval: Duration, wait: @escaping Pace.Stopwatch) {
    self.walk = walk
    self.interval = interval
    self.wait = wait
  }

  func next() async -> Walk.Moment? {
    let now = time.map { $0 + interval } ?? .zero
    guard (try? await wait(now)) != nil, let moment = walk.advance(to: now) else { return nil }
    time = now
    return moment
  }
}
