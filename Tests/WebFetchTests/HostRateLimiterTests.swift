import ChanceTesting
import Testing
import WebFetch

@Suite("Manners")
struct HostRateLimiterTests {
  private var limiter = HostRateLimiter(generator: Chance(seed: 1))

  @Test("one request at a time a host; others do not matter")
  mutating func oneAtATime() {
    #expect(limiter.begin("a", now: .zero) == .go)
    #expect(limiter.begin("a", now: .seconds(9)) == .busy)
    #expect(limiter.begin("b", now: .zero) == .go)
    limiter.finished("a", as: .answered, now: .seconds(10))
    #expect(limiter.begin("a", now: .seconds(10)) == .wait(until: .seconds(10) + HostRateLimiter.breath))
    #expect(limiter.begin("a", now: .seconds(10) + HostRateLimiter.breath) == .go)
  }

  @Test("after a refusal a host rests as long as it asks for, and no longer than an hour")
  mutating func refusals() {
    for (asked, expected) in [(40, 40), (3600, 3600), (999_999_999, 3600)] {
      var limiter = limiter
      _ = limiter.begin("a", now: .seconds(100))
      limiter.finished("a", as: .refused(wait: .seconds(asked)), now: .seconds(101))
      let end = Duration.seconds(101 + expected)
      #expect(limiter.begin("a", now: .seconds(102)) == .rest(until: end))
      #expect(limiter.begin("a", now: end) == .go)
    }
  }

  /// How long a host rests after each of so many failures in a row.
  private func rests(_ outcome: HostRateLimiter.Outcome, times: Int, seed: UInt64) -> [Duration] {
    var limiter = HostRateLimiter(generator: Chance(seed: seed))
    var now = Duration.zero
    return (0..<times).map { _ in
      _ = limiter.begin("a", now: now)
      limiter.finished("a", as: outcome, now: now)
      guard case .rest(let end) = limiter.begin("a", now: now) else { return .zero }
      defer { now = end }
      return end - now
    }
  }

  @Test("each further failure makes the rest twice as long, give or take half, up to a bound", arguments: 1...20)
  func backoff(seed: UInt64) {
    for (outcome, first, longest) in [
      (HostRateLimiter.Outcome.failed, HostRateLimiter.firstRest, HostRateLimiter.longestRest),
      (.refused(wait: nil), HostRateLimiter.firstRefusalRest, HostRateLimiter.longestRefusalRest),
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
      _ = limiter.begin("a", now: .zero)
      limiter.finished("a", as: .failed, now: .zero)
    }
    _ = limiter.begin("a", now: .seconds(60))
    limiter.finished("a", as: .answered, now: .seconds(60))
    _ = limiter.begin("a", now: .seconds(70))
    limiter.finished("a", as: .abandoned, now: .seconds(70))
    #expect(limiter.begin("a", now: .seconds(71)) == .go)
    limiter.finished("a", as: .failed, now: .seconds(71))
    guard case .rest(let end) = limiter.begin("a", now: .seconds(71)) else {
      Issue.record("no rest")
      return
    }
    #expect(end <= .seconds(71) + HostRateLimiter.firstRest)
  }

  @Test("an answer that was good for nothing makes a host rest, and frees no other request")
  mutating func rejected() {
    _ = limiter.begin("a", now: .zero)
    limiter.rejected("a", now: .zero)
    #expect(limiter.begin("a", now: .zero) == .busy)
    limiter.finished("a", as: .answered, now: .zero)
    limiter.rejected("a", now: .zero)
    guard case .rest = limiter.begin("a", now: .milliseconds(500)) else {
      Issue.record("no rest")
      return
    }
  }

  @Test("a thousand hosts take no more room than a few hundred, and those that rest are remembered")
  mutating func manyHosts() {
    _ = limiter.begin("resting", now: .zero)
    limiter.finished("resting", as: .refused(wait: .seconds(3000)), now: .zero)
    for number in 0..<5000 {
      let now = Duration.seconds(number / 10)
      #expect(limiter.begin("\(number)", now: now) == .go)
      limiter.finished("\(number)", as: .answered, now: now)
    }
    #expect(limiter.begin("resting", now: .seconds(2999)) == .rest(until: .seconds(3000)))
  }
}
