import Game
import Geodesy
import HuntDomain
import Nearby
import Places
import Sealing
import SessionLogs
import Testing

@Suite("What the rules make of a session, and what is believed of it")
struct FinishVerificationTests {
  private static let game = GameSetup(hunt: Samples.playable.hunt, source: "GPS")

  /// A game that ends after some seconds, with a position each second, `pace` metres north of the one before.
  ///
  /// - Parameter stretch: how many times longer the source's clock says that it took.
  private func judged(
    _ game: GameSetup = game, seconds: Int = 100, pace: Double = 1.4, stretch: Double = 1,
    source: Fix.AccuracySource? = nil
  ) -> FinishVerification {
    var verification = FinishVerification(of: game)
    for second in 0..<seconds {
      let time = Duration.seconds(second)
      var fix = Fix(position: Samples.place.offset(by: Double(second) * pace, toward: .north), time: time * stretch)
      if let source { fix.accuracySource = source }
      verification.note(TimedLogEntry(.event(.location(.fix(fix))), at: time), [.fix(fix)])
    }
    let end = Duration.seconds(seconds)
    verification.note(
      TimedLogEntry(.event(.tick), at: end), [.finished(found: 1, of: 1, points: 5, time: end, isWon: true)])
    return verification
  }

  private let claim = FinishClaim(hunt: "One", found: 1, of: 1, points: 5, time: .seconds(100), isWon: true)

  @Test("an honest walk is verified: its score, its end, its speed")
  func honest() {
    let verification = judged()
    #expect(verification.score == claim)
    #expect(verification.end == 100)
    #expect(abs(verification.fastest - 1.4) < 0.01)
    #expect(verification.span == .seconds(99))
    #expect(verification.refusal == nil)
    #expect(verification.rejection(of: claim, maxSpeed: 7) == nil)
  }

  @Test("whatever the player calls themselves, the claim is the same; any other number is another one")
  func claims() {
    let verification = judged()
    var named = claim
    named.player = "Ada"
    #expect(verification.claims(named))
    for change in [
      { $0.found = 0 }, { $0.of = 2 }, { $0.points = 6 }, { $0.time = .seconds(99) }, { $0.isWon = false },
      { $0.hunt = "Two" },
    ] as [(inout FinishClaim) -> Void] {
      var other = claim
      change(&other)
      #expect(!verification.claims(other))
      #expect(verification.rejection(of: other, maxSpeed: 7)?.hasPrefix("it claims ") == true)
    }
  }

  @Test("positions that took longer by their own clock than the game are not believed", arguments: [1.0, 1.3, 1.4, 3])
  func stretched(stretch: Double) {
    let verification = judged(stretch: stretch)
    // 5 % and half a minute are: 135 seconds of 100.
    let isBelieved = verification.span <= .seconds(135)
    #expect(isBelieved == (stretch < 1.4))
    #expect((verification.refusal == nil) == isBelieved)
    #expect((verification.rejection(of: claim, maxSpeed: 7) == nil) == isBelieved)
    if !isBelieved { #expect(verification.refusal?.contains("by their own clock; nobody could verify it.") == true) }
  }

  @Test("who is faster than is believed is rejected, and may still sign")
  func fast() {
    let verification = judged(pace: 9)
    #expect(verification.refusal == nil)
    #expect(verification.rejection(of: claim, maxSpeed: 7)?.hasPrefix("its positions moved at ") == true)
    #expect(verification.rejection(of: claim, maxSpeed: 15) == nil)
  }

  @Test("a hunt that did not end has no score, and nothing to sign")
  func unfinished() {
    var verification = FinishVerification(of: Self.game)
    #expect(verification.refusal == "the hunt did not end in this session: 0 of 1 found.")
    #expect(verification.rejection(of: claim, maxSpeed: 7)?.contains("0 of 1 found, and no end") == true)
    verification.note(TimedLogEntry(.event(.tick), at: .zero), [.searching(satellitesInView: 3)])
    #expect(verification.score == nil && verification.end == nil && verification.fastest == 0)
  }

  @Test("the end is shown once something is shown after it; what was shown before does not count")
  func shown() {
    var verification = FinishVerification(of: Self.game)
    func note(_ entry: SessionLogEntry, at second: Int, _ news: [SessionNews] = []) {
      verification.note(TimedLogEntry(entry, at: .seconds(second)), news)
    }
    note(.shown(1), at: 0)
    note(.event(.tick), at: 1, [.finished(found: 1, of: 1, points: 5, time: .seconds(1), isWon: true)])
    note(.event(.tick), at: 2)
    #expect(verification.end == 1 && !verification.isEndShown)
    note(.shown(2), at: 3)
    note(.event(.tick), at: 4)
    #expect(verification.end == 1 && verification.isEndShown)
  }

  @Test("a session that goes on with an earlier one is neither signed nor verified")
  func resumed() {
    let game = GameSetup(
      hunt: Samples.playable.hunt, source: "walker", saved: [HuntEvent(.found("n1", distance: 1), time: .seconds(1))])
    let verification = judged(game)
    #expect(verification.refusal?.hasPrefix("the session goes on with an earlier one") == true)
    #expect(
      verification.rejection(of: claim, maxSpeed: 7)?.hasPrefix("the session goes on with an earlier one") == true)
  }

  @Test("every source is named once, and whether a program made positions up")
  func sources() {
    var verification = FinishVerification(of: Self.game)
    for choice in [SourceChoice.walker(seed: 1), .gpsd(""), .walker(seed: 2)] {
      verification.note(TimedLogEntry(.event(.sourceChanged(choice)), at: .zero), [])
    }
    #expect(verification.sources == ["GPS", SourceChoice.walker(seed: 1).label])
    #expect(!verification.isSimulated)
    #expect(judged(source: .simulation).isSimulated)
  }
}
