import Foundation
import NATSClient
import ProcessTesting
import Testing

/// A running server without users.
func runningServer(_ configuration: (URL) throws -> String = { _ in "" }) async throws -> NATSServer {
  let server = try NATSServer(configuration)
  try await server.start()
  return server
}

/// Options that come back quickly.
func quickOptions(_ server: NATSServer) -> NATSOptions {
  var options = NATSOptions(servers: [server.address])
  (options.pause, options.jitter) = (.milliseconds(20), .milliseconds(20))
  return options
}

/// The first element that fits, within 20 seconds.
func first<Element: Sendable>(
  _ stream: AsyncStream<Element>, _ awaited: String, where fits: @escaping @Sendable (Element) -> Bool = { _ in true }
) async throws -> Element {
  let search = Task { () -> Element? in
    for await element in stream where fits(element) { return element }
    return nil
  }
  let alarm = Task {
    try await Task.sleep(for: .seconds(20))
    search.cancel()
  }
  defer { alarm.cancel() }
  guard let found = await search.value else { throw TimedOut(awaited) }
  return found
}

@Suite(
  "A connection to a NATS server", .timeLimit(.minutes(5)),
  .enabled(if: NATSServer.program != nil && NATSConnection.libraryVersion != nil, "nats-server or libnats is missing"))
struct NATSConnectionLiveTests {
  @Test("messages come in the order in which they were sent, with headers and any bytes")
  func order() async throws {
    let server = try await runningServer()
    let nats = try await NATSConnection.connect(quickOptions(server))
    let messages = try nats.subscribe("numbers.*", buffering: .unbounded)
    for number in 0..<5000 {
      try nats.publish(
        "numbers.\(number)", [UInt8(number % 256), 0, 13, 10], headers: [NATSHeader("Number", "\(number)")])
    }
    var expected = 0
    for await message in messages {
      #expect(message.subject == "numbers.\(expected)" && message["Number"] == "\(expected)")
      #expect(message.bytes == [UInt8(expected % 256), 0, 13, 10] && message.reply == nil)
      expected += 1
      if expected == 5000 { break }
    }
    #expect(nats.server == server.address)
    await nats.close()
    #expect(nats.server == nil)
  }

  @Test("a request is answered, and one that nobody listens to fails at once")
  func requests() async throws {
    let server = try await runningServer()
    let (asking, answering) = (
      try await NATSConnection.connect(quickOptions(server)), try await NATSConnection.connect(quickOptions(server))
    )
    let questions = try answering.subscribe("double.*")
    let answers = Task {
      for await question in questions {
        guard let reply = question.reply, let number = Int(question.subject.dropFirst("double.".count)) else {
          continue
        }
        try answering.publish(reply, Array("\(2 * number)".utf8))
      }
    }
    try await answering.flush()
    let found = try await withThrowingTaskGroup(of: Bool.self) { group in
      for number in 0..<200 {
        group.addTask { try await asking.request("double.\(number)", []).bytes == Array("\(2 * number)".utf8) }
      }
      return try await group.reduce(into: []) { $0.append($1) }
    }
    #expect(found == [Bool](repeating: true, count: 200))
    let start = ContinuousClock.now
    await #expect(throws: NATSError.noResponders("nobody")) { try await asking.request("nobody", []) }
    #expect(ContinuousClock.now - start < .seconds(2))
    answers.cancel()
    // The subscription has ended with its reader.
    _ = await answers.result
    try await answering.flush()
    await #expect(throws: NATSError.noResponders("double.1")) { try await asking.request("double.1", []) }
  }

  @Test("a request without answer ends in time, and a cancelled one at once")
  func silence() async throws {
    let server = try await runningServer()
    let nats = try await NATSConnection.connect(quickOptions(server))
    let questions = try nats.subscribe("silent")
    await #expect(throws: NATSError.timeout(after: .milliseconds(100))) {
      try await nats.request("silent", [], timeout: .milliseconds(100))
    }
    // Somebody who answers only the third time.
    let slow = try nats.subscribe("slow")
    let answering = Task {
      var count = 0
      for await question in slow {
        count += 1
        if count == 3, let reply = question.reply { try nats.publish(reply, Array("yes".utf8)) }
      }
    }
    let answer = try await nats.request("slow", [], timeout: .seconds(60), again: .milliseconds(1))
    #expect(answer.bytes == Array("yes".utf8))
    answering.cancel()
    let asking = Task { try await nats.request("silent", [], timeout: .seconds(60)) }
    _ = try await first(questions, "a question")
    asking.cancel()
    await #expect(throws: NATSError.cancelled) { try await asking.value }
    withExtendedLifetime(server) {}
  }

  @Test("after the server was killed and started again subscriptions go on, and what was sent meanwhile arrives")
  func reconnects() async throws {
    let server = try await runningServer()
    let nats = try await NATSConnection.connect(quickOptions(server))
    let (events, messages) = (nats.events(), try nats.subscribe("news"))
    let questions = try nats.subscribe("silent")
    let lost = Task { try await nats.request("silent", [], timeout: .seconds(60)) }
    _ = try await first(questions, "a question")
    server.kill()
    _ = try await first(events, "the loss") { if case .disconnected = $0 { true } else { false } }
    #expect(nats.server == nil)
    // It had been sent; nobody knows what became of it.
    await #expect(throws: NATSError.disconnected) { try await lost.value }
    try nats.publish("news", Array("meanwhile".utf8))
    await #expect(throws: NATSError.timeout(after: .milliseconds(60))) {
      try await nats.request("news", [], timeout: .milliseconds(60))
    }
    try await server.start()
    _ = try await first(nats.events(), "another connection") { $0 == .connected(server: server.address) }
    #expect(try await first(messages, "the message").bytes == Array("meanwhile".utf8))
  }

  @Test("a server that hangs is noticed")
  func hangs() async throws {
    let server = try await runningServer()
    var options = quickOptions(server)
    (options.pingInterval, options.connectLimit) = (.milliseconds(100), .milliseconds(100))
    let nats = try await NATSConnection.connect(options)
    server.pause(true)
    _ = try await first(nats.events(), "the loss") { if case .disconnected = $0 { true } else { false } }
    // Nothing waits for it, neither this nor the attempts to connect.
    try nats.publish("news", [])
    server.pause(false)
    _ = try await first(nats.events(), "another connection") { $0 == .connected(server: server.address) }
  }

  @Test("a server that is not there is an error, or waited for")
  func absent() async throws {
    let server = try NATSServer()
    var options = quickOptions(server)
    await #expect(throws: NATSError.unreachable("No server available for connection")) {
      try await NATSConnection.connect(options)
    }
    options.keepsTrying = true
    let nats = try await NATSConnection.connect(options)
    let messages = try nats.subscribe("early")
    try nats.publish("early", [1])
    #expect(nats.server == nil)
    try await server.start()
    #expect(try await first(messages, "the message").bytes == [1])
  }

  @Test("of several servers one is taken that is there")
  func several() async throws {
    let (here, there) = (try await runningServer(), try NATSServer())
    var options = quickOptions(here)
    options.servers = [there.address, here.address]
    for _ in 0..<4 {
      let nats = try await NATSConnection.connect(options)
      #expect(nats.server == here.address)
      await nats.close()
    }
  }

  @Test("a closed connection ends its streams, and takes nothing more")
  func closing() async throws {
    let server = try await runningServer()
    let nats = try await NATSConnection.connect(quickOptions(server))
    let other = try await NATSConnection.connect(quickOptions(server))
    let (events, messages, seen) = (nats.events(), try nats.subscribe(">"), try other.subscribe("last"))
    try await other.flush()
    let questions = try other.subscribe("silent")
    try await other.flush()
    let asking = Task { try await nats.request("silent", [], timeout: .seconds(60)) }
    _ = try await first(questions, "a question")
    try nats.publish("last", [])
    await nats.close()
    // What was sent before has left.
    _ = try await first(seen, "the last message")
    for await _ in messages {}
    var last: NATSConnection.Event?
    for await event in events { last = event }
    #expect(last == .closed(nil))
    await #expect(throws: NATSError.closed) { try await asking.value }
    #expect(throws: NATSError.closed) { try nats.publish("a", []) }
    #expect(throws: NATSError.closed) { try nats.subscribe("a") }
    await #expect(throws: NATSError.closed) { try await nats.request("a", []) }
    // Who comes late hears how it ended.
    #expect(try await first(nats.events(), "the end") == .closed(nil))
    withExtendedLifetime(server) {}
  }

  @Test("a connection that nobody holds ends")
  func abandoned() async throws {
    let server = try await runningServer()
    var nats: NATSConnection? = try await NATSConnection.connect(quickOptions(server))
    let messages = try nats?.subscribe("a")
    nats = nil
    for await _ in try #require(messages) {}
    withExtendedLifetime(server) {}
  }

  @Test("what no server would understand is refused here")
  func invalid() async throws {
    let server = try await runningServer()
    let nats = try await NATSConnection.connect(quickOptions(server))
    for subject in [
      "", "a b", "a\r\nPUB b 0", "a..b", ".a", "a.", "a.*", ">", "a.>.b", String(repeating: "a", count: 2000),
    ] {
      #expect(throws: NATSError.badSubject(subject)) { try nats.publish(subject, []) }
      await #expect(throws: NATSError.badSubject(subject)) { try await nats.request(subject, []) }
    }
    for subject in ["", "a b", "a\nb", "a.>.b", "a..*"] {
      #expect(throws: NATSError.badSubject(subject)) { try nats.subscribe(subject) }
    }
    for header in [NATSHeader("a b", ""), NATSHeader("", "x"), NATSHeader("a:", "x"), NATSHeader("a", "x\r\nb: y")] {
      #expect(throws: NATSError.badHeader(header.name)) { try nats.publish("a", [], headers: [header]) }
    }
    #expect(throws: NATSError.tooLarge(2 << 20, limit: 1 << 20)) {
      try nats.publish("a", [UInt8](repeating: 0, count: 2 << 20))
    }
    for address in ["", "host", "host:", ":1", "host:0", "host:99999", "a@b:1", "a,b:1", "a/b:1", "ws://a:1"] {
      await #expect(throws: NATSError.badAddress(address)) {
        try await NATSConnection.connect(NATSOptions(servers: [address]))
      }
    }
    try await nats.flush()
  }

  @Test("what waits for a connection is bounded")
  func overflow() async throws {
    let server = try NATSServer()
    var options = quickOptions(server)
    (options.keepsTrying, options.outboxLimit) = (true, 1000)
    let nats = try await NATSConnection.connect(options)
    try nats.publish("a", [UInt8](repeating: 0, count: 900))
    #expect(throws: NATSError.overflow) { try nats.publish("a", [UInt8](repeating: 0, count: 900)) }
    await nats.close()
  }
}
