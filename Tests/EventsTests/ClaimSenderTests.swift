import EventDomain
import Events
import HuntDomain
import HuntTesting
import NATSEvents
import Testing

@Suite("Claims on their way")
struct ClaimSenderTests {
  private let folder = TemporaryFolder()

  private func event() -> EventPlace { InMemoryEvent { Event.time(0) }.place }

  private func outbox() throws -> any Outbox {
    try openOutbox(at: folder.path + "/outbox.db", of: Event.ann.id)
  }

  private func stored(in events: EventPlace) async throws -> [String] {
    try await events.claims.claims(after: 0, atMost: 100, waiting: .zero).map(\.claim.piece)
  }

  @Test("come to the event in order, each once, and their rulings come back")
  func whole() async throws {
    let (events, outbox) = (event(), try outbox())
    for number in 1...3 { #expect(try outbox.add("piece \(number)") == number) }
    var sender = ClaimSender(Event.ann.id, from: outbox, to: events.claims)
    #expect(try await sender.step() == [])
    #expect(try await stored(in: events) == ["piece 1", "piece 2", "piece 3"])
    #expect(try !sender.isDone())
    let rulings = (1...3).map { Ruling(ClaimID(Event.ann.id, $0), sequence: $0) }
    try await events.claims.answer(rulings)
    #expect(try await sender.step() == rulings)
    #expect(try sender.isDone())
    #expect(try await sender.step() == [])
    #expect(try await stored(in: events).count == 3)
  }

  @Test("wait while nobody can be reached, also over the end of the program")
  func offline() async throws {
    let outbox = try outbox()
    _ = try outbox.add("piece 1")
    var offline = ClaimSender(Event.ann.id, from: outbox, to: Unreachable())
    await #expect(throws: EventTrouble.unreachable("no network")) { try await offline.step() }
    let (events, again) = (event(), try self.outbox())
    _ = try again.add("piece 2")
    var sender = ClaimSender(Event.ann.id, from: again, to: events.claims)
    _ = try await sender.step()
    #expect(try await stored(in: events) == ["piece 1", "piece 2"])
  }

  @Test("are decided by rulings that come unasked, in order, and nobody is asked for them")
  func told() async throws {
    let (events, outbox) = (event(), try outbox())
    for number in 1...3 { _ = try outbox.add("piece \(number)") }
    var sender = ClaimSender(Event.ann.id, from: outbox, to: events.claims)
    _ = try await sender.step()
    let rulings = (1...3).map { Ruling(ClaimID(Event.ann.id, $0), sequence: $0) }
    var offline = ClaimSender(Event.ann.id, from: outbox, to: Unreachable())
    #expect(try await offline.step(heard: [1: rulings[0], 3: rulings[2]]) == [rulings[0]], "the third has to wait")
    // The second ruling was not told, so the sender asks for it.
    await #expect(throws: EventTrouble.unreachable("no network")) { try await offline.step(heard: [3: rulings[2]]) }
    try await events.claims.answer([rulings[1]])
    #expect(try await sender.step(heard: [3: rulings[2]]) == Array(rulings[1...]))
    #expect(try sender.isDone())
  }

  @Test("the draft of the next piece is kept until that comes, also over the end of the program")
  func draft() throws {
    let outbox = try outbox()
    #expect(try outbox.draft() == nil)
    for text in ["a", "a b"] { try outbox.keep(text) }
    #expect(try self.outbox().draft() == "a b")
    #expect(try outbox.unsent(atMost: 10).isEmpty)
    #expect(try self.outbox().add("a b c") == 1)
    #expect(try outbox.draft() == nil)
    #expect(try outbox.unsent(atMost: 10).map(\.piece) == ["a b c"])
  }

  @Test("are offered again to a host that has lost them")
  func lost() async throws {
    let (events, outbox) = (event(), try outbox())
    for number in 1...3 { _ = try outbox.add("piece \(number)") }
    var sender = ClaimSender(Event.ann.id, from: outbox, to: events.claims)
    _ = try await sender.step()
    try await events.claims.answer((1...3).map { Ruling(ClaimID(Event.ann.id, $0), sequence: $0) })
    _ = try await sender.step()
    let other = event()
    var again = ClaimSender(Event.ann.id, from: try self.outbox(), to: other.claims)
    _ = try await again.step()
    #expect(try await stored(in: other) == ["piece 1", "piece 2", "piece 3"])
    #expect(try !again.isDone(), "what the lost host had said is void")
  }
}

/// A desk without a network.
private struct Unreachable: ClaimDesk {
  private var trouble: EventTrouble { .unreachable("no network") }

  func submit(_ claim: Claim) throws(EventTrouble) { throw trouble }
  func has(_ id: ClaimID) throws(EventTrouble) -> Bool { throw trouble }
  func ruling(on id: ClaimID) throws(EventTrouble) -> Ruling? { throw trouble }
  func rulings(for player: PlayerID) -> AsyncStream<Ruling> { AsyncStream { $0.finish() } }
  func claims(after: Int, atMost: Int, waiting: Duration) throws(EventTrouble) -> [ReceivedClaim] { throw trouble }
  func claims(of player: PlayerID, before: Int) throws(EventTrouble) -> [ReceivedClaim] { throw trouble }
  func tell(_ rulings: [Ruling]) {}
  func answer(_ rulings: [Ruling]) throws(EventTrouble) { throw trouble }
  func rulings(after: Int, atMost: Int, waiting: Duration) throws(EventTrouble) -> [GivenRuling] { throw trouble }
  func lastAnswered() throws(EventTrouble) -> Int { throw trouble }
}
