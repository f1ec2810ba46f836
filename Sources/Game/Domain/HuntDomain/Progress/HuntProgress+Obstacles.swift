internal import Places

/// Why a treasure is not found yet, and what helps where the receiver does not.
extension HuntProgress {
  /// Time near a treasure that does not open after which a claim is offered: three times the time in which a receiver's
  /// error becomes another one is longer than a player should have to wait.
  package static let patience = Duration.seconds(180)
  /// Time inside with a question after which a claim is offered.
  package static let questionPatience = Duration.seconds(300)
  /// Wrong answers after which a claim is offered.
  package static let wrongAnswersBeforeClaim = 3
  /// Metres of an error circle that the player cannot improve: up to this, only the distance is told.
  static let goodCircle = 5.0

  /// Why a treasure is not found yet, as of the last fix; `nil` if nothing stands in the way, or it is done.
  package func obstacle(to id: String) -> Obstacle? {
    guard let treasure = hunt.treasure(id), !state(of: id).isDone else { return nil }
    if !state(of: id).isOpen { return lock(of: treasure) }
    if states[id] == .entered, isAsking(treasure) { return .question }
    guard hasPosition else { return .noPosition }
    guard let watch = watches[id], let depth = watch.depth else { return distance(to: treasure) }
    if watch.isInside { return nil }
    if watch.isConvincing { return .dwell(fixes: watch.fixesToGo) }
    let isSure = -depth > max(watch.circle, 0) || (depth < 0 && watch.circle <= Self.goodCircle)
    return isSure ? .distance(-depth) : .accuracy(distance: -depth, accuracy: watch.circle)
  }

  private func lock(of treasure: Treasure) -> Obstacle? {
    if let requirement = hunt.requirement(of: treasure), !isMet(requirement) { return .requirement(requirement) }
    let missing = missingAnswers(of: treasure)
    if !missing.isEmpty { return .requirement(.all(missing.map { .answered($0, choice: nil) })) }
    return [treasure.window, hunt.window].compactMap(\.self).first { !isInside($0) }.map { .window($0) }
  }

  /// The distance to a zone without a watch, which opened with the last fix.
  private func distance(to treasure: Treasure) -> Obstacle? {
    guard let fix = lastFix else { return .noPosition }
    let resolved = resolved(treasure)
    let depth = ZoneGround(resolved.zone, at: resolved.place.position).depth(of: fix.position)
    return depth < 0 ? .distance(-depth) : .dwell(fixes: 2)
  }

  // MARK: - Claims

  /// Points that claiming a treasure by word costs; `nil` while it is not offered.
  ///
  /// A player can claim after ``patience`` near the treasure without a fix that is good enough, unless they have left
  /// since; and, inside, after ``wrongAnswersBeforeClaim`` or ``questionPatience`` without the right answer. If the
  /// answer is sealed, a claim costs no points and only lets the player in; inside, only the answer helps.
  package func claimPrice(of id: String, at time: Duration) -> Int? {
    guard !isCompleted, beganAt != nil, let treasure = hunt.treasure(id), state(of: id).isOpen else { return nil }
    let since = max(.zero, Self.bounded(time) - clock)
    let isSealed = treasure.question?.isSealed == true
    // A player who has left has to come back; one without a position may still be there.
    let isHere = watches[id].map { $0.depth == nil || $0.isNear } ?? false
    let isStuck =
      if states[id] == .entered {
        !isSealed
          && ((wrongAnswers[id] ?? 0) >= Self.wrongAnswersBeforeClaim
            || clock + since - (enteredAt[id] ?? clock) >= Self.questionPatience)
      } else {
        isHere && (nearby[id] ?? .zero) + (watches[id]?.isNear == true ? since : .zero) >= Self.patience
      }
    return isStuck ? (isSealed ? 0 : Self.claimPrice(of: treasure)) : nil
  }

  /// Half of a treasure's points, rounded up: dearer than looking longer, cheaper than giving up.
  static func claimPrice(of treasure: Treasure) -> Int { (treasure.points + 1) / 2 }
}
