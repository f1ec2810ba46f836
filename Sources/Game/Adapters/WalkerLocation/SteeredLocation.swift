package import Geodesy
package import HuntDomain
package import Nearby
package import Simulation
package import Streets
internal import SystemKit

/// Adapter: a simulated walker that the player steers.
///
/// Pull-driven like ``WalkerLocation``: each request waits one `interval`, then takes one step by the wheel's position
/// at that moment. Equal commands at equal times give equal walks. The walk never ends by itself.
package struct SteeredLocation: DeviceLocation, DeviceHeading {
  /// The default time between two fixes: short enough that a key takes effect at once.
  package static let interval = Duration.milliseconds(200)

  private let start: Coordinate
  private let ground: WalkingGround
  private let wheel: SteeringWheel
  private let receiver: SimulatedReceiver
  private let interval: Duration
  private let pace: Pace

  /// - Parameters:
  ///   - start: the initial position of the walker.
  ///   - ground: what the walker walks on.
  ///   - wheel: the wheel that steers this walker only.
  ///   - receiver: what tells where the walker is.
  ///   - interval: time between two fixes, and until a wish is followed; greater than 0.
  ///   - pace: how fast the walk passes; without one it passes as fast as it is asked for, without an end.
  package init(
    from start: Coordinate, on ground: WalkingGround = .open, wheel: SteeringWheel,
    receiver: SimulatedReceiver = .perfect,
    interval: Duration = Self.interval, pace: Pace
  ) {
    self.start = start
    self.ground = ground
    self.wheel = wheel
    self.receiver = receiver
    self.interval = max(.milliseconds(10), interval)
    self.pace = pace
  }

  /// Starts one walk from the start; it follows the wheel and ends only by cancellation.
  package func updates() -> AsyncStream<LocationUpdate> {
    let drive = subscription()
    return AsyncStream { await drive.next().map { LocationUpdate($0.observation) } }
  }

  /// The headings of the walker, which are also the directions it walks in; relative to true north, so an uncertainty
  /// of one degree.
  package func headings() -> AsyncStream<Heading> {
    let drive = subscription()
    return AsyncStream { await drive.next().map { Heading(bearing: $0.looking, source: .compass, uncertainty: 1) } }
  }

  private func subscription() -> Subscription {
    Subscription(
      Drive(from: start, on: ground, receiver: receiver), wheel: wheel, interval: interval, wait: pace.start())
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
    // Without an interval nothing suspends, so yield now and then: an endless walk would block a thread of the pool.
    steps &+= 1
    if steps.isMultiple(of: Self.stretch) { await Task.yield() }
    guard (try? await wait(now)) != nil else { return nil }
    time = now
    let position = wheel.position
    return drive.advance(to: now, at: position.gait, looking: position.looking)
  }
}

/// Carries the player's steering commands to every walk that uses this wheel; safe to use from any thread.
///
/// It keeps only the sum of all commands, so it never grows, and a walk that begins late has the same heading and gait
/// as the others.
package final class SteeringWheel: Sendable {
  /// The sum of all commands so far.
  package struct Position: Hashable, Sendable {
    /// The direction in which the walker looks and walks.
    package var looking: Bearing
    /// How fast the walker goes; it stands until it is told to walk.
    package var gait = Gait.stand
    /// The gait before the walker stopped.
    private var latest = Gait.walk

    init(looking bearing: Bearing) { looking = bearing }

    /// Applies one command; a turn that is not finite is ignored.
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

  /// Creates a wheel in its initial state: the walker stands and looks toward `bearing`.
  package init(looking bearing: Bearing = .north) { state = Guarded(Position(looking: bearing)) }

  /// Applies a command; every walk follows it at its next step.
  package func turn(_ steering: Steering) { state.withLock { $0.follow(steering) } }

  /// The current position of the wheel.
  package var position: Position { state.withLock { $0 } }
}
