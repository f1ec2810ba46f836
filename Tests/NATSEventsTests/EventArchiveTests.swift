import EventDomain
import EventHost
import Events
import Foundation
import HuntDomain
import HuntTesting
import NATSEvents
import Numbers
import Testing

@Suite("The archive of an event")
struct EventArchiveTests {
  private static let now = Timestamp(milliseconds: 1_767_225_600_000)
  private let home = FileManager.default.temporaryDirectory.appending(path: "trove-archive-\(UUID().uuidString)")
  private let player: Player
  private let folder: EventFolder

  init() throws {
    try FileManager.default.createDirectory(at: home, withIntermediateDirectories: true)
    player = Player(try #require(PlayerID("AAAAAAAAAAAAAAAA")), name: "Ann")
    let plan = EventPlan(id: EventID(chance: 7), name: "Spring", hunt: "Old Town", maxSpeed: 7)
    folder = try EventFolder.create(
      at: home.path + "/event", plan, hunt: "{}", map: nil,
      address: .init(host: "127.0.0.1", port: 4222, isOpen: false)
    ) { count in [UInt8](repeating: 1, count: count) }
  }

  private func place() -> EventPlace { InMemoryEvent { Self.now }.place }

  private func find(_ number: Int) -> LedgerFind {
    LedgerFind(
      claim: ClaimID(player.id, number), treasure: "t\(number)", name: "T", team: nil, player: "Ann", points: 5,
      played: .seconds(number), found: Self.now, received: Self.now, started: nil, prize: nil, wins: false,
      isSimulated: false)
  }

  @Test("has each find also where the answer of the ledger was lost")
  func lostAnswer() async throws {
    defer { try? FileManager.default.removeItem(at: home) }
    let bare = place()
    let kept = try EventArchive(folder).keeping(bare)
    try await bare.ledger.append([find(1)], after: 0)
    // The next one would leave a gap.
    await #expect(throws: EventTrouble.conflict) { try await kept.ledger.append([find(2)], after: 1) }
    #expect(try await kept.ledger.finds(after: 0, atMost: 10, waiting: .zero).count == 2)
    try await kept.ledger.append([find(3)], after: 2)
    #expect(try EventArchive.finds(in: folder).map(\.treasure) == ["t1", "t2", "t3"])
  }

  @Test("knows the claims before another one, whatever a server knows that has just become the leader")
  func recalled() async throws {
    defer { try? FileManager.default.removeItem(at: home) }
    let bare = place()
    try await bare.roster.add(player)
    for number in 1...3 { try await bare.claims.submit(Claim(ClaimID(player.id, number), piece: "piece \(number)\n")) }
    let first = try EventArchive(folder).keeping(bare)
    let claims = try await first.claims.claims(after: 0, atMost: 10, waiting: .zero)
    #expect(try await first.claims.claims(of: player.id, before: 3) == Array(claims.prefix(2)))
    let next = try EventArchive(folder).keeping(place())
    #expect(try await next.claims.claims(of: player.id, before: 3) == Array(claims.prefix(2)))
  }
}
