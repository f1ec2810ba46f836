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

extension Fault: CustomStringConvertible {
  /// The words of a scenario's text: `jump 200 m toward 90`.
  package var description: String {
    switch self {
    case .loseFix: "lose fix"
    case .silence: "silence"
    case .stall: "stall"
    case .duplicate(let times): "duplicate \(times) times"
    case .flood(let rate): "flood \(rate.text) Hz"
    case .freeze: "freeze"
    case .nullIsland: "null island"
    case .jump(let metres, let bearing): "jump \(metres.text) m toward \(bearing.degrees.text)"
    case .drift(let speed, let bearing): "drift \(speed.text) m/s toward \(bearing.degrees.text)"
    case .flat: "2d"
    case .accuracy(let metres): "accuracy \(metres.map { "\($0.text) m" } ?? "unknown")"
    case .altitude(let metres): "altitude \(metres.map { "\($0.text) m" } ?? "unknown")"
    case .speed(let speed): "speed \(speed.map { "\($0.text) m/s" } ?? "unknown")"
    case .course(let bearing): "course \(bearing?.degrees.text ?? "unknown")"
    case .satellites(let count): "satellites \(count.map(String.init) ?? "unknown")"
    case .clock(let offset): offset < .zero ? "clock back \((.zero - offset).text)" : "clock forward \(offset.text)"
    case .clockStopped: "clock stopped"
    case .clockUnknown: "clock unknown"
    }
  }
}

/// Reads the text of a fault, which ``Fault/description`` writes.
extension FaultScenarioReader {
  /// Reads the words of a fault and its numbers; throws what is wrong with them, and where.
  mutating func fault() throws(FaultScenarioError) -> Fault {
    guard let fault = FaultWords.allCases.first(where: { $0.words.first == next }) else {
      throw error(.noFault(words.first.map(\.shown)))
    }
    for word in fault.words { try need(word) }
    switch fault {
    case .lose: return .loseFix
    case .silence: return .silence
    case .stall: return .stall
    case .duplicate: return .duplicate(times: try times())
    case .flood: return .flood(rate: try quantity(["hz": 1], "a rate with Hz, as 25 Hz", in: FaultLimits.rate))
    case .freeze: return .freeze
    case .null: return .nullIsland
    case .jump: return .jump(metres: try metres(in: FaultLimits.metres), toward: try direction())
    case .drift: return .drift(speed: try speed(), toward: try direction())
    case .flat: return .flat
    case .accuracy: return .accuracy(take("unknown") ? nil : try metres(in: FaultLimits.accuracy))
    case .altitude: return .altitude(take("unknown") ? nil : try metres(in: FaultLimits.altitude))
    case .speed: return .speed(take("unknown") ? nil : try speed())
    case .course: return .course(take("unknown") ? nil : try degrees())
    case .satellites: return .satellites(take("unknown") ? nil : try count(in: 0...FaultLimits.mostSatellites))
    case .clock: return try clock()
    }
  }

  private mutating func clock() throws(FaultScenarioError) -> Fault {
    if take("stopped") { return .clockStopped }
    if take("unknown") { return .clockUnknown }
    if take("back") { return .clock(.zero - (try duration(upTo: FaultLimits.longestOffset))) }
    if take("forward") { return .clock(try duration(upTo: FaultLimits.longestOffset)) }
    throw missing("“back”, “forward”, “stopped” or “unknown”")
  }

  private mutating func times() throws(FaultScenarioError) -> Int {
    guard let next, next.first?.isNumber == true else { return 1 }
    let count = try count(in: 1...FaultLimits.mostDuplicates)
    if !take("times") { try need("time") }
    return count
  }

  private mutating func direction() throws(FaultScenarioError) -> Bearing {
    take("toward") ? try degrees() : .north
  }
}

/// The limits of the numbers in a scenario.
package enum FaultLimits {
  /// Bytes of a scenario's text.
  package static let longestText = 64 << 10
  /// Faults of a scenario.
  package static let mostEntries = 1000
  /// The longest time from the start to a fault, of a fault, and between repetitions.
  package static let longestTime = Duration.seconds(1000 * 3600)
  /// The largest error of civil time: a hundred years of 365 days.
  package static let longestOffset = Duration.seconds(100 * 365 * 86_400)
  /// Metres of a jump: to the other side of the Earth.
  package static let metres = 0.0...20_000_000
  /// Metres per second.
  package static let speed = 0.0...10_000
  /// Metres of an error circle.
  package static let accuracy = 0.0...1_000_000
  /// Metres above the sea.
  package static let altitude = -10_000.0...100_000
  /// Reports a second of a flood.
  package static let rate = 0.1...100
  /// The most repetitions of a report.
  package static let mostDuplicates = 20
  /// The most satellites that a fault may pretend to see.
  static let mostSatellites = 99
}
