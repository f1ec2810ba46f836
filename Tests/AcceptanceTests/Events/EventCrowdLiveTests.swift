import Foundation
import ProcessTesting
import Testing

@Suite(
  "A crowd in an event", .timeLimit(.minutes(5)),
  .enabled(if: HostedEvent.isPossible, "nats-server, libnats or openssl is missing"))
struct EventCrowdLiveTests {
  private func link(_ event: HostedEvent, many: Int) async throws -> String {
    let made = try await event.trove(
      "event", "invite", event.folder.path, "--player", "Runner", "--many", "\(many)", "--team-size", "5")
    #expect(made.status == 0 && made.error == "", "\(made.error)")
    return made.output.trimmingCharacters(in: .whitespacesAndNewlines)
  }

  private static let program = TroveBinary.folder + "/trove-bench"

  private func crowd(_ event: HostedEvent, _ link: String, _ options: String...) async throws -> Command {
    try await Command.run(
      Self.program, ["crowd", link] + options, environment: event.environment(of: "crowd"), limit: 120)
  }

  // Without the cutting off of a third, which takes a quarter of a minute.
  @Test("plays through a network with faults: each claim is answered, each find counts once")
  func faults() async throws {
    let event = try await HostedEvent()
    let host = try await event.host()
    let link = try await link(event, many: 20)
    // With this seed players are killed in the seconds 4, 5, 7 and 11.
    let crowd = try await crowd(
      event, link, "--players", "20", "--speed", "100", "--faults", "delay,loss,kill", "--seed", "12", "--json")
    #expect(crowd.status == 0 && crowd.error == "", "\(crowd.output) \(crowd.error)")
    let report = try #require(try objects(crowd.lines).first)
    func count(_ name: String) -> Int? { report[name] as? Int }
    #expect(count("finished") == 20 && count("missing") == 0 && count("refused") == 0, "\(report)")
    #expect(count("answered") == count("claims") && count("finds") == 200, "\(report)")
    // Some were cut off, and everybody knew where their mates are again.
    #expect((count("drops") ?? 0) > 0 && (count("recoveries") ?? 0) > 0, "\(report)")
    #expect((count("positions_heard") ?? 0) > 0, "\(report)")
    let finds = try objects(event.lines("finds.jsonl"))
    #expect(Set(finds.map { "\($0["player"] ?? "") \($0["treasure"] ?? "")" }).count == 200 && finds.count == 200)
    #expect(try await event.verify().status == 0)
    let board = try await event.board()
    #expect(board.first { $0["player"] as? String == "Runner 20" }?["team"] as? String == "Runner 4", "\(board)")

    let late = try await self.crowd(event, link, "--players", "1")
    #expect(late.status == 2 && late.output == "", "\(late.output)")
    #expect(late.error == "All places of this invitation are taken; ask for another one.\n", "\(late.error)")
    _ = await event.end(host)
  }

  @Test(
    "is refused with what it does not have",
    arguments: [
      ([], "Missing expected argument '<link>'"), (["nonsense"], "This is no invitation"),
      (["LINK", "--faults", "rain"], "--faults are all, or some of delay, loss, partition and kill"),
      (["LINK", "--speed", "nan"], "--speed goes from 0.1 to 100"),
    ])
  func usage(arguments: [String], complaint: String) async throws {
    // All of it but the right letters.
    let link = "trove://join?e=baaaaaaaaa&s=127.0.0.1:4222&i=A&c=AAAA&t=x.y.z"
    let refused = try await Command.run(
      Self.program, ["crowd"] + arguments.map { $0 == "LINK" ? link : $0 }, limit: 60)
    #expect(refused.status == 64 && refused.error.contains(complaint), "\(refused.error)")
  }
}
