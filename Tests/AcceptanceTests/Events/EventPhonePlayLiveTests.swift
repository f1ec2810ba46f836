import EventDomain
import EventHost
import Events
import Foundation
import NATSEvents
import ProcessTesting
import SystemKit
import Testing

@Suite(
  "A phone in an event", .timeLimit(.minutes(5)),
  .enabled(
    if: HostedEvent.isPossible && hasProgram("mosquitto_pub"),
    "nats-server, libnats, openssl or mosquitto_pub is missing"))
struct EventPhonePlayLiveTests {
  /// Sends a position.
  private func send(_ phone: [String: Any], _ latitude: Double, _ longitude: Double, at time: Int64) async throws {
    func word(_ name: String) -> String { "\(phone[name] ?? "")" }
    let body =
      #"{"_type":"location","lat":\#(latitude),"lon":\#(longitude),"acc":3,"vel":4,"cog":10,"alt":7,"tst":\#(time)}"#
    let sent = try await Command.run(
      "mosquitto_pub",
      [
        "-h", word("host"), "-p", word("port"), "--cafile", word("certificate"), "-u", word("user"), "-P",
        word("password"), "-i", "phone", "-t", word("topic"), "-q", "1", "-m", body,
      ])
    #expect(sent.status == 0, "\(sent.error)")
  }

  @Test("is the receiver of its player's game, and others see that player once")
  func plays() async throws {
    let event = try await HostedEvent()
    let host = try await event.host()
    let link = try await event.invite("Ann", team: "Foxes")
    #expect(try await event.trove("event", "join", link, as: "Ann").status == 0)
    // The team is that of the player.
    let made = try await event.trove("event", "phone", event.folder.path, "--player", "Ann", "--json")
    let phone = try #require(try objects(made.lines).first)
    let folder = try EventFolder(path: event.folder.path)
    let organiser = try await EventServer.connect(folder, now: Int64(Date.now.timeIntervalSince1970))
    let (positions, seen) = (NATSEvents.event(folder.plan.id, over: organiser).positions, Guarded<Set<PlayerID>>([]))
    let watch = Task {
      for await position in positions.positions() { seen.withLock { _ = $0.insert(position.player) } }
    }
    defer { watch.cancel() }

    let output = event.home.appending(path: "game.out")
    let game = try ChildProcess(
      [TroveBinary.path, "play", "--event", link, "--from", "owntracks", "--json"], output: output.path,
      error: event.home.appending(path: "game.err").path, environment: event.environment(of: "Ann"), limit: 120)
    defer { game.kill() }
    func told(_ name: String) throws -> [[String: Any]] {
      let text = (try? String(contentsOf: output, encoding: .utf8)) ?? ""
      let lines = text.split(separator: "\n", omittingEmptySubsequences: false).dropLast().map(String.init)
      return try objects(lines).filter { $0["event"] as? String == name }
    }
    try await event.wait("the search") { try !told("searching").isEmpty }
    // Old ones are none; those of the last seconds lie on the first treasure.
    let now = Int64(Date.now.timeIntervalSince1970)
    try await send(phone, 0.01, 0.01, at: now - 600)
    try await event.wait("a word about the clock") { try !told("lost").isEmpty }
    for second in -20 ... -8 as ClosedRange<Int64> { try await send(phone, 0, 0, at: now + second) }
    try await event.wait("a find") { try !told("found").isEmpty }
    try await event.wait("a ruling") { try !told("ruling").isEmpty }
    #expect(try told("found").first?["id"] as? String == "zero-stone")
    let ruling = try #require(try told("ruling").first)
    #expect(ruling["counts"] as? Bool == true, "\(ruling)")
    let fix = try #require(try told("fix").first)
    #expect(fix["mode"] as? Int == 3 && fix["alt"] as? Double == 7 && fix["course"] as? Double == 10)
    #expect(fix["accuracy_source"] as? String == "receiver")
    #expect(try told("started").first?["source"] as? String == "phone")
    try await event.wait("her position") { !seen.withLock(\.isEmpty) }
    let ids = try objects(try event.lines("finds.jsonl")).compactMap { $0["player"] as? String }
    #expect(seen.withLock { $0.map(\.text) } == ids)
    _ = await event.end(host)
    #expect(try await event.verify().status == 0)
  }

  @Test("is none for a game without an event, which says so")
  func alone() async throws {
    let text = "--from owntracks is your phone in an event: it goes with trove play --event LINK."
    for words in [
      ["play", HostedEvent.hunt, "--from", "owntracks", "--json"], ["feed", "--from", "owntracks", "--nmea", "-"],
      ["nearby", "--from", "owntracks", "--places", HostedEvent.hunt],
    ] {
      let refused = try await Command.run(TroveBinary.path, words)
      #expect(refused.status == 64 && refused.error.contains(text), "\(words): \(refused)")
    }
  }
}
