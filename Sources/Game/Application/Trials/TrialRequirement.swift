package import HuntDomain

/// A limit that a hunt has to keep in a trial or a game: `p95<90min`, `finished>=95%`, `found>=5`, `won`.
package struct TrialRequirement: Hashable, Sendable {
  /// The measure that is limited.
  package enum Measure: Hashable, Sendable {
    /// Seconds after which this part of all players is through, in percent, `1 ... 100`.
    case percentile(Int)
    /// Players who finished, were lost or gave up; entries that were false or from afar; stays missed; finds claimed.
    case finished, lost, gaveUp, falseFinds, farFinds, missed, claimed
    /// Whether the hunt is won, what is found, and the points: of one game, or the least of all players.
    case won, found, points

    /// The spellings of the measures, for help and errors.
    package static let words =
      "p1 to p100, median, finished, lost, gave-up, false-finds, far-finds, missed, claimed, won, found, points"
    fileprivate static let names: [String: Measure] = [
      "median": .percentile(50), "finished": .finished, "lost": .lost, "gave-up": .gaveUp,
      "false-finds": .falseFinds, "far-finds": .farFinds, "missed": .missed, "claimed": .claimed,
      "won": .won, "found": .found, "points": .points,
    ]

    fileprivate var isTime: Bool {
      if case .percentile = self { true } else { false }
    }

    fileprivate var isOfGame: Bool { [.won, .found, .points].contains(self) }
  }

  /// How the measure has to compare with the limit.
  package enum Comparison: String, Hashable, Sendable, CaseIterable {
    case less = "<"
    case atMost = "<="
    case equal = "="
    case atLeast = ">="
    case more = ">"

    func holds(_ left: Double, _ right: Double) -> Bool {
      switch self {
      case .less: left < right
      case .atMost: left <= right
      case .equal: left == right
      case .atLeast: left >= right
      case .more: left > right
      }
    }
  }

  /// The units of times, in seconds.
  static let units: [String: Double] = ["s": 1, "min": 60, "h": 3600]

  /// As it was written.
  package let text: String
  /// What is limited.
  package let measure: Measure
  /// How it has to compare with ``limit``.
  package let comparison: Comparison
  /// Seconds, a count, or percent.
  package let limit: Double
  /// Whether the limit is a share in percent and not a count.
  package let isShare: Bool

  /// Reads a requirement.
  ///
  /// Throws: what is wrong, and at which character.
  package init(_ text: String) throws(TrialRequirementError) {
    var reader = TrialRequirementReader(text)
    self.text = text
    measure = try reader.measure()
    guard measure != .won else {
      (comparison, limit, isShare) = (.equal, 1, false)
      try reader.end()
      return
    }
    comparison = try reader.comparison()
    var limit = try reader.number(of: measure)
    isShare = try reader.unit(isTime: measure.isTime, &limit)
    self.limit = limit
  }

  /// Reads a requirement of one game.
  ///
  /// Throws: what is wrong, and at which character.
  package init(ofGame text: String) throws(TrialRequirementError) {
    let word = text.lowercased().drop { $0 == " " }.prefix { $0.isLetter || $0.isNumber || $0 == "-" }
    guard Measure.names[String(word)]?.isOfGame ?? false else {
      throw TrialRequirementError(text: text, column: 1, problem: "a game has limits like won, found>=5, points>=40")
    }
    try self.init(text)
    guard !isShare else {
      throw TrialRequirementError(text: text, column: text.count, problem: "one game has no share in percent")
    }
  }

  /// The measured value: seconds, a count or percent; infinity where fewer players than asked for are ever through.
  package func value(in result: TrialResult) -> Double {
    let total = result.total
    switch measure {
    case .percentile(let part): return result.time(of: Double(part) / 100).map(Double.init) ?? .infinity
    case .finished: return amount(result.times.count, of: result.records.count)
    case .lost: return amount(result.records.count - result.times.count, of: result.records.count)
    case .gaveUp: return amount(result.records.count { $0.end == .gaveUp }, of: result.records.count)
    case .falseFinds: return amount(total.enteredFalsely, of: total.entered)
    case .farFinds: return amount(total.enteredFromAfar, of: total.entered)
    case .missed: return amount(total.missed, of: total.visits)
    case .claimed: return amount(total.claimed, of: total.found)
    case .won: return result.records.allSatisfy { $0.end == .finished } ? 1 : 0
    case .found: return least(result.records.map(\.found), of: result.hunt.treasures.count)
    case .points: return least(result.records.map(\.points), of: result.hunt.totalPoints)
    }
  }

  /// The measured value of one game; of another measure nothing.
  package func value(in progress: HuntProgress) -> Double {
    switch measure {
    case .won: progress.isWon ? 1 : 0
    case .found: Double(progress.finds.count)
    case .points: Double(progress.points)
    default: 0
    }
  }

  /// Whether the hunt keeps the limit.
  package func isMet(by result: TrialResult) -> Bool { comparison.holds(value(in: result), limit) }

  /// Whether a game keeps the limit.
  package func isMet(by progress: HuntProgress) -> Bool { comparison.holds(value(in: progress), limit) }

  /// The least of all players, or what part of `whole` it is.
  private func least(_ counts: [Int], of whole: Int) -> Double { amount(counts.min() ?? 0, of: whole) }

  private func amount(_ count: Int, of all: Int) -> Double {
    guard isShare else { return Double(count) }
    return all > 0 ? 100 * Double(count) / Double(all) : 0
  }
}

/// Why a requirement was not understood, and where.
package struct TrialRequirementError: Error, Hashable, CustomStringConvertible {
  /// The requirement as it was written.
  package let text: String
  /// The character, from 1.
  package let column: Int
  /// What is wrong there and what to write instead, as text for the player.
  package let problem: String

  package var description: String { "“\(text)”, character \(column): \(problem)" }
}

/// Reads a requirement from left to right.
private struct TrialRequirementReader {
  private let text: String
  private var rest: Substring
  /// Numbers beyond are no limits.
  private static let greatest = 1e9

  init(_ text: String) {
    self.text = text
    rest = text[...]
  }

  mutating func measure() throws(TrialRequirementError) -> TrialRequirement.Measure {
    skipBlanks()
    let start = rest
    let word = take { $0.isLetter || $0.isNumber || $0 == "-" }
    if let measure = TrialRequirement.Measure.names[word.lowercased()] { return measure }
    if word.first == "p", let part = Int(word.dropFirst()), (1...100).contains(part) { return .percentile(part) }
    rest = start
    throw error("there is no measure “\(word)”; there are \(TrialRequirement.Measure.words)")
  }

  mutating func comparison() throws(TrialRequirementError) -> TrialRequirement.Comparison {
    skipBlanks()
    let start = rest
    let word = take { "<=>".contains($0) }
    if let comparison = TrialRequirement.Comparison(rawValue: String(word)) { return comparison }
    rest = start
    throw error("expected one of <, <=, =, >= and >")
  }

  mutating func number(of measure: TrialRequirement.Measure) throws(TrialRequirementError) -> Double {
    skipBlanks()
    let start = rest
    let word = take { ("0"..."9").contains($0) || $0 == "." || $0 == "-" }
    // Points are lost by wrong answers.
    if let number = Double(word), abs(number) <= Self.greatest, number >= 0 || measure == .points { return number }
    rest = start
    throw error("expected a number from \(measure == .points ? "minus a billion" : "0") to a billion")
  }

  /// Reads the unit, and that nothing follows; a time becomes seconds.
  ///
  /// Returns whether it is a share.
  mutating func unit(isTime: Bool, _ limit: inout Double) throws(TrialRequirementError) -> Bool {
    skipBlanks()
    let start = rest
    let word = take { $0 != " " }
    skipBlanks()
    if rest.isEmpty, isTime, let unit = TrialRequirement.units[word.lowercased()] {
      limit *= unit
      return false
    }
    if rest.isEmpty, !isTime, word.isEmpty || word == "%" { return word == "%" }
    rest = word.isEmpty && !rest.isEmpty ? rest : start
    throw error(isTime ? "a time needs a unit: s, min or h" : "a count has no unit, and a share has %")
  }

  /// Reads that nothing follows.
  mutating func end() throws(TrialRequirementError) {
    skipBlanks()
    guard rest.isEmpty else { throw error("nothing follows won") }
  }

  private mutating func take(while belongs: (Character) -> Bool) -> Substring {
    let word = rest.prefix(while: belongs)
    rest = rest.dropFirst(word.count)
    return word
  }

  private mutating func skipBlanks() { rest = rest.drop { $0 == " " } }

  private func error(_ problem: String) -> TrialRequirementError {
    TrialRequirementError(text: text, column: text.count - rest.count + 1, problem: problem)
  }
}
