import EventDomain
import Foundation
import NATSClient
import NATSEvents
import ProcessTesting
import Sealing
import SystemKit

/// An event of a hunt, in a folder of its own, hosted by the real program; nothing of it stays after the test.
final class HostedEvent: Sendable {
  static let isPossible = NATSServer.program != nil && NATSConnection.libraryVersion != nil && hasProgram("openssl")
  /// Whether an event can have a page, and the page be read.
  static let hasPage =
    hasProgram("curl") && FileManager.default.fileExists(atPath: "/usr/share/javascript/leaflet/leaflet.css")
  static let hunt = "Maps/null-island-hunt.geojson"
  /// The points of the hunt's ten treasures.
  static let points = 200

  let home = FileManager.default.temporaryDirectory.appending(path: "trove-event-\(UUID().uuidString)")
  /// The folder of the event.
  var folder: URL { home.appending(path: "event") }

  /// Makes the event.
  init(_ options: String..., hunt: String = hunt) async throws {
    try FileManager.default.createDirectory(at: home, withIntermediateDirectories: true)
    let port = try freePortPair()
    let made = try await trove(
      ["event", "new", hunt, "--name", "Spring", "--dir", folder.path, "--address", "127.0.0.1:\(port)"] + options)
    guard made.status == 0 else { throw TimedOut("an event: \(made.error)") }
  }

  deinit {
    if let pid = serverProcess { kill(pid, SIGKILL) }
    try? FileManager.default.removeItem(at: home)
  }

  /// Runs the program, as the user who has a home of this name.
  func trove(_ arguments: [String], as user: String = "organiser", limit: Int = 120) async throws -> Command {
    try await Command.run(TroveBinary.path, arguments, environment: environment(of: user), limit: limit)
  }

  func trove(_ arguments: String..., as user: String = "organiser") async throws -> Command {
    try await trove(arguments, as: user)
  }

  /// The variables of a user.
  func environment(of user: String) -> [String: String] {
    let home = home.appending(path: "home-\(user)").path
    return [
      "HOME": home, "XDG_DATA_HOME": home + "/data", "XDG_STATE_HOME": home + "/state",
      "TROVE_EVENTS": home + "/events", "TROVE_SAVES": home + "/saves",
      "PATH": (ProcessInfo.processInfo.environment["PATH"] ?? "") + ":/usr/sbin:/usr/local/sbin",
    ]
  }

  // MARK: - The host

  /// What the host has written.
  var said: String { text("host.out") }
  /// The address of its page that it has told.
  var page: String? {
    said.split(separator: "\n").first { $0.hasPrefix("page ") }.map { String($0.dropFirst(5)) }
  }

  /// What has troubled it.
  var trouble: String { text("host.err") }

  private func text(_ name: String) -> String {
    (try? String(contentsOf: home.appending(path: name), encoding: .utf8)) ?? ""
  }

  /// Starts the host, and waits until it is ready.
  func host(_ options: String...) async throws -> ChildProcess {
    let child = try ChildProcess(
      [TroveBinary.path, "event", "host", folder.path] + options, output: home.appending(path: "host.out").path,
      error: home.appending(path: "host.err").path, environment: environment(of: "organiser"),
      limit: isNightly ? 7200 : 600)
    try await wait("a host: \(trouble)") { self.said.hasPrefix("ready ") || child.hasEnded }
    guard !child.hasEnded else { throw TimedOut("a host: \(trouble)") }
    return child
  }

  /// Ends a host as its organiser does; returns how it ended.
  func end(_ host: ChildProcess) async -> ChildProcess.Ending {
    host.terminate()
    return await host.ending()
  }

  /// The process of the server, if it runs.
  var serverProcess: pid_t? {
    let text = (try? String(contentsOf: folder.appending(path: "server/nats.pid"), encoding: .utf8)) ?? ""
    guard let pid = pid_t(text.trimmingCharacters(in: .whitespacesAndNewlines)), pid > 1,
      let words = try? Data(contentsOf: URL(filePath: "/proc/\(pid)/cmdline")),
      String(decoding: words, as: UTF8.self).contains(folder.path)
    else { return nil }
    return pid
  }

  /// Waits for something, for a minute.
  func wait(_ what: @autoclosure () -> String, until isSo: () async throws -> Bool) async throws {
    let end = ContinuousClock.now + .seconds(60)
    while try await !isSo() {
      guard ContinuousClock.now < end else { throw TimedOut(what()) }
      try await Task.sleep(for: .milliseconds(20))
    }
  }

  // MARK: - The players

  /// A link for a player.
  func invite(_ name: String, team: String? = nil) async throws -> String {
    let made = try await trove(
      ["event", "invite", folder.path, "--player", name] + (team.map { ["--team", $0] } ?? []))
    guard made.status == 0 else { throw TimedOut("an invitation: \(made.error)") }
    return made.output.trimmingCharacters(in: .whitespacesAndNewlines)
  }

  /// A walker plays as a user; returns what the program says.
  func play(_ link: String, walker seed: Int, as user: String, _ more: String...) async throws -> Command {
    try await trove(
      ["play", "--event", link, "--from", "walker:\(seed)", "--speed", "max", "--json"] + more, as: user)
  }

  // MARK: - What is kept

  /// The bytes of a file of the event, from one on.
  func data(_ name: String, after start: Int = 0) throws -> Data {
    let file = try FileHandle(forReadingFrom: folder.appending(path: name))
    defer { try? file.close() }
    try file.seek(toOffset: UInt64(start))
    return try file.readToEnd() ?? Data()
  }

  /// The lines of a file of the event.
  func lines(_ name: String) throws -> [String] {
    try String(contentsOf: folder.appending(path: name), encoding: .utf8).split(separator: "\n").map(String.init)
  }

  /// A copy of the folder in which a file has other lines.
  func copy(_ file: String, _ change: (inout [String]) -> Void) throws -> URL {
    let copy = home.appending(path: UUID().uuidString)
    try FileManager.default.createDirectory(at: copy, withIntermediateDirectories: true)
    for name in ["event.json", "hunt.geojson", "claims.jsonl", "finds.jsonl"] {
      try FileManager.default.copyItem(at: folder.appending(path: name), to: copy.appending(path: name))
    }
    var lines = try lines(file)
    change(&lines)
    try lines.map { $0 + "\n" }.joined().write(to: copy.appending(path: file), atomically: true, encoding: .utf8)
    return copy
  }

  /// The rows of the leaderboard.
  func board(of event: String? = nil) async throws -> [[String: Any]] {
    try objects(try await trove("event", "board", event ?? folder.path, "--json").lines)
  }

  /// What is judged again, and says the same.
  func verify(_ folder: URL? = nil) async throws -> Command {
    try await trove("event", "verify", (folder ?? self.folder).path)
  }
}
