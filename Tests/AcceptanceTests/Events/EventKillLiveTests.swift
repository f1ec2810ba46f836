import Foundation
import ProcessTesting
import Testing

/// A few kills by default, many at night.
@Suite(
  "An event whose programs are killed", .timeLimit(.minutes(isNightly ? 120 : 10)),
  .enabled(if: HostedEvent.isPossible, "nats-server, libnats or openssl is missing"))
struct EventKillLiveTests {
  @Test("has every claim once and in order and each find once, however often its host is killed while walkers play")
  func host() async throws {
    let event = try await HostedEvent()
    var host = try await event.host()
    let walkers = isNightly ? 20 : 6
    let links = try await (0..<walkers).asyncMap { try await event.invite("Walker \($0)") }
    // Everybody has a pass before the first kill: then they play whatever happens to the host.
    for (index, link) in links.enumerated() {
      #expect(try await event.trove("event", "join", link, as: "walker \(index)").status == 0)
    }
    let games = Task {
      try await withThrowingTaskGroup(of: Command.self) { group in
        for (index, link) in links.enumerated() {
          group.addTask { try await event.play(link, walker: index, as: "walker \(index)") }
          if index >= 2 { _ = try await group.next() }
        }
        for try await game in group { #expect(game.status == 0, "\(game.error)") }
      }
    }
    for _ in 0..<(isNightly ? 100 : 5) {
      let before = try? event.lines("finds.jsonl").count
      // Until it has done something, or there is nothing to do.
      let end = ContinuousClock.now + .seconds(1)
      while try event.lines("finds.jsonl").count == before, ContinuousClock.now < end {
        try await Task.sleep(for: .milliseconds(5))
      }
      host.kill()
      host = try await event.host()
    }
    try await games.value
    // What a game could not send in time is sent with the next one.
    for (index, link) in links.enumerated() {
      #expect(try await event.play(link, walker: index, as: "walker \(index)").status == 0)
    }
    #expect(await event.end(host).status == 0)
    try await isWhole(event, players: walkers)
  }

  @Test("goes on with a second host that has waited, as soon as the first one is killed")
  func standby() async throws {
    let event = try await HostedEvent()
    let first = try await event.host()
    let links = try await [event.invite("Walker 0"), event.invite("Walker 1")]
    #expect(try await event.play(links[0], walker: 0, as: "walker 0").status == 0)
    #expect(try await event.trove("event", "join", links[1], as: "walker 1").status == 0)
    async let second = event.host("--standby")
    let game = Task { try await event.play(links[1], walker: 1, as: "walker 1") }
    while try event.lines("finds.jsonl").count < 12 { try await Task.sleep(for: .milliseconds(5)) }
    first.kill()
    let host = try await second
    #expect(try await game.value.status == 0)
    // What a game could not send in time is sent with the next one.
    #expect(try await event.play(links[1], walker: 1, as: "walker 1").status == 0)
    #expect(await event.end(host).status == 0)
    try await isWhole(event, players: 2)
  }

  @Test("has every claim of a player once and in order, however often the player's program is killed while it sends")
  func player() async throws {
    let event = try await HostedEvent()
    // Some fifty games are as much as one player may send in a few minutes.
    let players = isNightly ? 20 : 1
    for player in 0..<players {
      let user = "walker \(player)"
      var host = try await event.host()
      let link = try await event.invite("Walker \(player)")
      #expect(try await event.trove("event", "join", link, as: user).status == 0)
      _ = await event.end(host)
      // A game without the host fills the outbox.
      #expect(try await event.play(link, walker: 1, as: user).status == 0)
      host = try await event.host()
      for kill in 0..<(isNightly ? 50 : 10) {
        let before = try event.data("claims.jsonl").count
        let child = try ChildProcess(
          [TroveBinary.path, "play", "--event", link, "--from", "walker:\(kill)", "--speed", "max", "--json"],
          environment: event.environment(of: user))
        // Later each time, from before the first claim to after many.
        let end = ContinuousClock.now + .seconds(10)
        func claims() throws -> Int { try event.data("claims.jsonl", after: before).count { $0 == 0x0A } }
        while try claims() < kill % 10, !child.hasEnded, ContinuousClock.now < end {
          try await Task.sleep(for: .milliseconds(2))
        }
        child.kill()
      }
      let last = try await event.play(link, walker: 1, as: user)
      #expect(last.status == 0 && last.error == "", "\(last.error) \(event.trouble)")
      #expect(await event.end(host).status == 0)
    }
    try await isWhole(event, players: players)
  }

  @Test(
    "on a full disk says so, loses nothing that it has acknowledged, and goes on when there is room again",
    .enabled(if: getuid() == 0 && hasProgram("mount"), "only root can mount a small disk"))
  func fullDisk() async throws {
    let event = try await HostedEvent()
    var host = try await event.host()
    let link = try await event.invite("Walker 0")
    #expect(try await event.trove("event", "join", link, as: "walker 0").status == 0)
    _ = await event.end(host)
    // The whole folder moves onto a disk of 24 MB, of which little is left.
    let moved = event.home.appending(path: "moved")
    try FileManager.default.moveItem(at: event.folder, to: moved)
    try FileManager.default.createDirectory(at: event.folder, withIntermediateDirectories: true)
    let disk = event.folder.path
    guard try await Command.run("mount", ["-t", "tmpfs", "-o", "size=24m", "tmpfs", disk]).status == 0 else { return }
    do {
      _ = try await Command.run("cp", ["-a", moved.path + "/.", disk])
      host = try await HostedEvent.hasPage ? event.host("--web", "0") : event.host()
      let fill = "head -c 100m /dev/zero > \(disk)/filler; rm -f \(disk)/spare"
      _ = try await Command.run("sh", ["-c", "head -c 32768 /dev/zero > \(disk)/spare; \(fill)"])
      #expect(try await event.play(link, walker: 1, as: "walker 0").status == 0)
      try await event.wait("a word about the disk: \(event.trouble)") { event.trouble.contains("The disk is full") }
      _ = try await Command.run("rm", ["\(disk)/filler"])
      try await event.wait("another word about it: \(event.trouble)") { event.trouble.contains("There is room") }
      let again = try await event.play(link, walker: 1, as: "walker 0")
      #expect(again.status == 0 && again.error == "", "\(again.error) \(event.trouble)")
      // The host has begun anew, and its page is where it was.
      if let page = event.page { #expect(try await Command.run("/usr/bin/env", ["curl", "-sf", page]).status == 0) }
      #expect(await event.end(host).status == 0)
      try await isWhole(event, players: 1)
    } catch {
      Issue.record(error)
    }
    host.kill()
    if let pid = event.serverProcess { kill(pid, SIGKILL) }
    _ = try await Command.run("umount", ["-l", disk])
  }

  /// Whether everything that the players have found is there once.
  private func isWhole(_ event: HostedEvent, players: Int) async throws {
    let claims = try objects(try event.lines("claims.jsonl"))
    for (id, own) in Dictionary(grouping: claims, by: { $0["id"] as? String ?? "" }) {
      #expect(own.compactMap { $0["number"] as? Int } == Array(1...own.count), "\(id)")
    }
    let sequences = claims.compactMap { $0["sequence"] as? Int }
    #expect(sequences == sequences.sorted() && Set(sequences).count == sequences.count)
    let finds = try objects(try event.lines("finds.jsonl"))
    let keys = finds.map { "\($0["player"] ?? "") \($0["treasure"] ?? "")" }
    #expect(keys.count == players * 10 && Set(keys).count == keys.count)
    let verified = try await event.verify()
    #expect(verified.output == "Verified: \(keys.count) finds follow from \(claims.count) claims.\n", "\(verified)")
    let board = try await event.board()
    #expect(board.count == players && board.allSatisfy { $0["points"] as? Int == HostedEvent.points })
  }
}

extension Sequence {
  fileprivate func asyncMap<Other>(_ change: (Element) async throws -> Other) async rethrows -> [Other] {
    var all: [Other] = []
    for element in self { all.append(try await change(element)) }
    return all
  }
}
