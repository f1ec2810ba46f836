import EventDomain
import Events
import HuntDomain
import HuntTesting
import Testing

@Suite("Troubles of an event")
struct TroubleTests {
  /// Tries at seconds of a clock without waiting, and notes them; succeeds from `success` on.
  private func tries(
    for seconds: Int, success: Int = .max, trouble: EventTrouble = .unreachable("no")
  ) async -> (times: [Duration], error: EventTrouble?) {
    let clock = InstantClock()
    var times: [Duration] = []
    do throws(EventTrouble) {
      try await patiently(
        for: .seconds(seconds), every: .seconds(2), on: clock, ifPassing: { $0 != .conflict }
      ) { () async throws(EventTrouble) in
        times.append(clock.now.offset)
        if clock.now.offset < .seconds(success) { throw trouble }
      }
    } catch { return (times, error) }
    return (times, nil)
  }

  @Test("what may pass is tried again until it succeeds or the time is over, and what does not pass only once")
  func patience() async {
    #expect(await tries(for: 10, success: 4) == ([0, 2, 4].map { .seconds($0) }, nil))
    #expect(await tries(for: 5) == ([0, 2, 4, 6].map { .seconds($0) }, .unreachable("no")))
    #expect(await tries(for: 5, trouble: .conflict) == ([.zero], .conflict))
  }

  @Test("the same is told again after a minute, another one at once")
  func told() {
    var told = ToldTroubles()
    func news(_ trouble: EventTrouble, _ seconds: [Int]) -> [Bool] {
      seconds.map { told.isNew(trouble, at: .seconds($0)) }
    }
    #expect(news(.conflict, [0, 1, 59]) == [true, false, false])
    #expect(news(.unreachable("no"), [59]) == [true])
    #expect(news(.conflict, [60, 61]) == [true, false])
    #expect(news(.unreachable("no"), [118, 119]) == [false, true])
  }
}
