package import Geodesy
package import HuntDomain
package import Nearby
package import Simulation
internal import SystemKit

/// Adapter: a player whom somebody drives.
///
/// Pull-driven as ``WalkerLocation``: each request waits one `interval` of the pace, then takes one step the way the
/// wheel stands at that moment. The same wishes at the same times are the same walk. It never ends by itself.
package struct SteeredLocation: DeviceLocation, DeviceHeading {
  /// Time between two fixes unless somebody wants another one: short enough that a key is followed at once.
  package static let interval = Duration.milliseconds(200)

  private let start: Coordinate
  private let wheel: SteeringWheel
  private let receiver: SimulatedReceiver
  private let interval: Duration
  private let pace: Pace

  /// - Parameters:
  ///   - start: where the walker stands before anybody asks for anything.
  ///   - wheel: what drives this walker, and no other one.
  ///   - receiver: what tells where the walker is.
  ///   - interval: time between two fixes, and until a wish is followed; greater than 0.
  ///   - pace: how fast the walk passes; without one it passes as fast as it is asked for, without an end.
  package init(
    from start: Coordinate, wheel: SteeringWheel, receiver: SimulatedReceiver = .perfect,
    interval: Duration = Self.interval, pace: Pace
  ) {
    self.start = start
    self.wheel = wheel
    self.receiver = receiver
    self.interval = max(.milliseconds(10), interval)
    self.pace = pace
  }

  package func updates() -> AsyncStream<LocationUpdate> {
    let drive = subscription()
    return AsyncStream { await drive.next().map { LocationUpdate($0.observation) } }
  }

  /// Where the walker looks, which is where they go; true, so sure to one degree.
  package func headings() -> AsyncStream<Heading> {
    let drive = subscription()
    return AsyncStream { await drive.next().map { Heading(bearing: $0.looking, source: .compass, uncertainty: 1) } }
  }

  private func subscription() -> Subscription {
    Subscription(
      Drive(from: start, receiver: receiver), wheel: wheel, interval: interval, wait: pace.start())
  }
}

/// One subscription's drive.
private actor Subscription {
  private var drive: Drive
  private let wheel: SteeringWheel
  private var time: Duration?
  private var steps: UInt = 0
  /// Steps in a row between which others may have the thread.
  private static let stretch: UInt = 256
  private let interval: Duration
  private let wait: Pace.Stopwatch

  init(_ drive: Drive, wheel: SteeringWheel, interval: Duration, wait: @escaping Pace.Stopwatch) {
    self.drive = drive
    self.wheel = wheel
    self.interval = interval
    self.wait = wait
  }

  func next() async -> Walk.Moment? {
    let now = time.map { $0 + interval } ?? .zero
    // Without a pace nothing waits, and a walk without an end would keep a thread from everybody else.
    steps &+= 1
    if steps.isMultiple(of: Self.stretch) { await Task.yield() }
    guard (try? await wait(now)) != nil else { return nil }
    time = now
    let position = wheel.position
    return drive.advance(to: now, at: position.gait, looking: position.looking)
  }
}

/// Carries what the player asks for to every walk that is driven with it, from any thread.
///
/// It keeps what all wishes come to, not the wishes: it never grows, and a walk that begins late looks and goes as
/// the others do.
package final class SteeringWheel: Sendable {
  /// What was asked for so far, in sum.
  package struct Position: Hashable, Sendable {
    /// Where the walker looks, and goes to.
    package var looking: Bearing
    package var gait = Gait.stand
    /// How they went before they stood.
    private var latest = Gait.walk

    init(looking bearing: Bearing) { looking = bearing }

    /// Follows one more wish; a turn that is no number is none.
    mutating func follow(_ steering: Steering) {
      switch steering {
      case .turn(let degrees):
        guard degrees.isFinite else { return }
        looking = Bearing(degrees: looking.degrees + degrees.truncatingRemainder(dividingBy: 360))
      case .faster: gait = gait.faster
      case .slower: gait = gait.slower
      case .go: if gait == .stand { gait = latest }
      case .halt: gait = .stand
      }
      if gait != .stand { latest = gait }
    }
  }

  private let state: Guarded<Position>

  /// A wheel that nobody has touched: the walker stands, and looks toward `bearing`.
  package init(looking bearing: Bearing = .north) { state = Guarded(Position(looking: bearing)) }

  /// Notes a wish; every walk follows it at its next step.
  package func turn(_ steering: Steering) { state.withLock { $0.follow(steering) } }

  /// How the wheel stands now.
  package var position: Position { state.withLock { $0 } }
}
