import CommandKit
import EventDomain
import Game
import Geodesy
import HuntDomain
import NATSEvents
import Nearby
import Numbers
import Sealing
import SessionLogs
import Simulation

/// A simulated player of an event: walks, plays, and proves what is found; no clock, no network.
struct CrowdPlayer {
  /// What a second of play leads to.
  struct Step {
    /// Where the player is now; `nil` without a fix.
    var fix: Fix?
    /// Pieces of the session that are to be claimed.
    var pieces: [String] = []
  }

  /// The time between two fixes.
  static let interval = Duration.seconds(1)

  private let hunt: Hunt
  private var game: PlayedGame
  private var walk: Walk
  private var tail: ProofTail
  private var begins: RecordedGame?
  private var time = Duration.zero
  /// Whether nothing more is to come.
  private(set) var isOver = false

  /// A player who has not begun.
  ///
  /// - Parameters:
  ///   - file: the event's hunt, as the session names it.
  ///   - sitting: tells the session from others of the same player.
  init(
    _ pass: EventPass, _ key: SigningKey, hunt: Hunt, file: RecordedGame.File, seed: UInt64,
    receiver: SimulatedReceiver, sitting: String
  ) {
    let header = SessionLogHeader(version: troveVersion, began: "", voice: .json)
    var generator = SeededGenerator(seed: seed)
    let source = SourceChoice.walker(seed: seed)
    self.hunt = hunt
    game = PlayedGame(of: header)
    walk = Walk(Itinerary(through: hunt, from: nil, using: &generator), receiver: receiver)
    tail = ProofTail(pass.plan.id, sitting: sitting, header: header, signedBy: key)
    begins = RecordedGame(GameSetup(hunt: hunt, source: source.label, choice: source), hunt: file, map: nil)
  }

  /// Plays the next second.
  mutating func step() -> Step {
    guard !isOver else { return Step() }
    var step = Step()
    if let game = begins {
      play(.begin(game), &step)
      begins = nil
    } else {
      time += Self.interval
    }
    switch walk.advance(to: time)?.observation {
    case .fix(let fix):
      step.fix = fix
      play(.event(.location(.fix(fix))), &step)
    case .nothing(let seen): play(.event(.location(.searching(satellitesInView: seen))), &step)
    case nil:
      play(.event(.locationEnded), &step)
      isOver = true
    }
    return step
  }

  private mutating func play(_ entry: SessionLogEntry, _ step: inout Step) {
    let moment = TimedLogEntry(entry, at: time)
    tail.note(moment)
    let turn = game.replay(moment, hunt: hunt)
    if turn.news.contains(where: { if case .finished = $0 { true } else { false } }) { isOver = true }
    if case .claim(let piece) = tail.prove(turn.saved) { step.pieces.append(piece) }
    if tail.isFull, let piece = tail.cut() { step.pieces.append(piece) }
  }
}
