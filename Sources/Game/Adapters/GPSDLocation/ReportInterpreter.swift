internal import Geodesy
package import HuntDomain

/// Turns gpsd's reports into the updates of one subscription: a value without clock, socket or thread.
///
/// Times are since the subscription began and never go back. The thread feeds it and passes on what it returns.
package protocol ReportInterpreter: Sendable {
  /// The element of the subscription.
  associatedtype Update: Sendable

  /// Whether reports of the class ATT are all that matters; the others are not even read then.
  static var wantsAttitudeOnly: Bool { get }

  /// When ``wait(until:)`` is due; `nil` while only a report can change anything.
  var deadline: Duration? { get }

  /// Takes note that there is a connection.
  mutating func connect(at now: Duration)
  /// Takes a report.
  mutating func hear(_ report: GPSDReport, at now: Duration) -> [Update]
  /// Notes that no report came until `now`.
  mutating func wait(until now: Duration) -> [Update]
  /// Takes note that there is no connection; why, as text for the player.
  mutating func disconnect(because reason: String, at now: Duration) -> [Update]
  /// Notes that the computer slept until `now`: held updates are out of date.
  mutating func wake(at now: Duration) -> [Update]
}

/// Thins out updates: at most one in each `interval`, the newest wins, the last one is never lost.
package struct Pacer<Update: Sendable>: Sendable {
  private let interval: Duration
  private var held: Update?
  private var last: Duration?

  /// Creates a pacer that lets the first update through at once.
  package init(interval: Duration) { self.interval = interval }

  /// When the held update may be sent; `nil` if none is held.
  package var deadline: Duration? { held == nil ? nil : last.map { $0 + interval } }

  /// Takes an update; returns the one that may go now.
  package mutating func add(_ update: Update, at now: Duration) -> Update? {
    held = update
    return wait(until: now)
  }

  /// Returns the update that waits, once it may go.
  package mutating func wait(until now: Duration) -> Update? {
    if let deadline, deadline > now { return nil }
    return flush(at: now)
  }

  /// Returns the update that waits, at once.
  package mutating func flush(at now: Duration) -> Update? {
    guard let update = held else { return nil }
    held = nil
    last = now
    return update
  }
}

/// Makes headings of gpsd's attitude reports; silent while there is none.
package struct HeadingInterpreter: ReportInterpreter {
  /// The uncertainty of a compass in degrees; gpsd gives none.
  ///
  /// 1 to 2 are the sensor's own (Honeywell's data sheet of the HMC5883L), 1 to 2 an ageing table of declinations
  /// inside the compass or gpsd, the rest how straight it is mounted or held, and the iron beside it.
  package static let uncertainty = 12.0

  private var pacer: Pacer<Heading>

  /// Creates the interpreter of one subscription.
  package init(timing: GPSDTiming) { pacer = Pacer(interval: timing.pace) }

  /// `true`: no other report says where the device points.
  package static var wantsAttitudeOnly: Bool { true }

  /// When the held heading may be sent; `nil` if none is held.
  package var deadline: Duration? { pacer.deadline }

  /// Does nothing: a heading counts as soon as it comes.
  package mutating func connect(at now: Duration) {}

  /// Takes an attitude report; from true north if gpsd says that, else from magnetic north.
  package mutating func hear(_ report: GPSDReport, at now: Duration) -> [Heading] {
    guard case .attitude(let heading, let magnetic) = report, let bearing = heading ?? magnetic else { return [] }
    let reference = heading == nil ? Heading.Reference.magneticNorth : .trueNorth
    let news = Heading(bearing: bearing, source: .compass, uncertainty: Self.uncertainty, reference: reference)
    return [pacer.add(news, at: now)].compactMap(\.self)
  }

  /// Returns the held heading if it is due by `now`.
  package mutating func wait(until now: Duration) -> [Heading] { [pacer.wait(until: now)].compactMap(\.self) }

  /// Returns the held heading at once; a compass that is gone is silent.
  package mutating func disconnect(because reason: String, at now: Duration) -> [Heading] {
    [pacer.flush(at: now)].compactMap(\.self)
  }

  /// Drops the held heading: it is as old as the sleep was long.
  package mutating func wake(at now: Duration) -> [Heading] {
    _ = pacer.flush(at: now)
    return []
  }
}
