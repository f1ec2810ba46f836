internal import FoundationEssentials
internal import Sealing

/// JSON whose names are written in NATS's way, `last_seq` for `lastSeq`.
enum NATSJSON {
  /// A value as bytes, the same each time.
  static func bytes(_ value: some Encodable) -> [UInt8] {
    let encoder = JSONEncoder()
    encoder.keyEncodingStrategy = .convertToSnakeCase
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    return (try? encoder.encode(value)).map(Array.init) ?? []
  }

  /// The value in bytes that anybody may have sent; `nil` if there is none.
  static func decode<Value: Decodable>(_: Value.Type, _ bytes: [UInt8]) -> Value? {
    let decoder = JSONDecoder()
    decoder.keyDecodingStrategy = .convertFromSnakeCase
    return try? decoder.decode(Value.self, from: Data(bytes))
  }
}

/// JetStream's requests, as JSON.
enum StreamRequest {
  /// A reader, which the server forgets when it is not asked for a while.
  struct Consumer: Encodable {
    struct Config: Encodable {
      let name: String
      let deliverPolicy = "by_start_sequence"
      let optStartSeq: UInt64
      let ackPolicy = "none"
      let replayPolicy = "instant"
      let filterSubject: String?
      let memStorage = true
      let numReplicas = 1
      let inactiveThreshold: Int64
    }
    let streamName: String
    let config: Config
  }

  /// Which message, by its number or by its subject.
  struct Message: Encodable {
    var seq: UInt64?
    var lastBySubj: String?
  }

  /// The next messages for a reader.
  struct Next: Encodable {
    let batch: Int
    let expires: Int64
    let idleHeartbeat: Int64
  }
}

extension Duration {
  /// Whole nanoseconds, at most 292 years.
  var nanoseconds: Int64 {
    let (seconds, attoseconds) = components
    let (product, isOver) = seconds.multipliedReportingOverflow(by: 1_000_000_000)
    let (sum, isOverToo) = product.addingReportingOverflow(attoseconds / 1_000_000_000)
    return isOver || isOverToo ? (seconds < 0 ? .min : .max) : sum
  }
}

/// JetStream's answers: pure functions of bytes that anybody may have sent.
enum StreamReply {
  private struct Failure: Decodable {
    struct Problem: Decodable {
      let code: Int?
      let errCode: Int?
      let description: String?
    }
    let error: Problem?
  }

  private struct Acknowledgement: Decodable {
    let stream: String
    let seq: UInt64
    let duplicate: Bool?
  }

  private struct Info: Decodable {
    struct State: Decodable { let messages, lastSeq: UInt64 }
    let state: State
  }

  private struct Stored: Decodable {
    struct Message: Decodable {
      let subject: String
      let seq: UInt64
      let hdrs, data: String?
      let time: String
    }
    let message: Message
  }

  /// Throws what an answer says has gone wrong, if it says so.
  static func check(_ bytes: [UInt8]) throws(JetStreamError) {
    // Nearly all answers say nothing of the kind, and decoding takes as long as all the rest of a request.
    guard bytes.containsError else { return }
    guard let problem = try decode(Failure.self, bytes).error else { return }
    let text = (problem.description ?? "").printable
    switch problem.errCode ?? 0 {
    case 10071: throw .wrongLastSequence(UInt64(text.lastNumber))
    // Servers of today say so while a message for the same subject waits for its storage.
    case 10164: throw .inFlight
    default:
      if problem.code == 503 { throw .unavailable(text) }
      throw .refused(code: problem.errCode ?? problem.code ?? 0, text)
    }
  }

  /// The number under which a message was stored.
  static func sequence(_ bytes: [UInt8]) throws(JetStreamError) -> UInt64 {
    try check(bytes)
    return try decode(Acknowledgement.self, bytes).seq
  }

  static func info(_ bytes: [UInt8]) throws(JetStreamError) -> StreamInfo {
    try check(bytes)
    let state = try decode(Info.self, bytes).state
    return StreamInfo(messages: state.messages, lastSequence: state.lastSeq)
  }

  private static func decode<Value: Decodable>(_: Value.Type, _ bytes: [UInt8]) throws(JetStreamError) -> Value {
    guard let value = NATSJSON.decode(Value.self, bytes) else {
      throw .badReply(String(decoding: bytes.prefix(200), as: UTF8.self).printable)
    }
    return value
  }
}

// MARK: - Messages of a stream

extension StreamReply {
  /// The message in an answer of the leader's; `nil` if there is none of that number or subject.
  static func message(_ bytes: [UInt8]) throws(JetStreamError) -> StoredMessage? {
    do throws(JetStreamError) {
      try check(bytes)
    } catch {
      if case .refused(10037, _) = error { return nil }
      throw error
    }
    let found = try decode(Stored.self, bytes).message
    guard let data = bytesOfBase64(found.data), let head = bytesOfBase64(found.hdrs),
      let time = ServerTime.parse(found.time)
    else { throw .badReply("a message of \(found.seq) cannot be read") }
    return StoredMessage(
      subject: found.subject, sequence: found.seq, time: time, headers: headers(in: head), bytes: data)
  }

  private static func bytesOfBase64(_ text: String?) -> [UInt8]? { text.map { Base64.bytes($0) } ?? [] }

  /// The lines of a head, `NATS/1.0` and then `Name: value`.
  static func headers(in head: [UInt8]) -> [NATSHeader] {
    head.split(separator: UInt8(ascii: "\n")).dropFirst().compactMap { line in
      guard let colon = line.firstIndex(of: UInt8(ascii: ":")) else { return nil }
      let value = String(decoding: line[(colon + 1)...], as: UTF8.self)
      let header = NATSHeader(String(decoding: line[..<colon], as: UTF8.self), String(value.trimmed))
      return header.isValid ? header : nil
    }
  }

  /// The message that a direct read returned; `nil` if there is none of that number or subject.
  static func direct(_ message: NATSMessage) throws(JetStreamError) -> StoredMessage? {
    if let status = message.status {
      if status == 404 { return nil }
      throw .refused(code: status, (message["Description"] ?? "").printable)
    }
    // A sender can add lines of the same names, and so many that the server's are cut off.
    func line(_ name: String) -> String? {
      let lines = message.headers.filter { $0.name == name }
      return lines.count == 1 && message.headers.count < NATSMessage.mostHeaders ? lines.first?.value : nil
    }
    guard line("Nats-Stream") != nil, let subject = line("Nats-Subject"),
      let sequence = line("Nats-Sequence").flatMap({ UInt64($0) }),
      let time = line("Nats-Time-Stamp").flatMap(ServerTime.parse)
    else {
      // A server that refuses says so in JSON.
      try check(message.bytes)
      throw .badReply(String(decoding: message.bytes.prefix(200), as: UTF8.self).printable)
    }
    let own = [
      "Nats-Stream", "Nats-Subject", "Nats-Sequence", "Nats-Time-Stamp", "Nats-Num-Pending", "Nats-Last-Sequence",
    ]
    return StoredMessage(
      subject: subject, sequence: sequence, time: time,
      headers: message.headers.filter { !own.contains($0.name) }, bytes: message.bytes)
  }
}

/// Where a message lies in its stream, as the server writes it into the subject for acknowledgements.
struct Delivery: Hashable {
  let consumer: String
  /// The message's number in its stream.
  let sequence: UInt64
  /// The number of the delivery, from 1 for each consumer.
  let count: UInt64
  /// When it was stored, in nanoseconds since 1970.
  let time: Int64
  /// How many messages are left behind it.
  let pending: UInt64

  /// Reads `$JS.ACK.STREAM.CONSUMER.TIMES.SEQUENCE.COUNT.TIME.PENDING`, or the longer form with a domain.
  init?(_ subject: String) {
    let words = subject.utf8.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
    guard subject.hasPrefix("$JS.ACK."), words.count == 9 || words.count >= 11 else { return nil }
    let first = words.count == 9 ? 3 : 5
    func number(_ place: Int) -> UInt64? { UInt64(Substring(words[first + place])) }
    guard let sequence = number(2), let count = number(3), let time = number(4), let pending = number(5) else {
      return nil
    }
    consumer = String(Substring(words[first]))
    (self.sequence, self.count, self.time, self.pending) = (sequence, count, Int64(clamping: time), pending)
  }
}

extension [UInt8] {
  /// Whether `"error"` is in it.
  fileprivate var containsError: Bool {
    let word = Array("\"error\"".utf8)
    return indices.dropLast(word.count - 1).contains { start in
      self[start] == word[0] && self[start..<(start + word.count)].elementsEqual(word)
    }
  }
}

extension String {
  /// The number at the end of a text, as text.
  fileprivate var lastNumber: String { String(reversed().prefix { $0.isASCII && $0.isNumber }.reversed()) }

  fileprivate var trimmed: Substring {
    var text = self[...]
    while let last = text.last, last.isWhitespace { text.removeLast() }
    return text.drop { $0.isWhitespace }
  }
}
