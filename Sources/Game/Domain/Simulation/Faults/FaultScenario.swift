/// A list of receiver faults with their times, to test the game.
///
/// ```
/// at 00:05 lose fix for 30s
/// at 00:40 jump 200 m toward 90 for 20s; every 10:00 silence for 15s   # a tunnel
/// ```
package struct FaultScenario: Hashable, Sendable {
  /// The time or times at which a fault begins.
  package enum Start: Hashable, Sendable {
    /// At this time since the beginning.
    case at(Duration)
    /// At each multiple of this time, the first one being the time itself.
    case every(Duration)
  }

  /// The duration of a fault.
  package enum Extent: Hashable, Sendable {
    /// For the next report.
    case once
    /// For all reports within this time.
    case lasting(Duration)
    /// To the end.
    case ever
  }

  /// One fault, when and for how long.
  package struct Entry: Hashable, Sendable {
    /// When the fault begins, once or again and again.
    package let start: Start
    /// What goes wrong.
    package let fault: Fault
    /// How long it lasts from each beginning.
    package let extent: Extent

    /// Creates an entry, with its numbers cut to their limits; `nil` if a fault needs a time and has none, where a
    /// repetition would begin before the one before ends, or where a stall never would.
    package init?(_ start: Start, _ fault: Fault, _ extent: Extent = .once) {
      self.start = start.checked
      self.fault = fault.checked
      self.extent = extent.checked
      switch (self.start, self.extent) {
      case (.every, .ever): return nil
      case (.every(let period), .lasting(let time)) where time >= period: return nil
      case (_, .once) where fault.needsTime: return nil
      case (_, .ever) where fault == .stall: return nil
      default: break
      }
    }
  }

  /// The faults in the order in which they were written; where two of them say the same thing, the later one counts.
  package let entries: [Entry]

  /// Creates a scenario of at most ``FaultLimits/mostEntries`` faults; the rest is left out.
  package init(_ entries: [Entry]) { self.entries = Array(entries.prefix(FaultLimits.mostEntries)) }

  /// When the last fault is over; `nil` if one repeats itself or never ends.
  package var end: Duration? {
    var end = Duration.zero
    for entry in entries {
      guard case .at(let start) = entry.start else { return nil }
      switch entry.extent {
      case .once: end = max(end, start)
      case .lasting(let time): end = max(end, start + time)
      case .ever: return nil
      }
    }
    return end
  }
}

extension FaultScenario.Start {
  fileprivate var checked: Self {
    switch self {
    case .at(let time): .at(max(.zero, time.held(to: FaultLimits.longestTime)))
    case .every(let time): .every(max(.milliseconds(1), time.held(to: FaultLimits.longestTime)))
    }
  }
}

extension FaultScenario.Extent {
  fileprivate var checked: Self {
    switch self {
    case .lasting(let time): .lasting(max(.milliseconds(1), time.held(to: FaultLimits.longestTime)))
    case .once, .ever: self
    }
  }
}

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

/// Why a scenario's text was refused, and where.
package struct FaultScenarioError: Error, Hashable, CustomStringConvertible {
  /// What is wrong with the text.
  package enum Problem: Hashable, Sendable {
    /// The text has more bytes than a scenario may have.
    case tooLong(bytes: Int)
    /// There are more faults than a scenario may have.
    case tooMany
    /// A line begins with neither `at` nor `every`; `nil` at the end of the text.
    case noStart(String?)
    /// No fault has this name.
    case noFault(String?)
    /// Something else was expected; `found` is `nil` at the end of a line.
    case expected(String, found: String?)
    /// The number is beyond its limits.
    case outOfRange(String, limits: String)
    /// The fault makes no sense of a single report.
    case needsTime(String)
    /// The fault lasts until it begins again, or longer.
    case lastsTooLong
    /// A stall that never ends would keep all reports for itself.
    case endlessStall
    /// A fault that begins again and again cannot last for ever.
    case endlessRepetition
    /// A line goes on where it should end.
    case leftOver(String)
  }

  /// What is wrong there.
  package let problem: Problem
  /// 1-based line of the text.
  package let line: Int
  /// 1-based character of the line.
  package let column: Int

  /// An error of a text, at a place in it.
  package init(problem: Problem, line: Int, column: Int) {
    (self.problem, self.line, self.column) = (problem, line, column)
  }

  /// What is wrong and what to do, without the place.
  package var message: String {
    switch problem {
    case .tooLong(let bytes): "the scenario has \(bytes) bytes; \(FaultLimits.longestText) are the most"
    case .tooMany: "there are more than \(FaultLimits.mostEntries) faults; leave some out"
    case .noStart(let word): "\(found(word)) begins no fault; write “at 00:30” or “every 10:00” before it"
    case .noFault(let word): "\(found(word)) is no fault; there are \(FaultWords.list)"
    case .expected(let what, let word): "\(what) is missing; there is \(found(word))"
    case .outOfRange(let number, let limits): "“\(number)” is out of range; \(limits)"
    case .needsTime(let fault): "“\(fault)” needs a time; write “for 30s” behind it"
    case .lastsTooLong: "it would not be over when it begins again; write a shorter time behind “for”"
    case .endlessStall: "a stall without an end keeps all for itself; write “silence for ever”"
    case .endlessRepetition: "what begins again and again cannot last for ever; write “at” or a time behind “for”"
    case .leftOver(let word): "“\(word)” is too much; begin the next fault on a new line or behind “;”"
    }
  }

  /// `LINE:COLUMN: what is wrong; what to do`, to be put behind the name of a file.
  package var description: String { "\(line):\(column): \(message)" }

  private func found(_ word: String?) -> String { word.map { "“\($0)”" } ?? "the end of the line" }
}

extension ClosedRange<Double> {
  /// The nearest number within, to a thousandth; the lower bound for NaN.
  func holding(_ number: Double) -> Double {
    number > lowerBound ? Swift.min(number, upperBound).thousandths : lowerBound
  }
}

extension Double {
  /// The nearest thousandth, which the text of a scenario can say; only of what is within reach of one.
  var thousandths: Double { (self * 1000).rounded() / 1000 }
}

extension Duration {
  /// The nearest time that is no longer than `longest` in either direction, in whole milliseconds.
  func held(to longest: Duration) -> Duration {
    let held = self < .zero - longest ? .zero - longest : self > longest ? longest : self
    return .milliseconds(held.wholeMilliseconds)
  }

  /// Milliseconds, rounded down; only of times that a scenario may have, or a receiver's clock.
  var wholeMilliseconds: Int64 {
    let (seconds, attoseconds) = components
    let rest = attoseconds / 1_000_000_000_000_000
    let isCut = attoseconds < 0 && attoseconds % 1_000_000_000_000_000 != 0
    return seconds &* 1000 &+ rest &- (isCut ? 1 : 0)
  }
}
