import Testing

@testable import NATSCrowd

@Suite("What a server of NATS says to a crowd")
struct ServerTextTests {
  private static let talk = """
    INFO {"server_id":"N","version":"2.9.10","nonce":"abc","tls_required":true}\r
    PONG\r
    MSG ev.x.pos.t.P 2 5\r
    hello\r
    MSG ev.x.board 3 _INBOX.a.1 0\r
    \r
    HMSG ev.x.say.all 4 12 14\r
    NATS/1.0\r
    \r
    hi\r
    +OK\r
    -ERR 'Permissions Violation for Publish to "ev.x.find"'\r
    PING\r

    """

  private static let expected: [String] = [
    "info abc true", "pong", "2 ev.x.pos.t.P hello", "3 ev.x.board ", "4 ev.x.say.all hi",
    "error 'Permissions Violation for Publish to \"ev.x.find\"'", "ping",
  ]

  /// What is heard when the bytes come in pieces.
  private func heard(_ pieces: [ArraySlice<UInt8>]) throws -> [String] {
    var text = ServerText()
    var heard: [String] = []
    for piece in pieces { try text.take(piece) { heard.append(words($0)) } }
    return heard
  }

  private func words(_ statement: ServerText.Statement) -> String {
    func text(_ bytes: ArraySlice<UInt8>) -> String { String(decoding: bytes, as: UTF8.self) }
    return switch statement {
    case .info(let info): "info \(info.nonce ?? "none") \(info.tlsRequired ?? false)"
    case .message(let number, let subject, let bytes): "\(number) \(text(subject)) \(text(bytes))"
    case .ping: "ping"
    case .pong: "pong"
    case .error(let why): "error \(why)"
    }
  }

  @Test("is the same in one piece, byte by byte, and cut in two anywhere")
  func pieces() throws {
    let bytes = Array(Self.talk.utf8)
    #expect(try heard([bytes[...]]) == Self.expected)
    #expect(try heard(bytes.indices.map { bytes[$0...$0] }) == Self.expected)
    for cut in bytes.indices { #expect(try heard([bytes[..<cut], bytes[cut...]]) == Self.expected) }
  }

  @Test(
    "ends the connection where it is no protocol",
    arguments: [
      "HTTP/1.1 400 Bad Request\r\n", "MSG a\r\n", "MSG a b 5\r\n", "MSG a 1 99999999999999999999\r\n",
      "MSG a 1 -5\r\n", "HMSG a 1 9 3\r\n", "MSG a 1 9000000\r\n", "INFO nothing\r\n", "INFO\r\n",
      String(repeating: "x", count: 40_000),
    ])
  func nonsense(text: String) {
    #expect(throws: ServerText.NoProtocol.self) { try heard([Array(text.utf8)[...]]) }
  }

  @Test("survives any bytes")
  func noise() {
    var chance = SystemRandomNumberGenerator()
    for _ in 0..<2000 {
      var bytes = Array(Self.talk.utf8)
      for _ in 0..<4 { bytes[Int.random(in: bytes.indices, using: &chance)] = .random(in: .min ... .max) }
      _ = try? heard([bytes[...]])
    }
  }
}
