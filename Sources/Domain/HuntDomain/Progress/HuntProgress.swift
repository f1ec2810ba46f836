package import Geodesy

/// A treasure found: which, when, and how near the player stood.
package struct Find: Hashable, Sendable {
  package let treasure: Treasure
  /// Time played when it was found.
  package let time: Duration
  /// What the receiver said the time was.
  package let utc: Timestamp?
  /// Metres between the fix and the treasure; nothing for a claim.
  package let distance: Double?
}

/// How far a player has come in a hunt: the fold of its events.
///
/// What happens goes in (``receive(_:)``, ``answer(_:to:at:)`` ...); each returns the events it made, already applied.
/// The same events, ``apply(_:)``-ed to the same hunt, make the same progress.
package struct HuntProgress: Hashable, Sendable {
  package let hunt: Hunt
  package private(set) var finds: [Find] = []
  /// What has been answered, by the treasure's id.
  package private(set) var answers: [String: Answer] = [:]
  /// The items that the player carries, in the order in which they were found.
  package private(set) var items: [Item] = []
  /// Points won so far, prices taken off; may be negative.
  package private(set) var points = 0
  /// Every goal is reached.
  package private(set) var isWon = false
  /// The hunt's time is up.
  package private(set) var isTimeUp = false
  private var states: [String: TreasureState] = [:]
  private var openedAt: [String: Duration] = [:]
  private var hintsRead: [String: Set<Int>] = [:]

  /// A hunt at its start.
  package init(_ hunt: Hunt) { self.hunt = hunt }

  /// A hunt at the point to which events led; those that do not fit the hunt are passed over.
  package init(_ hunt: Hunt, replaying events: [HuntEvent]) {
    self.init(hunt)
    for event in events { apply(event) }
  }

  // MARK: - What is known

  /// How far the player has come with a treasure; locked where there is none of this id.
  package func state(of id: String) -> TreasureState {
    if let state = states[id] { return state }
    guard let treasure = hunt.treasure(id) else { return .locked }
    return isMet(hunt.requirement(of: treasure)) ? .open : .locked
  }

  /// The treasures that are still hidden, in the order of the hunt.
  package var hidden: [Treasure] { hunt.treasures.filter { !state(of: $0.id).isDone } }

  /// The treasures that may be found now, at the places where they really are.
  package var open: [Treasure] {
    hunt.treasures.filter { [.open, .entered].contains(state(of: $0.id)) }.map(resolved)
  }

  /// The treasure at its true place, as far as the answers tell it.
  package func resolved(_ treasure: Treasure) -> Treasure { treasure }

  /// Whether the game is over: won, or out of time.
  package var isCompleted: Bool { isWon || isTimeUp }

  /// Whether something has happened that is required.
  package func isMet(_ requirement: Requirement?) -> Bool {
    switch requirement {
    case nil: true
    case .found(let id): [.found, .claimed].contains(states[id])
    case .answered(let id, let choice):
      answers[id].map { answer in choice.map { answer == .choice($0) } ?? true } ?? false
    case .holds(let id): items.contains { $0.id == id }
    case .all(let all): all.allSatisfy { isMet($0) }
    case .atLeast(let count, let some): some.count { isMet($0) } >= count
    }
  }

  /// The treasure whose question waits for an answer: the player is inside its zone.
  package var asked: Treasure? { open.first { state(of: $0.id) == .entered && $0.question != nil } }

  /// The hints of a treasure that have been read.
  package func readHints(of id: String) -> [Hint] {
    guard let treasure = hunt.treasure(id) else { return [] }
    let read = hintsRead[id] ?? []
    return treasure.hints.indices.filter(read.contains).map { treasure.hints[$0] }
  }

  /// The next hint of a treasure that has not been read, and how long it still waits at `time` played.
  package func nextHint(of id: String, at time: Duration) -> (index: Int, hint: Hint, wait: Duration)? {
    guard let treasure = hunt.treasure(id) else { return nil }
    let read = hintsRead[id] ?? []
    guard let index = treasure.hints.indices.first(where: { !read.contains($0) }) else { return nil }
    let hint = treasure.hints[index]
    return (index, hint, max(.zero, (openedAt[id] ?? .zero) + hint.after - time))
  }

  /// Why a treasure is not found yet, as of the last fix; nothing when nothing stands in the way, or it is done.
  package func obstacle(to id: String) -> Obstacle? { nil }

  /// Points that claiming a treasure by word costs; nothing while it is not offered.
  package func claimPrice(of id: String, at time: Duration) -> Int? { nil }

  /// Time that is left for a treasure, or for the hunt without an id; nothing where there is no limit.
  package func timeLeft(for id: String?, at time: Duration) -> Duration? { nil }

  /// What the player should walk to: the open treasure that is nearest to `position`, or the first one while the
  /// position is not known.
  package func target(from position: Coordinate?) -> Treasure? {
    let open = open
    guard let position else { return open.first }
    return open.min { position.distance(to: $0.place.position) < position.distance(to: $1.place.position) }
  }

  // MARK: - What happens

  /// Takes a believed fix; its time is time played.
  package mutating func receive(_ fix: Fix) -> [HuntEvent] {
    let near = open.compactMap { treasure -> (String, Double)? in
      let distance = fix.position.distance(to: treasure.place.position)
      guard case .circle(let radius) = treasure.zone, distance <= radius else { return nil }
      return (treasure.id, distance)
    }
    .sorted { $0.1 < $1.1 }
    var events: [HuntEvent] = []
    for (id, distance) in near {
      events.append(HuntEvent(.found(id, distance: distance), time: fix.time, utc: fix.utc))
      apply(events[events.count - 1])
    }
    if !isWon, isMet(hunt.goal ?? .all(hunt.treasures.map { .found($0.id) })) {
      events.append(HuntEvent(.won, time: fix.time, utc: fix.utc))
      apply(events[events.count - 1])
    }
    return events
  }

  /// Time has passed: limits run out, windows open; `utc` is the civil time, where it is known.
  package mutating func pass(to time: Duration, utc: Timestamp?) -> [HuntEvent] { [] }

  /// There is no position for now.
  package mutating func losePosition() {}

  /// The player answers the question of a treasure: right, wrong, or not at all when nothing is asked.
  package mutating func answer(_ text: String, to id: String, at time: Duration) -> [HuntEvent] { [] }

  /// The player reads the next hint of a treasure; nothing while there is none to be read.
  package mutating func readHint(of id: String, at time: Duration) -> [HuntEvent] {
    guard let next = nextHint(of: id, at: time), next.wait == .zero else { return [] }
    let event = HuntEvent(.readHint(id, next.index), time: time)
    apply(event)
    return [event]
  }

  /// The player says that they have found a treasure; nothing while that is not offered.
  package mutating func claim(_ id: String, at time: Duration) -> [HuntEvent] { [] }

  /// Takes one event; what does not fit the hunt changes nothing.
  package mutating func apply(_ event: HuntEvent) {
    switch event.kind {
    case .found(let id, let distance):
      guard let treasure = hunt.treasure(id) else { return }
      states[id] = .found
      points += treasure.points
      finds.append(Find(treasure: treasure, time: event.time, utc: event.utc, distance: distance))
      items += hunt.items.filter { treasure.items.contains($0.id) }
    case .readHint(let id, let index):
      hintsRead[id, default: []].insert(index)
      points -= hunt.treasure(id)?.hints[index].price ?? 0
    case .won: isWon = true
    case .timeUp: isTimeUp = true
    default: break
    }
  }
}
