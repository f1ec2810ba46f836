internal import Geodesy
internal import HuntDomain
internal import Numbers
internal import Simulation

/// A walk with a receiver in the hand: the sequence of the receiver's reports.
///
/// A value: walking it twice gives the same ``Report``s, and so does every build and machine for the same seed.
///
/// ```swift
/// let walk = try SimulatedWalk(
///   along: [Coordinate(48.1374, 11.5755), Coordinate(48.1391, 11.5802)],
///   receiver: Receiver(in: .canyon, seed: 7, faults: Faults("at 01:00 lose fix for 20s")))
/// for report in walk { tracker.receive(report) }
/// ```
public struct SimulatedWalk: Sequence, Sendable {
  /// The receiver in the walker's hand.
  public let receiver: Receiver
  /// Metres above mean sea level of the whole walk; `nil` if it is unknown, and then no report has one.
  public let altitude: Double?
  /// Metres that the walker really goes.
  public let length: Double
  /// How long the walk takes.
  public let duration: Duration
  let itinerary: Itinerary

  /// A walk of legs, one after the other.
  ///
  /// Throws: what is out of range, and which leg says so.
  public init(
    from start: Coordinate, _ legs: [Leg], altitude: Double? = nil, receiver: Receiver = .perfect
  ) throws(WalkError) {
    guard legs.count <= Self.mostLegs else { throw .count(legs.count, limits: 0...Self.mostLegs) }
    var way = try WayBuilder(from: start)
    for leg in legs { try way.add(leg) }
    try WayBuilder.check(altitude ?? 0, in: -10_000...100_000, "altitude")
    try WayBuilder.check(
      receiver.interval / .seconds(1), in: 0.01...3600, "interval of reports in seconds")
    (itinerary, length, duration) = (way.itinerary, way.length, way.duration)
    (self.altitude, self.receiver) = (altitude, receiver)
  }

  /// A walk from the first of at least two places to the last, all at one speed in metres per second.
  ///
  /// Throws: what is out of range.
  public init(
    along line: [Coordinate], speed: Double = Leg.pace, altitude: Double? = nil,
    receiver: Receiver = .perfect
  ) throws(WalkError) {
    guard let start = line.first, line.count > 1 else {
      throw .count(line.count, limits: 2...Self.mostLegs)
    }
    try self.init(
      from: start, line.dropFirst().map { .walk(to: $0, speed: speed) }, altitude: altitude,
      receiver: receiver)
  }

  /// A walk around a place, clockwise from the north, in circles of 36 straight legs.
  ///
  /// Throws: what is out of range; the radius is in `1 ... 100_000` metres, and there are 1 to 1000 laps.
  public init(
    around centre: Coordinate, radius: Double, laps: Int = 1, speed: Double = Leg.pace,
    altitude: Double? = nil,
    receiver: Receiver = .perfect
  ) throws(WalkError) {
    try WayBuilder.check(radius, in: 1...100_000, "radius in metres")
    try WayBuilder.check(Double(laps), in: 1...1000, "number of laps")
    let middle = try WayBuilder.place(centre, 0)
    let corners = stride(from: 0.0, to: 360, by: 10).map {
      Coordinate(middle.offset(by: radius, toward: Bearing(degrees: $0)))
    }
    let lap = corners.dropFirst() + corners.prefix(1)
    try self.init(
      from: corners[0], (0..<laps).flatMap { _ in lap.map { Leg.walk(to: $0, speed: speed) } },
      altitude: altitude,
      receiver: receiver)
  }

  /// Legs of the longest walk.
  static let mostLegs = 100_000

  /// Iterates over the receiver's reports, from the beginning of the walk to its end.
  public func makeIterator() -> Iterator { Iterator(self) }
}

extension SimulatedWalk {
  /// A walk in progress: a value that is walked on one report at a time.
  public struct Iterator: IteratorProtocol, Sendable {
    private var walk: Walk
    private var receiver: SimulatedReceiver
    private var injector: FaultInjector
    private let altitude: Double?
    private let interval: Duration
    /// The civil time at the beginning of the walk.
    private let start: Timestamp
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
      start = SimulatedDay.morning(at: simulation.itinerary.start)
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
      return Report(moment, arrival: arrival, truth: truth, start: start)
    }
  }
}

extension Report {
  fileprivate init(_ moment: Moment, arrival: Duration, truth: Truth, start: Timestamp) {
    (time, self.arrival, self.truth) = (moment.time, arrival, Coordinate(truth.position))
    clock = start.advanced(by: moment.time).milliseconds
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

/// Why a walk cannot be walked.
public enum WalkError: Error, Hashable, Sendable, CustomStringConvertible {
  /// A place that is not on the Earth; the start is 0, and legs or places count from 1.
  case notOnEarth(number: Int, Coordinate)
  /// A number of a leg, or of the whole walk (0), is no number or out of range.
  case outOfRange(number: Int, what: String, value: Double, range: ClosedRange<Double>)
  /// Too few places for a line, or too many legs.
  case count(Int, limits: ClosedRange<Int>)

  /// The problem, and the allowed values.
  public var description: String {
    switch self {
    case .notOnEarth(let number, let place):
      "place \(number) (\(place)) is not on the Earth: latitudes go from -90 to 90, longitudes from -180 to 180"
    case .outOfRange(let number, let what, let value, let range):
      "\(number == 0 ? "the walk's" : "leg \(number)'s") \(what) is \(value); it goes from \(range.lowerBound) to "
        + "\(range.upperBound)"
    case .count(let count, let limits):
      "\(count) places or legs; a walk has \(limits.lowerBound) to \(limits.upperBound)"
    }
  }
}
