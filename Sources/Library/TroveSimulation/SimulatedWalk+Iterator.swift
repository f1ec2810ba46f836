internal import Geodesy
internal import HuntDomain
internal import Simulation

extension SimulatedWalk {
  /// A walk in progress: a value that is walked on one report at a time.
  public struct Iterator: IteratorProtocol, Sendable {
    private var walk: Walk
    private var receiver: SimulatedReceiver
    private var injector: FaultInjector
    private let altitude: Double?
    private let interval: Duration
    /// The last moment that was walked to.
    private var now: Duration?
    private var arrival = Duration.zero
    /// Reports of that moment that are still to be told.
    private var waiting: ArraySlice<Report> = []

    init(_ simulation: SimulatedWalk) {
      walk = Walk(simulation.itinerary, receiver: .perfect)
      receiver = simulation.receiver.simulated
      injector = FaultInjector(simulation.receiver.faults.scenario)
      (altitude, interval) = (simulation.altitude, simulation.receiver.interval)
    }

    /// Returns the next report; `nil` at the end of the walk.
    public mutating func next() -> Report? {
      while waiting.isEmpty {
        let last = now
        let next = last.map { $0 + interval } ?? .zero
        guard var truth = walk.advance(to: next)?.truth else { return nil }
        now = next
        truth.altitude = altitude
        let moments = injector.inject(Moment(time: next, receiver.observe(truth)))
        waiting = moments.map { report($0, truth, since: last) }[...]
      }
      return waiting.removeFirst()
    }

    private mutating func report(_ moment: Moment, _ truth: Truth, since last: Duration?) -> Report {
      // What a flood repeats comes between two moments; what a stall has kept comes now.
      let isFresh = last.map { moment.time > $0 } ?? true
      arrival = Swift.max(arrival, isFresh ? moment.time : truth.time)
      return Report(moment, arrival: arrival, truth: truth)
    }
  }
}

extension Report {
  fileprivate init(_ moment: Moment, arrival: Duration, truth: Truth) {
    (time, self.arrival, self.truth) = (moment.time, arrival, Coordinate(truth.position))
    switch moment.observation {
    case .fix(let fix): (position, satellitesSeen) = (Position(fix), fix.satellitesSeen)
    case .nothing(let seen): (position, satellitesSeen) = (nil, seen)
    }
  }
}

extension Position {
  fileprivate init(_ fix: Fix) {
    coordinate = Coordinate(fix.position)
    (altitude, accuracy, speed, course) = (
      fix.altitude, fix.accuracy, fix.speed, fix.course?.degrees
    )
    (satellitesUsed, isThreeDimensional) = (fix.satellitesUsed, fix.mode == .threeD)
    milliseconds = fix.utc?.milliseconds
  }
}
