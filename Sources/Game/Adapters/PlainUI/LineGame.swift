package import Game
internal import HuntDomain
internal import Nearby
internal import Views

/// A game that is played in lines: events and commands go in, finished lines come out; no clock, no I/O.
///
/// Deterministic: equal events and commands at equal times give equal lines.
package struct LineGame: Sendable {
  /// The format of the lines.
  package enum OutputMode: Sendable {
    case sentences, json
    /// No lines: only news and effects are wanted.
    case none
  }

  /// The result of one event or command.
  package struct Turn: Sendable {
    /// One printable line.
    package struct Line: Hashable, Sendable {
      /// One sentence, or one JSON object, without a line break.
      package let text: String
      /// Whether it can be left out when there is too much to say: where the treasure lies will be said again.
      package let isPassing: Bool
    }

    /// The lines to print, in order; empty if there is nothing to say.
    package fileprivate(set) var lines: [Line] = []
    /// The news that the lines report.
    package fileprivate(set) var news: [SessionNews] = []
    /// The session's effects other than output, in order; to be performed before the lines are printed.
    package fileprivate(set) var effects: [SessionEffect] = []
    /// A tick of the counter that leads by ear.
    package fileprivate(set) var beeps = false

    fileprivate mutating func add(_ other: Turn) {
      lines += other.lines
      news += other.news
      effects += other.effects
      beeps = beeps || other.beeps
    }
  }

  private var session: Session
  private var narrator: Narrator
  private var script: CommandScript
  private var beeper: ProximityBeeper
  /// Announces places on the way; `nil` if the player does not want that.
  private var announcer: CalloutAnnouncer?
  private var names: [String: String] = [:]
  /// What the hunt says to whoever wins it.
  private var ending: String?
  private var latest = Duration.zero
  private var hasLeft = false
  /// Whether a steered walker was told to walk, and for how many fixes they have stood nevertheless.
  private var isGoing = false
  private var standing = 0
  private let voice: OutputMode
  private let isSteered: Bool

  /// Creates a game that waits for ``SessionEvent/begin(_:)``.
  ///
  /// - Parameters:
  ///   - isSteered: whether commands drive the player.
  ///   - listens: whether a player may type commands.
  ///   - script: commands that are known before, with their times.
  ///   - beeper: beeps, if it is on.
  ///   - callouts: whether places are announced on the way.
  package init(
    _ voice: OutputMode, isSteered: Bool = false, listens: Bool = false, script: CommandScript = CommandScript(),
    beeper: ProximityBeeper = ProximityBeeper(), callouts: Bool = false
  ) {
    // Nobody would see it.
    session = Session(hasScene: false)
    narrator = Narrator(listens: listens)
    self.script = script
    self.beeper = beeper
    announcer = callouts && voice != .none ? CalloutAnnouncer() : nil
    self.voice = voice
    self.isSteered = isSteered
  }

  /// Whether the game is over or the player has left it.
  package var isOver: Bool { hasLeft || script.hasQuit || session.isFinished }

  /// Whether a question is asked now, which `answer` answers.
  package var isAsking: Bool { session.isAsking }

  /// The hunt as it is being played; `nil` before the game begins.
  package var hunting: Hunting? { session.hunting }

  /// Whether commands wait for their time.
  package var hasScript: Bool { !script.isEmpty }

  /// Something happens at `now`; first the commands are followed that were wanted before that time.
  package mutating func handle(_ event: SessionEvent, at now: Duration) -> Turn {
    var turn = Turn()
    while !isOver, let next = script.next(before: now) { turn.add(follow(next.order, at: next.time)) }
    guard !isOver else { return turn }
    latest = max(latest, now)
    turn.add(pass(event))
    turn.beeps = beeps()
    return turn
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

  // MARK: - Commands

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

  private mutating func reply(_ text: String) -> Turn { turn(telling: [.reply(text)]) }

  // MARK: - What comes out

  private mutating func pass(_ event: SessionEvent) -> Turn {
    var news: [SessionNews] = []
    var others: [SessionEffect] = []
    for effect in session.handle(event, at: latest) {
      switch effect {
      case .tell(let piece):
        if case .started(let hunt, _) = piece { know(hunt) }
        if case .unsealed(let hunt) = piece { know(hunt) }
        news.append(piece)
      case .quit: hasLeft = true
      default: others.append(effect)
      }
    }
    if isBlocked(event) { news.append(.reply(Wording.blocked)) }
    var turn = turn(telling: news)
    turn.effects = others
    announce(in: &turn)
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

  private mutating func know(_ hunt: Hunt) { (names, ending) = (hunt.names, hunt.message) }

  private mutating func turn(telling news: [SessionNews]) -> Turn {
    var turn = Turn()
    turn.news = news
    switch voice {
    case .json:
      turn.lines = news.map {
        let text = JSONLines.line(for: $0, ending: ending) { [names] in names[$0] ?? $0 }
        return Turn.Line(text: text, isPassing: false)
      }
    case .sentences:
      let sentences = narrator.sentences(for: news, at: latest) { [session, latest] in session.way(at: latest) }
      turn.lines = sentences.map { Turn.Line(text: $0, isPassing: narrator.isPassing) }
    case .none: return turn
    }
    // A script gets a line for every position; a listener gets none.
    let told = voice == .json ? zip(news, turn.lines).filter { !$0.0.isFix }.map(\.1) : turn.lines
    for line in told { announcer?.hush(for: line.text, at: latest) }
    return turn
  }

  /// Adds the callout that a new position is worth.
  private mutating func announce(in turn: inout Turn) {
    guard announcer != nil, turn.news.contains(where: \.isFix),
      let (nearby, roles) = session.surroundings(at: latest),
      let callout = announcer?.callout(for: nearby, roles: roles, at: latest)
    else { return }
    narrator.hush(until: latest + CalloutAnnouncer.time(toHear: callout.sentence))
    let text = voice == .json ? JSONLines.line(for: callout) : "\(Wording.clock(latest)) \(callout.sentence)"
    turn.lines.append(Turn.Line(text: text, isPassing: true))
  }

  private mutating func beeps() -> Bool {
    guard beeper.isOn else { return false }
    let way = session.way(at: latest)
    let isHeard = way.map { !$0.compass.isStale } ?? false
    return beeper.beeps(at: latest, distance: isHeard ? way?.distance : nil, turn: way?.compass.target?.turn)
  }
}

extension SessionNews {
  fileprivate var isFix: Bool { if case .fix = self { true } else { false } }
}

extension LineGame: ReplayedGame {
  /// The news and effects of an event, without lines.
  package mutating func turn(of event: SessionEvent, at time: Duration) -> ReplayedTurn {
    let turn = handle(event, at: time)
    return ReplayedTurn(turn.news, effects: turn.effects)
  }

  /// The news and effects of a command, without lines.
  package mutating func turn(ofTyped line: String, at time: Duration) -> ReplayedTurn {
    let turn = type(line, at: time)
    return ReplayedTurn(turn.news, effects: turn.effects)
  }
}
