import Foundation
import ProcessTesting
import Testing

@Suite(
  "An event of many players", .timeLimit(.minutes(5)),
  .enabled(if: HostedEvent.isPossible, "nats-server, libnats or openssl is missing"))
struct EventPlayLiveTests {
  /// The objects of one kind that a game has written.
  private func events(_ name: String, _ command: Command) throws -> [[String: Any]] {
    try objects(command.lines).filter { $0["event"] as? String == name }
  }

  @Test("is made, hosted, played by three, looked at, ended, closed, and verified")
  func wholeWay() async throws {
    let event = try await HostedEvent()
    var host = try await event.host()
    let links = try await [
      event.invite("Ann", team: "Foxes"), event.invite("Ben"), event.invite("Çem 東京", team: "Foxes"),
    ]
    let games = try await withThrowingTaskGroup(of: (Int, Command).self) { group in
      for (index, link) in links.enumerated() {
        group.addTask { (index, try await event.play(link, walker: index + 1, as: "player \(index)", "--save")) }
      }
      return try await group.reduce(into: [Int: Command]()) { $0[$1.0] = $1.1 }
    }
    var points: [String: Int] = [:]
    for (index, name) in ["Ann", "Ben", "Çem 東京"].enumerated() {
      let game = try #require(games[index])
      #expect(game.status == 0 && game.error == "", "\(name): \(game.error)")
      let rulings = try events("ruling", game)
      #expect(rulings.count { $0["counts"] as? Bool == true } == 10 && rulings.count == 10, "\(name): \(rulings)")
      points[name] = try events("finished", game).first?["points"] as? Int
    }
    #expect(points == ["Ann": HostedEvent.points, "Ben": HostedEvent.points, "Çem 東京": HostedEvent.points])

    // The leaderboard: equal points, so whoever was done first is ahead.
    // It is published a moment after the rulings.
    var shown: [[String: Any]] = []
    try await event.wait("the leaderboard: \(shown)") {
      shown = try await event.board(of: links[1])
      return shown.compactMap { $0["found"] as? Int } == [10, 10, 10]
    }
    for board in [try await event.board(), shown] {
      #expect(Set(board.compactMap { $0["player"] as? String }) == Set(points.keys))
      #expect(
        board.map { $0["points"] as? Int } == [200, 200, 200] && board.map { $0["found"] as? Int } == [10, 10, 10],
        "\(board)")
      #expect(board.compactMap { $0["rank"] as? Int } == [1, 2, 3])
      let last = board.compactMap { $0["last"] as? String }
      #expect(last.count == 3 && last == last.sorted())
      #expect(board.first { $0["player"] as? String == "Ann" }?["team"] as? String == "Foxes")
      #expect(board.first { $0["player"] as? String == "Ben" }?["team"] == nil)
    }

    // A link is for one player, whoever has it.
    let other = try await event.play(links[0], walker: 4, as: "stranger")
    #expect(other.status == 2 && other.output == "")
    #expect(other.error == "Somebody else came with this invitation already; ask for another one.\n")
    let again = try await event.trove("event", "join", links[0], as: "player 0")
    #expect(again.status == 0 && again.output.hasPrefix("You are “Ann” in the team “Foxes”, in “Spring”"))
    let replay = try await event.play(links[0], walker: 5, as: "player 0", "--anew")
    #expect(replay.status == 0, "\(replay.error)")
    let rulings = try events("ruling", replay)
    #expect(rulings.count == 10 && rulings.allSatisfy { ($0["text"] as? String)?.hasSuffix("counts already.") == true })

    let second = try await event.trove("event", "host", event.folder.path)
    #expect(second.status == 75 && second.error.contains("hosted by another program"))
    #expect(try await event.verify().status == 0)

    let ending = await event.end(host)
    #expect(ending.status == 0 && event.serverProcess == nil && event.trouble == "", "\(ending) \(event.trouble)")
    host = try await event.host()
    let closed = try await event.trove("event", "close", event.folder.path)
    #expect(closed.status == 0 && closed.output.hasPrefix("The event is closed.\n1.  "), "\(closed)")
    #expect(await host.ending().status == 0 && event.serverProcess == nil)
    #expect(try await event.trove("event", "host", event.folder.path).status == 2)
    #expect(try await event.trove("event", "invite", event.folder.path, "--player", "Dan").status == 2)

    let verified = try await event.verify()
    #expect(verified.status == 0 && verified.output.hasPrefix("Verified: 30 finds follow from "), "\(verified)")
    #expect(try await event.board().count == 3)
    try await changed(event)
  }

  /// Whatever is changed in what the folder keeps is noticed.
  private func changed(_ event: HostedEvent) async throws {
    let points = try event.copy("finds.jsonl") { $0[7] = $0[7].replacing("\"points\":", with: "\"points\":1") }
    #expect(try await event.verify(points).status == 2)
    let finds = try event.copy("finds.jsonl") { _ = $0.removeLast() }
    #expect(try await event.verify(finds).status == 2)
    let order = try event.copy("finds.jsonl") { $0.swapAt(3, 4) }
    #expect(try await event.verify(order).status == 2)
    // A piece with a find of which nothing else is known.
    let number = try #require(try event.lines("claims.jsonl").firstIndex { $0.contains("\\\"number\\\":2,") })
    let claims = try event.copy("claims.jsonl") { _ = $0.remove(at: number) }
    #expect(try await event.verify(claims).status == 2)
    let fix = try event.copy("claims.jsonl") {
      $0[number] = $0[number].replacing("\\\"lat\\\":", with: "\\\"lat\\\":1")
    }
    #expect(try await event.verify(fix).status == 2)
    let torn = try event.copy("claims.jsonl") { $0[number] = "{}" }
    #expect(try await event.verify(torn).status == 65)
  }

  @Test("marks for whoever comes later what the team has found, where teams get the points")
  func teams() async throws {
    let event = try await HostedEvent("--teams")
    let host = try await event.host()
    let links = try await [event.invite("Ann", team: "Foxes"), event.invite("Ben", team: "Foxes"), event.invite("Cem")]
    for (index, link) in links.enumerated() where index != 1 {
      let game = try await event.play(link, walker: 1, as: "player \(index)")
      #expect(game.status == 0, "\(game.error)")
    }
    let (script, output) = (event.home.appending(path: "script"), event.home.appending(path: "ben.out"))
    try (1...60).map { "at \($0) status\n" }.joined().write(to: script, atomically: true, encoding: .utf8)
    let game = try ChildProcess(
      [
        TroveBinary.path, "play", "--event", links[1], "--from", "steer:0.001,0.001", "--json", "--commands",
        script.path,
      ], output: output.path, environment: event.environment(of: "Ben"), limit: 120)
    defer { game.kill() }
    try await event.wait("what the team has found") {
      let told = try String(contentsOf: output, encoding: .utf8)
      return told.contains("Your team has found: The Zero Stone (Ann)")
    }
    let told = try String(contentsOf: output, encoding: .utf8)
    #expect(told.contains("Found 0 of 10, 0 points.") && !told.contains("(Cem)"))
    _ = await event.end(host)
  }

  @Test("tells whoever comes later what was said last to all and to the team, and how long ago")
  func messages() async throws {
    let event = try await HostedEvent("--teams")
    let host = try await event.host()
    for words in [["Old."], ["Meet at the mill.", "--team", "Foxes"], ["Rain: \u{1b}[31mcome back."]] {
      let said = try await event.trove(["event", "say", event.folder.path] + words)
      #expect(said.status == 0, "\(said)")
    }
    for (name, team, expected) in [("Ann", "Foxes", ["Meet at the mill.", "Rain: "]), ("Ben", nil, ["Rain: "])] {
      let output = event.home.appending(path: "game-\(name)")
      let link = try await event.invite(name, team: team)
      let game = try ChildProcess(
        [TroveBinary.path, "play", "--event", link, "--from", "walker:1", "--json"], output: output.path,
        environment: event.environment(of: name))
      var heard: [String] = []
      try await event.wait("messages for \(name): \(heard)") {
        let text = try String(contentsOf: output, encoding: .utf8)
        let lines = text.split(separator: "\n", omittingEmptySubsequences: false).dropLast().map(String.init)
        heard = try objects(lines).filter { $0["event"] as? String == "message" }.compactMap { $0["text"] as? String }
        return heard.count >= expected.count
      }
      game.kill()
      #expect(heard.count == expected.count && zip(heard, expected).allSatisfy { $0.hasPrefix($1) }, "\(heard)")
      #expect(heard.allSatisfy { $0.contains(" (said ") && $0.hasSuffix(" s ago)") && !$0.contains("\u{1b}") })
    }
    #expect(await event.end(host).status == 0)
  }

  @Test("is not hosted while another program has its port, and says so, also when it is made")
  func takenPort() async throws {
    let event = try await HostedEvent()
    let words = try String(contentsOf: event.folder.appending(path: "event.json"), encoding: .utf8)
    let port = try #require(words.firstMatch(of: /"port":(\d+)/).flatMap { Int($0.1) })
    // That of phones.
    let listener = try boundSocket(SOCK_STREAM, port: UInt16(port + 1))
    defer { close(listener) }
    #expect(listen(listener, 1) == 0)
    let host = try await event.trove("event", "host", event.folder.path)
    #expect(host.status == 2)
    #expect(
      host.error == "The port \(port + 1) is taken by another program: end that one, or make the event with another "
        + "port, trove event new --address 127.0.0.1:PORT.\n")
    let other = try await event.trove(
      "event", "new", HostedEvent.hunt, "--name", "Other", "--dir", event.home.path + "/other", "--address",
      "127.0.0.1:\(port)")
    #expect(other.status == 0)
    #expect(
      other.error
        == "The port \(port + 1) is taken by another program now: the event cannot be hosted while it is.\n")
  }

  @Test(
    "is not hosted where its lock cannot be written, and a second host does not wait for it",
    arguments: [[], ["--standby"]])
  func unwritableLock(options: [String]) async throws {
    let event = try await HostedEvent()
    let lock = event.folder.appending(path: "lock")
    try FileManager.default.createDirectory(at: lock, withIntermediateDirectories: true)
    let host = try await event.trove(["event", "host", event.folder.path] + options)
    #expect(host.status == 73 && host.error == "\(lock.path) cannot be written: Is a directory.\n", "\(host)")
  }

  @Test("is not hosted by a server that ends at once, whose last words are told")
  func earlyEnd() async throws {
    let event = try await HostedEvent()
    // Where its streams should be stands a file.
    let server = event.folder.appending(path: "server")
    try FileManager.default.createDirectory(at: server, withIntermediateDirectories: true)
    try Data("x".utf8).write(to: server.appending(path: "streams"))
    let host = try await event.trove("event", "host", event.folder.path)
    #expect(host.status == 2 && host.error.hasPrefix("nats-server has ended: "), "\(host)")
    #expect(host.error.contains("storage directory") && host.error.contains("server/nats.log"), "\(host)")
  }

  @Test("is played on by a player whose saved games lie elsewhere later, and who is told if the key is lost")
  func keys() async throws {
    let event = try await HostedEvent()
    let host = try await event.host()
    let link = try await event.invite("Eve")
    #expect(try await event.trove("event", "join", link, as: "Eve").status == 0)
    let home = try #require(event.environment(of: "Eve")["TROVE_SAVES"])
    try FileManager.default.removeItem(atPath: home)
    let game = try await event.play(link, walker: 1, as: "Eve")
    #expect(game.status == 0 && game.error == "", "\(game.error)")
    #expect(try events("ruling", game).count { $0["counts"] as? Bool == true } == 10)
    let kept = try await Command.run("find", [event.home.path + "/home-Eve/events", "-name", "player.key", "-delete"])
    #expect(kept.status == 0)
    let lost = try await event.play(link, walker: 1, as: "Eve")
    #expect(
      lost.status == 66 && lost.error.hasPrefix("The event knows you by the key with which you joined"), "\(lost)")
    _ = await event.end(host)
  }

  @Test("is played to the end without a network, and what was found comes later, in order, once")
  func offline() async throws {
    let event = try await HostedEvent()
    var host = try await event.host()
    let link = try await event.invite("Dan")
    #expect(try await event.trove("event", "join", link, as: "Dan").status == 0)
    _ = await event.end(host)

    let alone = try await event.play(link, walker: 1, as: "Dan")
    #expect(alone.status == 0, "\(alone.error)")
    #expect(try events("finished", alone).first?["completed"] as? Bool == true)
    #expect(alone.error == "What you found is kept, and sent to the event with the next game.\n")
    #expect(try events("ruling", alone).isEmpty)
    #expect(try events("connection", alone).count == 1)
    #expect(try event.lines("claims.jsonl").isEmpty)

    host = try await event.host()
    let later = try await event.play(link, walker: 2, as: "Dan")
    #expect(later.status == 0 && later.error == "", "\(later.error)")
    _ = await event.end(host)
    let claims = try objects(try event.lines("claims.jsonl"))
    #expect(claims.compactMap { $0["number"] as? Int } == Array(1...max(1, claims.count)))
    let finds = try objects(try event.lines("finds.jsonl")).compactMap { $0["treasure"] as? String }
    #expect(finds.count == 10 && Set(finds).count == 10 && finds.first == "zero-stone" && finds.last == "antipode-well")
    #expect(try await event.verify().output == "Verified: 10 finds follow from \(claims.count) claims.\n")
  }
}
