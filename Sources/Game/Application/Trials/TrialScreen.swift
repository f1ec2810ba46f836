internal import HuntDomain
internal import Places

/// The report of a trial for the hunt's author: text chosen and numbers rounded, nothing left to decide.
package struct TrialScreen: Hashable, Sendable {
  /// A bar of the histogram of times.
  package struct Bar: Hashable, Sendable {
    /// The range of times: `20-30 min`.
    package let label: String
    /// Players whose time lies in the range.
    package let count: Int
    /// The length as a part of the longest bar, in `0 ... 1`.
    package let share: Double
  }

  /// A line of the table of stages; all texts finished.
  package struct Row: Hashable, Sendable {
    /// The stage, and what players met there; `-` if nothing is known.
    package let number, name, reached, found, lost, time, falseFinds, missed, error: String

    /// Creates a line.
    package init(
      number: String, name: String, reached: String, found: String, lost: String, time: String, falseFinds: String,
      missed: String, error: String
    ) {
      (self.number, self.name, self.reached, self.found, self.lost) = (number, name, reached, found, lost)
      (self.time, self.falseFinds, self.missed, self.error) = (time, falseFinds, missed, error)
    }
  }

  /// How much something matters to the author.
  package enum Weight: String, Hashable, Sendable {
    case good, note, warning
  }

  /// A sentence about the hunt.
  package struct Remark: Hashable, Sendable {
    /// How much the sentence matters, for its mark and colour.
    package let weight: Weight
    /// A finished sentence about the hunt or one of its stages.
    package let text: String
  }

  /// A limit, and whether it was kept.
  package struct Check: Hashable, Sendable {
    /// Whether the hunt keeps the limit.
    package let isMet: Bool
    /// The limit as it was written, and the value that was measured.
    package let text: String
  }

  /// The title of the hunt.
  package let title: String
  /// The number of players and their receivers.
  package let subtitle: String
  /// The number of players who finished, and how long that takes.
  package let summary: [String]
  /// The histogram of the times of those who finished, the shortest first; empty if nobody did.
  package let bars: [Bar]
  /// One line for each stage, in the order of the hunt.
  package let rows: [Row]
  /// Sentences about what stands out; those about stages in the order of the hunt.
  package let remarks: [Remark]
  /// One line for each limit that was asked for; empty without any.
  package let checks: [Check]

  /// Bars of the histogram at most.
  private static let mostBars = 12

  /// The report of a result.
  ///
  /// - Parameter surroundings: where the receivers were, as words: `canyon`.
  package init(_ result: TrialResult, surroundings: String, requirements: [TrialRequirement] = []) {
    let count = result.records.count
    title = result.hunt.title
    subtitle = "\(count) player\(count == 1 ? "" : "s"), receivers: \(surroundings), seed \(result.seed)"
    summary = Self.summary(of: result)
    bars = Self.bars(of: result.times)
    rows = result.hunt.treasures.indices.map { Self.row($0, of: result) }
    remarks = TrialRemarks.remarks(on: result)
    checks = requirements.map { Self.check($0, result) }
  }

  private static func summary(of result: TrialResult) -> [String] {
    let (count, done) = (result.records.count, result.times.count)
    let waiting = result.records.count { $0.end == .atSeal }
    let ways = waiting == 0 ? "finish" : waiting == done ? "come to a seal" : "finish or come to a seal"
    var lines = ["\(done) of \(count) \(ways) (\(percent(done, of: count)))."]
    let ends = [(TrialRecord.End.gaveUp, "give up"), (.timeUp, "run out of time")]
    let others = ends.compactMap { end, words in
      let count = result.records.count { $0.end == end }
      return count > 0 ? "\(count) \(words)" : nil
    }
    if !others.isEmpty { lines[0] += " " + others.joined(separator: ", ") + "." }
    let parts = [(10, "one in ten"), (50, "half"), (90, "nine in ten"), (95, "95 %")]
    let times = parts.map { part, words in
      "\(words) \(result.time(of: Double(part) / 100).map { "within \(time($0))" } ?? "never")"
    }
    lines.append("Of all players \(ways): " + times.joined(separator: ", ") + ".")
    return lines
  }

  // MARK: - Numbers as words

  /// `12 s`, `41 min`, `2 h 05 min`.
  static func time(_ seconds: Int) -> String {
    if seconds < 120 { return "\(seconds) s" }
    let minutes = (seconds + 30) / 60
    guard minutes >= 120 else { return "\(minutes) min" }
    return "\(minutes / 60) h \(minutes % 60 < 10 ? "0" : "")\(minutes % 60) min"
  }

  /// `96.3 %`; only all are 100 %, and only none 0 %.
  static func percent(_ count: Int, of all: Int) -> String {
    guard all > 0 else { return "0 %" }
    if count == all { return "100 %" }
    if count == 0 { return "0 %" }
    let tenths = min(999, max(1, (count * 1000 + all / 2) / all))
    return "\(tenths / 10).\(tenths % 10) %"
  }

  // MARK: - Parts

  private static func bars(of times: [Int]) -> [Bar] {
    guard let first = times.first, let last = times.last else { return [] }
    let widths = [1, 2, 5, 10, 15, 30, 60]
    func count(_ width: Int) -> Int { last / 60 / width - first / 60 / width + 1 }
    let width = widths.first { count($0) <= mostBars } ?? 60
    let start = first / 60 / width
    var counts = Array(repeating: 0, count: count(width))
    for time in times { counts[time / 60 / width - start] += 1 }
    let most = counts.max() ?? 1
    return counts.enumerated().map { index, count in
      let from = (start + index) * width
      return Bar(label: "\(from)-\(from + width) min", count: count, share: Double(count) / Double(most))
    }
  }

  private static func row(_ index: Int, of result: TrialResult) -> Row {
    let sum = result.stage(index)
    return Row(
      number: "\(index + 1)", name: result.hunt.treasures[index].place.name, reached: "\(sum.reached)",
      found: "\(sum.found)", lost: "\(sum.lost)", time: sum.typicalTime.map(time) ?? "-",
      falseFinds: "\(sum.enteredFalsely)", missed: "\(sum.missed)/\(sum.visits)",
      error: result.errors[index].quantile(0.95).map { "\($0) m" } ?? "-")
  }

  private static func check(_ requirement: TrialRequirement, _ result: TrialResult) -> Check {
    let value = requirement.value(in: result)
    let words: String =
      switch requirement.measure {
      case .percentile: value.isFinite ? time(Int(value)) : "never"
      default:
        requirement.isShare ? "\((value * 100).rounded() / 100) %" : "\(Int(value))"
      }
    let isMet = requirement.isMet(by: result)
    return Check(isMet: isMet, text: "\(requirement.text): \(isMet ? "kept" : "not kept"), it is \(words)")
  }
}
