import EventDomain
import Events
import Geodesy
import HuntDomain
import HuntTesting
import NATSClient
import NATSEvents
import ProcessTesting
import Testing

@Suite("An event on NATS", .enabled(if: NATSServer.program != nil, "there is no nats-server"), .timeLimit(.minutes(5)))
struct NATSEventsLiveTests {
  private let plan = EventPlan(id: EventID(chance: 1), name: "Spring", hunt: "Old Town", maxSpeed: 7)

  private func event(on server: NATSServer) async throws(EventTrouble) -> EventPlace {
    do throws(NATSError) {
      return NATSEvents.event(plan.id, over: try await NATSConnection.connect(NATSOptions(servers: [server.address])))
    } catch { throw .unreachable("\(error)") }
  }

  @Test("keeps what all places of events promise")
  func contract() async throws {
    let server = try NATSServer()
    try await server.start()
    let connection = try await NATSConnection.connect(NATSOptions(servers: [server.address]))
    try await NATSEvents.prepare(plan, over: connection)
    let contract = EventContract(try await event(on: server)) { () async throws(EventTrouble) in
      try await event(on: server)
    }
    let broken = await contract.check()
    #expect(broken.isEmpty, "\(broken)")
  }

  @Test("tells who was cut off what was said meanwhile")
  func meanwhile() async throws {
    let server = try NATSServer()
    try await server.start()
    var options = NATSOptions(servers: [server.address])
    (options.pause, options.jitter) = (.milliseconds(10), .zero)
    let first = try await NATSConnection.connect(options)
    try await NATSEvents.prepare(plan, over: first)
    // The listener reconnects long after the board and the message were sent.
    options.pause = .seconds(2)
    let listener = NATSEvents.event(
      plan.id, over: try await NATSConnection.connect(options), spread: .milliseconds(10))
    var boards = listener.board.boards().makeAsyncIterator()
    var messages = listener.board.messages().makeAsyncIterator()
    try await NATSEvents.event(plan.id, over: first).board.publish(board(1))
    #expect(await boards.next()?.entries == 1)
    server.kill()
    try await server.start()
    try await event(on: server).board.publish(board(2))
    let said = EventMessage("Tea at six.", at: Timestamp(milliseconds: 1))
    try await event(on: server).board.say(said)
    // The first board may come twice: live, and as the answer to the first question.
    var last: Int?
    while last != 2, let board = await boards.next() { last = board.entries }
    #expect(last == 2)
    #expect(await messages.next() == said)
  }

  @Test("tells others where one is who was cut off and stands still")
  func back() async throws {
    let server = try NATSServer()
    try await server.start()
    var options = NATSOptions(servers: [server.address])
    (options.pause, options.jitter) = (.milliseconds(10), .zero)
    let first = try await NATSConnection.connect(options)
    try await NATSEvents.prepare(plan, over: first)
    var seen = NATSEvents.event(plan.id, over: first).positions.positions().makeAsyncIterator()
    let player = Player(PlayerID("AAAAAAAAAAAAAAAA")!, name: "Ann")
    // The player reconnects long after others listen again.
    options.pause = .seconds(2)
    let connection = try await NATSConnection.connect(options)
    let positions = NATSEvents.event(plan, of: player, over: connection).positions
    let others = positions.positions()
    let reading = Task { for await _ in others {} }
    defer { reading.cancel() }
    func position(latitude: Double) -> PlayerPosition {
      PlayerPosition(
        player.id, team: nil, at: Coordinate(clampingLatitude: latitude, wrappingLongitude: 11),
        time: Timestamp(milliseconds: 1_700_000_000_000))
    }
    #expect(await positions.publish(position(latitude: 48)))
    #expect(await seen.next() == position(latitude: 48))
    var states = connection.events().makeAsyncIterator()
    server.kill()
    while let state = await states.next() { if case .disconnected = state { break } }
    #expect(await !positions.publish(position(latitude: 49)))
    try await server.start()
    // The first may come twice: live, and as the answer to the first question.
    var last = position(latitude: 48)
    while last == position(latitude: 48), let next = await seen.next() { last = next }
    #expect(last == position(latitude: 49))
  }

  @Test("knows a ruling that was told and cannot be stored yet")
  func told() async throws {
    let server = try NATSServer()
    try await server.start()
    // Without streams there is no place for rulings.
    let claims = try await event(on: server).claims
    let ruling = Ruling(ClaimID(PlayerID("AAAAAAAAAAAAAAAA")!, 1), sequence: 1, refusal: "No.")
    await claims.tell([ruling])
    #expect(try await claims.ruling(on: ruling.claim) == ruling)
  }

  @Test("takes a claim for sent whose ruling comes, though nobody answers questions")
  func ruled() async throws {
    let server = try NATSServer()
    try await server.start()
    let player = Player(PlayerID("AAAAAAAAAAAAAAAA")!, name: "Ann")
    let connection = try await NATSConnection.connect(NATSOptions(servers: [server.address]))
    let claims = NATSEvents.event(plan, of: player, over: connection).claims
    let claim = Claim(ClaimID(player.id, 1), piece: "piece")
    let rulings = claims.rulings(for: player.id)
    try await connection.flush()
    let hearing = Task { for await ruling in rulings where ruling.claim == claim.id { break } }
    async let sent: Void = claims.submit(claim)
    try await event(on: server).claims.tell([Ruling(claim.id, sequence: 1)])
    await hearing.value
    try await sent
  }

  private func board(_ entries: Int) -> Board {
    Board(entries: entries, rows: [], total: 0, latest: [], prizes: [], isClosed: false)
  }
}
