import FlightRecords
import Game
import HuntDomain
import PlainUI
import Views

/// What the rules make of everything that happened in a session.
struct Judgement {
  /// The score; nothing where the hunt did not end.
  let score: FinishClaim?
  /// The place of the moment at which it ended, among those of the record; nothing where it did not.
  let end: Int?
  /// How far the player has come where it did not.
  let found: Int
  /// Metres per second, the average over ``SpeedGauge/window`` at least, over all sources; 0 without two positions.
  let fastest: Double
  /// How long the positions took by the clocks of their sources, up to the end of the hunt.
  let span: Duration
  /// Where the positions came from, each once: `GPS`, `walker`.
  let sources: [String]
  /// Whether a program made any of the positions up.
  let isSimulated: Bool
  /// Whether the session goes on with one before, of which the record knows only what came of it.
  let isResumed: Bool

  /// By how much the clocks of the sources may be ahead of the game's: receivers set theirs, and positions that a slow
  /// computer took all at once were not.
  private static let slack = Duration.seconds(30), slackPart = 0.05

  /// Metres per second that nobody walks or runs for half a minute, errors of a receiver among houses included.
  static let fastestWalker = 7.0

  /// Why the score is not believed, although the rules make it: the positions took longer by the clocks of their sources
  /// than the game by its own, as where somebody has made its times shorter.
  var contradiction: String? {
    guard let score, span > score.time * (1 + Self.slackPart) + Self.slack else { return nil }
    return "the game took \(Wording.clock(score.time)), and its positions \(Wording.clock(span)) by their own clock"
  }

  /// Whether the score is the one that somebody claims, whatever they call themselves.
  func claims(_ claim: FinishClaim) -> Bool {
    var score = score
    score?.player = claim.player
    return score == claim
  }

  /// The speed in words: `1.8 m/s over half a minute`.
  var speed: String { "\(Wording.speed(fastest)) over half a minute" }

  /// Plays the session of a record through.
  init(_ flight: OpenFlight) {
    var game = flight.lineGame(.json)
    var (score, end, found) = (FinishClaim?.none, Int?.none, 0)
    var (gauge, isSimulated) = (SpeedGauge(), false)
    var sources = [flight.game.source]
    var known = Set(sources)
    for (index, moment) in flight.record.moments.enumerated() {
      if case .event(.sourceChanged(let choice)) = moment.entry {
        gauge.changeSource()
        if known.insert(choice.label).inserted { sources.append(choice.label) }
      }
      for news in flight.turn(of: &game, moment)?.news ?? [] {
        switch news {
        case .fix(let fix):
          isSimulated = isSimulated || fix.accuracySource == .simulation
          if score == nil { gauge.note(fix, at: moment.time) }
        case .found(_, let count, _), .claimed(_, _, let count, _): found = count
        case .finished(let found, let total, let points, let time, let isWon):
          end = index
          score = FinishClaim(
            hunt: flight.game.hunt.title, found: found, of: total, points: points, time: time, isWon: isWon)
        default: break
        }
      }
    }
    (self.score, self.end, self.found) = (score, end, found)
    (fastest, span) = (gauge.fastest, gauge.span)
    (self.sources, self.isSimulated, isResumed) = (sources, isSimulated, !flight.game.saved.isEmpty)
  }
}
