import Game
import Testing
import Viewer

@Suite("A recorded session that is drawn again")
struct DrawnSessionTests {
  @Test("one frame is drawn for 100,000 that were shown at one moment; another one after an event or later")
  func once() throws {
    var drawn = DrawnSession<Int>(Session())
    drawn.handle(.begin(GameSetup(hunt: try mill(), source: "GPS")), at: .zero)
    var count = 0
    func show(at now: Duration) -> Int {
      drawn.frame(at: now) { _ in
        count += 1
        return count
      }
    }
    #expect((0..<100_000).allSatisfy { _ in show(at: .seconds(1)) == 1 })
    drawn.handle(.tick, at: .seconds(1))
    #expect(show(at: .seconds(1)) == 2)
    #expect(show(at: .seconds(2)) == 3)
    #expect(count == 3)
  }

  @Test("every frame shows what the session shows at that moment")
  func same() throws {
    var (session, drawn) = (Session(), DrawnSession<GameScreen>(Session()))
    for moment in try RecordedPlay(seed: 5, count: 400).moments {
      #expect(drawn.frame(at: moment.time) { $0 } == session.screen(at: moment.time))
      _ = session.handle(moment.event, at: moment.time)
      drawn.handle(moment.event, at: moment.time)
      #expect(drawn.frame(at: moment.time) { $0 } == session.screen(at: moment.time))
    }
  }
}
