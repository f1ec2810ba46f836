import FlightRecords
import Geodesy
import HuntApplication
import HuntDomain
import PlainUI

/// What the rules make of everything that happened in a session.
struct Judgement {
  /// The score; nothing where the hunt did not end.
  let score: FinishClaim?
  /// How far the player has come where it did not.
  let found: Int
  /// Metres per second between two believed positions; 0 without any.
  let fastest: Double
  /// How long the positions took by the clocks of their sources, up to the end of the hunt.
  let span: Duration
  /// Where the positions came from, one name after the other: `GPS`, `walker`.
  let sources: [String]
  /// Whether a program made any of the positions up.
  let isSimulated: Bool
  /// Whether the session goes on with one before, of which the record knows only what came of it.
  let isResumed: Bool

  /// By how much the clocks of the sources may be ahead of the game's: receivers set theirs, and positions that a slow
  /// computer took all at once were not.
  private static let slack = Duration.seconds(30), slackPart = 0.05

  /// Why the score is not believed, although the rules make it: the positions took longer by the clocks of their sources
  /// than the game by its own, as where somebody has made its times shorter.
  var contradiction: String? {
    guard let score, span > score.time * (1 + Self.slackPart) + Self.slack else { return nil }
    return "the game took \(Wording.clock(score.time)), and its positions \(Wording.clock(span)) by their own clock"
  }

  /// Plays the session of a record through.
  init(_ flight: OpenFlight) {
    var game = flight.lineGame(.json)
    var (score, found, fastest) = (FinishClaim?.none, 0, 0.0)
    var (latest, isSimulated, span) = (Fix?.none, false, Duration.zero)
    var sources = [flight.game.source]
    for moment in flight.record.moments {
      if case .event(.sourceChanged(let choice)) = moment.entry { (sources, latest) = (sources + [choice.label], nil) }
      for news in flight.turn(of: &game, moment)?.news ?? [] {
        switch news {
        case .fix(let fix):
          isSimulated = isSimulated || fix.accuracySource == .simulation
          if score == nil, let last = latest, fix.time > last.time {
            span += fix.time - last.time
            fastest = max(fastest, last.position.distance(to: fix.position) / ((fix.time - last.time) / .seconds(1)))
          }
          latest = fix
        case .found(_, let count, _), .claimed(_, _, let count, _): found = count
        case .finished(let found, let total, let points, let time, let isWon):
          score = FinishClaim(
            hunt: flight.game.hunt.title, found: found, of: total, points: points, time: time, isWon: isWon)
        default: break
        }
      }
    }
    (self.score, self.found, self.fastest, self.span) = (score, found, fastest, span)
    (self.sources, self.isSimulated, isResumed) = (sources, isSimulated, !flight.game.saved.isEmpty)
  }
}
