internal import GeoFormats
internal import Geodesy
internal import HuntDomain
internal import Simulation

/// A receiver's report of one moment, and the true position.
public struct Report: Hashable, Sendable {
  /// The time of the measurement, since the walk began; never goes back.
  public let time: Duration
  /// The time at which the report is delivered, since the walk began; never goes back.
  ///
  /// At ``time``, or later after a stall.
  public let arrival: Duration
  /// The position; `nil` while the receiver works but has no fix.
  public let position: Position?
  /// Satellites that the receiver sees, used or not; `nil` if it does not say.
  public let satellitesSeen: Int?
  /// The walker's true position at the moment of the walk that the report belongs to.
  public let truth: Coordinate
  /// The civil time at ``time``, in milliseconds since 1970, whatever the receiver believes.
  let clock: Int64
}

/// A position as a receiver reports it.
public struct Position: Hashable, Sendable {
  /// The reported position, with its errors; always a place on the Earth.
  public let coordinate: Coordinate
  /// Degrees north of the equator.
  public var latitude: Double { coordinate.latitude }
  /// Degrees east of Greenwich.
  public var longitude: Double { coordinate.longitude }
  /// Metres above mean sea level.
  public let altitude: Double?
  /// Radius of the circle that holds 95 of 100 errors, in metres, as the receiver believes.
  public let accuracy: Double?
  /// Metres per second over ground; never negative.
  public let speed: Double?
  /// Direction of movement, in degrees clockwise from true north, in `0 ..< 360`.
  public let course: Double?
  /// Satellites that the position was computed from.
  public let satellitesUsed: Int?
  /// Whether the receiver has four satellites or more, and so an altitude if it is known (mode 3D).
  public let isThreeDimensional: Bool
  /// Milliseconds since 1970-01-01T00:00:00Z, as the receiver believes; walks begin at ten in the morning of a summer
  /// day.
  public let milliseconds: Int64?
}

extension Report {
  /// The sentences of NMEA 0183 that a receiver would say, without their line ends.
  ///
  /// RMC, VTG, GGA, GSA, GSV and GST. The accuracy travels as dilution of precision, and the satellites stand anywhere in
  /// the sky: reports know only how many there are. A report without a civil time has that of the walk.
  public var nmea: [String] { NMEAWriter.sentences(for: epoch) }

  /// The report TPV of gpsd's protocol, one line of JSON without its line end; `device` is any path.
  public func gpsdJSON(device: String = "/dev/trove") -> String {
    GPSDWriter.position(epoch, device: device).text
  }

  private var epoch: ReceiverEpoch {
    let used = position.map { $0.satellitesUsed ?? 4 } ?? 0
    var epoch = ReceiverEpoch(
      time: position?.milliseconds ?? clock,
      satellites: Self.satellites(seen: satellitesSeen ?? used, used: used))
    guard let position else { return epoch }
    epoch.mode = position.isThreeDimensional ? .threeD : .twoD
    epoch.position = position.coordinate.onEarth
    epoch.altitude = position.altitude
    epoch.speed = position.speed
    epoch.course = position.course.map { Bearing(degrees: $0) }
    epoch.dilution = position.accuracy.map { Self.dilution(for: $0) }
    return epoch
  }

  /// Returns the dilution from which gpsd calculates that accuracy: as good to the east as to the north, and worse in
  /// height, as is usual.
  private static func dilution(for accuracy: Double) -> Dilution {
    let axis = accuracy / ErrorPerDilution.horizontal / 2.0.squareRoot()
    return Dilution(east: axis, north: axis, vertical: 2 * axis, time: axis)
  }

  /// Satellites spread over the sky by the golden angle; a receiver has at most 32, and uses at most 12 of them here.
  private static func satellites(seen: Int, used: Int) -> [SatelliteView] {
    (0..<max(0, min(32, max(seen, used)))).map { index in
      SatelliteView(
        number: index + 1, elevation: Double(15 + index * 29 % 70),
        azimuth: Double(index * 137 % 360),
        signal: index < used ? 40 : 18, isUsed: index < min(12, used))
    }
  }
}

extension SimulatedWalk {
  /// The reports at their times: each comes when the clock has reached its ``Report/arrival``.
  ///
  /// The walk begins when the first report is asked for. Any clock will do: a ``VirtualClock`` replays an hour in
  /// milliseconds, `ContinuousClock` walks in real time. Pull-driven: a slow consumer gets every report, late.
  public func reports<C: Clock<Duration>>(on clock: C) -> TimedReports<C> {
    TimedReports(walk: self, clock: clock)
  }
}

/// The reports of a walk at their times.
///
/// Finishes: at the end of the walk, or when the task is cancelled. Throws: never.
public struct TimedReports<C: Clock<Duration>>: AsyncSequence, Sendable {
  fileprivate let walk: SimulatedWalk
  fileprivate let clock: C

  /// Begins the walk anew.
  public func makeAsyncIterator() -> Iterator {
    Iterator(reports: walk.makeIterator(), clock: clock)
  }

  /// A walk in progress on a clock.
  public struct Iterator: AsyncIteratorProtocol {
    fileprivate var reports: SimulatedWalk.Iterator
    fileprivate let clock: C
    private var start: C.Instant?

    fileprivate init(reports: SimulatedWalk.Iterator, clock: C) {
      (self.reports, self.clock) = (reports, clock)
    }

    /// Waits for the next report; `nil` at the end of the walk.
    public mutating func next() async -> Report? { await next(isolation: nil) }

    /// Waits for the next report without leaving the actor that asks; `nil` at the end of the walk.
    public mutating func next(isolation actor: isolated (any Actor)?) async -> Report? {
      guard let report = reports.next() else { return nil }
      let start = self.start ?? clock.now
      self.start = start
      do {
        try await clock.sleep(until: start.advanced(by: report.arrival), tolerance: nil)
        return report
      } catch {
        return nil
      }
    }
  }
}
