import Game
import HuntDomain
import Numbers
import SessionLogs
import Testing

@Suite("Events as rows")
struct EventRowTests {
  @Test("every kind of event comes back as it was")
  func thereAndBack() {
    var chance = SeededGenerator(seed: 4)
    let events = Sample.events(5000, using: &chance)
    #expect(events.filter { EventRow($0).event != $0 } == [])
    // All kinds were among them.
    #expect(Set(events.map { EventRow($0).kind }).count == 14)
  }

  @Test("a row that no event makes is none")
  func hostile() {
    func row(_ kind: HuntEvent.Kind, _ change: (inout EventRow) -> Void) -> HuntEvent? {
      var row = EventRow(HuntEvent(kind, time: .seconds(1), utc: Timestamp(milliseconds: 5)))
      change(&row)
      return row.event
    }
    #expect(row(.won) { _ in } != nil)
    #expect(row(.won) { $0.kind = "lost" } == nil)
    #expect(row(.won) { $0.kind = "found" } == nil)
    #expect(row(.opened("a")) { $0.treasure = nil } == nil)
    #expect(row(.found("a", distance: 1)) { $0.amount = nil } == nil)
    #expect(row(.found("a", distance: 1)) { $0.amount = -1 } == nil)
    #expect(row(.found("a", distance: 1)) { $0.amount = .nan } == nil)
    #expect(row(.found("a", distance: 1)) { $0.amount = .infinity } == nil)
    #expect(row(.readHint("a", 0)) { $0.whole = nil } == nil)
    #expect(row(.readHint("a", 0)) { $0.whole = -1 } == nil)
    #expect(row(.readHint("a", 0)) { $0.whole = .max } == nil)
    #expect(row(.answered("a", .choice(0))) { $0.whole = .min } == nil)
    #expect(row(.answered("a", .choice(0))) { $0.whole = nil } == nil)
    #expect(row(.answered("a", .text("x"))) { $0.amount = 1 } == nil)
    #expect(row(.answered("a", .number(1))) { $0.amount = -.infinity } == nil)
    let key = HuntEvent.Kind.unsealed("a", AnswerKey([1, 0xAB], word: 0))
    #expect(EventRow(HuntEvent(key, time: .zero)).word == "01ab")
    #expect(row(key) { _ in }?.kind == key)
    #expect(row(key) { $0.word = "01a" } == nil)
    #expect(row(key) { $0.word = "01ag" } == nil)
    #expect(row(key) { $0.word = "ä1" } == nil)
    #expect(row(key) { $0.word = nil } == nil)
    #expect(row(key) { $0.whole = -1 } == nil)
    #expect(row(.won) { $0.seconds = -1 } == nil)
    #expect(row(.won) { $0.seconds = .max } == nil)
    #expect(row(.won) { $0.attoseconds = .min } == nil)
    #expect(row(.won) { $0.attoseconds = 1_000_000_000_000_000_000 } == nil)
    #expect(row(.won) { $0.utc = .max } == nil)
    #expect(row(.won) { $0.utc = nil } != nil)
  }
}
