/// What has happened, what still can, and what therefore is over.
extension HuntProgress {
  /// Whether something has happened that is required.
  package func isMet(_ requirement: Requirement?) -> Bool {
    switch requirement {
    case nil: true
    case .found(let id): isFound(id)
    case .answered(let id, let choice):
      answers[id].map { answer in choice.map { answer == .choice($0) } ?? true } ?? false
    case .holds(let id): items.contains { $0.id == id }
    case .all(let all): all.allSatisfy { isMet($0) }
    case .atLeast(let count, let some): some.count { isMet($0) } >= count
    }
  }

  /// Whether something that is required has happened or still can.
  package func canBeMet(_ requirement: Requirement?) -> Bool {
    Outlook(progress: self).canBeMet(requirement)
  }

  func isFound(_ id: String) -> Bool { states[id] == .found || states[id] == .claimed }

  /// Whether nothing keeps a treasure locked.
  ///
  /// Without civil time windows keep nobody out: a receiver that does not tell it must not end the game.
  func isFree(_ treasure: Treasure) -> Bool {
    isMet(hunt.requirement(of: treasure)) && isInside(hunt.window) && isInside(treasure.window)
      && missingAnswers(of: treasure).isEmpty
  }

  /// Whether the civil time, as far as it is known, does not lie before a window.
  func isInside(_ window: TimeWindow?) -> Bool {
    guard let utc, let from = window?.from else { return true }
    return utc >= from
  }

  private func isAfter(_ window: TimeWindow?) -> Bool {
    guard let utc, let to = window?.to else { return false }
    return utc >= to
  }

  // MARK: - The end

  /// Whether the time of a treasure is up that is not done.
  func isOver(_ treasure: Treasure) -> Bool {
    guard !(states[treasure.id] ?? .locked).isDone else { return false }
    if isAfter(treasure.window) { return true }
    guard let limit = treasure.limit, let since = openedAt[treasure.id] else { return false }
    return clock - since >= limit
  }

  /// Whether the time of the hunt is up.
  var isOver: Bool {
    if isAfter(hunt.window) { return true }
    guard let limit = hunt.limit, let since = beganAt else { return false }
    return clock - since >= limit
  }

  /// Whether all is done that has to be done: the goal, or without one every treasure that can be found at all, none gone.
  var isGoalReached: Bool {
    if let goal = hunt.goal { return isMet(goal) }
    return !finds.isEmpty && isNothingLeft && !hunt.treasures.contains { states[$0.id] == .expired }
  }

  /// Whether nothing can be found any more.
  var isNothingLeft: Bool {
    if hunt.treasures.contains(where: { (states[$0.id] ?? .locked).isOpen }) { return false }
    let outlook = Outlook(progress: self)
    return !hunt.treasures.contains { outlook.canBeFound($0.id) && !isFound($0.id) }
  }
}

/// What can still happen.
private struct Outlook {
  let progress: HuntProgress
  /// The ids of the treasures that are found or can be.
  ///
  /// It grows from what is found and open until nothing follows any more, so a circle of requirements that nothing
  /// leads into stays out of it.
  private var reachable: Set<String> = []

  init(progress: HuntProgress) {
    self.progress = progress
    var rest = progress.hunt.treasures.filter { progress.states[$0.id] != .expired }
    while true {
      let before = rest.count
      rest.removeAll { treasure in
        guard progress.states[treasure.id] != nil || canBeMet(progress.hunt.requirement(of: treasure)) else {
          return false
        }
        reachable.insert(treasure.id)
        return true
      }
      if rest.count == before { return }
    }
  }

  /// Whether a treasure is found or can be.
  func canBeFound(_ id: String) -> Bool { reachable.contains(id) }

  func canBeMet(_ requirement: Requirement?) -> Bool {
    switch requirement {
    case nil: true
    case .found(let id): canBeFound(id)
    case .answered(let id, let choice): canBeAnswered(id, choice)
    case .holds(let id):
      progress.isMet(requirement) || progress.hunt.treasures.contains { $0.items.contains(id) && canBeFound($0.id) }
    case .all(let all): all.allSatisfy(canBeMet)
    case .atLeast(let count, let some): some.count(where: canBeMet) >= count
    }
  }

  private func canBeAnswered(_ id: String, _ choice: Int?) -> Bool {
    if progress.answers[id] != nil { return progress.isMet(.answered(id, choice: choice)) }
    guard let question = progress.hunt.treasure(id)?.question, !progress.isFound(id) else { return false }
    return canBeFound(id) && (choice.map { question.accepts(.choice($0)) } ?? true)
  }
}
