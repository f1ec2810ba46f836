import ReceiverFeed
import Testing

@Suite("A receiver that searches")
struct SearchPaceTests {
  @Test("says so again in every cycle, until it has a position")
  func cycles() {
    var pace = SearchPace(rate: 2, speed: 1)
    #expect(pace.cycle == .seconds(0.5) && !pace.isDue(at: .seconds(9)))
    pace.note(isSearching: true, at: .seconds(10))
    #expect(!pace.isDue(at: .seconds(10.4)) && pace.isDue(at: .seconds(10.5)))
    pace.note(isSearching: true, at: .seconds(10.5))
    #expect(!pace.isDue(at: .seconds(10.9)) && pace.isDue(at: .seconds(11)))
    pace.note(isSearching: false, at: .seconds(11))
    #expect(!pace.isDue(at: .seconds(60)))
  }

  @Test("does so at the speed of the walk, and at most fifty times a second")
  func speeds() {
    #expect(SearchPace(rate: 1, speed: 10).cycle == .seconds(0.1))
    #expect(SearchPace(rate: 25, speed: 1000).cycle == .seconds(0.02))
  }
}
