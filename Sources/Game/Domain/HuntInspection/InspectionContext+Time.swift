internal import HuntDomain

extension InspectionContext {
  /// Metres between a treasure and all others above which it is hardly part of the same walk.
  static let farthest = 20_000.0
  /// Treasures up to which all of them are compared with each other.
  private static let comparable = 2000

  /// Treasures that lie far from all others.
  func distances() -> [HuntFinding] {
    let members = treasures.indices.filter { treasures[$0].projection == nil }
    return spanning(members).filter { $0.gap > Self.farthest }.map { leg in
      HuntFinding(
        .warning, .farAway, treasures[leg.to].id,
        "it is \(metres(leg.gap)) from \(name(leg.from)), the nearest other: bring it nearer, or make it a hunt of its own"
      )
    }
  }

  /// Finds time limits that are too short for the walk.
  func limits() -> [HuntFinding] {
    treasures.indices.flatMap { limit(of: $0) } + huntLimit()
  }

  private func limit(of index: Int) -> [HuntFinding] {
    guard let limit = treasures[index].limit else { return [] }
    let id = treasures[index].id
    guard limit > .zero else { return [HuntFinding(.error, .badLimit, id, "its time limit is not above 0: drop it")] }
    guard treasures[index].window?.from == nil, places[index] != nil, isReached(index) else { return [] }
    let legs = openers(of: index).map { ($0, metres: grounds[$0].distance(to: grounds[index])) }
    let late = legs.filter { isTooFar($0.metres, in: limit) }
    guard let (opener, metres) = late.max(by: { $0.metres < $1.metres }) else { return [] }
    let isHopeless = late.count == legs.count
    let text =
      "it opens \(self.metres(metres)) away\(isHopeless ? "" : " after \(name(opener))") and is gone after "
      + "\(limit.wholeSeconds) s, but walking takes \(walk(metres)): give it more time"
    return [HuntFinding(isHopeless ? .error : .warning, .shortLimit, id, text)]
  }

  private func huntLimit() -> [HuntFinding] {
    guard let limit = hunt.limit else { return [] }
    guard limit > .zero else { return [HuntFinding(.error, .badLimit, nil, "the time limit is not above 0: drop it")] }
    if let finding = tooShort(limit, for: mandatory, logic.requirements) { return [finding] }
    return steps.compactMap { step in
      needed(after: step).flatMap { tooShort(limit, for: $0.members, $0.requirements, after: step) }
    }
  }

  /// A finding if nobody walks in a time to all that is needed, on every way or after an option.
  private func tooShort(
    _ limit: Duration, for needed: [Bool], _ requirements: [HuntLogic.Condition], after step: ChoiceSearch.Step? = nil
  ) -> HuntFinding? {
    let members = treasures.indices.filter { needed[$0] && places[$0] != nil && treasures[$0].limit == nil }
    let way = max(longestRow(of: members, requirements), spanning(members).reduce(0) { $0 + $1.gap })
    guard isTooFar(way, in: limit) else { return nil }
    let text =
      "\(step.map { "after \(option($0)) " } ?? "")the shortest way through all that is needed is \(metres(way)) at "
      + "least, which takes \(walk(way)) to walk, but the limit is \(limit.wholeSeconds) s: give more time"
    return HuntFinding(.error, .shortHunt, step.map { treasures[$0.treasure].id }, text)
  }

  private func isTooFar(_ metres: Double, in limit: Duration) -> Bool {
    metres / Inspection.walkingSpeed > Double(limit.components.seconds) + 1
  }

  /// How long walking takes, in words: `58 min`.
  func walk(_ metres: Double) -> String {
    let seconds = metres / Inspection.walkingSpeed
    if seconds < 120 { return "\(Int(seconds.rounded(.up))) s" }
    return seconds < 7200 ? "\(Int((seconds / 60).rounded(.up))) min" : "hours"
  }

  // MARK: - Ways

  /// The shortest legs that join all members to one net (Prim, 1957): no walk past all of them is shorter.
  ///
  /// Of more than ``comparable`` members, each leg only from the one listed before.
  private func spanning(_ members: [Int]) -> [(from: Int, to: Int, gap: Double)] {
    guard let first = members.first else { return [] }
    guard members.count <= Self.comparable else { return [] }
    var nearest = Dictionary(uniqueKeysWithValues: members.dropFirst().map { ($0, (first, gap(first, $0))) })
    var waiting = Array(members.dropFirst())
    var legs: [(from: Int, to: Int, gap: Double)] = []
    while let next = waiting.indices.min(by: { (nearest[waiting[$0]]?.1 ?? 0) < (nearest[waiting[$1]]?.1 ?? 0) }) {
      let index = waiting.remove(at: next)
      guard let leg = nearest[index] else { break }
      legs.append((leg.0, index, leg.1))
      for other in waiting {
        let gap = gap(index, other)
        if gap < nearest[other]?.1 ?? .infinity { nearest[other] = (index, gap) }
      }
    }
    return legs
  }

  private func gap(_ one: Int, _ other: Int) -> Double { grounds[one].gap(to: grounds[other]) }

  /// Metres of the longest row of members in which each one waits for the one before.
  private func longestRow(of members: [Int], _ requirements: [HuntLogic.Condition]) -> Double {
    let isMember = Set(members)
    var (longest, best) = ([Int: Double](), 0.0)
    for index in foundOrder(requirements) where isMember.contains(index) {
      let before = requirements[index].needed.filter { longest[$0] != nil }
      longest[index] = before.map { (longest[$0] ?? 0) + gap($0, index) }.max() ?? 0
      best = max(best, longest[index] ?? 0)
    }
    return best
  }

  /// The treasures that can be found, each after all that it cannot do without.
  private func foundOrder(_ requirements: [HuntLogic.Condition]) -> [Int] {
    let before = requirements.map(\.needed)
    var (left, after) = (before.map { Set($0).count }, Array(repeating: [Int](), count: before.count))
    for (index, others) in before.enumerated() { for other in Set(others) { after[other].append(index) } }
    var order = left.indices.filter { left[$0] == 0 }
    var next = 0
    while next < order.count {
      for index in after[order[next]] {
        left[index] -= 1
        if left[index] == 0 { order.append(index) }
      }
      next += 1
    }
    return order
  }
}
