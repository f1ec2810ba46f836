import HuntDomain
import Numbers
import Testing

@Suite("The civil time that is believed")
struct CivilClockTests {
  private static let noon = Timestamp(milliseconds: 1_777_636_800_000)

  /// A clock that was told the right time once a second, so many seconds long.
  private func clock(after seconds: Int) -> CivilClock {
    var clock = CivilClock()
    for second in 0...seconds { clock.receive(utc(second), at: .seconds(second)) }
    return clock
  }

  private func utc(_ second: Int, wrong: Duration = .zero) -> Timestamp {
    Self.noon.advanced(by: .seconds(second) + wrong)
  }

  @Test("the first date is believed at once, and sure after a minute in which it was said again")
  func first() {
    #expect(CivilClock().utc(at: .zero) == nil && !CivilClock().isSure)
    #expect(clock(after: 0).utc(at: .seconds(9)) == utc(9))
    #expect(!clock(after: 59).isSure && clock(after: 60).isSure)
  }

  @Test(
    "a date that was sure is contradicted for five minutes before it goes", arguments: [-619_315_200, -61, 61, 86_400])
  func contradiction(seconds: Int) {
    var clock = clock(after: 100)
    for second in 101...400 {
      clock.receive(utc(second, wrong: .seconds(seconds)), at: .seconds(second))
      #expect(clock.utc(at: .seconds(second)) == utc(second) && clock.isSure)
    }
    clock.receive(utc(401, wrong: .seconds(seconds)), at: .seconds(401))
    #expect(clock.utc(at: .seconds(401)) == utc(401, wrong: .seconds(seconds)) && clock.isSure)
  }

  @Test("a date that was not sure yet goes at once, and the next one is sure after five minutes")
  func correction() {
    var clock = CivilClock()
    for second in 0..<30 { clock.receive(utc(second, wrong: .seconds(1024 * 604_800)), at: .seconds(second)) }
    clock.receive(utc(30), at: .seconds(30))
    #expect(clock.utc(at: .seconds(30)) == utc(30) && !clock.isSure)
    for second in 31...329 { clock.receive(utc(second), at: .seconds(second)) }
    #expect(!clock.isSure)
    clock.receive(utc(330), at: .seconds(330))
    #expect(clock.isSure)
  }

  @Test("doubts that contradict each other add up to nothing, and one word of the truth ends them")
  func doubts() {
    var clock = clock(after: 100)
    for second in 101...1000 where second % 200 != 0 {
      let wrong = Duration.seconds(second / 250 * 100_000 + 3600)
      clock.receive(utc(second, wrong: wrong), at: .seconds(second))
    }
    #expect(clock.utc(at: .seconds(1000)) == utc(1000))
  }

  @Test("leap seconds, late reports and a clock that is a little fast are followed")
  func drift() {
    var clock = clock(after: 100)
    for second in 101...1000 { clock.receive(utc(second, wrong: .seconds(second - 100)), at: .seconds(second)) }
    #expect(clock.utc(at: .seconds(1000)) == utc(1900))
  }

  @Test("no times are too large", arguments: [Int64.min, .max])
  func extremes(milliseconds: Int64) {
    var clock = clock(after: 100)
    for second in 101...500 { clock.receive(Timestamp(milliseconds: milliseconds), at: .seconds(second)) }
    #expect(clock.utc(at: .seconds(Int64.max / 4)) != nil)
  }
}
