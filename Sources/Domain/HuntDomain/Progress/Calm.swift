/// How long fixes change nothing but what is known of the present, and where they still may.
///
/// Most fixes find nothing, open nothing and end nothing, and to find that out anew costs more than the fix. All calms are
/// equal: they are worked out of the progress, and are no part of it.
struct Calm: Hashable, Sendable {
  /// The time played before which no limit runs out; nothing where anything may happen at any time.
  private let end: Duration?
  /// The ids of the treasures that are open, in the order of the hunt.
  let open: [String]

  /// Longer than any time that is played: limits beyond it never run out, and can be added to.
  private static let longest = Duration.seconds(2_000_000_000)

  /// Anything may happen.
  static let unknown = Calm(end: nil, open: [])

  private init(end: Duration?, open: [String]) { (self.end, self.open) = (end, open) }

  /// What is known after all that followed of the latest event has happened.
  init(_ progress: HuntProgress) {
    let hunt = progress.hunt
    // Windows go by the civil time, which may be any at the next fix.
    let hasWindows = hunt.window != nil || hunt.treasures.contains { $0.window != nil }
    guard let began = progress.beganAt, !progress.isCompleted, !hasWindows,
      !progress.watches.contains(where: { progress.mayBeFound($0.key, in: $0.value) }), progress.free.isEmpty
    else {
      self = .unknown
      return
    }
    let waiting = hunt.treasures.filter { !(progress.states[$0.id] ?? .locked).isDone }
    let ends = waiting.compactMap { treasure in
      treasure.limit.flatMap { limit in progress.openedAt[treasure.id].map { $0 + min(limit, Self.longest) } }
    }
    end = (ends + [hunt.limit.map { began + min($0, Self.longest) }].compactMap(\.self)).min() ?? Self.longest
    open = waiting.map(\.id).filter { progress.state(of: $0).isOpen }
  }

  /// Whether it lasts at a time played.
  func lasts(at time: Duration) -> Bool { end.map { time < $0 } ?? false }

  static func == (left: Calm, right: Calm) -> Bool { true }
  func hash(into hasher: inout Hasher) {}
}

extension HuntProgress {
  /// Metres around the last fix within which no further fix changes anything but the present, nor any number of them; as
  /// long as time changes nothing (``isCalm(at:)``).
  ///
  /// Only the last of them has to be told before the first one beyond. 0 where that is not sure: a player is near a zone,
  /// or was a moment ago.
  package var quietReach: Double {
    guard let fix = lastFix, isCalm(at: clock) else { return 0 }
    let reaches = calm.open.map { watches[$0]?.quietReach(around: fix.position) ?? 0 }
    return reaches.min() ?? .infinity
  }

  /// Whether time alone, up to `time` played, changes nothing.
  package func isCalm(at time: Duration) -> Bool { calm.lasts(at: max(clock, Self.bounded(time))) }

  /// Whether the next fix finds the treasure of a zone that the player is inside already.
  fileprivate func mayBeFound(_ id: String, in watch: ZoneWatch) -> Bool {
    guard watch.isInside, state(of: id).isOpen, let treasure = hunt.treasure(id) else { return false }
    return states[id] != .entered || !isAsking(treasure)
  }
}
