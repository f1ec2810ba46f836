import Foundation
import ProcessTesting
import Testing

@Suite("README")
struct ReadmeTests {
  /// The commands that this test cannot run, by how they begin, and why.
  private static let exceptions: [(beginning: String, reason: String)] = [
    ("script/", "builds the program"), ("sudo ", "changes the system"),
    ("trove play Maps/paris-hunt.geojson --from gpsd", "waits for a receiver"),
    ("trove doctor", "looks for a receiver"),
    ("curl ", "needs a network"), ("trove import liechtenstein", "needs the file of the line before"),
    ("trove map liechtenstein", "needs the imported region"), ("trove play --here", "needs the imported region"),
    ("trove hunt make --in liechtenstein", "needs the imported region"),
    ("trove nearby --at 47.1410,9.5209", "needs the imported region"),
    ("trove event host", "runs until it is stopped"), ("trove event invite", "needs an event that is hosted"),
    ("trove feed", "serves until its walk is over"),
  ]

  /// The commands of all code blocks for the shell, in order; a here document belongs to its command.
  private func commands() throws -> [String] {
    let text = try String(contentsOf: SharedFiles.package.appending(path: "README.md"), encoding: .utf8)
    var commands: [String] = []
    var (isShell, isDocument) = (false, false)
    for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
      if line.hasPrefix("```") {
        isShell = line == "```sh"
      } else if isDocument {
        commands[commands.count - 1] += "\n\(line)"
        isDocument = line != "END"
      } else if isShell {
        commands.append(String(line))
        isDocument = line.contains("<<'END'")
      }
    }
    return commands
  }

  @Test("every command can be pasted, in order, and ends with 0")
  func commandsWork() async throws {
    let folder = try ScratchFolder()
    for name in ["Maps", "Traces", "README.md"] {
      try FileManager.default.createSymbolicLink(
        atPath: folder.file(name), withDestinationPath: SharedFiles.package.appending(path: name).path)
    }
    let path = ProcessInfo.processInfo.environment["PATH"] ?? ""
    let environment = [
      "HOME": folder.path, "XDG_STATE_HOME": folder.file("state"), "XDG_DATA_HOME": folder.file("data"),
      "TROVE_SAVES": folder.file("saves"), "TROVE_SESSIONS": folder.file("sessions"),
      "PATH": "\(folder.path):\(path):/usr/sbin:/usr/local/sbin",
    ]
    try FileManager.default.createSymbolicLink(atPath: folder.file("trove"), withDestinationPath: TroveBinary.path)
    var unused = Set(Self.exceptions.map(\.beginning))
    let commands = try commands()
    #expect(commands.count > 20)
    for command in commands {
      if let exception = Self.exceptions.first(where: { command.hasPrefix($0.beginning) }) {
        unused.remove(exception.beginning)
        continue
      }
      guard !command.hasPrefix("trove event") || HostedEvent.isPossible else { continue }
      // As fast as it goes: what happens is the same.
      let line = command.replacing("--speed 20", with: "--speed max")
      let run = try await Command.run(
        "/bin/sh", ["-c", line], in: URL(filePath: folder.path), environment: environment)
      #expect(run.status == 0, "\(command): \(run.status) \(run.error)\(run.output.suffix(500))")
    }
    #expect(unused == [], "exceptions that README does not have")
  }

  @Test("the bundled map of vector tiles is whole, and has the names and the streets of the island")
  func tiles() async throws {
    let map = "Maps/null-island.pmtiles"
    let check = try await TroveBinary.run("check", map)
    #expect(check.status == 0 && check.error == "", "\(check.error)\(check.output)")
    let frame = try await TroveBinary.run("map", map, "--at", "0,0", "--zoom", "16.5", "--size", "120x40")
    for text in ["Zero Town", "Meridian Street", "The Trove authors, MIT"] { #expect(frame.output.contains(text)) }
    let walked = try await TroveBinary.run(
      "simulate", "Maps/null-island-hunt.geojson", "--players", "2", "--patience", "5", "--plain", "--ways", map)
    #expect(walked.status == 0, "\(walked.error)")
  }
}
