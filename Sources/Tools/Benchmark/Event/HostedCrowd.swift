import FoundationEssentials
import Glibc

/// An event with its host, and crowds that play it; ended and removed with it.
///
/// Host, servers and crowd are in one session: a crowd stands for thousands of computers, and must not get half of this
/// one, as a session of its own would.
final class HostedCrowd {
  /// What `trove-bench crowd --json` says of a crowd.
  struct Report: Decodable {
    let players, positionsSent, positionsHeard, positionsDue, claims, answered, refused, finds, drops, missing: Int
    let connectedS, seconds: Double
    let positionP50, positionP99, verdictP50, verdictP99, absenceP99, recoveryMax: Double?
  }

  private let folder: TemporaryFolder
  private let trove: String
  private let host: pid_t
  private let port: UInt16
  let link: String
  private var event: String { folder.file("event") }

  /// Makes an event for a crowd in teams of five, and hosts it; `nil` if that does not work.
  init?(_ here: BenchConditions, hunt: String, players: Int, nodes: Int = 1) {
    guard let folder = TemporaryFolder(), let port = FreePorts.first(of: UInt16(nodes == 1 ? 2 : 3 * nodes)) else {
      return nil
    }
    (self.folder, trove, self.port) = (folder, here.trove, port)
    let event = folder.file("event")
    let new = [trove, "event", "new", hunt, "--name", "Crowd", "--dir", event, "--address", "127.0.0.1:\(port)"]
    guard Child.run(new)?.status == 0, let said = BenchFile(folder.file("said")),
      let host = spawn(
        [trove, "event", "host", event] + (nodes > 1 ? ["--nodes", "\(nodes)"] : []), on: said.path,
        hasOwnSession: false)
    else { return nil }
    self.host = host
    var hasEnded = false
    _ = Poll.until(seconds: 60) {
      hasEnded = waitpid(host, nil, WNOHANG) != 0
      return hasEnded || said.text.contains("ready")
    }
    guard !hasEnded else { return nil }
    let invite = [
      trove, "event", "invite", event, "--player", "Runner", "--many", "\(players)", "--team-size", "5", "--pace",
      "\(players)",
    ]
    guard let link = Child.run(invite), link.status == 0 else {
      kill(host, SIGTERM)
      waitpid(host, nil, 0)
      return nil
    }
    self.link = String(link.output.prefix { $0 != "\n" })
  }

  deinit {
    kill(host, SIGTERM)
    waitpid(host, nil, 0)
  }

  /// Lets a crowd play for some seconds, or to the end of the hunt.
  ///
  /// - Parameter pause: after which the second of three servers is killed; it begins when all players are connected.
  func play(players: Int, seconds: Int?, speed: Double = 1, killingAfter pause: Int? = nil) -> Report? {
    let killer = pause.flatMap { self.killer(of: players, after: $0) }
    defer {
      if let killer {
        kill(killer, SIGKILL)
        waitpid(killer, nil, 0)
      }
    }
    let command =
      [BenchConditions.thisProgram, "crowd", link, "--players", "\(players)", "--speed", "\(speed)", "--json"]
      + (seconds.map { ["--seconds", "\($0)"] } ?? [])
    let decoder = JSONDecoder()
    decoder.keyDecodingStrategy = .convertFromSnakeCase
    return Child.run(command).flatMap { try? decoder.decode(Report.self, from: Data($0.output.utf8)) }
  }

  private func killer(of players: Int, after pause: Int) -> pid_t? {
    // Connections to the second server, as the kernel lists them.
    let pattern = "^ *[0-9]+: 0100007F:\(String(port + 3, radix: 16, uppercase: true)) [0-9A-F:]+ 01 "
    let script = """
      while [ "$(grep -cE '\(pattern)' /proc/net/tcp)" -lt \(players / 3) ]; do sleep 0.2; done
      sleep \(pause)
      kill -9 "$(cat '\(event)/server/nats2.pid')"
      """
    return spawn(["sh", "-c", script], on: "/dev/null")
  }

  /// What a command about the event's folder says.
  func ask(_ words: [String]) -> Child? { Child.run([trove, "event"] + words + [event]) }

  /// Seconds on the wall until somebody who comes now has the leaderboard.
  func lateJoiner() -> Double? {
    guard let child = Child.run([trove, "event", "board", link, "--json"]), child.status == 0, !child.output.isEmpty
    else { return nil }
    return child.wallTime
  }

  /// Seconds on the wall until a room that is opened now has told of so many finds.
  func lateRoom(finds: Int) -> Double? {
    guard let said = BenchFile(folder.file("room")) else { return nil }
    let start = ProcessorTime.wall
    guard let room = spawn([trove, "event", "room", event, "--json"], on: said.path) else { return nil }
    let hasAll = Poll.until(seconds: 60) { said.lines { $0.contains("\"event\":\"found\"") } >= finds }
    let time = ProcessorTime.wall - start
    kill(room, SIGTERM)
    waitpid(room, nil, 0)
    return hasAll ? time : nil
  }
}

/// A server of NATS that does nothing for an event, for bare clients: one node or three.
final class BareServers {
  private let folder: TemporaryFolder
  private var nodes: [pid_t] = []
  let ports: [UInt16]

  /// `nil` if there is no nats-server, or no ports.
  init?(nodes count: Int) {
    guard let folder = TemporaryFolder(), let program = Self.program,
      let first = FreePorts.first(of: UInt16(2 * count))
    else { return nil }
    let ports = Array(first..<first + UInt16(2 * count))
    self.folder = folder
    self.ports = Array(ports[..<count])
    let routes = ports[count...].map { "nats://127.0.0.1:\($0)" }.joined(separator: ",")
    for node in 0..<count {
      let cluster =
        count > 1
        ? ["--cluster_name", "bare", "--cluster", "nats://127.0.0.1:\(ports[count + node])", "--routes", routes] : []
      let command = [
        program, "-n", "bare\(node)", "-a", "127.0.0.1", "-p", "\(ports[node])", "-js", "-sd", folder.file("\(node)"),
      ]
      if let pid = spawn(command + cluster, on: "/dev/null", hasOwnSession: false) { nodes.append(pid) }
    }
    usleep(count > 1 ? 5_000_000 : 500_000)
  }

  deinit {
    for node in nodes {
      kill(node, SIGKILL)
      waitpid(node, nil, 0)
    }
  }

  var addresses: String { ports.map { "127.0.0.1:\($0)" }.joined(separator: ",") }

  /// Kills the first node after some seconds.
  func killFirst(after seconds: Int) -> pid_t? {
    spawn(["sh", "-c", "sleep \(seconds); kill -9 \(nodes[0])"], on: "/dev/null")
  }

  static var program: String? {
    let wish = getenv("TROVE_NATS_SERVER").map { String(cString: $0) } ?? "nats-server"
    return wish.contains("/") ? wish : Daemon.program(wish)
  }
}

/// A file into which a program writes while it runs.
struct BenchFile {
  let path: String

  /// Makes it, empty.
  init?(_ path: String) {
    let file = open(path, O_CREAT | O_TRUNC | O_RDWR, 0o600)
    guard file >= 0 else { return nil }
    close(file)
    self.path = path
  }

  var text: String { FileManager.default.contents(atPath: path).map { String(decoding: $0, as: UTF8.self) } ?? "" }

  /// How many lines are like that.
  func lines(_ isLike: (Substring) -> Bool) -> Int { text.split(separator: "\n").count(where: isLike) }
}

/// Waiting for something that cannot be waited for otherwise.
enum Poll {
  /// Looks every 10 ms; returns whether it is so in time.
  static func until(seconds: Double, _ isSo: () -> Bool) -> Bool {
    let end = ProcessorTime.wall + seconds
    while !isSo() {
      guard ProcessorTime.wall < end else { return false }
      usleep(10_000)
    }
    return true
  }
}
