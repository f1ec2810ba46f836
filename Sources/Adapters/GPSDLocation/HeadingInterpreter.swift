internal import Geodesy
package import HuntDomain

/// Makes headings of gpsd's attitude reports; silent while there is none.
package struct HeadingInterpreter: ReportInterpreter {
  /// How far a compass may be off, in degrees; gpsd gives no figure for it.
  ///
  /// 1 to 2 are the sensor's own (Honeywell's data sheet of the HMC5883L), 1 to 2 an ageing table of declinations
  /// inside the compass or gpsd, the rest how straight it is mounted or held, and the iron beside it.
  package static let uncertainty = 12.0

  private var pacer: Pacer<Heading>

  /// Creates the interpreter of one subscription.
  package init(timing: GPSDTiming) { pacer = Pacer(interval: timing.pace) }

  package static var wantsAttitudeOnly: Bool { true }

  package var deadline: Duration? { pacer.deadline }

  package mutating func connect(at now: Duration) {}

  package mutating func hear(_ report: GPSDReport, at now: Duration) -> [Heading] {
    guard case .attitude(let heading, let magnetic) = report, let bearing = heading ?? magnetic else { return [] }
    let reference = heading == nil ? Heading.Reference.magneticNorth : .trueNorth
    let news = Heading(bearing: bearing, source: .compass, uncertainty: Self.uncertainty, reference: reference)
    return [pacer.add(news, at: now)].compactMap(\.self)
  }

  package mutating func wait(until now: Duration) -> [Heading] { [pacer.wait(until: now)].compactMap(\.self) }

  package mutating func disconnect(because reason: String, at now: Duration) -> [Heading] {
    [pacer.flush(at: now)].compactMap(\.self)
  }

  /// What waited is as old as the sleep was long.
  package mutating func wake(at now: Duration) -> [Heading] {
    _ = pacer.flush(at: now)
    return []
  }
}
