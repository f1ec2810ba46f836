import Foundation
import NATSClient
import ProcessTesting
import Testing

@Suite(
  "JetStream", .timeLimit(.minutes(5)),
  .enabled(if: NATSServer.program != nil && NATSConnection.libraryVersion != nil, "nats-server or libnats is missing"))
struct JetStreamLiveTests {
  private func finds(_ change: (inout StreamConfiguration) -> Void = { _ in }) -> StreamConfiguration {
    var wanted = StreamConfiguration(name: "FINDS", subjects: ["find.>"])
    change(&wanted)
    return wanted
  }

  private func connected(
    _ wanted: StreamConfiguration? = nil
  ) async throws -> (NATSServer, JetStream) {
    let server = try await runningServer()
    let streams = JetStream(try await NATSConnection.connect(quickOptions(server)))
    try await streams.createOrUpdate(wanted ?? finds())
    return (server, streams)
  }

  /// What the server itself says of the stream.
  private func said(_ streams: JetStream) async throws -> (configuration: [String: Any], created: String) {
    let reply = try await streams.connection.request("$JS.API.STREAM.INFO.FINDS", [])
    let info = try #require(try JSONSerialization.jsonObject(with: Data(reply.bytes)) as? [String: Any])
    return (try #require(info["config"] as? [String: Any]), try #require(info["created"] as? String))
  }

  @Test("a stream is made as wanted, found again, and changed")
  func configuration() async throws {
    var wanted = finds {
      ($0.storage, $0.maxMessagesPerSubject, $0.maxAge) = (.memory, 3, .seconds(600))
      ($0.keepsFirst, $0.isLasting, $0.allowsDirect, $0.acknowledges) = (true, true, true, false)
    }
    let (server, streams) = try await connected(wanted)
    let info = try #require(try await streams.info("FINDS"))
    #expect(info.messages == 0 && info.lastSequence == 0)
    let (made, created) = try await said(streams)
    #expect(made["subjects"] as? [String] == ["find.>"] && made["storage"] as? String == "memory")
    #expect(made["max_msgs_per_subject"] as? Int == 3 && made["max_age"] as? Int == 600_000_000_000)
    #expect(made["num_replicas"] as? Int == 1 && made["discard"] as? String == "new")
    for name in ["discard_new_per_subject", "deny_delete", "deny_purge", "allow_direct", "no_ack"] {
      #expect(made[name] as? Bool == true, "\(name)")
    }
    wanted.maxMessagesPerSubject = 5
    try await streams.createOrUpdate(wanted)
    let (changed, same) = try await said(streams)
    #expect(changed["max_msgs_per_subject"] as? Int == 5 && same == created)
    // What was promised not to happen cannot be allowed later.
    wanted.isLasting = false
    await #expect(throws: JetStreamError.self) { try await streams.createOrUpdate(wanted) }
    await #expect(throws: JetStreamError.self) { try await streams.purge("FINDS") }
    #expect(try await streams.info("OTHERS") == nil)
    withExtendedLifetime(server) {}
  }

  @Test("a stream is emptied, and takes messages again")
  func purge() async throws {
    let (server, streams) = try await connected()
    _ = try await streams.publish("find.a", [1])
    #expect(try await streams.purge("FINDS"))
    #expect(try await streams.info("FINDS")?.messages == 0)
    #expect(try await streams.publish("find.a", [2]) == 2)
    #expect(try await !streams.purge("OTHERS"))
    withExtendedLifetime(server) {}
  }

  @Test("a message is read back by subject and by number, from the leader and from any copy")
  func readBack() async throws {
    let (server, streams) = try await connected(finds { $0.allowsDirect = true })
    let before = Int64(Date().timeIntervalSince1970 * 1e9) - 1_000_000_000
    #expect(try await streams.publish("find.a", [0, 255, 10], headers: [NATSHeader("Who", "Ann: 1")]) == 1)
    #expect(try await streams.publish("find.b", Array("two".utf8)) == 2)
    let found = [
      try await streams.lastMessage(of: "find.a", in: "FINDS"), try await streams.message(1, in: "FINDS"),
      try await streams.directLastMessage(of: "find.a", in: "FINDS"),
      try await streams.directMessage(1, in: "FINDS"),
    ]
    for message in found {
      let message = try #require(message)
      #expect(message.subject == "find.a" && message.sequence == 1 && message.bytes == [0, 255, 10])
      #expect(message.headers == [NATSHeader("Who", "Ann: 1")])
      #expect(message.time > before && message.time < before + 60_000_000_000)
    }
    #expect(Set(found.map { $0?.time }).count == 1)
    #expect(try await streams.lastMessage(of: "find.c", in: "FINDS") == nil)
    #expect(try await streams.message(3, in: "FINDS") == nil)
    #expect(try await streams.directLastMessage(of: "find.c", in: "FINDS") == nil)
    #expect(try await streams.directMessage(3, in: "FINDS") == nil)
    let forged = [NATSHeader("Nats-Sequence", "9"), NATSHeader("Nats-Subject", "find.a")]
    #expect(try await streams.publish("find.c", [], headers: forged) == 3)
    await #expect(throws: JetStreamError.badReply("")) { try await streams.directMessage(3, in: "FINDS") }
    // The header line of a server that has no listeners, sent by a user.
    #expect(try await streams.publish("find.d", [], headers: [NATSHeader("Status", "503")]) == 4)
    #expect(try await streams.directMessage(4, in: "FINDS")?.sequence == 4)
    let many = (0..<80).map { NATSHeader("A\($0)", "b") } + [NATSHeader("Status", "503")]
    #expect(try await streams.publish("find.e", [], headers: many) == 5)
    await #expect(throws: JetStreamError.badReply("")) {
      try await streams.directLastMessage(of: "find.e", in: "FINDS")
    }
    withExtendedLifetime(server) {}
  }

  @Test("of many who want to be first one is, and the others learn its number")
  func oneWins() async throws {
    let (server, streams) = try await connected()
    for prize in 1...5 {
      let outcomes = try await withThrowingTaskGroup(of: Result<UInt64, JetStreamError>.self) { group in
        for player in 0..<20 {
          group.addTask {
            while true {
              do throws(JetStreamError) {
                return .success(
                  try await streams.publish(
                    "find.prize\(prize)", Array("\(player)".utf8), expecting: .lastOfSubject(0)))
              } catch {
                if error != .inFlight { return .failure(error) }
              }
            }
          }
        }
        return try await group.reduce(into: []) { $0.append($1) }
      }
      let winners = outcomes.compactMap { try? $0.get() }
      #expect(winners == [UInt64(prize)])
      #expect(outcomes.filter { $0 == .failure(.wrongLastSequence(UInt64(prize))) }.count == 19)
      let kept = try #require(try await streams.lastMessage(of: "find.prize\(prize)", in: "FINDS"))
      #expect(kept.sequence == UInt64(prize))
    }
    withExtendedLifetime(server) {}
  }

  @Test("a writer who missed what another one wrote is refused")
  func fencing() async throws {
    let (server, streams) = try await connected()
    #expect(try await streams.publish("find.a", [], expecting: .lastOfStream(0)) == 1)
    #expect(try await streams.publish("find.b", [], expecting: .lastOfStream(1)) == 2)
    await #expect(throws: JetStreamError.wrongLastSequence(2)) {
      try await streams.publish("find.c", [], expecting: .lastOfStream(1))
    }
    withExtendedLifetime(server) {}
  }

  @Test("what nobody keeps is refused at once, and so is what does not exist")
  func missing() async throws {
    let (server, streams) = try await connected()
    await #expect(throws: JetStreamError.noResponders) { try await streams.publish("nowhere", []) }
    // Servers before 2.11 keep silent.
    let direct = await #expect(throws: JetStreamError.self) {
      try await JetStream(streams.connection, timeout: .milliseconds(50)).directLastMessage(of: "find.a", in: "FINDS")
    }
    #expect(direct == .timeout || direct == .noResponders)
    let error = await #expect(throws: JetStreamError.self) { try await streams.lastMessage(of: "a", in: "NONE") }
    #expect(error == .refused(code: JetStreamError.noStream, "stream not found"))
    let reader = try streams.reader(of: "NONE")
    await #expect(throws: JetStreamError.refused(code: JetStreamError.noStream, "stream not found")) {
      try await reader.next()
    }
    await #expect(throws: JetStreamError.connection(.badSubject("a.b"))) { try await streams.info("a.b") }
    withExtendedLifetime(server) {}
  }

  @Test("20,000 messages are read in order, from any number on, and of chosen subjects only")
  func readsAll() async throws {
    let (server, streams) = try await connected(finds { $0.storage = .memory })
    let count: UInt64 = 20_000
    for number in 1...count {
      try streams.connection.publish(
        "find.\(number % 2 == 0 ? "even" : "odd").\(number)", [UInt8](repeating: 1, count: 300))
    }
    try await streams.connection.flush()
    let whole = try streams.reader(of: "FINDS")
    var expected: UInt64 = 1
    while expected <= count {
      let batch = try await whole.next(waiting: .seconds(10))
      try #require(!batch.isEmpty, "\(expected) does not come")
      for message in batch {
        if message.sequence != expected { Issue.record("\(message.sequence) instead of \(expected)") }
        expected += 1
      }
    }
    let reader = try streams.reader(of: "FINDS", filter: "find.even.*", after: count - 10)
    var found: [UInt64] = []
    while found.count < 5 { found += try await reader.next(atMost: 2).map(\.sequence) }
    #expect(found == Array(stride(from: count - 8, through: count, by: 2)))
    #expect(await reader.pending == 0)
    #expect(try await reader.next(waiting: .milliseconds(50)).isEmpty)
    withExtendedLifetime(server) {}
  }

  @Test("reading goes on after the server was killed, without gap and without repetition")
  func restart() async throws {
    let (server, streams) = try await connected()
    let writing = Task {
      var stored: [UInt64] = []
      for number in 1...60 {
        while true {
          do throws(JetStreamError) {
            stored.append(try await streams.publish("find.\(number)", [], expecting: .lastOfSubject(0)))
            break
          } catch {
            // It was stored before, and the answer was lost.
            if case .wrongLastSequence(let last?) = error {
              stored.append(last)
              break
            }
            guard error.mayPass else { throw error }
            try await Task.sleep(for: .milliseconds(10))
          }
        }
        if number % 20 == 0, number < 60 {
          server.kill()
          try await server.start()
        }
      }
      return stored
    }
    let reader = try streams.reader(of: "FINDS")
    var found: [StoredMessage] = []
    while found.count < 60 { found += try await reader.next(waiting: .seconds(20)) }
    #expect(found.map(\.sequence) == Array(1...60))
    #expect(found.map(\.subject) == (1...60).map { "find.\($0)" })
    #expect(try await writing.value == Array(1...60))
    #expect(try await reader.next(waiting: .milliseconds(50)).isEmpty)
  }

  @Test("a cursor that the server has forgotten is made again")
  func forgotten() async throws {
    let (server, streams) = try await connected()
    let reader = try streams.reader(of: "FINDS")
    #expect(try await streams.publish("find.a", []) == 1)
    #expect(try await reader.next().map(\.sequence) == [1])
    let names = try await streams.connection.request("$JS.API.CONSUMER.NAMES.FINDS", [])
    let name = try #require(String(decoding: names.bytes, as: UTF8.self).firstMatch(of: /"(trove-\w+)"/)?.1)
    let waiting = Task { try await reader.next(waiting: .seconds(10)) }
    _ = try await streams.connection.request("$JS.API.CONSUMER.DELETE.FINDS.\(name)", [])
    #expect(try await streams.publish("find.b", []) == 2)
    #expect(try await waiting.value.map(\.sequence) == [2])
    withExtendedLifetime(server) {}
  }

  @Test("a reader that nobody holds leaves nothing at the server, and one that is cancelled ends at once")
  func leaving() async throws {
    let (server, streams) = try await connected()
    var reader: StreamReader? = try streams.reader(of: "FINDS")
    let waiting = Task { [reader] in try await reader?.next(waiting: .seconds(60)) }
    try await Task.sleep(for: .milliseconds(50))
    waiting.cancel()
    await #expect(throws: JetStreamError.connection(.cancelled)) { try await waiting.value }
    reader = nil
    var left = ""
    for _ in 0..<200 {
      left = String(
        decoding: try await streams.connection.request("$JS.API.CONSUMER.NAMES.FINDS", []).bytes, as: UTF8.self)
      if !left.contains("trove-") { break }
      try await Task.sleep(for: .milliseconds(10))
    }
    #expect(!left.contains("trove-") && left.contains("consumers"))
    withExtendedLifetime(server) {}
  }
}
