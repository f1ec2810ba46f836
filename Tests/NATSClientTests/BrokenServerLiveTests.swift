import Foundation
import NATSClient
import ProcessTesting
import Testing

@Suite(
  "A server that is broken or means harm", .timeLimit(.minutes(5)),
  .enabled(if: NATSConnection.libraryVersion != nil, "libnats is missing"))
struct BrokenServerLiveTests {
  private static let info =
    #"INFO {"server_id":"X","version":"2.9.10","proto":1,"headers":true,"max_payload":1048576}"# + "\r\n"

  private func options(_ server: FakeServer) -> NATSOptions {
    var options = NATSOptions(servers: [server.address])
    (options.connectLimit, options.pingInterval) = (.milliseconds(200), .milliseconds(100))
    (options.pause, options.jitter) = (.milliseconds(10), .zero)
    return options
  }

  @Test(
    "no connection comes about with one that greets wrongly, or not at all",
    arguments: [
      "", "\r\n", "HTTP/1.1 400 Bad Request\r\n\r\n", "INFO\r\n", "INFO {\r\n", "INFO []\r\n", #"INFO {"proto":"#,
      "INFO {\"max_payload\":\"x\"}\r\n", "INFO {\"port\":1e999}\r\n", "INFO {\"nonce\":7}\r\n",
      "INFO \(String(repeating: "[", count: 20_000))\r\n", "\u{0}\u{0}\u{0}\r\n", "-ERR 'go away'\r\n",
      String(repeating: "x", count: 200_000),
    ])
  func greetings(greeting: String) async throws {
    let server = try FakeServer(greeting: greeting)
    let options = options(server)
    let start = ContinuousClock.now
    await #expect(throws: NATSError.self) { try await NATSConnection.connect(options) }
    #expect(ContinuousClock.now - start < .seconds(10))
  }

  @Test("one that stops in the middle of the handshake is given up")
  func handshake() async throws {
    let greeting = #"INFO {"server_id":"X","version":"2.9.10","tls_required":true,"max_payload":1048576}"# + "\r\n"
    let server = try FakeServer(greeting: greeting)
    var options = options(server)
    options.certificates = try await SecuredServer.certificate()
    await #expect(throws: NATSError.unreachable("no answer in time")) { try await NATSConnection.connect(options) }
    // And tried again, where that is wanted.
    options.keepsTrying = true
    let nats = try await NATSConnection.connect(options)
    for await event in nats.events() {
      #expect(event == .disconnected(reason: "no server takes connections: no answer in time"))
      if server.count > 2 { break }
    }
    await nats.close()
  }

  @Test(
    "the connection is lost, and no more, when it talks nonsense",
    arguments: [
      "MSG\r\n", "MSG a 1 99999999999999999999\r\n", "MSG a 1 -5\r\nabc\r\n", "MSG a x 3\r\nabc\r\n",
      "HMSG a 1 12 3\r\nNATS/1.0\r\n\r\n\r\n", "HMSG a 1 5 3\r\nNATS/\r\n", "\u{0}\u{1}\u{2}\r\n",
      "-ERR 'Unknown Protocol Operation'\r\n", "-ERR \r\n", "INFO {\r\n", "WHAT\r\n",
    ])
  func nonsense(text: String) async throws {
    let server = try FakeServer(greeting: Self.info, answer: "PONG\r\n" + text)
    let nats = try await NATSConnection.connect(options(server))
    let messages = try nats.subscribe(">")
    _ = try await first(nats.events(), "the loss") { event in
      switch event {
      case .disconnected: true
      default: server.count > 1
      }
    }
    await nats.close()
    for await _ in messages {}
  }

  @Test("messages that nobody asked for, and heads without end, are passed over")
  func unasked() async throws {
    let head = "NATS/1.0\r\n" + (0..<500).map { "Name\($0): x\r\n" }.joined() + "\r\n"
    let server = try FakeServer(
      greeting: Self.info,
      answer: "PONG\r\nMSG _INBOX.a.1 77 3\r\nabc\r\nHMSG a 1 \(head.utf8.count) \(head.utf8.count)\r\n\(head)\r\n")
    let nats = try await NATSConnection.connect(options(server))
    await #expect(throws: NATSError.timeout(after: .milliseconds(100))) {
      try await nats.request("a", [], timeout: .milliseconds(100))
    }
    await nats.close()
  }
}
