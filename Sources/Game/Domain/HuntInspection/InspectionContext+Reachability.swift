internal import HuntDomain

extension InspectionContext {
  /// Finds treasures that can never be found: those that wait for each other, and those with contradictory
  /// requirements.
  ///
  /// One finding for each cause: a treasure that only waits for one already reported is not reported again.
  func reachability() -> [HuntFinding] {
    let possible = logic.reach()
    return circles(in: possible) + exclusive(possible)
  }

  /// Finds treasures that wait for themselves; `possible` marks those that could be found if options did not exclude
  /// each other.
  private func circles(in possible: [Bool]) -> [HuntFinding] {
    // From each treasure that cannot be found to those that it waits for and that cannot be found either.
    let waits = logic.conditions.indices.map { index -> [Int] in
      possible[index] ? [] : Array(Set(logic.conditions[index].mentioned.filter { !possible[$0] })).sorted()
    }
    let bare = logic.requirements.indices.map { index in logic.requirements[index].mentioned.filter { !possible[$0] } }
    return Circles(waits).found.map { circle in
      let members = Set(circle)
      let isOfPlaces = !Circles(circle.map { index in bare[index].filter(members.contains) }, of: circle).isAny
      let first = circle[0]
      guard !isOfPlaces else {
        let text =
          circle.count == 1
          ? "its place needs an answer that is asked only there: ask it elsewhere"
          : "\(list(circle)) wait for each other, because a place needs an answer that is asked too late: ask it earlier"
        return HuntFinding(.error, .formulaCycle, treasures[first].id, text)
      }
      let text =
        circle.count == 1
        ? "it waits for itself, so it never opens: take it out of its own requirement"
        : "\(list(circle)) wait for each other, so none of them opens: let one of them open without the others"
      return HuntFinding(.error, .requirementCycle, treasures[first].id, text)
    }
  }

  /// Whether only its place needs an answer from another way.
  private func isPlacedElsewhere(_ index: Int) -> Bool {
    logic.conditions[index].mentioned.contains { exclude($0, index) }
      && !logic.requirements[index].mentioned.contains { exclude($0, index) }
  }

  /// Finds treasures that need two options of one question, or are behind a question without a right option.
  private func exclusive(_ possible: [Bool]) -> [HuntFinding] {
    let lost = treasures.indices.filter { possible[$0] && !isReached($0) && !isPlacedElsewhere($0) }
    return lost.filter { index in !lost.contains { $0 != index && needs.isNeeded($0, for: index) } }.map { index in
      HuntFinding(
        .error, .unreachable, treasures[index].id,
        "no way through the hunt opens it: it wants what no player can have at once; ask for less")
    }
  }
}

/// Groups of things that wait for each other.
struct Circles {
  /// Each group in rising order, the groups by their first; things that wait for nothing in a circle are in none.
  private(set) var found: [[Int]] = []

  /// Finds the groups (strongly connected components, after Kosaraju) of which `waits` says who waits for whom.
  init(_ waits: [[Int]]) {
    var reversed = Array(repeating: [Int](), count: waits.count)
    for (index, others) in waits.enumerated() { for other in others { reversed[other].append(index) } }
    var group = Array(repeating: -1, count: waits.count)
    for index in Self.finished(waits).reversed() where group[index] < 0 {
      var (members, waiting) = ([Int](), [index])
      group[index] = index
      while let next = waiting.popLast() {
        members.append(next)
        for other in reversed[next] where group[other] < 0 {
          group[other] = index
          waiting.append(other)
        }
      }
      if members.count > 1 || waits[index].contains(index) { found.append(members.sorted()) }
    }
    found.sort { $0[0] < $1[0] }
  }

  /// The groups among `members` only, to whom `waits` belongs in this order.
  init(_ waits: [[Int]], of members: [Int]) {
    let places = Dictionary(uniqueKeysWithValues: members.enumerated().map { ($1, $0) })
    self.init(waits.map { others in others.compactMap { places[$0] } })
  }

  /// Whether anything waits for itself.
  var isAny: Bool { !found.isEmpty }

  /// Everything, in the order in which a search into the depth is done with it; without recursion, as rows are long.
  private static func finished(_ waits: [[Int]]) -> [Int] {
    var (result, seen) = ([Int](), Array(repeating: false, count: waits.count))
    for start in waits.indices where !seen[start] {
      var stack = [(start, 0)]
      seen[start] = true
      while let (index, next) = stack.last {
        guard next < waits[index].count else {
          result.append(index)
          stack.removeLast()
          continue
        }
        stack[stack.count - 1].1 += 1
        let other = waits[index][next]
        if !seen[other] {
          seen[other] = true
          stack.append((other, 0))
        }
      }
    }
    return result
  }
}
