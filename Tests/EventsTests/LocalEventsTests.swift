import EventDomain
import Events
import Foundation
import HuntDomain
import HuntTesting
import LocalEvents
import Testing

@Suite("An event in a file")
struct LocalEventsTests {
  private let folder = TemporaryFolder()

  private func open() throws(EventTrouble) -> EventPlace {
    try LocalEvents.event(at: folder.path + "/event.db") { Timestamp(milliseconds: 1_700_000_000_000) }
  }

  @Test("keeps what all places of events promise")
  func contract() async throws {
    // One process: what another one does is read, and not heard of.
    let events = try open()
    let contract = EventContract(events) { events }
    let broken = await contract.check()
    #expect(broken.isEmpty, "\(broken)")
  }

  @Test("has everything again when it is opened anew")
  func reopened() async throws {
    let ann = Player(try #require(PlayerID("AAAAAAAAAAAAAAAA")), name: "Ann", team: "Red")
    let claim = Claim(ClaimID(ann.id, 1), piece: "piece")
    do {
      let events = try open()
      try await events.roster.add(ann)
      try await events.claims.submit(claim)
      try await events.claims.answer([Ruling(claim.id, sequence: 1, refusal: "No.")])
    }
    let again = try open()
    #expect(try await again.roster.players() == [ann])
    #expect(try await again.claims.claims(after: 0, atMost: 5, waiting: .zero).map(\.claim) == [claim])
    #expect(try await again.claims.ruling(on: claim.id)?.refusal == "No.")
  }

  @Test("names a player by one question, and asks again for who was not there")
  func names() async throws {
    let roster = try open().roster
    let ann = Player(try #require(PlayerID("AAAAAAAAAAAAAAAA")), name: "Ann", team: "Red")
    var names = PlayerNames()
    #expect(await names.player(ann.id, in: roster) == nil)
    try await roster.add(ann)
    #expect(await names.player(ann.id, in: roster) == ann)
    try await roster.remove(ann.id)
    #expect(await names.player(ann.id, in: roster) == ann)
  }

  @Test("is not made of a file that holds something else", arguments: ["hello, this is no database", ""])
  func foreign(text: String) throws {
    let path = folder.path + "/other"
    try Data(text.utf8).write(to: URL(filePath: path))
    if text.isEmpty {
      _ = try LocalEvents.event(at: path) { Timestamp(milliseconds: 0) }
      // An outbox is no event.
      _ = try LocalEvents.outbox(at: path + ".outbox", of: #require(PlayerID("AAAAAAAAAAAAAAAA")))
    } else {
      #expect(throws: EventTrouble.self) { try LocalEvents.event(at: path) { Timestamp(milliseconds: 0) } }
    }
  }
}

/// A folder that is removed with the test.
final class TemporaryFolder: Sendable {
  let path: String

  init() {
    path = NSTemporaryDirectory() + "trove-events-\(UUID().uuidString)"
    try? FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
  }

  deinit { try? FileManager.default.removeItem(atPath: path) }
}
