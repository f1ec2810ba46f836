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
  /// Each report comes `times` more times, as gpsd repeats a report for each NMEA sentence.
  case duplicate(times: Int)
  /// The last report is repeated between two others, `rate` times a second.
  case flood(rate: Double)

  // MARK: Where

  /// The position stays as it was at the beginning, while time goes on.
  case freeze
  /// Latitude and longitude are zero, as receivers without a position report.
  case nullIsland
  /// The position is displaced by `metres`.
  case jump(metres: Double, toward: Bearing)
  /// The position drifts away at `speed` metres per second.
  case drift(speed: Double, toward: Bearing)

  // MARK: What else is said

  /// The fix has no altitude (mode 2D).
  case flat
  /// The receiver reports this error circle, in metres; `nil` if it reports none.
  case accuracy(Double?)
  /// The receiver reports this altitude, in metres; `nil` if it reports none.
  case altitude(Double?)
  /// The receiver reports this speed, in metres per second; `nil` if it reports none.
  case speed(Double?)
  /// The receiver reports this course; `nil` if it reports none.
  case course(Bearing?)
  /// The number of satellites that the receiver reports; `nil` if it reports none.
  case satellites(Int?)

  // MARK: Civil time

  /// The receiver's civil time is wrong by this much; negative is back. 1024 weeks back is the rollover of GPS weeks.
  case clock(Duration)
  /// The receiver's civil time stays as it was at the beginning.
  case clockStopped
  /// The receiver reports no civil time.
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

  /// The fault with its numbers clamped to ``FaultLimits`` and rounded to thousandths, as in the text form.
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

/// What faults are called in the text of a scenario.
package enum FaultWords: String, CaseIterable {
  case lose = "lose fix", silence, stall, duplicate, flood, freeze, null = "null island", jump, drift, flat = "2d",
    accuracy, altitude, speed, course, satellites, clock

  /// All of them, as a sentence lists them.
  package static let list: String = {
    let words = allCases.map(\.rawValue)
    return words.dropLast().joined(separator: ", ") + " and " + (words.last ?? "")
  }()

  /// Its words, one by one.
  var words: [String] { rawValue.split(separator: " ").map(String.init) }
}
