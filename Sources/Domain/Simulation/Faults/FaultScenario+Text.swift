internal import Geodesy

extension FaultScenario: CustomStringConvertible {
  /// The scenario as text that reads back as the same one: a line for each fault.
  package var description: String { entries.map(\.description).joined(separator: "\n") }
}

extension FaultScenario.Entry: CustomStringConvertible {
  /// The line of a scenario's text: `at 00:05 lose fix for 30s`.
  package var description: String {
    let when =
      switch start {
      case .at(let time): "at \(time.clockText)"
      case .every(let time): "every \(time.clockText)"
      }
    return switch extent {
    case .once: "\(when) \(fault)"
    case .lasting(let time): "\(when) \(fault) for \(time.text)"
    case .ever: "\(when) \(fault) for ever"
    }
  }
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

extension Double {
  /// Without the `.0` of a whole number; a number of thousandths never needs an exponent.
  var text: String {
    let text = String(self)
    return text.hasSuffix(".0") ? String(text.dropLast(2)) : text
  }
}

extension Duration {
  /// `90s`, `2min`, `1.25s`: the largest unit that is whole, or else seconds.
  var text: String {
    let milliseconds = wholeMilliseconds
    if milliseconds != 0, milliseconds % 3_600_000 == 0 { return "\(milliseconds / 3_600_000)h" }
    if milliseconds != 0, milliseconds % 60_000 == 0 { return "\(milliseconds / 60_000)min" }
    return (Double(milliseconds) / 1000).text + "s"
  }

  /// `05:30`, `1:05:30`, `05:30.250`.
  fileprivate var clockText: String {
    let milliseconds = wholeMilliseconds
    let (hours, minutes, seconds) = (milliseconds / 3_600_000, milliseconds / 60_000 % 60, milliseconds / 1000 % 60)
    let fraction = milliseconds % 1000 == 0 ? "" : "." + padded(milliseconds % 1000, 3)
    let clock = "\(padded(minutes, 2)):\(padded(seconds, 2))\(fraction)"
    return hours == 0 ? clock : "\(hours):\(clock)"
  }

  private func padded(_ number: Int64, _ width: Int) -> String {
    let digits = String(number)
    return String(repeating: "0", count: max(0, width - digits.count)) + digits
  }
}
