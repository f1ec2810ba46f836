import EventDomain
import EventHost
import Events
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
    // A few at a time: a connection remembers 64 events that nobody has read.
    for start in stride(from: 0, to: max(subjects.count, filters.count), by: 16) {
      for filter in filters.dropFirst(start).prefix(16) { streams.append(try connection.subscribe(filter)) }
      for subject in subjects.dropFirst(start).prefix(16) { try connection.publish(subject, body) }
      try await connection.flush()
      try await Task.sleep(for: .milliseconds(20))
    }
    let wanted =
      subjects.map { "Permissions Violation for Publish to \"\($0)\"" }
      + filters.map { "Permissions Violation for Subscription to \"\($0)\"" }
    let end = ContinuousClock.now + .seconds(5)
    func missing() -> [String] { refusals.withLock { seen in wanted.filter { !seen.contains($0) } } }
    while !missing().isEmpty, ContinuousClock.now < end { try await Task.sleep(for: .milliseconds(10)) }
    return withExtendedLifetime(streams) { missing() }
  }

  /// What the server says of a stream.
  private static func info(_ streams: JetStream, _ name: String) async throws -> [String: Any] {
    let reply = try await streams.connection.request("$JS.API.STREAM.INFO.\(name)", [])
    let info = try #require(try JSONSerialization.jsonObject(with: Data(reply.bytes)) as? [String: Any])
    return info["error"] == nil ? info : [:]
  }

  /// What the streams of an event have, as their organiser sees it.
  private func state(_ streams: JetStream, _ id: String) async throws -> [String: [UInt64]] {
    var state: [String: [UInt64]] = [:]
    for name in ["POS", "CLAIMS", "RULINGS", "FINDS"] {
      let info = try await Self.info(streams, "\(name)_\(id.uppercased())")
      let subjects = try #require((info["config"] as? [String: Any])?["subjects"] as? [String])
      state[name] =
        ["messages", "first_seq", "last_seq"].compactMap { (info["state"] as? [String: Any])?[$0] as? UInt64 } + [
          UInt64(subjects.count)
        ]
      #expect(state[name]?.count == 4)
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
    try ben.connection.publish("\(root).claim.\(ben.id).1", Array("nonsense".utf8))
    try await event.wait("a ruling") { try await state(streams, id)["RULINGS"]?.first == 1 }
    let before = try await state(streams, id)

    let invitation = try #require(EventLink(links[2])).invitation
    let forbidden = [
      "pos.\(owls).\(ben.id)", "pos.\(foxes).\(ben.id)", "pos.\(owls).\(ann.id)", "pos.none.\(ann.id)",
      "claim.\(ben.id).1", "claim.\(ben.id).2", "claim.\(ann.id).1.2", "claim.\(ann.id)", "find",
      "ruling.\(ann.id).1", "ruling.\(ben.id).1", "board", "lease", "player.\(ann.id)", "player.\(ben.id)",
      "say.all", "say.\(foxes)", "say.\(owls)", "join.\(invitation)", "close", "team.\(foxes)", "team.\(owls)",
      "phone.\(ann.id)", "phone.\(ben.id)",
    ].map { "\(root).\($0)" }
    let names = ["POS", "CLAIMS", "RULINGS", "FINDS", "STATE"].map { "\($0)_\(suffix)" }
    let verbs = [
      "STREAM.DELETE", "STREAM.PURGE", "STREAM.UPDATE", "STREAM.MSG.DELETE", "STREAM.MSG.GET", "STREAM.INFO",
    ]
    let api = names.flatMap { name in verbs.map { "$JS.API.\($0).\(name)" } }
    let readers = [
      "CONSUMER.CREATE.\(names[0])", "CONSUMER.CREATE.\(names[0]).x",
      "CONSUMER.CREATE.\(names[0]).x.\(root).pos.\(owls).\(ben.id)",
      "CONSUMER.CREATE.\(names[1]).x", "CONSUMER.CREATE.\(names[1]).x.\(root).claim.\(ben.id).1",
      "CONSUMER.CREATE.\(names[3]).x.\(root).find", "CONSUMER.CREATE.\(names[0]).x.\(root).pos.\(foxes).*",
      "DIRECT.GET.\(names[1]).\(root).claim.\(ann.id).1", "DIRECT.GET.\(names[2]).\(root).ruling.\(ann.id).1",
      "DIRECT.GET.\(names[4]).\(root).board", "CONSUMER.MSG.NEXT.\(names[0]).x",
      "CONSUMER.DURABLE.CREATE.\(names[0]).x",
      "CONSUMER.DURABLE.CREATE.\(names[1]).x", "CONSUMER.MSG.NEXT.\(names[1]).x", "CONSUMER.DELETE.\(names[3]).x",
      "CONSUMER.NAMES.\(names[0])", "CONSUMER.LIST.\(names[1])", "DIRECT.GET.\(names[0])", "DIRECT.GET.\(names[1])",
      "DIRECT.GET.\(names[2])", "DIRECT.GET.\(names[3])", "DIRECT.GET.\(names[4])",
      "DIRECT.GET.\(names[1]).\(root).claim.\(ben.id).1", "DIRECT.GET.\(names[2]).\(root).ruling.\(ben.id).1",
      "DIRECT.GET.\(names[3]).\(root).find", "STREAM.CREATE.EVIL", "STREAM.NAMES", "STREAM.LIST", "INFO",
      "STREAM.RESTORE.\(names[1])", "STREAM.SNAPSHOT.\(names[1])", "STREAM.LEADER.STEPDOWN.\(names[1])",
    ].map { "$JS.API.\($0)" }
    let others = [
      "$SYS.REQ.SERVER.PING", "$SYS.REQ.ACCOUNT.PING", "$SYS.REQ.CLAIMS.UPDATE", "_INBOX.\(ben.id).abc.1",
      "_INBOX.abc", "$JS.ACK.\(names[1]).x.1.1.1.1.0", "$JS.FC.\(names[1]).x", "$MQTT.sub.x",
      "ev.aaaaaaaaaa.claim.\(ann.id).1", "owntracks.\(ann.id).phone",
    ]
    let heard = [
      ">", "*.>", "\(root).>", "\(root).pos.*.*", "\(root).pos.\(owls).*", "\(root).pos.*.\(ben.id)",
      "\(root).claim.>", "\(root).claim.\(ben.id).*", "\(root).claim.\(ann.id).*", "\(root).ruling.>",
      "\(root).ruling.\(ben.id).*", "\(root).find", "\(root).say.*", "\(root).say.\(owls)", "\(root).join.*",
      "\(root).close", "\(root).player.*", "\(root).lease", "_INBOX.>", "_INBOX.*.>", "_INBOX.\(ben.id).>", "$SYS.>",
      "$JS.>", "$JS.API.>", "$JS.EVENT.>", "\(root).team.*", "\(root).team.\(owls)", "\(root).phone.*",
      "\(root).phone.\(ben.id)", "owntracks.>",
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
    let asked = try await allowed(
      invited, publishing: own + forbidden.filter { !$0.contains(".join.") } + api + readers + others,
      listening: heard + ["\(root).board", "\(root).say.all", "_INBOX.\(ann.id).>"])
    #expect(asked.isEmpty, "\(asked)")

    #expect(try await state(streams, id) == before)
    #expect(try await streams.info("EVIL") == nil)
    try await answers(ann, ben, streams, root, suffix)
    _ = await event.end(host)
  }

  @Test("a void pass ends its connection within seconds and lets nobody in again, and the others stay")
  func revoked() async throws {
    let event = try await HostedEvent()
    let host = try await event.host()
    let links = try await [event.invite("Ann"), event.invite("Ben")]
    let (ann, ben) = (try await Guest(event, links[0], seed: 41), try await Guest(event, links[1], seed: 42))
    let (events, others) = (ann.connection.events(), ben.connection.events())
    let start = ContinuousClock.now
    #expect(
      try await event.trove("event", "revoke", event.folder.path, "--player", "Ann").output == "The pass is void.\n")
    var last: NATSConnection.Event?
    for await next in events {
      last = next
      if case .disconnected = next { break }
    }
    let time = ContinuousClock.now - start
    if case .disconnected = last {} else { Issue.record("\(last.debugDescription)") }
    // It takes a second; a busy computer may take longer.
    #expect(time < .seconds(30))
    await #expect(throws: NATSError.self) { try await ann.pass.connect(signedBy: ann.key, keepsTrying: false) }
    let link = try #require(EventLink(links[0]))
    let refusal = await #expect(throws: EventTrouble.self) { try await EventPass.join(link, key: ann.key) }
    #expect(refusal == .refused("This invitation is void."))
    try await ben.connection.flush()
    await ben.connection.close()
    for await case .disconnected(let why) in others { Issue.record("Ben was cut off: \(why)") }
    _ = await event.end(host)
  }

  @Test("nobody gets in with a token that is changed, of another event or expired, without the key, or without TLS")
  func strangers() async throws {
    let (event, elsewhere) = (try await HostedEvent(), try await HostedEvent())
    let hosts = [try await event.host(), try await elsewhere.host()]
    let (ann, ben) = (
      try await Guest(event, event.invite("Ann"), seed: 51),
      try await Guest(elsewhere, elsewhere.invite("Ben"), seed: 52)
    )
    var wrongKey = ann.options()
    wrongKey.credentials = .init(token: ann.pass.token) { [key = ben.key] in key.sign($0) }
    let words = ann.pass.token.split(separator: ".").map(String.init)
    let other = ben.pass.token.split(separator: ".").map(String.init)
    var plain = ann.options()
    plain.certificates = nil
    var stranger = ann.options()
    stranger.certificates = ben.pass.certificate
    var nobody = ann.options()
    nobody.credentials = nil
    let attempts: [(String, NATSOptions)] = [
      ("another's key", wrongKey), ("a token of another event", ann.options(token: ben.pass.token)),
      ("another's rights", ann.options(token: [words[0], other[1], words[2]].joined(separator: "."))),
      ("a token without its signature", ann.options(token: words[0] + "." + words[1] + ".")),
      ("no token", nobody), ("no TLS", plain), ("the certificate of another event", stranger),
      ("nonsense", ann.options(token: "x")),
    ]
    for (name, options) in attempts {
      var options = options
      options.connectLimit = .seconds(2)
      let connection = try? await NATSConnection.connect(options)
      #expect(connection == nil, "\(name)")
    }
    // A player whose clock is an hour slow believes the certificate all the same.
    let certificate = event.folder.appending(path: "tls/cert.pem").path
    let time = "\(Int(Date().timeIntervalSince1970) - 3600)"
    let checked = try await Command.run("openssl", ["verify", "-attime", time, "-CAfile", certificate, certificate])
    #expect(checked.status == 0, "\(checked.error)")
    // An inbox of somebody else's: connected, and deaf.
    let deaf = try await NATSConnection.connect(ann.options(inbox: "_INBOX.\(ben.id)"))
    let reply = try? await deaf.request("ev.\(ann.pass.plan.id).ask.\(ann.id)", Array("{}".utf8), timeout: .seconds(1))
    #expect(reply == nil)
    for (host, event) in zip(hosts, [event, elsewhere]) { #expect(await event.end(host).status == 0) }
  }

  @Test("a claim with a number that is none, and a thousand claims of nonsense hold up nobody")
  func flood() async throws {
    let event = try await HostedEvent()
    let host = try await event.host()
    let links = try await [event.invite("Ann"), event.invite("Ben\u{1B}[2J\n\u{202E}")]
    let ann = try await Guest(event, links[0], seed: 71)
    let root = "ev.\(ann.pass.plan.id)"
    for number in ["x", "0", "-1", "05", "9223372036854775807", "9223372036854775808"] {
      try ann.connection.publish("\(root).claim.\(ann.id).\(number)", Array("nonsense".utf8))
    }
    for number in 1...1000 {
      try ann.connection.publish("\(root).claim.\(ann.id).\(number)", Array("nonsense".utf8))
      try ann.connection.publish("\(root).ask.\(ann.id)", Array(#"{"board":true}"#.utf8), reply: ann.connection.inbox)
    }
    try await ann.connection.flush()
    let ben = try await event.play(links[1], walker: 1, as: "Ben")
    let rulings = try objects(ben.lines).filter { $0["event"] as? String == "ruling" }
    #expect(ben.status == 0 && rulings.count == 10, "\(ben.error) \(event.trouble)")
    #expect(rulings.allSatisfy { $0["counts"] as? Bool == true })
    #expect(await event.end(host).status == 0)
    let board = try await event.board()
    #expect(board.map { $0["points"] as? Int } == [HostedEvent.points])
    #expect(try await event.verify().status == 0)
    #expect(event.trouble == "")
  }

  @Test("whoever sends more than anybody plays loses the pass, before the disk is full, and the others play on")
  func disk() async throws {
    let event = try await HostedEvent()
    let host = try await event.host()
    let ann = try await Guest(event, try await event.invite("Ann"), seed: 72)
    let ben = try await event.invite("Ben")
    let events = ann.connection.events()
    let cut = Task { for await case .disconnected in events { return } }
    let piece = [UInt8](repeating: UInt8(ascii: "x"), count: Claim.largest - 1)
    let flood = Task {
      for number in 1...1000 where !Task.isCancelled {
        try ann.connection.publish("ev.\(ann.pass.plan.id).claim.\(ann.id).\(number)", piece)
        try await ann.connection.flush(timeout: .seconds(30))
      }
    }
    await cut.value
    flood.cancel()
    _ = await flood.result
    let trouble = event.trouble
    #expect(trouble.contains("“Ann” has sent ") && trouble.hasSuffix("the pass is void.\n"), "\(trouble)")
    let played = try await event.play(ben, walker: 1, as: "Ben")
    #expect(played.status == 0 && played.error == "", "\(played.error)")
    #expect(await event.end(host).status == 0)
    #expect(try await event.verify().status == 0)
    let size = try FileManager.default.attributesOfItem(atPath: event.folder.appending(path: "claims.jsonl").path)[
      .size]
    #expect(try #require(size as? Int) < 400 << 20)
  }

  @Test("an invitation with which somebody asks without end is void, from the first moment of the next host on")
  func invitations() async throws {
    let event = try await HostedEvent()
    let host = try await event.host()
    let made = try await event.trove("event", "invite", event.folder.path, "--player", "Ann", "--many", "3")
    let (text, ben) = (String(made.output.dropLast()), try await event.invite("Ben"))
    let ann = try await Guest(event, text, seed: 73)
    let link = try #require(EventLink(text))
    var options = NATSOptions(servers: link.servers)
    options.certificates = link.certificate
    options.credentials = .init(token: link.token) { _ in [UInt8](repeating: 1, count: 64) }
    let stranger = try await NATSConnection.connect(options)
    let events = stranger.events()
    let cut = Task { for await case .disconnected in events { return } }
    let flood = Task {
      while !Task.isCancelled {
        for _ in 0..<100 { try stranger.publish("ev.\(link.event).join.\(link.invitation)", []) }
        try await stranger.flush(timeout: .seconds(30))
      }
    }
    await cut.value
    flood.cancel()
    _ = await flood.result
    #expect(event.trouble.hasSuffix("with the invitation of “Ann 1”: it is void.\n"), "\(event.trouble)")
    // Who had come with it stays, and others are not harmed.
    try await ann.connection.flush(timeout: .seconds(30))
    #expect(try await event.play(ben, walker: 1, as: "Ben").status == 0)
    #expect(await event.end(host).status == 0)
    let isOver = Guarded(false)
    // The server answers before the host does.
    let comer = Task {
      var times = 0
      while !isOver.withLock({ $0 }) {
        if let connection = try? await NATSConnection.connect(options) {
          times += 1
          await connection.close()
        }
        try? await Task.sleep(for: .milliseconds(10))
      }
      return times
    }
    let next = try await event.host()
    isOver.withLock { $0 = true }
    #expect(await comer.value == 0)
    #expect(await event.end(next).status == 0)
  }

  @Test("a player's pass and an invitation are worth nothing over MQTT", .enabled(if: hasProgram("mosquitto_pub")))
  func phones() async throws {
    let event = try await HostedEvent()
    let host = try await event.host()
    let text = try await event.invite("Ann")
    let ann = try await Guest(event, text, seed: 61)
    let address = try #require(ann.pass.servers.first).split(separator: ":")
    let port = try #require(Int(address[1])) + 1
    let certificate = event.folder.appending(path: "tls/cert.pem").path
    for token in [ann.pass.token, try #require(EventLink(text)).token] {
      let sent = try await Command.run(
        "mosquitto_pub",
        [
          "-h", String(address[0]), "-p", "\(port)", "--cafile", certificate, "-u", "ann", "-P", token, "-i", "phone",
          "-q", "1", "-t", "ev/\(ann.pass.plan.id)/pos/none/\(ann.id)", "-m", "here",
        ], limit: 20)
      #expect(sent.status != 0, "\(sent.output)")
    }
    _ = await event.end(host)
  }

  /// Whoever asks says where the answer goes: also to a subject that only the organiser may use, or to a request.
  private func answers(
    _ ann: Guest, _ ben: Guest, _ streams: JetStream, _ root: String, _ suffix: String
  ) async throws {
    let targets =
      [
        "find", "claim.\(ben.id).7", "ruling.\(ben.id).1", "ruling.\(ann.id).1", "board", "lease", "player.\(ann.id)",
        "player.\(ben.id)", "close", "say.all", "pos.none.\(ben.id)",
      ].map { "\(root).\($0)" } + [
        "$JS.API.STREAM.DELETE.RULINGS_\(suffix)", "$JS.API.STREAM.DELETE.CLAIMS_\(suffix)",
        "$JS.API.STREAM.PURGE.STATE_\(suffix)", "_INBOX.\(ben.id).abc",
      ]
    func infos() async throws -> [String: String] {
      var infos: [String: String] = [:]
      for name in ["FINDS", "RULINGS", "STATE"] {
        let info = try await Self.info(streams, "\(name)_\(suffix)")
        let (created, state) = (try #require(info["created"]), try #require(info["state"] as? [String: Any]))
        infos[name] = "\(created) \(try #require(state["first_seq"]))"
        // The host goes on with the lease and the leaderboard.
        if name != "STATE" { infos[name]? += " \(try #require(state["last_seq"]))" }
      }
      return infos
    }
    let before = try await infos()
    let inbox = try ben.connection.subscribe("_INBOX.\(ben.id).>")
    let foreign = Guarded<[String]>([])
    let listener = Task { for await message in inbox { foreign.withLock { $0.append(message.subject) } } }
    defer { listener.cancel() }
    let foxes = Self.word("Foxes")
    for target in targets {
      let position = #"{"_type":"location","lat":1,"lon":1,"tst":1}"#
      try ann.connection.publish("\(root).pos.\(foxes).\(ann.id)", Array(position.utf8), reply: target)
      for question in [#"{"board":true}"#, #"{"claim":1}"#, #"{"ruling":1}"#, #"{"positions":true}"#, "x"] {
        try ann.connection.publish("\(root).ask.\(ann.id)", Array(question.utf8), reply: target)
      }
      try ann.connection.publish("\(root).claim.\(ann.id).1", [], reply: target)
    }
    try await ann.connection.flush()
    // What the host answers to a question that comes later is there after all that it would have answered before.
    _ = try await ann.connection.request("\(root).ask.\(ann.id)", Array(#"{"board":true}"#.utf8))
    for player in [ann, ben] {
      let stored = try await streams.lastMessage(of: "\(root).player.\(player.id)", in: "STATE_\(suffix)")
      #expect(stored.map { String(decoding: $0.bytes, as: UTF8.self).contains(player.pass.player.name) } == true)
    }
    let claim = try await streams.lastMessage(of: "\(root).claim.\(ben.id).7", in: "CLAIMS_\(suffix)")
    #expect(claim == nil && foreign.withLock { $0.isEmpty })
    var after = try await infos()
    // The referee's answers to Ann's own claims.
    after["RULINGS"] = after["RULINGS"].map { _ in before["RULINGS"] ?? "" }
    #expect(after == before)
    #expect(try await streams.lastMessage(of: "\(root).ruling.\(ben.id).1", in: "RULINGS_\(suffix)")?.sequence == 1)
  }
}
