import EventDomain
import Events
import HuntDomain
import HuntTesting
import Testing

@Suite("An event in memory")
struct InMemoryEventTests {
  private let event = InMemoryEvent { Event.time(0) }

  @Test("keeps what all places of events promise")
  func contract() async throws {
    let broken = await EventContract(event.place) { [event] in event.place }.check()
    #expect(broken.isEmpty, "\(broken)")
  }

  @Test("has what is stored after a restart, and not what was told")
  func restarted() async throws {
    let claim = Claim(ClaimID(Event.ann.id, 1), piece: "piece")
    let place = event.place
    try await place.roster.add(Event.ann)
    try await place.claims.submit(claim)
    try await place.claims.answer([Ruling(claim.id, sequence: 1, refusal: "No.")])
    try await place.board.publish([TeamFind(treasure: "gate", player: Event.ann.id, name: "Ann")], of: "Foxes")
    let again = event.restarted().place
    #expect(try await again.roster.players() == [Event.ann])
    #expect(try await again.claims.claims(after: 0, atMost: 5, waiting: .zero).map(\.claim) == [claim])
    #expect(try await again.claims.ruling(on: claim.id)?.refusal == "No.")
    var told = again.board.finds(of: "Foxes").makeAsyncIterator()
    try await again.board.publish([], of: "Foxes")
    #expect(await told.next() == [])
  }

  @Test("names a player by one question, and asks again for who was not there")
  func names() async throws {
    let roster = event.place.roster
    var names = PlayerNames()
    #expect(await names.player(Event.ann.id, in: roster) == nil)
    try await roster.add(Event.ann)
    #expect(await names.player(Event.ann.id, in: roster) == Event.ann)
    try await roster.remove(Event.ann.id)
    #expect(await names.player(Event.ann.id, in: roster) == Event.ann)
  }
}
