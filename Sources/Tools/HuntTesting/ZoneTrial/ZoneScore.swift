internal import HuntDomain

/// How well a rule detected on some walks that the player was inside.
package struct ZoneScore: Sendable {
  /// Seconds around an entry within which the player has to be inside: a player who comes in a moment later was told
  /// too early, and one who has just left too late, but neither was told wrongly.
  package static let grace = 10

  /// Walks that were judged.
  package private(set) var walks = 0
  /// Entries of players who were outside then, and from ``grace`` seconds before until as many after.
  package private(set) var falseEntries = 0
  /// Walks that had one.
  package private(set) var walksWithFalseEntry = 0
  /// Exits of players who were inside.
  package private(set) var falseExits = 0
  /// Walks that stayed inside, and those of them that the rule never noticed while they did.
  package private(set) var stays = 0
  /// Walks of ``stays`` that the rule never noticed.
  package private(set) var missedStays = 0
  /// Seconds from the first step across the border until the rule said so; 0 where it was early.
  private var delays: [Int] = []

  /// A rule's score on the walks of some seeds.
  package init(_ rule: ZoneRule, seeds: some Sequence<UInt64>) {
    for seed in seeds { judge(rule, ZoneTrial(seed: seed)) }
  }

  /// The quantile of the delays of the noticed stays, in seconds; `part` 0.5 is the median.
  package func delay(_ part: Double) -> Double {
    let sorted = delays.sorted()
    return sorted.isEmpty ? .infinity : Double(sorted[min(sorted.count - 1, Int(Double(sorted.count) * part))])
  }

  private mutating func judge(_ rule: ZoneRule, _ trial: ZoneTrial) {
    walks += 1
    let truth = trial.moments.map { $0.depth >= 0 }
    let changes = rule.changes(in: trial)
    let wrong = changes.count { second, isInside in
      isInside && !truth[max(0, second - Self.grace)...min(truth.count - 1, second + Self.grace)].contains(true)
    }
    falseEntries += wrong
    walksWithFalseEntry += wrong > 0 ? 1 : 0
    falseExits += changes.count { second, isInside in !isInside && truth[second] }
    guard trial.kind == .stay, let first = truth.firstIndex(of: true), let last = truth.lastIndex(of: true) else {
      return
    }
    stays += 1
    // The last word of before, and those of the stay.
    let before = changes.last { $0.second < first }
    let noticed =
      before?.isInside == true ? first : changes.first { $0.isInside && (first...last).contains($0.second) }?.second
    if let noticed { delays.append(noticed - first) } else { missedStays += 1 }
  }
}
