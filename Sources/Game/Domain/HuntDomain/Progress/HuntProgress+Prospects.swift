/// What has happened, what still can, and what therefore is over.
extension HuntProgress {
  /// Whether something has happened that is required.
  package func isMet(_ requirement: Requirement?) -> Bool {
    // Closures, because a method's name would copy the progress.
    requirement?.holds(
      isFound: { isFound($0) }, isAnswered: { isAnswered($0, $1) }, isCarried: { id in items.contains { $0.id == id } })
      ?? true
  }

  fileprivate func isAnswered(_ id: String, _ choice: Int?) -> Bool {
    answers[id].map { answer in choice.map { answer == .choice($0) } ?? true } ?? false
  }

  func isFound(_ id: String) -> Bool { states[id] == .found || states[id] == .claimed }

  /// Whether neither its requirement nor a window keeps a treasure locked; answers may be missing still.
  ///
  /// Windows have no effect without civil time: a receiver that does not report it must not end the game.
  func isAllowed(_ treasure: Treasure) -> Bool {
    isMet(hunt.requirement(of: treasure)) && isInside(hunt.window) && isInside(treasure.window)
  }

  /// The locked treasures that nothing keeps locked, in the order of the hunt.
  var free: [Treasure] {
    let allowed = hunt.treasures.filter { (states[$0.id] ?? .locked) == .locked && isAllowed($0) }
    // The outlook is expensive to compute: do it once, and only if a treasure waits for an answer.
    guard allowed.contains(where: { !missingNames(of: $0).isEmpty }) else { return allowed }
    let waits = Outlook(progress: self).waits
    return allowed.filter { (waits[$0.id] ?? []).isEmpty }
  }

  /// Whether the civil time, as far as it is known, does not lie before a window.
  func isInside(_ window: TimeWindow?) -> Bool {
    guard let utc, let from = window?.from else { return true }
    return utc >= from
  }

  private func isAfter(_ window: TimeWindow?) -> Bool {
    guard isDateSure, let utc, let to = window?.to else { return false }
    return utc >= to
  }

  // MARK: - The end

  /// Whether a treasure is not done and its time is up.
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

  /// Whether all is done that has to be done: the goal, or without one every treasure that can be found at all, none
  /// gone.
  var isGoalReached: Bool {
    if let goal = hunt.goal { return isMet(goal) }
    guard !hunt.isGoalSealed else { return false }
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
struct Outlook {
  let progress: HuntProgress
  /// Whether a place that is computed from answers counts as found only with them.
  private let needsAnswers: Bool
  /// The ids of the treasures that are found or can be.
  ///
  /// It grows from what is found and open until nothing follows any more, so a circle of requirements that nothing
  /// leads into stays out of it.
  private var reachable: Set<String> = []
  /// The treasures whose answers a locked one waits for, where there are any.
  private(set) var waits: [String: [String]] = [:]

  init(progress: HuntProgress, needsAnswers: Bool = false) {
    self.progress = progress
    self.needsAnswers = needsAnswers
    var rest = progress.hunt.treasures.filter { progress.states[$0.id] != .expired }
    while true {
      let before = rest.count
      rest.removeAll { admit($0, isPatient: true) }
      guard rest.count == before else { continue }
      // Answers that cannot come before a treasure is found are not waited for: its listed place counts.
      guard !needsAnswers, let stuck = rest.firstIndex(where: { admit($0, isPatient: false) }) else { return }
      rest.remove(at: stuck)
    }
  }

  /// Creates the outlook of a hunt in which the questions of some treasures are never answered.
  ///
  /// - Parameter needsAnswers: whether a place that is computed from answers counts as found only with them;
  ///   without it its listed place counts, as it does when the treasure that asks is gone.
  init(of hunt: Hunt, without ids: [String], needsAnswers: Bool = true) {
    var progress = HuntProgress(beforeLooking: hunt)
    // Treasures that are gone ask no questions.
    for id in ids { progress.states[id] = .expired }
    self.init(progress: progress, needsAnswers: needsAnswers)
  }

  /// The treasures that each treasure of a hunt waits for at its start, by id.
  static func waits(in hunt: Hunt) -> [String: [String]] {
    guard hunt.treasures.contains(where: { $0.projection != nil }) else { return [:] }
    return Outlook(progress: HuntProgress(beforeLooking: hunt)).waits
  }

  /// Marks a treasure that is found or can be found as reachable, and returns whether it is.
  ///
  /// With `isPatient`, a treasure that needs an answer waits until one that asks for the answer is reachable.
  private mutating func admit(_ treasure: Treasure, isPatient: Bool) -> Bool {
    if progress.states[treasure.id] == nil {
      guard canBeMet(progress.hunt.requirement(of: treasure)) else { return false }
      var awaited: [String] = []
      for name in progress.missingNames(of: treasure) {
        let asking = progress.hunt.askers(of: name).filter { $0 != treasure.id }
        let askers = asking.filter(mayBeAnswered)
        let answering = askers.filter(reachable.contains)
        if answering.isEmpty, isPatient && !askers.isEmpty || needsAnswers && !asking.isEmpty { return false }
        awaited += answering
      }
      if !awaited.isEmpty { waits[treasure.id] = awaited.sorted() }
    }
    reachable.insert(treasure.id)
    return true
  }

  /// Whether a treasure is found or can be.
  func canBeFound(_ id: String) -> Bool { reachable.contains(id) }

  func canBeMet(_ requirement: Requirement?) -> Bool {
    requirement?.holds(
      isFound: { canBeFound($0) }, isAnswered: { canBeAnswered($0, $1) }, isCarried: { canBeCarried($0) }) ?? true
  }

  private func canBeCarried(_ id: String) -> Bool {
    progress.items.contains { $0.id == id }
      || progress.hunt.treasures.contains { $0.items.contains(id) && canBeFound($0.id) }
  }

  private func canBeAnswered(_ id: String, _ choice: Int?) -> Bool {
    if progress.answers[id] != nil { return progress.isAnswered(id, choice) }
    guard mayBeAnswered(id), let question = progress.hunt.treasure(id)?.question else { return false }
    return canBeFound(id) && (choice.map { question.accepts(.choice($0)) } ?? true)
  }

  /// Whether a treasure asks something still.
  private func mayBeAnswered(_ id: String) -> Bool {
    progress.hunt.treasure(id)?.question != nil && progress.answers[id] == nil && !progress.isFound(id)
      && progress.states[id] != .expired
  }
}
