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
