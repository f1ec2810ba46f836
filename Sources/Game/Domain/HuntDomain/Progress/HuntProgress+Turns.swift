internal import Geodesy
package import Numbers
internal import Places

/// Turns fixes, time and the player's actions into events.
///
/// The events of one turn come in this order: `began`; `expired`, in the order of the hunt; `timeUp`; `opened`; then of
/// each zone `left`, and `entered` and at once `found` where nothing is asked, the nearest treasure first; `opened` for
/// all that is possible now; `won`, or `timeUp` where nothing is left that could be found. Openings stand in the order
/// of the hunt.
extension HuntProgress {
  // MARK: - Position and time

  /// Takes a believed fix; its time is time played.
  ///
  /// In a sequence one fix finds one treasure at most; in any order all whose zones it is inside.
  package mutating func receive(_ fix: Fix) -> [HuntEvent] {
    guard !isCompleted else { return [] }
    var turn = begin(at: fix.time, utc: fix.utc)
    if beganAt == nil { happen(.began, in: &turn) }
    passTime(in: &turn)
    lastFix = fix
    hasPosition = true
    if !isCompleted { look(fix, in: &turn) }
    return end(turn)
  }

  /// Time has passed: limits run out, windows open; `utc` is the civil time, where it is known.
  ///
  /// Nothing runs before the first fix.
  package mutating func pass(to time: Duration, utc: Timestamp?) -> [HuntEvent] {
    guard !isCompleted, beganAt != nil else { return [] }
    var turn = begin(at: time, utc: utc)
    passTime(in: &turn)
    return end(turn)
  }

  /// Saves the time played with a `played` event, if ``interval`` has passed since the last event.
  package mutating func remember(
    at time: Duration, utc: Timestamp? = nil, every interval: Duration = .zero
  ) -> [HuntEvent] {
    let unsaid = max(clock, Self.bounded(time)) - remembered
    guard !isCompleted, beganAt != nil, unsaid > .zero, unsaid >= interval else { return [] }
    var turn = begin(at: time, utc: utc)
    happen(.played, in: &turn)
    return turn.events
  }

  /// Notes that there is no position for now.
  package mutating func losePosition() {
    hasPosition = false
    for id in watches.keys { watches[id]?.losePosition() }
  }

  /// Notes that positions come from another source from now on, and that there is none of it yet.
  package mutating func changeSource() {
    hasPosition = false
    for id in watches.keys { watches[id]?.changeSource() }
  }

  // MARK: - The player

  /// The player answers the question of a treasure: right, wrong, or not at all when nothing is asked or said; `utc` is
  /// the civil time, where it is known.
  package mutating func answer(
    _ text: String, to id: String, at time: Duration, utc: Timestamp? = nil
  ) -> [HuntEvent] {
    guard !isCompleted, states[id] == .entered, let treasure = hunt.treasure(id), isAsking(treasure),
      let question = treasure.question
    else { return [] }
    var turn = begin(at: time, utc: utc)
    switch question.check(text) {
    case .nothing: return []
    case .wrong: happen(.answeredWrongly(id), in: &turn)
    case .right(let answer):
      happen(.answered(id, answer), in: &turn)
      find(id, in: &turn)
    case .opens(let key):
      happen(.unsealed(id, key), in: &turn)
      find(id, in: &turn)
      // The time of what has just been opened may already be up.
      passTime(in: &turn)
    }
    return end(turn)
  }

  /// The player reads the next hint of a treasure; empty while there is none to be read.
  package mutating func readHint(of id: String, at time: Duration, utc: Timestamp? = nil) -> [HuntEvent] {
    guard !isCompleted, state(of: id).isOpen, let next = nextHint(of: id, at: time), next.wait == .zero else {
      return []
    }
    var turn = begin(at: time, utc: utc)
    happen(.readHint(id, next.index), in: &turn)
    return end(turn)
  }

  /// The player says that they have found a treasure; empty while that is not offered.
  ///
  /// A claim answers the question too, so that treasures that depend on the answer can still be found. If the answer is
  /// sealed, it is unknown: the claim only lets the player in, to be asked.
  package mutating func claim(_ id: String, at time: Duration, utc: Timestamp? = nil) -> [HuntEvent] {
    guard claimPrice(of: id, at: time) != nil, let treasure = hunt.treasure(id) else { return [] }
    var turn = begin(at: time, utc: utc)
    if treasure.question?.isSealed == true {
      happen(.entered(id), in: &turn)
      return end(turn)
    }
    if isAsking(treasure), let answer = treasure.question?.solution { happen(.answered(id, answer), in: &turn) }
    happen(.claimed(id), in: &turn)
    return end(turn)
  }

  // MARK: - A turn

  private mutating func begin(at time: Duration, utc: Timestamp?) -> Turn {
    let turn = Turn(utc: utc, isFirst: lastFix == nil)
    let now = max(clock, Self.bounded(time))
    wait(min(Turn.longestStep, now - clock))
    clock = now
    self.utc = utc ?? self.utc
    return turn
  }

  private mutating func happen(_ kind: HuntEvent.Kind, in turn: inout Turn) {
    let event = HuntEvent(kind, time: clock, utc: turn.utc)
    turn.events.append(event)
    apply(event)
  }

  /// Applies limits and windows.
  private mutating func passTime(in turn: inout Turn) {
    for index in timing.treasures where isOver(hunt.treasures[index]) {
      happen(.expired(hunt.treasures[index].id), in: &turn)
    }
    if isOver { happen(.timeUp, in: &turn) }
    openAll(in: &turn)
  }

  /// Opens the treasures that nothing keeps locked.
  private mutating func openAll(in turn: inout Turn) {
    guard mayChange(in: turn), !isCompleted, beganAt != nil else { return }
    for treasure in free { happen(.opened(treasure.id), in: &turn) }
  }

  /// Adds the consequences of the turn's events, and returns all of them.
  private mutating func end(_ turn: Turn) -> [HuntEvent] {
    var turn = turn
    guard mayChange(in: turn), !isCompleted, beganAt != nil else { return turn.events }
    openAll(in: &turn)
    if isGoalReached {
      happen(.won, in: &turn)
    } else if isNothingLeft {
      happen(.timeUp, in: &turn)
    }
    return turn.events
  }

  /// Whether more may follow: of events, of windows, and of a saved game that was loaded.
  private func mayChange(in turn: Turn) -> Bool { !turn.events.isEmpty || turn.isFirst || timing.hasWindows }

  // MARK: - Zones

  /// Passes a fix to the watch of every open zone.
  private mutating func look(_ fix: Fix, in turn: inout Turn) {
    for index in openPlaces {
      let id = hunt.treasures[index].id
      if watch(id, fix) == .left, states[id] == .entered { happen(.left(id), in: &turn) }
    }
    enter(in: &turn)
  }

  /// Enters the zones that the player is inside now, the nearest treasure first.
  private mutating func enter(in turn: inout Turn) {
    guard watches.contains(where: { $0.value.isInside }) else { return }
    let inside = watches.filter { $0.value.isInside }.keys.compactMap { id in
      hunt.treasure(id).map { (id: id, distance: distance(to: $0) ?? 0) }
    }
    for (id, _) in inside.sorted(by: { ($0.distance, $0.id) < ($1.distance, $1.id) }) {
      guard state(of: id).isOpen, let treasure = hunt.treasure(id) else { continue }
      if states[id] != .entered { happen(.entered(id), in: &turn) }
      guard !isAsking(treasure) else { continue }
      find(id, in: &turn)
      if hunt.order == .sequence { return }
    }
  }

  private mutating func find(_ id: String, in turn: inout Turn) {
    let distance = hunt.treasure(id).flatMap { self.distance(to: $0) }
    happen(.found(id, distance: distance ?? 0), in: &turn)
    watches[id] = nil
    nearby[id] = nil
  }

  /// Passes a fix to the watch over a treasure's zone.
  private mutating func watch(_ id: String, _ fix: Fix) -> ZoneWatch.Change? {
    if let index = watches.index(forKey: id) { return watches.values[index].receive(fix) }
    guard let treasure = hunt.treasure(id).map(resolved) else { return nil }
    var watch = ZoneWatch(ZoneGround(treasure.zone, at: treasure.place.position), isInside: states[id] == .entered)
    let change = watch.receive(fix)
    watches[id] = watch
    return change
  }

  /// Metres from the last fix to the true place of a treasure.
  private func distance(to treasure: Treasure) -> Double? {
    lastFix.map { $0.position.distance(to: resolved(treasure).place.position) }
  }

  /// Counts time near the treasures that the player is near to.
  private mutating func wait(_ time: Duration) {
    guard time > .zero else { return }
    for index in watches.indices where watches.values[index].isNear {
      let id = watches.keys[index]
      if state(of: id).isOpen { nearby[id, default: .zero] += time }
    }
  }
}

/// The events of one moment.
private struct Turn {
  /// The longest time that counts at once as time near a treasure: a longer one was a pause.
  static let longestStep = Duration.seconds(60)

  /// The civil time reported for the moment; `nil` if none was reported.
  let utc: Timestamp?
  /// Whether there was no fix before: a loaded game may have events whose consequences are not drawn yet.
  let isFirst: Bool
  var events: [HuntEvent] = []
}
