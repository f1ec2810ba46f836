import EventDomain
import EventHost
import Events
import Foundation
import Geodesy
import HuntDomain
import NATSClient
import NATSEvents
import Numbers
import ProcessTesting
import Sealing
import Testing

/// Whether the programs are there.
private let hasPrograms = NATSServer.program != nil && hasProgram("mosquitto_pub") && hasProgram("openssl")

@Suite(
  "A phone with OwnTracks", .enabled(if: hasPrograms, "nats-server, openssl or mosquitto_pub is missing"),
  .timeLimit(.minutes(1)))
struct EventPhoneLiveTests {
  private static let now: Int64 = 1_795_000_000

  @Test("shows where its carrier is, with both qualities of service, and nobody else can in its name")
  func positions() async throws {
    let path = NSTemporaryDirectory() + "trove-phone-\(UUID().uuidString)"
    defer { try? FileManager.default.removeItem(atPath: path) }
    let plan = EventPlan(id: EventID(chance: 7), name: "Spring", hunt: "Old Town", maxSpeed: 7)
    let folder = try EventFolder.create(
      at: path, plan, hunt: "{}", map: nil,
      address: .init(host: "127.0.0.1", port: Int(try freePortPair()), isOpen: false)
    ) { count in (0..<count).map { _ in .random(in: 0 ... .max) } }
    var environment = ProcessInfo.processInfo.environment
    environment["TROVE_NATS_SERVER"] = NATSServer.program
    let seconds = Int64(Date.now.timeIntervalSince1970)
    let server = EventServer(folder, environment: environment) { seconds }
    try server.start()
    defer { server.stop() }
    let connection = try await server.connect()
    try await NATSEvents.prepare(plan, over: connection)
    let place = NATSEvents.event(plan.id, over: connection)
    let ann = Player(try #require(PlayerID("AAAAAAAAAAAAAAAA")), name: "Ann", team: "Foxes")
    let desk = EventDesk(folder, over: connection, roster: place.roster) { seconds }
    let host = Task { try? await desk.runPhones(at: place.positions) { $0 == ann.id ? (ann, false) : nil } }
    defer { host.cancel() }
    let key = try #require(SigningKey(seed: [UInt8](repeating: 9, count: SigningKey.seedLength))).known
    let phone = try EventPasses(folder).phone(ann, key: key, issued: seconds)
    var positions = place.positions.positions().makeAsyncIterator()

    @discardableResult
    func publish(_ topic: String, longitude: Double, quality: Int, password: String? = nil) async throws -> Int32 {
      let body = #"{"_type":"location","lat":1.5,"lon":\#(longitude),"acc":5,"tst":\#(Self.now)}"#
      let words = [
        "-h", phone.host, "-p", "\(phone.port)", "--cafile", "\(path)/tls/cert.pem", "-u", phone.user, "-P",
        password ?? phone.password, "-i", "phone\(quality)", "-q", "\(quality)", "-t", topic, "-m", body,
      ]
      return try await Command.run("mosquitto_pub", words).status
    }
    try await publish("owntracks/BBBBBBBBBBBBBBBB/phone", longitude: 9, quality: 1)
    #expect(try await publish(phone.topic, longitude: 8, quality: 1, password: "wrong") != 0)
    for quality in 0...1 {
      #expect(try await publish(phone.topic, longitude: Double(quality), quality: quality) == 0)
      // One that was stored before it was listened to may come twice.
      var position = try #require(await positions.next())
      while position.position.longitude != Double(quality) { position = try #require(await positions.next()) }
      #expect(position.player == ann.id && position.team == "Foxes")
      #expect(position.time.milliseconds == Self.now * 1000)
    }
  }
}
