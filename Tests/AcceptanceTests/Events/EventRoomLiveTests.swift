import Foundation
import ProcessTesting
import Testing

@Suite(
  "The room of an event in lines", .timeLimit(.minutes(5)),
  .enabled(if: HostedEvent.isPossible, "nats-server, libnats or openssl is missing"))
struct EventRoomLiveTests {
  @Test("tells who joins and what is found, and ends when the event is closed, with everything that was found")
  func closed() async throws {
    let event = try await HostedEvent()
    let host = try await event.host()
    let output = event.home.appending(path: "room.out")
    let room = try ChildProcess(
      [TroveBinary.path, "event", "room", event.folder.path, "--json"], output: output.path,
      environment: event.environment(of: "organiser"), limit: 600)
    let link = try await event.invite("Ann", team: "Foxes")
    let game = try await event.play(link, walker: 1, as: "Ann")
    #expect(game.status == 0, "\(game.error)")
    #expect(try await event.trove("event", "close", event.folder.path).status == 0)
    #expect(await host.ending().status == 0)
    #expect(await room.ending().status == 0)
    let lines = try objects(try String(contentsOf: output, encoding: .utf8).split(separator: "\n").map(String.init))
    let told = Dictionary(grouping: lines) { $0["event"] as? String ?? "" }
    #expect(told["joined"]?.compactMap { $0["player"] as? String } == ["Ann"])
    #expect(told["found"]?.count == 10)
    #expect(lines.last?["event"] as? String == "connection" && lines.last?["reachable"] as? Bool == false)
    #expect(lines.last?["reason"] as? String == "The event is closed.")
  }
}
