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
    }
  }

  private var game: PlayedGame
  private var narrator: Narrator
  private var beeper: ProximityBeeper
  /// Announces places on the way; `nil` if the player does not want that.
  private var announcer: CalloutAnnouncer?
  private var names: [String: String] = [:]
  /// What the hunt says to whoever wins it.
  private var ending: String?
  private let voice: OutputMode

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
    game = PlayedGame(isSteered: isSteered, script: script)
    narrator = Narrator(listens: listens)
    self.beeper = beeper
    announcer = callouts ? CalloutAnnouncer() : nil
    self.voice = voice
  }

  /// Whether the game is over or the player has left it.
  package var isOver: Bool { game.isOver }

  /// Whether a question is asked now, which `answer` answers.
  package var isAsking: Bool { game.session.isAsking }

  /// The hunt as it is being played; `nil` before the game begins.
  package var hunting: Hunting? { game.session.hunting }

  /// Whether commands wait for their time.
  package var hasScript: Bool { game.hasScript }

  /// Something happens at `now`; first the commands are followed that were wanted before that time.
  package mutating func handle(_ event: SessionEvent, at now: Duration) -> Turn {
    var turn = Turn()
    while let earlier = game.followCommand(before: now) { turn.add(spoken(earlier)) }
    guard !isOver else { return turn }
    turn.add(spoken(game.handle(event, at: now)))
    turn.beeps = beeps()
    return turn
  }

  /// A line comes in at `now`; one that names a later time waits for it.
  package mutating func type(_ line: String, at now: Duration) -> Turn { spoken(game.type(line, at: now)) }

  /// The turn with its lines.
  private mutating func spoken(_ played: PlayedGame.Turn) -> Turn {
    for news in played.news {
      if case .started(let hunt, _) = news { know(hunt) }
      if case .unsealed(let hunt) = news { know(hunt) }
    }
    var turn = Turn()
    (turn.news, turn.effects) = (played.news, played.effects)
    switch voice {
    case .json:
      turn.lines = turn.news.map {
        let text = JSONLines.line(for: $0, ending: ending) { [names] in names[$0] ?? $0 }
        return Turn.Line(text: text, isPassing: false)
      }
    case .sentences:
      let sentences = narrator.sentences(for: turn.news, at: game.latest) { [game] in
        game.session.way(at: game.latest)
      }
      turn.lines = sentences.map { Turn.Line(text: $0, isPassing: narrator.isPassing) }
    }
    // A script gets a line for every position; a listener gets none.
    let told = voice == .json ? zip(turn.news, turn.lines).filter { !$0.0.isFix }.map(\.1) : turn.lines
    for line in told { announcer?.hush(for: line.text, at: game.latest) }
    announce(in: &turn)
    return turn
  }

  private mutating func know(_ hunt: Hunt) { (names, ending) = (hunt.names, hunt.message) }

  /// Adds the callout that a new position is worth.
  private mutating func announce(in turn: inout Turn) {
    let latest = game.latest
    guard announcer != nil, turn.news.contains(where: \.isFix),
      let (nearby, roles) = game.session.surroundings(at: latest),
      let callout = announcer?.callout(for: nearby, roles: roles, at: latest)
    else { return }
    narrator.hush(until: latest + CalloutAnnouncer.time(toHear: callout.sentence))
    let text = voice == .json ? JSONLines.line(for: callout) : "\(Wording.clock(latest)) \(callout.sentence)"
    turn.lines.append(Turn.Line(text: text, isPassing: true))
  }

  private mutating func beeps() -> Bool {
    guard beeper.isOn else { return false }
    let way = game.session.way(at: game.latest)
    let isHeard = way.map { !$0.compass.isStale } ?? false
    return beeper.beeps(at: game.latest, distance: isHeard ? way?.distance : nil, turn: way?.compass.target?.turn)
  }
}

extension SessionNews {
  fileprivate var isFix: Bool { if case .fix = self { true } else { false } }
}
