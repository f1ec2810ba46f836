import ChanceTesting
import Testing
import WebFetch

@Suite("Manners")
struct MannersTests {
  private var manners = Manners(generator: Chance(seed: 1))

  @Test("one request at a time a host; others do not matter")
  mutating func oneAtATime() {
    #expect(manners.begin("a", now: .zero) == .go)
    #expect(manners.begin("a", now: .seconds(9)) == .busy)
    #expect(manners.begin("b", now: .zero) == .go)
    manners.finished("a", as: .answered, now: .seconds(10))
    #expect(manners.begin("a", now: .seconds(10)) == .wait(until: .seconds(10) + Manners.breath))
    #expect(manners.begin("a", now: .seconds(10) + Manners.breath) == .go)
  }

  @Test("after a refusal a host rests as long as it asks for, and no longer than an hour")
  mutating func refusals() {
    for (asked, expected) in [(40, 40), (3600, 3600), (999_999_999, 3600)] {
      var manners = manners
      _ = manners.begin("a", now: .seconds(100))
      manners.finished("a", as: .refused(wait: .seconds(asked)), now: .seconds(101))
      let end = Duration.seconds(101 + expected)
      #expect(manners.begin("a", now: .seconds(102)) == .rest(until: end))
      #expect(manners.begin("a", now: end) == .go)
    }
  }

  /// How long a host rests after each of so many failures in a row.
  private func rests(_ outcome: Manners.Outcome, times: Int, seed: UInt64) -> [Duration] {
    var manners = Manners(generator: Chance(seed: seed))
    var now = Duration.zero
    return (0..<times).map { _ in
      _ = manners.begin("a", now: now)
      manners.finished("a", as: outcome, now: now)
      guard case .rest(let end) = manners.begin("a", now: now) else { return .zero }
      defer { now = end }
      return end - now
    }
  }

  @Test("each further failure makes the rest twice as long, give or take half, up to a bound", arguments: 1...20)
  func backoff(seed: UInt64) {
    for (outcome, first, longest) in [
      (Manners.Outcome.failed, Manners.firstRest, Manners.longestRest),
      (.refused(wait: nil), Manners.firstRefusalRest, Manners.longestRefusalRest),
    ] {
      for (index, rest) in rests(outcome, times: 80, seed: seed).enumerated() {
        let whole = min(first * (1 << min(index, 12)), longest)
        #expect(rest >= whole / 2 && rest <= whole, "rest \(index): \(rest)")
      }
    }
    #expect(rests(.failed, times: 9, seed: seed) == rests(.failed, times: 9, seed: seed))
    #expect(rests(.failed, times: 9, seed: seed) != rests(.failed, times: 9, seed: seed &+ 1))
  }

  @Test("an answer ends the backoff; what was given up here counts for nothing")
  mutating func recovery() {
    for _ in 0..<5 {
      _ = manners.begin("a", now: .zero)
      manners.finished("a", as: .failed, now: .zero)
    }
    _ = manners.begin("a", now: .seconds(60))
    manners.finished("a", as: .answered, now: .seconds(60))
    _ = manners.begin("a", now: .seconds(70))
    manners.finished("a", as: .abandoned, now: .seconds(70))
    #expect(manners.begin("a", now: .seconds(71)) == .go)
    manners.finished("a", as: .failed, now: .seconds(71))
    guard case .rest(let end) = manners.begin("a", now: .seconds(71)) else {
      Issue.record("no rest")
      return
    }
    #expect(end <= .seconds(71) + Manners.firstRest)
  }

  @Test("an answer that was good for nothing makes a host rest, and frees no other request")
  mutating func rejected() {
    _ = manners.begin("a", now: .zero)
    manners.rejected("a", now: .zero)
    #expect(manners.begin("a", now: .zero) == .busy)
    manners.finished("a", as: .answered, now: .zero)
    manners.rejected("a", now: .zero)
    guard case .rest = manners.begin("a", now: .milliseconds(500)) else {
      Issue.record("no rest")
      return
    }
  }

  @Test("a thousand hosts take no more room than a few hundred, and those that rest are remembered")
  mutating func manyHosts() {
    _ = manners.begin("resting", now: .zero)
    manners.finished("resting", as: .refused(wait: .seconds(3000)), now: .zero)
    for number in 0..<5000 {
      let now = Duration.seconds(number / 10)
      #expect(manners.begin("\(number)", now: now) == .go)
      manners.finished("\(number)", as: .answered, now: now)
    }
    #expect(manners.begin("resting", now: .seconds(2999)) == .rest(until: .seconds(3000)))
  }
}
