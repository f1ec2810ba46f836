internal import Geodesy

/// What happens, becoming events.
///
/// The events of one turn come in this order: `began`; `expired`, in the order of the hunt; `timeUp`; `opened`; then of
/// each zone `left`, and `entered` and at once `found` where nothing is asked, the nearest treasure first; `opened` for
/// all that is possible now; `won`, or `timeUp` where nothing is left that could be found. Openings stand in the order of the hunt.
extension HuntProgress {
  // MARK: - Position and time

  /// Takes a believed fix; its time is time played.
  ///
  /// In a sequence one fix finds one treasure at most; in any order all whose zones it is inside.
  package mutating func receive(_ fix: Fix) -> [HuntEvent] {
    guard !isCompleted else { return [] }
    if isCalm(at: fix.time) { return receiveCalmly(fix) }
    var turn = Turn(self, at: fix.time, utc: fix.utc)
    if beganAt == nil { turn.happen(.began) }
    turn.passTime()
    turn.progress.lastFix = fix
    turn.progress.hasPosition = true
    if !turn.progress.isCompleted { turn.look(fix) }
    return end(turn)
  }

  /// Time has passed: limits run out, windows open; `utc` is the civil time, where it is known.
  ///
  /// Nothing runs before the first fix.
  package mutating func pass(to time: Duration, utc: Timestamp?) -> [HuntEvent] {
    guard !isCompleted, beganAt != nil else { return [] }
    if isCalm(at: time) {
      move(to: time, utc: utc)
      return []
    }
    var turn = Turn(self, at: time, utc: utc)
    turn.passTime()
    return end(turn)
  }

  /// The time played is to be remembered, if ``interval`` has passed since anything was; an event that changes nothing
  /// else.
  package mutating func remember(
    at time: Duration, utc: Timestamp? = nil, every interval: Duration = .zero
  ) -> [HuntEvent] {
    let unsaid = max(clock, Self.bounded(time)) - remembered
    guard !isCompleted, beganAt != nil, unsaid > .zero, unsaid >= interval else { return [] }
    var turn = Turn(self, at: time, utc: utc)
    turn.happen(.played)
    self = turn.progress
    return turn.events
  }

  /// There is no position for now.
  package mutating func losePosition() {
    hasPosition = false
    for id in watches.keys { watches[id]?.losePosition() }
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
    var turn = Turn(self, at: time, utc: utc)
    switch question.check(text) {
    case .nothing: return []
    case .wrong: turn.happen(.answeredWrongly(id))
    case .right(let answer):
      turn.happen(.answered(id, answer))
      turn.find(id)
    case .opens(let key):
      turn.happen(.unsealed(id, key))
      turn.find(id)
      // Of what is known only now the time may be up already.
      turn.passTime()
    }
    return end(turn)
  }

  /// The player reads the next hint of a treasure; nothing while there is none to be read.
  package mutating func readHint(of id: String, at time: Duration, utc: Timestamp? = nil) -> [HuntEvent] {
    guard !isCompleted, state(of: id).isOpen, let next = nextHint(of: id, at: time), next.wait == .zero else {
      return []
    }
    var turn = Turn(self, at: time, utc: utc)
    turn.happen(.readHint(id, next.index))
    return end(turn)
  }

  /// The player says that they have found a treasure; nothing while that is not offered.
  ///
  /// A question is answered by that too, so that what follows from the answer can still be found. Where the answer is
  /// sealed nobody knows it: there a claim only lets the player in, to be asked.
  package mutating func claim(_ id: String, at time: Duration, utc: Timestamp? = nil) -> [HuntEvent] {
    guard claimPrice(of: id, at: time) != nil, let treasure = hunt.treasure(id) else { return [] }
    var turn = Turn(self, at: time, utc: utc)
    if treasure.question?.isSealed == true {
      turn.happen(.entered(id))
      return end(turn)
    }
    if isAsking(treasure), let answer = treasure.question?.solution { turn.happen(.answered(id, answer)) }
    turn.happen(.claimed(id))
    return end(turn)
  }

  private mutating func end(_ turn: Turn) -> [HuntEvent] {
    var turn = turn
    turn.settle()
    self = turn.progress
    calm = Calm(self)
    return turn.events
  }

  /// Takes a fix at a moment at which nothing can happen but in the open zones; the events are the same, and nothing is
  /// copied where there are none.
  private mutating func receiveCalmly(_ fix: Fix) -> [HuntEvent] {
    move(to: fix.time, utc: fix.utc)
    lastFix = fix
    hasPosition = true
    var changes: [(id: String, change: ZoneWatch.Change)] = []
    for id in calm.open {
      if let change = watch(id, fix) { changes.append((id, change)) }
    }
    guard !changes.isEmpty else { return [] }
    var turn = Turn(self, at: fix.time, utc: fix.utc)
    for (id, change) in changes where change == .left { turn.leave(id) }
    turn.enter()
    return end(turn)
  }

  /// Moves the clocks, which never go back.
  fileprivate mutating func move(to time: Duration, utc: Timestamp?) {
    let now = max(clock, Self.bounded(time))
    wait(min(Turn.longestStep, now - clock))
    clock = now
    self.utc = utc ?? self.utc
  }
}

/// What happens at one moment.
private struct Turn {
  /// Time that may pass at once for a player who is near: what is longer was a pause.
  static let longestStep = Duration.seconds(60)

  var progress: HuntProgress
  private(set) var events: [HuntEvent] = []
  private let utc: Timestamp?

  init(_ progress: HuntProgress, at time: Duration, utc: Timestamp?) {
    self.progress = progress
    self.utc = utc
    self.progress.move(to: time, utc: utc)
  }

  mutating func happen(_ kind: HuntEvent.Kind) {
    let event = HuntEvent(kind, time: progress.clock, utc: utc)
    events.append(event)
    progress.apply(event)
  }

  /// Limits and windows.
  mutating func passTime() {
    for treasure in progress.hunt.treasures where progress.isOver(treasure) { happen(.expired(treasure.id)) }
    if progress.isOver { happen(.timeUp) }
    openAll()
  }

  private mutating func openAll() {
    guard !progress.isCompleted, progress.beganAt != nil else { return }
    for treasure in progress.free { happen(.opened(treasure.id)) }
  }

  /// What follows of what has happened.
  mutating func settle() {
    guard !progress.isCompleted, progress.beganAt != nil else { return }
    openAll()
    if progress.isGoalReached { happen(.won) } else if progress.isNothingLeft { happen(.timeUp) }
  }

  // MARK: - Zones

  /// Looks into every open zone.
  mutating func look(_ fix: Fix) {
    for treasure in progress.hunt.treasures where progress.state(of: treasure.id).isOpen {
      if progress.watch(treasure.id, fix) == .left { leave(treasure.id) }
    }
    enter()
  }

  /// The watch over a zone says that the player has left it.
  mutating func leave(_ id: String) {
    if progress.states[id] == .entered { happen(.left(id)) }
  }

  /// The zones that the player is inside now, the nearest treasure first.
  mutating func enter() {
    let inside = progress.watches.filter { $0.value.isInside }.keys.compactMap { id in
      progress.hunt.treasure(id).map { (id: id, distance: progress.distance(to: $0) ?? 0) }
    }
    for (id, _) in inside.sorted(by: { ($0.distance, $0.id) < ($1.distance, $1.id) }) {
      guard progress.state(of: id).isOpen, let treasure = progress.hunt.treasure(id) else { continue }
      if progress.states[id] != .entered { happen(.entered(id)) }
      guard !progress.isAsking(treasure) else { continue }
      find(id)
      if progress.hunt.order == .sequence { return }
    }
  }

  mutating func find(_ id: String) {
    let distance = progress.hunt.treasure(id).flatMap { progress.distance(to: $0) }
    happen(.found(id, distance: distance ?? 0))
    progress.watches[id] = nil
    progress.nearby[id] = nil
  }
}

extension HuntProgress {
  /// Shows a fix to the watch over a treasure's zone.
  fileprivate mutating func watch(_ id: String, _ fix: Fix) -> ZoneWatch.Change? {
    var heard = fix
    heard.time = clock
    if let index = watches.index(forKey: id) {
      return watches.values[index].receive(heard)
    }
    guard let treasure = hunt.treasure(id).map(resolved) else { return nil }
    var watch = ZoneWatch(ZoneGround(treasure.zone, at: treasure.place.position), isInside: states[id] == .entered)
    let change = watch.receive(heard)
    watches[id] = watch
    return change
  }

  /// Metres from the last fix to the true place of a treasure.
  fileprivate func distance(to treasure: Treasure) -> Double? {
    lastFix.map { $0.position.distance(to: resolved(treasure).place.position) }
  }

  /// So much time has passed near the treasures that the player is near to.
  fileprivate mutating func wait(_ time: Duration) {
    guard time > .zero else { return }
    for index in watches.indices where watches.values[index].isNear {
      let id = watches.keys[index]
      if state(of: id).isOpen { nearby[id, default: .zero] += time }
    }
  }
}
