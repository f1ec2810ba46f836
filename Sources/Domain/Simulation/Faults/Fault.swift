package import Geodesy

/// One thing that goes wrong between a receiver and the game, as real receivers and gpsd have it.
///
/// Each changes one thing and leaves the rest as it is, so that any of them can be had together.
package enum Fault: Hashable, Sendable {
  // MARK: What comes, and when

  /// The receiver reports that it has no position.
  case loseFix
  /// Nothing comes at all, as of a device that was pulled out while gpsd stays silent.
  case silence
  /// Nothing comes, and at the end all of it at once, each report with its own time, as over a bad radio link.
  case stall
  /// Each report comes so many times more, as gpsd's do that are told sentence by sentence.
  case duplicate(times: Int)
  /// The last report is repeated between two others, so often in a second.
  case flood(rate: Double)

  // MARK: Where

  /// The position stays as it was at the beginning, while time goes on.
  case freeze
  /// Latitude and longitude are zero, as of receivers that know nothing.
  case nullIsland
  /// The position lies so many metres aside.
  case jump(metres: Double, toward: Bearing)
  /// The position moves aside, by so many metres per second more and more.
  case drift(speed: Double, toward: Bearing)

  // MARK: What else is said

  /// The fix has no altitude (mode 2D).
  case flat
  /// The receiver reports this error circle, in metres; nothing: it does not say.
  case accuracy(Double?)
  /// The receiver reports this altitude, in metres; nothing: it does not say.
  case altitude(Double?)
  /// The receiver reports this speed, in metres per second; nothing: it does not say.
  case speed(Double?)
  /// The receiver reports this course; nothing: it does not say.
  case course(Bearing?)
  /// The receiver sees so many satellites; nothing: it does not say.
  case satellites(Int?)

  // MARK: Civil time

  /// The receiver's civil time is wrong by so much; negative is back. 1024 weeks back is the rollover of GPS weeks.
  case clock(Duration)
  /// The receiver's civil time stays as it was at the beginning.
  case clockStopped
  /// The receiver does not say what the time is.
  case clockUnknown
}

extension Fault {
  /// Whether it makes no sense of a single report.
  package var needsTime: Bool {
    switch self {
    case .stall, .flood, .freeze, .drift, .clockStopped: true
    case .loseFix, .silence, .duplicate, .nullIsland, .jump, .flat, .accuracy, .altitude, .speed, .course, .satellites,
      .clock, .clockUnknown:
      false
    }
  }

  /// The same with its numbers within their limits, and to the thousandth that the text has.
  var checked: Fault {
    switch self {
    case .duplicate(let times): .duplicate(times: max(1, min(FaultLimits.mostDuplicates, times)))
    case .flood(let rate): .flood(rate: FaultLimits.rate.holding(rate))
    case .jump(let metres, let bearing): .jump(metres: FaultLimits.metres.holding(metres), toward: bearing.rounded)
    case .drift(let speed, let bearing): .drift(speed: FaultLimits.speed.holding(speed), toward: bearing.rounded)
    case .accuracy(let metres): .accuracy(metres.map(FaultLimits.accuracy.holding))
    case .altitude(let metres): .altitude(metres.map(FaultLimits.altitude.holding))
    case .speed(let speed): .speed(speed.map(FaultLimits.speed.holding))
    case .course(let bearing): .course(bearing?.rounded)
    case .satellites(let count): .satellites(count.map { max(0, min(FaultLimits.mostSatellites, $0)) })
    case .clock(let offset): .clock(offset.held(to: FaultLimits.longestOffset))
    case .loseFix, .silence, .stall, .freeze, .nullIsland, .flat, .clockStopped, .clockUnknown: self
    }
  }
}

extension Bearing {
  /// To a thousandth of a degree.
  fileprivate var rounded: Bearing { Bearing(degrees: degrees.thousandths) }
}
