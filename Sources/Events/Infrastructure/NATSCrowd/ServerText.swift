internal import FoundationEssentials

/// What a server of NATS says, as it comes: cut into whole statements.
///
/// The protocol: docs.nats.io/reference/reference-protocols/nats-protocol.
struct ServerText {
  /// One statement.
  enum Statement: Hashable {
    /// What the server says of itself at first.
    case info(ServerInfo)
    /// A message, for the subscription of a number.
    case message(subscription: Int, subject: ArraySlice<UInt8>, bytes: ArraySlice<UInt8>)
    case ping, pong
    /// A refusal; most of them end the connection.
    case error(String)
  }

  /// The server does not speak the protocol.
  struct NoProtocol: Error {}

  /// Bytes that a line and a message may have.
  private static let longestLine = 32 << 10, largestMessage = 8 << 20
  /// Bytes that have come and are no whole statement yet.
  private var rest: [UInt8] = []

  /// Takes what has come, and calls `hear` with each whole statement.
  mutating func take(_ bytes: ArraySlice<UInt8>, _ hear: (Statement) -> Void) throws(NoProtocol) {
    rest += bytes
    var start = 0
    while let (statement, end) = try next(from: start) {
      if let statement { hear(statement) }
      start = end
    }
    if start == rest.count {
      rest.removeAll(keepingCapacity: rest.capacity < 16 << 10)
    } else {
      rest.removeFirst(start)
    }
  }

  /// The statement that begins at `start`, and where it ends; `nil` if it is not whole.
  private func next(from start: Int) throws(NoProtocol) -> (Statement?, end: Int)? {
    guard let end = rest[start...].firstIndex(of: 0x0A) else {
      guard rest.count - start <= Self.longestLine else { throw NoProtocol() }
      return nil
    }
    let line = rest[start..<end].last == 0x0D ? rest[start..<(end - 1)] : rest[start..<end]
    let words = line.split(separator: 0x20, maxSplits: 1)
    guard let verb = words.first else { return (nil, end + 1) }
    switch String(decoding: verb, as: UTF8.self) {
    case "MSG", "HMSG": return try message(words.last ?? [], hasHeaders: verb.count == 4, from: end + 1)
    case "PING": return (.ping, end + 1)
    case "PONG": return (.pong, end + 1)
    case "+OK": return (nil, end + 1)
    case "-ERR": return (.error(String(decoding: words.last ?? [], as: UTF8.self)), end + 1)
    case "INFO":
      guard words.count == 2, let info = ServerInfo(Array(words[1])) else {
        throw NoProtocol()
      }
      return (.info(info), end + 1)
    default: throw NoProtocol()
    }
  }

  /// A message: `SUBJECT NUMBER [REPLY] [BYTES OF HEADERS] BYTES`, and behind the line its bytes.
  private func message(
    _ line: ArraySlice<UInt8>, hasHeaders: Bool, from start: Int
  ) throws(NoProtocol) -> (Statement?, end: Int)? {
    let words = line.split(separator: 0x20)
    let fewest = hasHeaders ? 4 : 3
    guard (fewest...(fewest + 1)).contains(words.count), let number = Self.number(words[1]),
      let size = Self.number(words[words.count - 1]), size <= Self.largestMessage,
      let headers = hasHeaders ? Self.number(words[words.count - 2]) : 0, headers <= size
    else { throw NoProtocol() }
    let end = start + size + 2
    guard rest.count >= end else { return nil }
    return (.message(subscription: number, subject: words[0], bytes: rest[(start + headers)..<(start + size)]), end)
  }

  private static func number(_ digits: ArraySlice<UInt8>) -> Int? {
    digits.count <= 9 ? Int(String(decoding: digits, as: UTF8.self)) : nil
  }
}

/// What a server says of itself.
struct ServerInfo: Hashable, Decodable {
  /// What whoever connects has to sign.
  var nonce: String?
  /// Whether it speaks over TLS only.
  var tlsRequired: Bool?

  private enum CodingKeys: String, CodingKey {
    case nonce
    case tlsRequired = "tls_required"
  }

  /// Reads an object of JSON; `nil` if it is none.
  init?(_ bytes: [UInt8]) {
    guard let info = try? JSONDecoder().decode(ServerInfo.self, from: Data(bytes)) else { return nil }
    self = info
  }
}

/// What a client says first.
struct ClientInfo: Encodable {
  var jwt, sig: String
  var name = "trove crowd", lang = "swift", version = "1"
  var verbose = false, pedantic = false, echo = false, headers = true, noResponders = false
  var tlsRequired = true
  var `protocol` = 1

  private enum CodingKeys: String, CodingKey {
    case jwt, sig, name, lang, version, verbose, pedantic, echo, headers, `protocol`
    case noResponders = "no_responders"
    case tlsRequired = "tls_required"
  }

  init(token: String, signature: String) { (jwt, sig) = (token, signature) }

  /// An object of JSON.
  var text: String { String(decoding: (try? JSONEncoder().encode(self)) ?? Data(), as: UTF8.self) }
}
