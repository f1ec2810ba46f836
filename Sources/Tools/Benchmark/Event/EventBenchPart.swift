import FoundationEssentials
import Glibc

/// Events of a thousand players, beside bare clients of NATS that do nothing but send and hear positions.
func eventFindings(_ here: BenchConditions) -> Findings {
  guard BareServers.program != nil, let folder = TemporaryFolder() else {
    return Findings(rows: [Row(what: "Events", trove: "left out: nats-server is not here")])
  }
  // A short walk with ten finds; the first takes 36 s at least.
  let hunt = folder.file("hunt.geojson")
  guard FileManager.default.createFile(atPath: hunt, contents: Data(shortHunt.utf8)) else {
    return Findings(rows: [Row(what: "Events", trove: "left out: no place for a hunt")])
  }
  return positionFindings(here, hunt) + clusterFindings(here, hunt) + verdictFindings(here, hunt)
    + lateFindings(here, hunt)
}

/// Ten treasures in a row, 25 m from each other.
private var shortHunt: String {
  let features = (0..<10).map { index in
    let latitude = Double(index) * 25 / 111_195
    return """
      {"type": "Feature", "properties": {"id": "t\(index)", "name": "Stone \(index)", "order": \(index + 1), \
      "radius_m": 10}, "geometry": {"type": "Point", "coordinates": [0, \(number(latitude, 7))]}}
      """
  }
  return """
    {"type": "FeatureCollection", "trove": {"type": "hunt", "version": 1, "title": "Ten stones", "order": "sequence"}, \
    "features": [\(features.joined(separator: ","))]}
    """
}

/// The figures that a bare swarm prints, by name.
private struct Swarm {
  let p50, p99, worstReconnect: Double
  let sent, heard, reconnected: Int
  let cost: Double

  init?(_ child: Child?) {
    guard let child, child.status == 0,
      let line = child.output.split(separator: "\n").last(where: { $0.hasPrefix("players ") })
    else { return nil }
    func value(after mark: String) -> Double? {
      guard let start = line.firstRange(of: mark)?.upperBound else { return nil }
      return Double(line[start...].drop { $0 == " " }.prefix { $0.isNumber || $0 == "." })
    }
    guard let p50 = value(after: "p50"), let p99 = value(after: "p99"), let sent = value(after: "sent"),
      let heard = value(after: "deliveries"), let back = value(after: "reconnected"),
      let worst = value(after: "worst")
    else { return nil }
    (self.p50, self.p99, worstReconnect) = (p50, p99, worst)
    (self.sent, self.heard, reconnected) = (Int(sent), Int(heard), Int(back))
    cost = child.processorTime
  }
}

/// Positions of mates, once a second.
private func positionFindings(_ here: BenchConditions, _ hunt: String) -> Findings {
  var findings = Findings()
  let (players, seconds) = here.isQuick ? (200, 8) : (1000, 35)
  let what = "\(players) players in teams of five, a position a second each, before the first find"
  let swarm = here.peer("swarm").flatMap { swarm in
    BareServers(nodes: 1).flatMap { servers in
      // The first five seconds do not count, here and there.
      Swarm(Child.run([swarm, servers.addresses, "\(players)", "5", "1", "\(seconds)", "0"]))
    }
  }
  guard let crowd = HostedCrowd(here, hunt: hunt, players: players),
    let report = crowd.play(players: players, seconds: seconds)
  else {
    findings.wrong.append("event: a crowd of \(players) does not play")
    return findings
  }
  findings.expect(report.missing == 0 && report.refused == 0, "event: somebody is missing, or a claim was refused")
  findings.expect(report.answered == report.claims, "event: claims have no answer")
  let ratio = swarm.flatMap { swarm in report.positionP99.map { $0 / swarm.p99 } }
  findings.rows = [
    Row(
      what: what,
      trove: "half \(ms(report.positionP50)), 99 % \(ms(report.positionP99)) to a mate, over TLS; "
        + "connected in \(number(report.connectedS, 1)) s; \(share(report.positionsHeard, report.positionsDue)) heard",
      peer: swarm.map { "bare clients, no TLS, no game: half \(ms($0.p50)), 99 % \(ms($0.p99))" }
        ?? "left out: no swarm",
      goal: "99 % within 1.5 times" + (ratio.map { ": \(number($0, 2))" } ?? ""))
  ]
  return findings
}

/// One node of three is killed.
private func clusterFindings(_ here: BenchConditions, _ hunt: String) -> Findings {
  var findings = Findings()
  let (players, seconds) = here.isQuick ? (200, 12) : (1000, 35)
  let what = "\(players) players on three nodes, of which one is killed"
  guard let crowd = HostedCrowd(here, hunt: hunt, players: players, nodes: 3) else {
    findings.rows = [
      Row(what: what, trove: "left out: no host with three nodes; it needs nats-server 2.11 (TROVE_NATS_SERVER)")
    ]
    return findings
  }
  let swarm = here.peer("swarm").flatMap { swarm -> Swarm? in
    guard let servers = BareServers(nodes: 3) else { return nil }
    let killer = servers.killFirst(after: seconds / 2)
    defer { if let killer { waitpid(killer, nil, 0) } }
    return Swarm(Child.run([swarm, servers.addresses, "\(players)", "5", "1", "\(seconds)", "0"]))
  }
  guard let report = crowd.play(players: players, seconds: seconds, killingAfter: seconds / 2) else {
    findings.wrong.append("event: a crowd of \(players) on three nodes does not play")
    return findings
  }
  findings.expect(report.drops > 0, "event: nobody was cut off when a node was killed")
  findings.expect(report.missing == 0, "event: \(report.missing) are not back after a node was killed")
  findings.expect(report.answered == report.claims && report.refused == 0, "event: claims have no answer, or a refusal")
  findings.rows = [
    Row(
      what: what,
      trove: "\(report.drops) cut off, 99 % back in \(ms(report.absenceP99)); all knew where their mates are after at "
        + "most \(ms(report.recoveryMax)); 99 % of positions within \(ms(report.positionP99))",
      peer: swarm.map {
        "bare clients: \($0.reconnected) back, the last after \(number($0.worstReconnect, 2)) s; 99 % of positions within \(ms($0.p99))"
      } ?? "left out: no swarm",
      goal: "all know within 5 s")
  ]
  return findings
}

/// Claims, a hundred a second.
private func verdictFindings(_ here: BenchConditions, _ hunt: String) -> Findings {
  var findings = Findings()
  // A claim comes every 20 s or so of play, and all play twice as fast.
  let (players, seconds) = here.isQuick ? (40, 10) : (1000, 60)
  guard let crowd = HostedCrowd(here, hunt: hunt, players: players),
    let report = crowd.play(players: players, seconds: seconds, speed: 2)
  else {
    findings.wrong.append("event: a crowd of \(players) does not claim")
    return findings
  }
  findings.expect(report.answered == report.claims && report.refused == 0, "event: claims have no answer, or a refusal")
  findings.expect(report.missing == 0, "event: somebody is missing")
  findings.rows = [
    Row(
      what: "\(players) players, \(number(Double(report.claims) / report.seconds)) claims a second, for \(seconds) s",
      trove:
        "the referee's word: half \(ms(report.verdictP50)), 99 % \(ms(report.verdictP99)); 99 % of positions within "
        + ms(report.positionP99),
      goal: "99 % under 2 s at 100 claims a second")
  ]
  return findings
}

/// Somebody who comes when much has been found.
private func lateFindings(_ here: BenchConditions, _ hunt: String) -> Findings {
  var findings = Findings()
  let players = here.isQuick ? 20 : 500
  guard let crowd = HostedCrowd(here, hunt: hunt, players: players),
    let report = crowd.play(players: players, seconds: nil, speed: here.isQuick ? 50 : 3)
  else {
    findings.wrong.append("event: a crowd of \(players) does not finish")
    return findings
  }
  findings.expect(report.finds == players * 10, "event: \(report.finds) finds of \(players * 10)")
  let joiner = Sample((0..<5).compactMap { _ in crowd.lateJoiner() }).median
  let room = crowd.lateRoom(finds: report.finds)
  findings.expect(room != nil, "event: a room does not show all finds")
  let late = here.peer("late").flatMap { late -> String? in
    // It wants its stream on three servers.
    guard let servers = BareServers(nodes: 3) else { return nil }
    let child = Child.run([late, "nats://127.0.0.1:\(servers.ports[0])", "\(report.finds)"])
    return child?.output.split(separator: "\n").first { $0.hasPrefix("L1 all") }.map { String($0) }
  }
  let verified = crowd.ask(["verify"])
  findings.expect(verified?.status == 0, "event: it does not verify")
  findings.rows = [
    Row(
      what: "Who comes when there are \(report.finds) finds",
      trove: "leaderboard: \(time(joiner)) from the start of the program; a room with all finds: "
        + "\(room.map { time($0) } ?? "never")",
      peer: late.map { "a bare client: \($0)" } ?? "left out: no such client", goal: "under 1 s"),
    Row(
      what: "Verifying it: \(report.claims) claims", trove: verified.map { time($0.processorTime) } ?? "?"),
  ]
  return findings
}

private func ms(_ milliseconds: Double?) -> String { milliseconds.map { time($0 / 1000) } ?? "none" }

private func share(_ part: Int, _ whole: Int) -> String {
  whole > 0 ? "\(number(100 * Double(part) / Double(whole), 2)) %" : "nothing"
}
