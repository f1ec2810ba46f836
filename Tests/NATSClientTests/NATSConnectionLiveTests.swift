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
}
