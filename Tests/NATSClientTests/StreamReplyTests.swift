import ChanceTesting
import Sealing
import Testing

@testable import NATSClient

@Suite("An answer of JetStream's")
struct StreamReplyTests {
  private static let info = """
    {"type":"io.nats.jetstream.api.v1.stream_info_response","config":{"name":"FINDS","subjects":["find.*"],
    "retention":"limits","max_consumers":-1,"max_msgs":-1,"max_bytes":-1,"max_age":0,"max_msgs_per_subject":1,
    "max_msg_size":-1,"discard":"new","storage":"file","num_replicas":3,"duplicate_window":120000000000,
    "allow_direct":true,"deny_delete":true,"deny_purge":false},"created":"2026-05-01T10:00:03.5Z",
    "state":{"messages":2,"bytes":90,"first_seq":1,"last_seq":3,"consumer_count":0},"cluster":{"leader":"n1"}}
    """
  private static let message = """
    {"type":"io.nats.jetstream.api.v1.stream_msg_get_response","message":{"subject":"find.a","seq":7,
    "hdrs":"TkFUUy8xLjANCkE6IGINCg0K","data":"aGVsbG8=","time":"2026-05-01T10:00:03.000000009Z"}}
    """

  private func sequence(_ text: String) throws(JetStreamError) -> UInt64 {
    try StreamReply.sequence(Array(text.utf8))
  }

  @Test("that a message is stored has its number")
  func stored() throws {
    #expect(try sequence(#"{"stream":"FINDS", "seq":12}"#) == 12)
    #expect(try sequence(#"{"stream":"FINDS","seq":18446744073709551615,"duplicate":true}"#) == .max)
  }

  @Test("that a message is refused says why")
  func refused() {
    #expect(throws: JetStreamError.wrongLastSequence(5)) {
      try sequence(
        #"{"error":{"code":400,"err_code":10071,"description":"wrong last sequence: 5"},"stream":"A","seq":0}"#)
    }
    #expect(throws: JetStreamError.wrongLastSequence(nil)) {
      try sequence(#"{"error":{"code":400,"err_code":10071,"description":"wrong"}}"#)
    }
    #expect(throws: JetStreamError.inFlight) { try sequence(#"{"error":{"code":400,"err_code":10164}}"#) }
    #expect(throws: JetStreamError.unavailable("JetStream system temporarily unavailable")) {
      try sequence(
        #"{"error":{"code":503,"err_code":10008,"description":"JetStream system temporarily unavailable"}}"#)
    }
    #expect(throws: JetStreamError.refused(code: 10054, "message size exceeds maximum allowed")) {
      try sequence(#"{"error":{"code":400,"err_code":10054,"description":"message size exceeds maximum allowed"}}"#)
    }
    #expect(throws: JetStreamError.refused(code: 0, "")) { try sequence(#"{"error":{}}"#) }
  }

  @Test(
    "that is none is refused, whatever it is",
    arguments: [
      "", "{}", "[]", "null", "7", "\"seq\"", #"{"stream":"A","seq":-1}"#, #"{"stream":"A","seq":1.5}"#,
      #"{"stream":"A","seq":1e99}"#, #"{"stream":"A","seq":99999999999999999999999}"#, #"{"stream":"A","seq":"1"}"#,
      #"{"stream":1,"seq":1}"#, #"{"error":7}"#, #"{"error":{"err_code":"x"}}"#, #"{"error":{"code":1e400}}"#,
      #"{"stream":"A","seq":1"#, "{\"stream\":\"\u{0}\",\"seq\":}", "\u{FEFF}",
    ])
  func hostile(text: String) {
    #expect(throws: JetStreamError.self) { try sequence(text) }
    #expect(throws: JetStreamError.self) { try StreamReply.info(Array(text.utf8)) }
    #expect(throws: JetStreamError.self) { try StreamReply.message(Array(text.utf8)) }
  }

  @Test("nested too deeply is refused")
  func deep() {
    let text = String(repeating: "[", count: 100_000)
    #expect(throws: JetStreamError.self) { try sequence(text) }
    #expect(throws: JetStreamError.self) { try sequence(#"{"error":"# + text) }
  }

  @Test("words of the server's are printable and short")
  func words() throws {
    let long = String(repeating: "x", count: 1000)
    let error = #expect(throws: JetStreamError.self) {
      try sequence(#"{"error":{"code":1,"description":"\u001b[31m\u202e\#(long)"}}"#)
    }
    guard case .refused(1, let text) = error else {
      Issue.record("\(error.debugDescription)")
      return
    }
    #expect(text == "[31m" + String(repeating: "x", count: 196))
  }

  @Test("about a stream says how much it keeps")
  func aboutStream() throws {
    let info = try StreamReply.info(Array(Self.info.utf8))
    #expect(info.messages == 2 && info.lastSequence == 3)
  }

  @Test("with a message has its head, content and time")
  func withMessage() throws {
    let found = try #require(try StreamReply.message(Array(Self.message.utf8)))
    #expect(found.subject == "find.a" && found.sequence == 7 && found.bytes == Array("hello".utf8))
    #expect(found.headers == [NATSHeader("A", "b")] && found.time == 1_777_629_603_000_000_009)
    #expect(
      try StreamReply.message(Array(#"{"error":{"code":404,"err_code":10037,"description":"none"}}"#.utf8)) == nil)
  }

  @Test("with any bytes changed never ends the program")
  func mutated() {
    var chance = Chance(seed: 5)
    for original in [Self.info, Self.message, #"{"error":{"code":400,"err_code":10071,"description":"last: 5"}}"#] {
      for _ in 0..<500 {
        var bytes = Array(original.utf8)
        for _ in 0..<chance.integer(in: 1...4) {
          let place = chance.integer(in: 0...(bytes.count - 1))
          switch chance.integer(in: 0...2) {
          case 0: bytes[place] = UInt8(chance.integer(in: 0...255))
          case 1: bytes.remove(at: place)
          default: bytes.insert(contentsOf: "-9e99\"{["[...].utf8, at: place)
          }
        }
        _ = try? StreamReply.sequence(bytes)
        _ = try? StreamReply.info(bytes)
        _ = try? StreamReply.message(bytes)
      }
    }
  }

  @Test("to a direct read is the message itself, or a status")
  func direct() throws {
    func answer(_ lines: [(String, String)], _ text: String = "") throws(JetStreamError) -> StoredMessage? {
      try StreamReply.direct(
        NATSMessage(subject: "_INBOX.a", headers: lines.map { NATSHeader($0, $1) }, bytes: Array(text.utf8)))
    }
    let place = [("Nats-Stream", "S"), ("Nats-Subject", "a"), ("Nats-Sequence", "3"), ("A", "b")]
    let found = try answer(place + [("Nats-Time-Stamp", "1970-01-01T00:00:01Z")], "x")
    #expect(
      found
        == StoredMessage(subject: "a", sequence: 3, time: 1_000_000_000, headers: [NATSHeader("A", "b")], bytes: [120]))
    #expect(try answer([("Status", "404"), ("Description", "Message Not Found")]) == nil)
    #expect(throws: JetStreamError.refused(code: 408, "Bad Request")) {
      try answer([("Status", "408"), ("Description", "Bad Request")])
    }
    #expect(throws: JetStreamError.badReply("x")) { try answer(place, "x") }
    #expect(throws: JetStreamError.badReply("")) { try answer([]) }
    #expect(throws: JetStreamError.badReply("")) { try answer([("Nats-Subject", "a"), ("Nats-Sequence", "-3")]) }
  }

  @Test("to a direct read is not believed where the sender has added lines of the server's names")
  func forgedDirect() throws {
    let own = [
      ("Nats-Stream", "S"), ("Nats-Subject", "claim.ann.1"), ("Nats-Sequence", "3"),
      ("Nats-Time-Stamp", "1970-01-01T00:00:01Z"),
    ]
    func answer(_ lines: [(String, String)]) throws(JetStreamError) -> StoredMessage? {
      try StreamReply.direct(NATSMessage(subject: "_INBOX.a", headers: lines.map { NATSHeader($0, $1) }, bytes: []))
    }
    #expect(try answer(own)?.sequence == 3)
    let forged = [
      ("Nats-Stream", "T"), ("Nats-Subject", "claim.ben.7"), ("Nats-Sequence", "999999"),
      ("Nats-Time-Stamp", "2020-01-01T00:00:00Z"),
    ]
    for line in forged {
      #expect(throws: JetStreamError.badReply("")) { try answer([line] + own) }
      #expect(throws: JetStreamError.badReply("")) { try answer(own + [line]) }
    }
    // So many that the server's may be missing.
    #expect(throws: JetStreamError.badReply("")) { try answer(forged + (0..<60).map { ("A\($0)", "b") }) }
    #expect(throws: JetStreamError.badReply("")) { try answer((0..<63).map { ("A\($0)", "b") } + [("Status", "404")]) }
    // A status of the sender's.
    #expect(try answer([("Status", "404")] + own)?.sequence == 3)
  }

  @Test("names the place of a message in its stream")
  func delivery() throws {
    let short = try #require(Delivery("$JS.ACK.FINDS.trove-a.1.55.54.1777629603000000009.3"))
    #expect(short.consumer == "trove-a" && short.sequence == 55 && short.count == 54 && short.pending == 3)
    #expect(short.time == 1_777_629_603_000_000_009)
    #expect(Delivery("$JS.ACK.domain.hash.FINDS.trove-a.1.55.54.1777629603000000009.3.token") == short)
    for text in [
      "", "$JS.ACK.", "$JS.ACK.F.c.1.55.54.1", "$JS.ACK.F.c.1.-5.54.1.3", "$JS.ACK.F.c.1.5.x.1.3",
      "$JS.ACK.F.c.1.99999999999999999999999.1.1.3", "$JS.ACK.F.c.1.2.3.4.5.6", "_INBOX.F.c.1.2.3.4.5.6",
    ] {
      #expect(Delivery(text) == nil, "\(text)")
    }
    #expect(Delivery("$JS.ACK.F.c.1.5.5.18446744073709551615.3")?.time == .max)
  }

  @Test("writes times that are read to the nanosecond")
  func times() {
    #expect(ServerTime.parse("1970-01-01T00:00:00Z") == 0)
    #expect(ServerTime.parse("2026-05-01T10:00:03.123456789Z") == 1_777_629_603_123_456_789)
    #expect(ServerTime.parse("2026-05-01T12:00:03.5+02:00") == 1_777_629_603_500_000_000)
    #expect(ServerTime.parse("2026-05-01T04:30:03-05:30") == 1_777_629_603_000_000_000)
    for text in [
      "", "2026-05-01", "2026-02-30T00:00:00Z", "2026-05-01T25:00:00Z", "2026-05-01T10:00:03", "2026-05-01T10:00:03.Z",
      "2026-05-01T10:00:03.1234567890Z", "9999-05-01T10:00:03Z", "2026-05-01T10:00:03+2:00", "2026-05-01 10:00:03Z",
      "２026-05-01T10:00:03Z",
    ] {
      #expect(ServerTime.parse(text) == nil, "\(text)")
    }
  }

  @Test("of a server is three numbers, which can be compared")
  func numbers() {
    #expect(NATSVersion("2.9.10") == NATSVersion(2, 9, 10) && NATSVersion("2.12.0-RC.1") == NATSVersion(2, 12, 0))
    for text in ["", "new", "1.2", "-1.2.3", "1..3", "99999999999999999999.1.1"] { #expect(NATSVersion(text) == nil) }
    #expect(NATSVersion(2, 9, 10) < NATSVersion(2, 11, 0) && NATSVersion(2, 9, 10) > NATSVersion(2, 9, 9))
  }
}
