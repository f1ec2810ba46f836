import Game
import Geodesy
import HuntDomain
import Nearby
import SessionLogs
import Testing

@Suite("Sittings, one after the other")
struct SittingChainTests {
  private static let hunt = Samples.playable.hunt
  private static let events = (0..<4).map { HuntEvent(.readHint("n1", $0), time: .seconds($0 * 10)) }

  /// What is said of a game whose first sitting leads to four events, and whose second goes on with some.
  private func verified(
    goingOnWith saved: [HuntEvent], isEnded: Bool = true, hunt: Hunt = hunt, change: SourceChoice? = nil
  ) -> FinishVerification {
    var verification = FinishVerification(of: GameSetup(hunt: Self.hunt, source: "GPS"))
    for (second, event) in Self.events.enumerated() {
      verification.note(TimedLogEntry(.event(.tick), at: .seconds(second)), [], saved: [event])
      if let change, second == 1 {
        verification.note(TimedLogEntry(.event(.sourceChanged(change)), at: .seconds(second)), [])
      }
    }
    verification.goOn(with: GameSetup(hunt: hunt, source: "trace", saved: saved), isEnded: isEnded)
    let end = SessionNews.finished(found: 1, of: 1, points: 5, time: .seconds(60), isWon: true)
    verification.note(TimedLogEntry(.event(.tick), at: .seconds(20)), [end])
    return verification
  }

  @Test("are one game if each goes on where the one before ended")
  func whole() {
    let verification = verified(goingOnWith: Self.events)
    #expect(verification.refusal == nil && verification.sittings == 2 && verification.brokenOff == 0)
    #expect(verification.sources == ["GPS", "trace"])
  }

  @Test("are none if one goes on with more, with less, with something else, or with another hunt")
  func others() {
    let other = Array(Self.events.dropLast()) + [HuntEvent(.readHint("n1", 9), time: .seconds(30))]
    let more = Self.events + [HuntEvent(.won, time: .seconds(50))]
    for saved in [Array(Self.events.dropLast()), [], other, more] as [[HuntEvent]] {
      #expect(verified(goingOnWith: saved).refusal?.contains("goes on with an earlier one") == true)
    }
    let hunt = Hunt(title: "Two", treasures: Self.hunt.treasures)!
    #expect(verified(goingOnWith: Self.events, hunt: hunt).isResumed)
  }

  @Test("the last events of one that broke off may be missing, but nothing may be added")
  func brokenOff() {
    let verification = verified(goingOnWith: Array(Self.events.dropLast(2)), isEnded: false)
    #expect(verification.refusal == nil && verification.brokenOff == 1)
    #expect(verified(goingOnWith: Self.events + [Self.events[0]], isEnded: false).isResumed)
  }

  @Test("what a program plays that takes over from the player need not be saved")
  func rehearsed() {
    #expect(verified(goingOnWith: Array(Self.events.prefix(2)), change: .walker(seed: 1)).refusal == nil)
    #expect(verified(goingOnWith: Array(Self.events.prefix(2)), change: .gpsd("")).isResumed)
  }

  @Test("the way between two of them is nobody's: speed and duration count within each")
  func speed() {
    var verification = FinishVerification(of: GameSetup(hunt: Self.hunt, source: "GPS"))
    func walk(from metres: Double) {
      for second in 0..<100 {
        let position = Samples.place.offset(by: metres + Double(second), toward: .north)
        let fix = Fix(position: position, time: .seconds(second))
        verification.note(TimedLogEntry(.event(.location(.fix(fix))), at: .seconds(second)), [.fix(fix)])
      }
    }
    walk(from: 0)
    verification.goOn(with: GameSetup(hunt: Self.hunt, source: "GPS"), isEnded: true)
    walk(from: 5000)
    #expect(abs(verification.fastest - 1) < 0.01 && verification.span == .seconds(198))
  }
}
