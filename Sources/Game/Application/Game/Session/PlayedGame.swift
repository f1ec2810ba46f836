package import HuntDomain
internal import Nearby
internal import Views

/// A game that events and typed commands play, under whatever voice: news and effects come out; no clock, no I/O.
///
/// Sentences and JSON are voices of it; referees, the verification of finishes and simulated players need none.
/// Deterministic: equal events and commands at equal times give equal turns.
package struct PlayedGame: Sendable {
  /// The result of one event or command.
  package struct Turn: Sendable {
    /// What the game tells.
    package fileprivate(set) var news: [SessionNews] = []
    /// What it wants to be done besides, in order.
    package fileprivate(set) var effects: [SessionEffect] = []

    /// A turn in which nothing happens.
    package init() {}

    /// What it wants to be saved.
    package var saved: [HuntEvent] {
      effects.flatMap { if case .save(let events) = $0 { events } else { [HuntEvent]() } }
    }

    fileprivate mutating func add(_ other: Self) {
      news += other.news
      effects += other.effects
    }
  }

  /// The session behind the game.
  package private(set) var session: Session
  /// The time of what happened last; it never goes back.
  package private(set) var latest = Duration.zero
  private var script: CommandScript
  private let isSteered: Bool
  private var hasLeft = false
  /// Whether a steered walker was told to walk, and for how many fixes they have stood nevertheless.
  private var isGoing = false
  private var standing = 0

  /// Creates a game that waits for ``SessionEvent/begin(_:)``.
  ///
  /// - Parameters:
  ///   - isSteered: whether commands drive the player.
  ///   - script: commands that are known before, with their times.
  package init(isSteered: Bool = false, script: CommandScript = CommandScript()) {
    // Nobody would see it.
    session = Session(hasScene: false)
    (self.isSteered, self.script) = (isSteered, script)
  }

  /// Whether the game is over or the player has left it.
  package var isOver: Bool { hasLeft || script.hasQuit || session.isFinished }

  /// Whether commands wait for their time.
  package var hasScript: Bool { !script.isEmpty }

  /// Something happens at `now`; first the commands are followed that were wanted before that time.
  package mutating func handle(_ event: SessionEvent, at now: Duration) -> Turn {
    var turn = Turn()
    while let earlier = followCommand(before: now) { turn.add(earlier) }
    guard !isOver else { return turn }
    latest = max(latest, now)
    turn.add(pass(event))
    return turn
  }

  /// Follows the next command of the script that was wanted before a time; `nil` if there is none.
  ///
  /// For voices, which speak after each: ``handle(_:at:)`` follows all of them.
  package mutating func followCommand(before now: Duration) -> Turn? {
    guard !isOver, let next = script.next(before: now) else { return nil }
    return follow(next.order, at: next.time)
  }

  /// A line comes in at `now`; one that names a later time waits for it.
  package mutating func type(_ line: String, at now: Duration) -> Turn {
    guard !isOver else { return Turn() }
    switch script.type(line, at: now) {
    case .now(let order): return follow(order, at: now)
    case .dropped: return reply("Too many commands are waiting.")
    case .waits, .nothing: return Turn()
    }
  }

  private mutating func follow(_ order: PlayWords.Order, at time: Duration) -> Turn {
    latest = max(latest, time)
    switch order {
    case .misunderstood(let sentence): return reply(sentence)
    case .action(.help): return reply(Wording.commands(isSteered: isSteered))
    case .action(.steer(let steering)) where isSteered: return steer(steering)
    case .action(.turn(let degrees)) where isSteered: return steer(.turn(degrees: degrees))
    case .face where isSteered: return face()
    default:
      guard let action = order.action(isSteered: isSteered) else { return Turn() }
      return pass(.action(action))
    }
  }

  private mutating func steer(_ steering: Steering) -> Turn {
    switch steering {
    case .go, .faster: isGoing = true
    case .halt, .slower: isGoing = false
    case .turn: break
    }
    standing = 0
    var turn = reply(Wording.steered(steering))
    turn.effects.append(.steer(steering))
    return turn
  }

  private mutating func face() -> Turn {
    guard let target = session.way(at: latest)?.compass.target, let degrees = target.turn else {
      return reply("There is nothing yet to turn to.")
    }
    return steer(.turn(degrees: degrees))
  }

  private func reply(_ text: String) -> Turn {
    var turn = Turn()
    turn.news.append(.reply(text))
    return turn
  }

  private mutating func pass(_ event: SessionEvent) -> Turn {
    var turn = Turn()
    for effect in session.handle(event, at: latest) {
      switch effect {
      case .tell(let news): turn.news.append(news)
      case .quit: hasLeft = true
      default: turn.effects.append(effect)
      }
    }
    if isBlocked(event) { turn.news.append(.reply(Wording.blocked)) }
    return turn
  }

  /// Whether the walker is stopped by a wall; true once, until they are steered again or get on.
  private mutating func isBlocked(_ event: SessionEvent) -> Bool {
    guard isSteered, isGoing, case .location(let update) = event, let speed = update.fix?.speed else { return false }
    standing = speed < Self.leastSpeed ? standing + 1 : 0
    return standing == Self.patience
  }

  /// Metres per second below which a walker stands, and fixes after which they are told why.
  private static let (leastSpeed, patience) = (0.2, 3)
}
