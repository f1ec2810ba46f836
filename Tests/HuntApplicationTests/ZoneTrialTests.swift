import HuntTesting
import Testing

/// Who is inside a zone, on simulated walks whose truth is known.
@Suite("Zones on noisy walks")
struct ZoneTrialTests {
  private static let seeds: ClosedRange<UInt64> = 1...1000
  private static let naive = ZoneScore(.lastFix, seeds: seeds)

  @Test("nobody who stays inside is said to have left, and hardly anybody outside to be inside")
  func watch() {
    let watch = ZoneScore(.watch, seeds: Self.seeds)
    #expect(watch.falseExits == 0)
    #expect(watch.falseEntries * 10 <= Self.naive.falseEntries, "\(watch) beside \(Self.naive)")
    #expect(watch.delay(0.5) < 5, "\(watch.delay(0.5)) s")
    #expect(watch.missedStays * 10 <= watch.stays * 2, "\(watch.missedStays) of \(watch.stays) stays missed")
  }

  @Test("the walks are hard enough: the last fix alone is wrong often, and a fixed range in other ways")
  func others() {
    #expect(Self.naive.falseEntries > 100 && Self.naive.falseExits > 500)
    #expect(ZoneScore(.range(20), seeds: Self.seeds).walksWithFalseEntry > 500)
  }

  @Test("the same seed is the same walk, and the kinds are what they say", arguments: 1...40 as ClosedRange<UInt64>)
  func walks(seed: UInt64) {
    let trial = ZoneTrial(seed: seed)
    #expect(trial.moments == ZoneTrial(seed: seed).moments)
    let longest = trial.moments.reduce(into: (now: 0, most: 0)) { count, moment in
      count.now = moment.depth >= 0 ? count.now + 1 : 0
      count.most = max(count.most, count.now)
    }
    switch trial.kind {
    case .stay: #expect(longest.most >= 15)
    case .pass, .wait: #expect(longest.most == 0)
    }
  }
}
