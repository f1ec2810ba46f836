import EventDomain
import Foundation
import NATSClient
import NATSEvents
import ProcessTesting
import Sealing
import SystemKit
import Testing

/// Somebody at an event with a client of their own.
struct Guest {
  let pass: EventPass
  let key: SigningKey
  let connection: NATSConnection

  init(_ event: HostedEvent, _ link: String, seed: UInt8) async throws {
    let link = try #require(EventLink(link))
    key = try #require(SigningKey(seed: [UInt8](repeating: seed, count: SigningKey.seedLength)))
    pass = try await EventPass.join(link, key: key).pass
    connection = try await pass.connect(signedBy: key, keepsTrying: false)
  }

  var id: PlayerID { pass.player.id }

  /// Options with the pass of the player, for other connections.
  func options(token: String? = nil, inbox: String? = nil) -> NATSOptions {
    var options = NATSOptions(servers: pass.servers)
    options.certificates = pass.certificate
    options.credentials = .init(token: token ?? pass.token) { [key] in key.sign($0) }
    options.inboxPrefix = inbox ?? "_INBOX.\(id)"
    return options
  }
}

@Suite(
  "What nobody may do at an event", .timeLimit(.minutes(5)),
  .enabled(if: HostedEvent.isPossible, "nats-server, libnats or openssl is missing"))
struct EventTrespassLiveTests {
  private static func word(_ team: String) -> String { Checksum.word(Array(team.utf8)) }

  /// Sends to each subject and listens to each; returns those where that was not refused.
  private func allowed(
    _ connection: NATSConnection, publishing subjects: [String], listening filters: [String], _ body: [UInt8] = []
  ) async throws -> [String] {
    let refusals = Guarded<Set<String>>([])
    let events = connection.events()
    let listener = Task {
      for await event in events { if case .refused(let why) = event { refusals.withLock { _ = $0.insert(why) } } }
    }
    defer { listener.cancel() }
    var streams: [AsyncStream<NATSMessage>] = []
    for filter in filters { streams.append(try connection.subscribe(filter)) }
    for subject in subjects { try connection.publish(subject, body) }
    try await connection.flush()
    let wanted =
      subjects.map { "Permissions Violation for Publish to \"\($0)\"" }
      + filters.map { "Permissions Violation for Subscription to \"\($0)\"" }
    let end = ContinuousClock.now + .seconds(5)
    func missing() -> [String] { refusals.withLock { seen in wanted.filter { !seen.contains($0) } } }
    while !missing().isEmpty, ContinuousClock.now < end { try await Task.sleep(for: .milliseconds(10)) }
    return withExtendedLifetime(streams) { missing() }
  }

  /// What the streams of an event have, as their organiser sees it.
  private func state(_ streams: JetStream, _ id: String) async throws -> [String: [UInt64]] {
    var state: [String: [UInt64]] = [:]
    for name in ["POS", "CLAIMS", "RULINGS", "FINDS"] {
      let info = try #require(try await streams.info("\(name)_\(id.uppercased())"))
      state[name] = [info.messages, info.firstSequence, info.lastSequence, UInt64(info.configuration.subjects.count)]
    }
    return state
  }

  @Test("is refused by the server, and nothing of it is in the streams")
  func subjects() async throws {
    let event = try await HostedEvent()
    let host = try await event.host()
    let links = try await [event.invite("Ann", team: "Foxes"), event.invite("Ben", team: "Owls"), event.invite("Cat")]
    let (ann, ben) = (try await Guest(event, links[0], seed: 31), try await Guest(event, links[1], seed: 32))
    let folder = try EventFolder(path: event.folder.path)
    let id = folder.plan.id.text
    let (root, suffix) = ("ev.\(id)", id.uppercased())
    let organiser = try await EventServer.connect(folder, now: Int64(Date().timeIntervalSince1970))
    let streams = JetStream(organiser)
    // Something that could be read: a position, a claim and a ruling of Ben's.
    let (foxes, owls) = (Self.word("Foxes"), Self.word("Owls"))
    try ben.connection.publish("\(root).pos.\(owls).\(ben.id)", Array("here".utf8))
    _ = try await JetStream(ben.connection).publish("\(root).claim.\(ben.id).1", Array("nonsense".utf8))
    try await event.wait("a ruling") { try await state(streams, id)["RULINGS"]?.first == 1 }
    let before = try await state(streams, id)

    let invitation = try #require(EventLink(links[2])).invitation
    let forbidden = [
      "pos.\(owls).\(ben.id)", "pos.\(foxes).\(ben.id)", "pos.\(owls).\(ann.id)", "pos.none.\(ann.id)",
      "claim.\(ben.id).1", "claim.\(ben.id).2", "claim.\(ann.id).1.2", "claim.\(ann.id)", "find",
      "ruling.\(ann.id).1", "ruling.\(ben.id).1", "board", "lease", "player.\(ann.id)", "player.\(ben.id)",
      "say.all", "say.\(foxes)", "say.\(owls)", "join.\(invitation)", "close",
    ].map { "\(root).\($0)" }
    let names = ["POS", "CLAIMS", "RULINGS", "FINDS", "STATE"].map { "\($0)_\(suffix)" }
    let verbs = ["STREAM.DELETE", "STREAM.PURGE", "STREAM.UPDATE", "STREAM.MSG.DELETE", "STREAM.MSG.GET", "STREAM.INFO"]
    let api = names.flatMap { name in verbs.map { "$JS.API.\($0).\(name)" } }
    let readers = [
      "CONSUMER.CREATE.\(names[0])", "CONSUMER.CREATE.\(names[0]).x", "CONSUMER.CREATE.\(names[0]).x.\(root).pos.\(owls).\(ben.id)",
      "CONSUMER.CREATE.\(names[1]).x", "CONSUMER.CREATE.\(names[1]).x.\(root).claim.\(ben.id).1",
      "CONSUMER.CREATE.\(names[3]).x.\(root).find", "CONSUMER.DURABLE.CREATE.\(names[0]).x",
      "CONSUMER.DURABLE.CREATE.\(names[1]).x", "CONSUMER.MSG.NEXT.\(names[1]).x", "CONSUMER.DELETE.\(names[3]).x",
      "CONSUMER.NAMES.\(names[0])", "CONSUMER.LIST.\(names[1])", "DIRECT.GET.\(names[0])", "DIRECT.GET.\(names[1])",
      "DIRECT.GET.\(names[2])", "DIRECT.GET.\(names[3])", "DIRECT.GET.\(names[4])",
      "DIRECT.GET.\(names[1]).\(root).claim.\(ben.id).1", "DIRECT.GET.\(names[2]).\(root).ruling.\(ben.id).1",
      "DIRECT.GET.\(names[3]).\(root).find", "STREAM.CREATE.EVIL", "STREAM.NAMES", "STREAM.LIST", "INFO",
      "STREAM.RESTORE.\(names[1])", "STREAM.SNAPSHOT.\(names[1])", "STREAM.LEADER.STEPDOWN.\(names[1])",
    ].map { "$JS.API.\($0)" }
    let others = [
      "$SYS.REQ.SERVER.PING", "$SYS.REQ.ACCOUNT.PING", "$SYS.REQ.CLAIMS.UPDATE", "_INBOX.\(ben.id).abc.1",
      "_INBOX.abc", "$JS.ACK.\(names[1]).x.1.1.1.1.0", "$JS.FC.\(names[1]).x", "$MQTT.sub.x", "ev.aaaaaaaaaa.claim.\(ann.id).1",
    ]
    let heard = [
      ">", "*.>", "\(root).>", "\(root).pos.*.*", "\(root).pos.\(owls).*", "\(root).pos.*.\(ben.id)",
      "\(root).claim.>", "\(root).claim.\(ben.id).*", "\(root).claim.\(ann.id).*", "\(root).ruling.>",
      "\(root).ruling.\(ben.id).*", "\(root).find", "\(root).say.*", "\(root).say.\(owls)", "\(root).join.*",
      "\(root).close", "\(root).player.*", "\(root).lease", "_INBOX.>", "_INBOX.*.>", "_INBOX.\(ben.id).>", "$SYS.>",
      "$JS.>", "$JS.API.>", "$JS.EVENT.>",
    ]
    let all = forbidden + api + readers + others
    #expect(all.count + heard.count > 100)
    let done = try await allowed(ann.connection, publishing: all, listening: heard)
    #expect(done.isEmpty, "\(done)")

    // Whoever has only an invitation may ask with that one.
    let asking = EventLink(links[2])
    var options = ann.options(token: asking?.token, inbox: "_INBOX.\(invitation)")
    options.credentials = .init(token: asking?.token ?? "") { _ in [UInt8](repeating: 7, count: 64) }
    let invited = try await NATSConnection.connect(options)
    let own = [
      "\(root).join.AAAA", "\(root).join.\(try #require(EventLink(links[0])).invitation)", "\(root).claim.\(ann.id).1",
      "\(root).pos.none.\(ann.id)",
    ]
    #expect(
      try await allowed(
        invited, publishing: own + forbidden.filter { !$0.contains(".join.") } + api + others,
        listening: heard + ["\(root).board", "\(root).say.all", "_INBOX.\(ann.id).>"]
      ).isEmpty)

    #expect(try await state(streams, id) == before)
    #expect(try await streams.info("EVIL") == nil)
    try await consumers(of: ann, ben, streams, root, suffix)
    #expect(try await state(streams, id) == before)
    _ = await event.end(host)
  }

  /// A reader that delivers to a subject would send there in the server's name.
  private func consumers(
    of ann: Guest, _ ben: Guest, _ streams: JetStream, _ root: String, _ suffix: String
  ) async throws {
    let foxes = Self.word("Foxes")
    let mine = "\(root).pos.\(foxes).\(ann.id)"
    let filter = "\(root).pos.\(foxes).*"
    try ann.connection.publish(mine, Array(#"{"treasure":"oak"}"#.utf8))
    for (index, target) in ["\(root).find", "\(root).claim.\(ben.id).9", "\(root).board", "\(root).say.all"].enumerated() {
      let body = """
        {"stream_name":"POS_\(suffix)","config":{"name":"evil\(index)","filter_subject":"\(filter)",\
        "deliver_policy":"all","ack_policy":"none","deliver_subject":"\(target)"}}
        """
      _ = try? await ann.connection.request(
        "$JS.API.CONSUMER.CREATE.POS_\(suffix).evil\(index).\(filter)", Array(body.utf8), timeout: .seconds(1))
    }
    // Another filter in the body than in the subject.
    let body = """
      {"stream_name":"POS_\(suffix)","config":{"name":"evil","filter_subject":"\(root).pos.*.*",\
      "deliver_policy":"all","ack_policy":"none"}}
      """
    let reply = try? await ann.connection.request(
      "$JS.API.CONSUMER.CREATE.POS_\(suffix).evil.\(filter)", Array(body.utf8), timeout: .seconds(1))
    #expect(reply.map { String(decoding: $0.bytes, as: UTF8.self).contains("\"error\"") } ?? true)
    // The server's answers go wherever a question says: to a subject that only the organiser may use.
    for target in ["\(root).find", "\(root).claim.\(ben.id).7", "\(root).ruling.\(ben.id).1", "\(root).ruling.\(ann.id).1", "\(root).board", "\(root).lease", "\(root).player.\(ann.id)"] {
      try ann.connection.publish("\(root).claim.\(ann.id).1", Array("x".utf8), reply: target)
      try ann.connection.publish("$JS.API.DIRECT.GET.CLAIMS_\(suffix).\(root).claim.\(ann.id).1", [], reply: target)
    }
    try ann.connection.publish("\(root).claim.\(ann.id).2", [])
    for target in ["$JS.API.STREAM.DELETE.RULINGS_\(suffix)", "$JS.API.STREAM.PURGE.STATE_\(suffix)"] {
      try ann.connection.publish("$JS.API.DIRECT.GET.CLAIMS_\(suffix).\(root).claim.\(ann.id).2", [], reply: target)
    }
    try await ann.connection.flush()
    try await Task.sleep(for: .milliseconds(500))
    print("STORED rulings", try await streams.info("RULINGS_\(suffix)") as Any)
    print("STORED state", try await streams.info("STATE_\(suffix)")?.messages as Any)
    // What was forged would be there by now.
    try await Task.sleep(for: .milliseconds(500))
    #expect(try await streams.info("FINDS_\(suffix)")?.messages == 0, "a player has written into the ledger")
    for name in ["CLAIMS", "FINDS", "RULINGS", "STATE"] {
      guard let info = try await streams.info("\(name)_\(suffix)"), info.lastSequence > 0 else { continue }
      for number in 1...info.lastSequence {
        if let m = try await streams.message(number, in: "\(name)_\(suffix)") { print("STORED", name, m.subject, String(decoding: m.bytes, as: UTF8.self).prefix(100)) }
      }
    }
    #expect(try await streams.info("CLAIMS_\(suffix)")?.messages == 1, "a player has claimed for another")
  }
}
