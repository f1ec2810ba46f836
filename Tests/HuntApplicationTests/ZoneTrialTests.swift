import HuntTesting
import Simulation
import Testing

/// Who is inside a zone, on simulated walks whose truth is known.
@Suite("Zones on noisy walks")
struct ZoneTrialTests {
  private static let seeds: ClosedRange<UInt64> = 1...1000
  private static let naive = ZoneScore(.depth(0), seeds: seeds)

  @Test("nobody who stays inside is said to have left, and hardly anybody outside to be inside")
  func watch() {
    let watch = ZoneScore(.watch, seeds: Self.seeds)
    #expect(watch.falseExits == 0)
    #expect(watch.falseEntries * 10 <= Self.naive.falseEntries, "\(watch) beside \(Self.naive)")
    #expect(watch.delay(0.5) < 10, "\(watch.delay(0.5)) s")
    #expect(watch.missedStays * 10 <= watch.stays * 2, "\(watch.missedStays) of \(watch.stays) stays missed")
  }

  @Test("the walks are hard enough: the last fix alone is wrong often, and a fixed range in other ways")
  func others() {
    #expect(Self.naive.falseEntries > 100 && Self.naive.falseExits > 500)
    #expect(ZoneScore(.range(20), seeds: Self.seeds).walksWithFalseEntry > 500)
  }

  @Test(
    "players who go where the game sends them are let in no more falsely than by the last fix half as deep as it can be",
    arguments: [(ErrorPreset.openSky, 15.0), (.wood, 15), (.canyon, 15), (.canyon, 25)])
  func visits(preset: ErrorPreset, radius: Double) throws {
    let watch = ZoneVisits(.watch, preset, radius: radius, players: 300)
    let half = ZoneVisits(.depth(0.5), preset, radius: radius, players: 300)
    #expect(watch.opened >= 290 && watch.visits > 100)
    #expect(watch.falsely <= half.falsely + 5 && watch.fromAfar <= half.fromAfar + 5, "\(watch) beside \(half)")
    #expect(try #require(watch.time(0.5)) <= #require(half.time(0.5)) + 10, "\(watch) beside \(half)")
    #expect(watch.missed * 4 <= watch.visits, "\(watch)")
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
