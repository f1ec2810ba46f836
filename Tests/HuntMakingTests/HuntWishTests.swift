import Geodesy
import HuntMaking
import Testing

@Suite("Wishes for a hunt")
struct HuntWishTests {
  @Test("have as many stages as suit their length, and lengths that suit a time")
  func lengths() {
    #expect(HuntWish(from: Town.middle, length: 3000).count == 8)
    #expect(HuntWish(from: Town.middle, length: 1000).count == 3)
    #expect(HuntWish(from: Town.middle, length: .nan).length == HuntWish.lengths.upperBound)
    #expect(HuntWish(from: Town.middle, length: -1, count: 900).count == HuntWish.counts.upperBound)
    for minutes in [30.0, 60, 90, 180] {
      let length = HuntWish.length(minutes: minutes, count: nil)
      let wish = HuntWish(from: Town.middle, length: length)
      let off = abs(HuntWish.minutes(length: length, count: wish.count) - minutes)
      // Twelve stages are the most that come by themselves.
      #expect(off <= 2 || wish.count == 12)
      #expect(abs(HuntWish.minutes(length: HuntWish.length(minutes: minutes, count: 6), count: 6) - minutes) < 1)
    }
  }
}
