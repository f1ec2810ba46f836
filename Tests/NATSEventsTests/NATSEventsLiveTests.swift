import EventDomain
import EventHost
import Events
import Foundation
import Geodesy
import HuntDomain
import HuntTesting
import NATSClient
import NATSEvents
import Numbers
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

  @Test("keeps the first message of each claim alone, also where the sender expects nothing")
  func once() async throws {
    let server = try NATSServer()
    try await server.start()
    let connection = try await NATSConnection.connect(NATSOptions(servers: [server.address]))
    try await NATSEvents.prepare(plan, over: connection)
    let claims = NATSEvents.event(plan.id, over: connection).claims
    for (number, text) in [(1, "first"), (1, "second"), (2, "other")] {
      try connection.publish("ev.\(plan.id).claim.AAAAAAAAAAAAAAAA.\(number)", Array(text.utf8))
    }
    var kept: [ReceivedClaim] = []
    while kept.last?.claim.piece != "other" {
      kept += try await claims.claims(after: kept.last?.sequence ?? 0, atMost: 10, waiting: .seconds(5))
    }
    #expect(kept.map(\.claim.piece) == ["first", "other"])
  }

  /// What a host hears and answers, in a folder that is removed.
  private func withHost(_ body: (NATSServer, NATSConnection, EventDesk, EventPlace) async throws -> Void) async throws {
    let path = NSTemporaryDirectory() + "trove-desk-\(UUID().uuidString)"
    defer { try? FileManager.default.removeItem(atPath: path) }
    let address = EventFolder.Address(host: "127.0.0.1", port: 4222, isOpen: false)
    let folder = try EventFolder.create(at: path, plan, hunt: "{}", map: nil, address: address) { count in
      [UInt8](repeating: 1, count: count)
    }
    let server = try NATSServer()
    try await server.start()
    let connection = try await NATSConnection.connect(NATSOptions(servers: [server.address]))
    try await NATSEvents.prepare(plan, over: connection)
    let place = NATSEvents.event(plan.id, over: connection)
    // A second that does not pass.
    try await body(server, connection, EventDesk(folder, over: connection, roster: place.roster) { 1 }, place)
  }

  @Test("answers who asks without end a hundred times in a second, and others all the same")
  func flood() async throws {
    try await withHost { server, connection, desk, place in
      let host = Task { try? await desk.answerQuestions(rulings: place.claims) }
      defer { host.cancel() }
      var options = NATSOptions(servers: [server.address])
      options.inboxPrefix = "_INBOX.BBBBBBBBBBBBBBBB"
      let ben = try await NATSConnection.connect(options)
      func ask() async throws {
        _ = try await ben.request(
          "ev.\(plan.id).ask.BBBBBBBBBBBBBBBB", Array(#"{"board":true}"#.utf8), timeout: .seconds(60),
          again: .milliseconds(50))
      }
      // From the first answer on the host listens.
      while true {
        do {
          try await ask()
          break
        } catch NATSError.noResponders { try await Task.sleep(for: .milliseconds(1)) }
      }
      var answers = try connection.subscribe("_INBOX.AAAAAAAAAAAAAAAA.>").makeAsyncIterator()
      for number in 0..<300 {
        try connection.publish(
          "ev.\(plan.id).ask.AAAAAAAAAAAAAAAA", Array(#"{"board":true}"#.utf8),
          reply: "_INBOX.AAAAAAAAAAAAAAAA.\(number)")
      }
      try await connection.flush()
      try await ask()
      for _ in 0..<100 { #expect(await answers.next()?.subject.hasSuffix(".end") == false) }
      try connection.publish("_INBOX.AAAAAAAAAAAAAAAA.end", [])
      #expect(await answers.next()?.subject.hasSuffix(".end") == true)
    }
  }

  @Test("hears how much each player sends, whatever it is, and what comes with each invitation")
  func volumes() async throws {
    try await withHost { _, connection, desk, _ in
      let (sent, heard) = AsyncStream.makeStream(of: String.self)
      let host = Task { try? await desk.hearPlayers { heard.yield("\($0) \($1)") } }
      defer { host.cancel() }
      let names = "ABCDE".map { String(repeating: $0, count: PlayerID.length) }
      // These names are nobody's.
      let subjects = [
        "ev.\(plan.id).ask.name", "ev.\(plan.id).board", "ev.\(plan.id).claim.\(names[0]).x",
        "ev.\(plan.id).pos.none.\(names[1])", "ev.\(plan.id).ask.\(names[2])", "owntracks.\(names[3]).phone",
        "ev.\(plan.id).join.\(names[4])",
      ]
      // Again and again: it may not listen yet.
      let sending = Task {
        while !Task.isCancelled {
          for (size, subject) in subjects.enumerated() {
            try? connection.publish(subject, [UInt8](repeating: 0x20, count: size))
          }
          try? await Task.sleep(for: .milliseconds(20))
        }
      }
      defer { sending.cancel() }
      var seen: Set<String> = []
      for await text in sent where seen.insert(text).inserted && seen.count == 5 { break }
      #expect(seen == Set(zip(names, 2...).map { "\($0) \($1)" }))
    }
  }

  private func board(_ entries: Int) -> Board {
    Board(entries: entries, rows: [], total: 0, latest: [], prizes: [], isClosed: false)
  }
}
