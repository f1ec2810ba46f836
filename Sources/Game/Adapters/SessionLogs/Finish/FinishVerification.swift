package import Game
internal import Geodesy
package import HuntDomain
package import Sealing
internal import Views

/// Applies the rules to everything that happened in a game, sitting by sitting, and judges whether it is plausible.
///
/// It takes the moments of a record in their order, each with what the game says to it. A sitting may go on only with the
/// hunt events that those before it prove.
package struct FinishVerification: Sendable {
  /// The score; `nil` if the hunt did not end.
  package private(set) var score: FinishClaim?
  /// The place of the moment at which it ended, among those of the record; `nil` if it did not.
  package private(set) var end: Int?
  /// Whether the record says that anything was shown after the end: every picture from then on shows the score.
  package private(set) var isEndShown = false
  /// The number of treasures found.
  package private(set) var found = 0
  /// The sources of positions, each once: `GPS`, `walker`.
  package private(set) var sources: [String]
  /// Whether a program made any of the positions up.
  package private(set) var isSimulated = false
  /// Whether a sitting continues one that is not in the record, or not as it ended.
  package private(set) var isResumed: Bool
  /// How many sittings there are, and how many of them broke off.
  package private(set) var sittings = 1, brokenOff = 0
  private let hunt: Hunt
  private var gauge = SpeedGauge()
  /// The fastest, and the duration, of the sittings before.
  private var earlier = (fastest: 0.0, span: Duration.zero)
  private var moments = 0
  /// The hunt events so far.
  private var proven: [HuntEvent] = []
  /// Whether a program has taken over from the player in this sitting: what it plays may not be saved.
  private var isRehearsed = false
  /// The session's time of the last moment, and of the last hunt event; and what was played between them in sittings that
  /// broke off, which no saved game has.
  private var now = Duration.zero, savedAt = Duration.zero, unsaved = Duration.zero

  /// The tolerance for source clocks ahead of the game's: receivers correct their clocks, and a busy computer may take
  /// many positions at once.
  private static let slack = Duration.seconds(30), slackPart = 0.05

  /// Metres per second that no player walks or runs for half a minute, even with receiver errors among buildings.
  package static let fastestWalker = 7.0

  /// Creates a verification at the beginning of a game.
  package init(of game: GameSetup) {
    hunt = game.hunt
    sources = [game.source]
    isResumed = !game.saved.isEmpty
  }

  /// The next sitting begins.
  ///
  /// - Parameter isEnded: whether the sitting before was left. Of one that broke off the last events may be lost, before
  ///   anybody saw them.
  package mutating func goOn(with game: GameSetup, isEnded: Bool) {
    guard score == nil else { return }
    let isLess = proven.count > game.saved.count
    isResumed =
      isResumed || game.hunt != hunt || !proven.starts(with: game.saved) || isLess && isEnded && !isRehearsed
    proven = game.saved
    if !isEnded { unsaved += now - savedAt }
    (now, savedAt) = (.zero, .zero)
    (sittings, brokenOff, isRehearsed) = (sittings + 1, brokenOff + (isEnded ? 0 : 1), false)
    earlier = (fastest, span)
    gauge = SpeedGauge()
    if !sources.contains(game.source) { sources.append(game.source) }
  }

  /// Takes the next moment of the record, the news that the game had of it, and what it saved.
  package mutating func note(_ moment: TimedLogEntry, _ news: [SessionNews], saved: [HuntEvent] = []) {
    defer { moments += 1 }
    proven += saved
    now = moment.time
    if !saved.isEmpty { savedAt = now }
    if case .shown = moment.entry { isEndShown = end != nil }
    if case .event(.sourceChanged(let choice)) = moment.entry {
      gauge.changeSource()
      isRehearsed = isRehearsed || choice.isRehearsal
      if !sources.contains(choice.label) { sources.append(choice.label) }
    }
    for news in news {
      switch news {
      case .fix(let fix):
        isSimulated = isSimulated || fix.accuracySource == .simulation
        if score == nil { gauge.note(fix, at: moment.time) }
      case .found(_, let count, _), .claimed(_, _, let count, _): found = count
      case .finished(let found, let total, let points, let time, let isWon):
        (end, isEndShown) = (moments, false)
        score = FinishClaim(hunt: hunt.title, found: found, of: total, points: points, time: time, isWon: isWon)
      default: break
      }
    }
  }

  /// Metres per second, the average over ``SpeedGauge/window`` at least, over all sources; 0 without two positions.
  package var fastest: Double { max(earlier.fastest, gauge.fastest) }

  /// The duration of the positions by the clocks of their sources, up to the end of the hunt.
  package var span: Duration { earlier.span + gauge.span }

  /// The speed in words: `1.8 m/s over half a minute`.
  package var speed: String { "\(Wording.speed(fastest)) over half a minute" }

  /// Whether the score equals that of a claim; the player's name does not matter.
  package func claims(_ claim: FinishClaim) -> Bool {
    var score = score
    score?.player = claim.player
    return score == claim
  }

  /// Why no finish file can be made of the session, as a sentence; `nil` if one can.
  package var refusal: String? {
    if isResumed {
      return "the session goes on with an earlier one that is not in the record, or not as it ended."
    }
    guard score != nil else { return "the hunt did not end in this session: \(found) of \(hunt.count) found." }
    return contradiction.map { "\($0); nobody could verify it." }
  }

  /// Why a finish file with a claim is rejected, without a full stop; `nil` if it is verified.
  ///
  /// - Parameter maxSpeed: the highest plausible speed, in metres per second.
  package func rejection(of claim: FinishClaim, maxSpeed: Double) -> String? {
    if isResumed { return "the session goes on with an earlier one that nobody can see" }
    guard claims(claim) else {
      return "it claims \(claim.result), and the rules make "
        + (score.map(\.result) ?? "\(found) of \(hunt.count) found, and no end") + " of it"
    }
    if let contradiction { return contradiction }
    return fastest <= maxSpeed
      ? nil : "its positions moved at \(speed), and \(Wording.speed(maxSpeed)) is believed at most (--max-speed)"
  }

  /// Why the score is rejected although the rules confirm it: the positions took longer by their sources' clocks than
  /// by the game's, as if its times had been shortened.
  private var contradiction: String? {
    guard let score, span > (score.time + unsaved) * (1 + Self.slackPart) + Self.slack else { return nil }
    return "the game took \(Wording.clock(score.time)), and its positions \(Wording.clock(span)) by their own clock"
  }
}

extension FinishFile {
  /// Why the file is rejected before its session is played again, without a full stop; `nil` if it is not.
  ///
  /// - Parameter wanted: the only key that counts; `nil` for any.
  package func rejection(unlessSignedBy wanted: PublicKey?) -> String? {
    if record.sittings.contains(where: { $0.hunt?.text == nil }) { return "the hunt is not in it" }
    return wanted == nil || wanted == key ? nil : "it is signed by \(key.text)"
  }
}

extension FinishClaim {
  /// `10 of 10 found, 200 points in 33:55`.
  package var result: String {
    "\(found) of \(of) found, \(points) point\(points == 1 ? "" : "s") in \(Wording.clock(time))"
  }
}
