internal import HuntDomain

extension InspectionContext {
  /// Finds goals that cannot be reached, choices after which the hunt can no longer be won, and stages that come too
  /// late.
  func endings() -> [HuntFinding] {
    guard search.isWinnable else { return goalUnreachable() + neverRevealed() }
    return goalAtOnce() + deadEnds() + fatalLimits() + afterTheEnd() + neverRevealed()
  }

  /// Told only where nothing else is wrong that explains it.
  private func goalUnreachable() -> [HuntFinding] {
    let possible = logic.reach()
    guard !possible.contains(false), search.reached == possible, !logic.goal.isBroken,
      !logic.goal.wantsTooMuch
    else { return [] }
    let text =
      "the goal wants what no player can have at once, so nobody wins: ask for less"
    return [HuntFinding(.error, .goalUnreachable, nil, text)]
  }

  private func goalAtOnce() -> [HuntFinding] {
    let nothing = Array(repeating: false, count: treasures.count)
    guard logic.holds(logic.goal, nothing), !wantsNothing(hunt.goal) else { return [] }
    return [HuntFinding(.error, .goalAtOnce, nil, "the goal holds before anything is found: say what has to be found")]
  }

  /// Whether the goal requires nothing: another finding reports that already.
  private func wantsNothing(_ goal: Requirement?) -> Bool {
    if case .atLeast(let count, _)? = goal { return count < 1 }
    return false
  }

  private func deadEnds() -> [HuntFinding] {
    search.deadEnds.sorted { ($0.treasure, $0.option) < ($1.treasure, $1.option) }.map { step in
      let text =
        "after \(option(step)) the hunt can no longer be won: let the goal, or what leads to it, be open to both ways"
      return HuntFinding(.error, .deadEnd, treasures[step.treasure].id, text)
    }
  }

  /// Treasures that can be lost, and without which the hunt is.
  private func fatalLimits() -> [HuntFinding] {
    guard hunt.goal != nil else { return [] }
    return treasures.indices.filter { treasures[$0].limit.map { $0 > .zero } ?? false && mandatory[$0] }.map { index in
      HuntFinding(
        .warning, .fatalLimit, treasures[index].id,
        "when its time runs out, the hunt can no longer be won: let the goal do without it, or drop the limit")
    }
  }

  /// Finds treasures that open only once the hunt is won and over.
  private func afterTheEnd() -> [HuntFinding] {
    guard hunt.goal != nil, !logic.holds(logic.goal, Array(repeating: false, count: treasures.count)) else { return [] }
    return treasures.indices.compactMap { index in
      guard isReached(index), !mandatory[index] else { return nil }
      var before = needs.needed(for: logic.requirements[index])
      before[index] = false
      guard logic.holds(logic.goal, before) else { return nil }
      return HuntFinding(
        .warning, .afterTheEnd, treasures[index].id,
        "it opens only when the hunt is won and over: let the goal want it, or let it open earlier")
    }
  }

  /// Finds the treasures that are never shown before they are found.
  private func neverRevealed() -> [HuntFinding] {
    treasures.indices.compactMap { index in
      guard let revelation = logic.revelations[index], isReached(index), !revelation.isBroken, !revelation.wantsTooMuch,
        needs.isNeeded(index, for: revelation) || !logic.holds(revelation, search.reached)
      else { return nil }
      return HuntFinding(
        .error, .neverRevealed, treasures[index].id,
        "what reveals it happens only after it is found, or never: let something earlier reveal it")
    }
  }
}

extension HuntLogic.Condition {
  /// Whether some part of it wants more than there are.
  var wantsTooMuch: Bool {
    switch self {
    case .never, .found, .answered: false
    case .all(let parts): parts.contains(where: \.wantsTooMuch)
    case .atLeast(let count, let parts): count > parts.count || parts.contains(where: \.wantsTooMuch)
    }
  }
}
