import Foundation
import NATSClient
import ProcessTesting
import Sealing
import SystemKit
import Testing

@Suite(
  "A NATS server with users", .timeLimit(.minutes(5)),
  .enabled(
    if: NATSServer.program != nil && NATSConnection.libraryVersion != nil && hasProgram("openssl"),
    "nats-server, libnats or openssl is missing"))
struct SecuredServerLiveTests {
  private let anyone = NATSToken.User(name: "ann", publishes: [">"], subscribes: [">"])

  @Test("a user is let in with token and key, over TLS, and has streams")
  func letIn() async throws {
    let secured = try await SecuredServer()
    let nats = try await secured.connect(anyone, try key(10))
    let streams = JetStream(nats)
    try await streams.createOrUpdate(StreamConfiguration(name: "FINDS", subjects: ["find.*"]))
    #expect(try await streams.publish("find.a", [1], expecting: .lastOfSubject(0)) == 1)
    #expect(try await streams.reader(of: "FINDS").next().map(\.bytes) == [[1]])
    // The account itself may sign, too.
    let other = try key(11)
    let token = secured.token(anyone, for: other, by: secured.account)
    try await NATSConnection.connect(secured.options(token, other)).close()
  }

  @Test("a user whose signature begins with a 0, as one of 256 does, is let in like the others")
  func zero() async throws {
    let secured = try await SecuredServer()
    let own = try key(10)
    var options = secured.options(secured.token(anyone, for: own), own)
    let (signed, zeros) = (Guarded(0), Guarded(0))
    options.credentials = NATSOptions.Credentials(token: secured.token(anyone, for: own)) { nonce in
      let signature = own.sign(nonce)
      let isFirst = signed.withLock { count in
        count += 1
        return count == 1
      }
      if signature.first == 0 { zeros.withLock { $0 += 1 } }
      return isFirst ? [0] + signature.dropFirst() : signature
    }
    try await NATSConnection.connect(options).close()
    #expect(signed.withLock { $0 } == 2 + zeros.withLock { $0 })
  }

  @Test("a user without the key, of a stranger, or too late is refused, and no second attempt follows")
  func refused() async throws {
    let secured = try await SecuredServer()
    let (own, other) = (try key(10), try key(11))
    var late = anyone
    late.expires = secured.now - 10
    let attempts = [
      secured.options(secured.token(anyone, for: own), other),
      secured.options(secured.token(anyone, for: own, by: try key(12)), own),
      secured.options(secured.token(late, for: own), own),
      secured.options("nonsense", own),
    ]
    for var options in attempts {
      options.keepsTrying = true
      let error = await #expect(throws: NATSError.self) { try await NATSConnection.connect(options) }
      guard case .refused(let why) = error else {
        Issue.record("\(error.debugDescription)")
        continue
      }
      #expect(why.contains("Authorization Violation") || why.contains("Authentication Expired"), "\(why)")
    }
    var nobody = quickOptions(secured.server)
    nobody.certificates = secured.certificate
    let error = await #expect(throws: NATSError.self) { try await NATSConnection.connect(nobody) }
    if case .refused = error {} else { Issue.record("\(error.debugDescription)") }
  }

  @Test("a server with another certificate, or one for another host, is not spoken to")
  func certificates() async throws {
    let (secured, elsewhere) = (try await SecuredServer(), try await SecuredServer(host: "127.0.0.2"))
    let own = try key(10)
    var options = secured.options(secured.token(anyone, for: own), own)
    options.certificates = elsewhere.certificate
    let stranger = await #expect(throws: NATSError.self) { try await NATSConnection.connect(options) }
    if case .notSecure = stranger {} else { Issue.record("\(stranger.debugDescription)") }
    let wrongHost = elsewhere.options(elsewhere.token(anyone, for: own), own)
    let error = await #expect(throws: NATSError.self) { try await NATSConnection.connect(wrongHost) }
    if case .notSecure = error {} else { Issue.record("\(error.debugDescription)") }
    options.certificates = "no certificate"
    await #expect(throws: NATSError.self) { try await NATSConnection.connect(options) }
    // Without TLS on one side there is no connection either.
    options.certificates = nil
    await #expect(throws: NATSError.self) { try await NATSConnection.connect(options) }
    let plain = try await runningServer()
    options = quickOptions(plain)
    options.certificates = secured.certificate
    let unsafe = await #expect(throws: NATSError.self) { try await NATSConnection.connect(options) }
    if case .notSecure = unsafe {} else { Issue.record("\(unsafe.debugDescription)") }
  }

  @Test("what a user may not do is refused with words, and the connection stays")
  func permissions() async throws {
    let secured = try await SecuredServer()
    let referee = try await secured.connect(anyone, try key(10))
    let ann = try await secured.connect(
      NATSToken.User(name: "ann", publishes: ["claim.ann"], subscribes: ["_INBOX.ann.>", "news.*"]), try key(11),
      inbox: "_INBOX.ann")
    let (events, later) = (ann.events(), ann.events())
    let (claims, news) = (try referee.subscribe("claim.*"), try ann.subscribe("news.*"))
    try await referee.flush()
    try ann.publish("claim.bob", [])
    let refusal = try await first(events, "a refusal") { if case .refused = $0 { true } else { false } }
    #expect(refusal == .refused("Permissions Violation for Publish to \"claim.bob\""))
    let others = try ann.subscribe("claim.*")
    let another = NATSConnection.Event.refused("Permissions Violation for Subscription to \"claim.*\"")
    _ = try await first(later, "another refusal") { $0 == another }
    withExtendedLifetime(others) {}
    try ann.publish("claim.ann", [1])
    #expect(try await first(claims, "the claim").subject == "claim.ann")
    try referee.publish("news.1", [2])
    #expect(try await first(news, "the news").bytes == [2])
    #expect(ann.server != nil)
    withExtendedLifetime(secured) {}
  }

  @Test("a user who may send or hear nothing does neither")
  func nothing() async throws {
    let secured = try await SecuredServer()
    let listener = try await secured.connect(
      NATSToken.User(name: "web", publishes: [], subscribes: [">"]), try key(11))
    try listener.publish("claim.ann", [])
    let refusal = try await first(listener.events(), "a refusal") { if case .refused = $0 { true } else { false } }
    #expect(refusal == .refused("Permissions Violation for Publish to \"claim.ann\""))
    let sender = try await secured.connect(
      NATSToken.User(name: "sensor", publishes: [">"], subscribes: []), try key(12))
    let inbox = try await first(sender.events(), "a refusal") { if case .refused = $0 { true } else { false } }
    #expect(inbox == .refused("Permissions Violation for Subscription to \"\(sender.inbox).*\""))
    withExtendedLifetime(secured) {}
  }

  @Test("a revoked user is cut off with a reason and does not come back, and the others stay")
  func revoked() async throws {
    let secured = try await SecuredServer()
    let (bad, good) = (try key(10), try key(11))
    let (ann, bob) = (try await secured.connect(anyone, bad), try await secured.connect(anyone, good))
    let (events, stays) = (ann.events(), bob.events())
    try secured.configure(revocations: [bad.known: secured.now + 1])
    secured.server.reload()
    var seen: [NATSConnection.Event] = []
    for await event in events { seen.append(event) }
    guard case .closed(.refused)? = seen.last else {
      Issue.record("\(seen)")
      return
    }
    #expect(
      seen.contains { event in
        switch event {
        case .refused(let text), .disconnected(let text): text.contains("Authentication")
        default: false
        }
      }, "\(seen)")
    try await bob.flush()
    #expect(bob.server != nil)
    await bob.close()
    var losses = 0
    for await case .disconnected in stays { losses += 1 }
    #expect(losses == 0)
    await #expect(throws: NATSError.self) { try await secured.connect(anyone, bad) }
  }

  @Test("a token that ends while its user is connected ends the connection")
  func expires() async throws {
    let secured = try await SecuredServer()
    var soon = anyone
    soon.expires = Int64(Date().timeIntervalSince1970) + 2
    let ann = try await secured.connect(soon, try key(10))
    var last: NATSConnection.Event?
    for await event in ann.events() { last = event }
    if case .closed(.refused) = last {} else { Issue.record("\(last.debugDescription)") }
    withExtendedLifetime(secured) {}
  }

  @Test("a phone is let in by its token alone, and over MQTT only", .enabled(if: hasProgram("mosquitto_pub")))
  func phone() async throws {
    let port = try freePort(SOCK_STREAM)
    let secured = try await SecuredServer { folder in
      """
      mqtt {
        listen: "127.0.0.1:\(port)"
        tls { cert_file: "\(folder.path)/certificate.pem", key_file: "\(folder.path)/key.pem" }
      }
      """
    }
    let referee = try await secured.connect(anyone, try key(10))
    let positions = try referee.subscribe("owntracks.>")
    try await referee.flush()
    var phone = NATSToken.User(name: "phone", publishes: ["owntracks.ann.phone"], subscribes: [])
    (phone.ways, phone.isBearer) = ([.mqtt], true)
    let token = secured.token(phone, for: try key(11))
    let sent = try await Command.run(
      "mosquitto_pub",
      [
        "-h", "127.0.0.1", "-p", "\(port)", "--cafile", secured.server.folder.appending(path: "certificate.pem").path,
        "-u", "ann", "-P", token, "-i", "phone", "-q", "1", "-t", "owntracks/ann/phone", "-m", "here",
      ])
    #expect(sent.status == 0, "\(sent.error)")
    #expect(try await first(positions, "a position").bytes == Array("here".utf8))
    let error = await #expect(throws: NATSError.self) {
      try await NATSConnection.connect(secured.options(token, try key(11)))
    }
    if case .refused = error {} else { Issue.record("\(error.debugDescription)") }
  }
}
