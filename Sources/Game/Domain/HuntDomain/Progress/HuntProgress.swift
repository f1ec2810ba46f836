package import Geodesy
package import Numbers
internal import Places

/// A treasure found: which, when, and how near the player stood.
package struct Find: Hashable, Sendable {
  /// The treasure as it was when it was found.
  package let treasure: Treasure
  /// Time played when it was found.
  package let time: Duration
  /// The civil time that the receiver reported.
  package let utc: Timestamp?
  /// Metres between the fix and the treasure; `nil` for a claim.
  package let distance: Double?
}

/// How far a player has come in a hunt: the fold of its events.
///
/// What happens goes in (``receive(_:)``, ``answer(_:to:at:)`` ...); each returns the events it made, already applied.
/// Replaying the events on the same hunt (``apply(_:)``) gives the same progress, except for the present, which is not
/// in events: the last position, how long the player has been near, and civil time.
package struct HuntProgress: Hashable, Sendable {
  /// The hunt, as far as its seals are open.
  package internal(set) var hunt: Hunt {
    didSet { timing = Timing(hunt) }
  }
  /// The parts of the hunt that depend on the time.
  private(set) var timing: Timing
  /// The treasures found or claimed, in the order in which that happened.
  package internal(set) var finds: [Find] = []
  /// What has been answered, by the treasure's id.
  package internal(set) var answers: [String: Answer] = [:]
  /// The items that the player carries, in the order in which they were found.
  package internal(set) var items: [Item] = []
  /// Points won so far, prices taken off; may be negative.
  package internal(set) var points = 0
  /// Every goal is reached.
  package internal(set) var isWon = false
  /// The hunt's time is up, or nothing is left that could be found.
  package internal(set) var isTimeUp = false

  /// How many events have been applied: what follows from events alone has not changed while this has not.
  package internal(set) var eventCount = 0

  // From events.
  var states: [String: TreasureState] = [:] {
    didSet { openPlaces = hunt.treasures.indices.filter { states[hunt.treasures[$0].id]?.isOpen == true } }
  }
  /// The places in the list of the treasures that are open; every fix asks for them.
  private(set) var openPlaces: [Int] = []
  var openedAt: [String: Duration] = [:]
  var enteredAt: [String: Duration] = [:]
  var hintsRead: [String: Set<Int>] = [:]
  var wrongAnswers: [String: Int] = [:]
  /// When the first fix came; `nil` before it.
  var beganAt: Duration?
  /// The latest time played that has been reported; it never goes back.
  var clock = Duration.zero
  /// The time of the latest event: a saved game keeps no later time.
  var remembered = Duration.zero
  /// The civil time that was reported last.
  var utc: Timestamp?

  /// The treasures whose answers others wait for, at the start.
  private let firstWaits: [String: [String]]

  // Of the present only; not in events.
  var watches: [String: ZoneWatch] = [:]
  /// How long the player has been near to a treasure that does not open.
  var nearby: [String: Duration] = [:]
  var lastFix: Fix?
  var hasPosition = false
  /// Whether the civil time is sure enough to end anything: nothing that a date has closed is opened again.
  package var isDateSure = true

  /// Creates the progress of a hunt at its start.
  package init(_ hunt: Hunt) {
    self.hunt = hunt
    timing = Timing(hunt)
    firstWaits = Outlook.waits(in: hunt)
  }

  /// Creates the progress of a hunt at its start, without computing which treasures are visible.
  init(beforeLooking hunt: Hunt) {
    self.hunt = hunt
    timing = Timing(hunt)
    firstWaits = [:]
  }

  /// Creates the progress of a hunt after events; those that do not fit the hunt are skipped.
  package init(_ hunt: Hunt, replaying events: [HuntEvent]) {
    self.init(hunt)
    for event in events { apply(event) }
  }

  // MARK: - How far the player has come

  /// How far the player has come with a treasure; locked if there is none of this id.
  ///
  /// Before the first fix the treasures that nothing keeps locked are shown as open.
  package func state(of id: String) -> TreasureState {
    if let state = states[id] { return state }
    guard beganAt == nil, let treasure = hunt.treasure(id), (firstWaits[id] ?? []).isEmpty,
      isAllowed(treasure)
    else { return .locked }
    return .open
  }

  /// The treasures that are still hidden, in the order of the hunt.
  package var hidden: [Treasure] { hunt.treasures.filter { !state(of: $0.id).isDone } }

  /// The treasures that may be found now, at the places where they really are.
  package var open: [Treasure] { hunt.treasures.filter { state(of: $0.id).isOpen }.map(resolved) }

  /// Whether the game is over: won, or out of time.
  package var isCompleted: Bool { isWon || isTimeUp }

  /// The treasures whose questions wait for an answer, in the order of the hunt: the player is inside their zones,
  /// which may overlap.
  package var asking: [Treasure] {
    guard !isCompleted else { return [] }
    return openPlaces.map { hunt.treasures[$0] }.filter { states[$0.id] == .entered && isAsking($0) }.map(resolved)
  }

  /// Whether a question has to be answered before a treasure counts as found.
  func isAsking(_ treasure: Treasure) -> Bool { treasure.question != nil && answers[treasure.id] == nil }

  /// The treasure to walk to: the open one nearest to `position`, or the first open one if the position is unknown.
  package func target(from position: Coordinate?) -> Treasure? {
    let open = open
    guard let position else { return open.first }
    return open.min { position.distance(to: $0.place.position) < position.distance(to: $1.place.position) }
  }

  /// Whether the player sees a treasure on the map from `position`.
  ///
  /// A treasure that was found, claimed or entered stays visible. One that has expired stays visible unless its
  /// visibility depends on nearness or on a requirement.
  package func isVisible(_ treasure: Treasure, from position: Coordinate?) -> Bool {
    switch (state(of: treasure.id), treasure.visibility) {
    case (.found, _), (.claimed, _), (.entered, _): true
    case (_, .always): true
    case (.open, .whenOpen), (.expired, .whenOpen): true
    case (.open, .near(let metres)):
      position.map { $0.distance(to: resolved(treasure).place.position) <= metres } ?? false
    case (.open, .revealed(let requirement)): isMet(requirement)
    case (.locked, _), (.expired, .near), (.expired, .revealed): false
    }
  }

  // MARK: - Hints

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
    let passed = max(clock, Self.bounded(time)) - (openedAt[id] ?? beganAt ?? .zero)
    return (index, hint, max(.zero, hint.after - passed))
  }

  // MARK: - Time

  /// The longest time played that is valid: about thirty years.
  private static let longest = Duration.seconds(1_000_000_000)

  /// A time played, clamped to the valid range.
  static func bounded(_ time: Duration) -> Duration { min(longest, max(.zero, time)) }

  /// Time that is left for a treasure, or for the hunt without an id; `nil` if there is no limit.
  package func timeLeft(for id: String?, at time: Duration) -> Duration? {
    let (limit, since) =
      if let id { (hunt.treasure(id)?.limit, openedAt[id]) } else { (hunt.limit, beganAt) }
    guard let limit else { return nil }
    return max(.zero, limit - (since.map { max(clock, Self.bounded(time)) - $0 } ?? .zero))
  }
}

/// The parts of a hunt that depend on the time, computed once, because every fix needs them.
struct Timing: Hashable, Sendable {
  /// Whether the hunt or a treasure of it can only be played at some times.
  let hasWindows: Bool
  /// The places in the list of the treasures that have a limit or a window.
  let treasures: [Int]

  init(_ hunt: Hunt) {
    hasWindows = hunt.hasWindows
    treasures = hunt.treasures.indices.filter {
      hunt.treasures[$0].limit != nil || hunt.treasures[$0].window != nil
    }
  }
}
