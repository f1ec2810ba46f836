import Foundation
import ProcessTesting
import Testing

/// Texts that strangers make: none may reach a terminal with what a terminal acts on.
@Suite("Foreign text on the terminal")
struct ForeignTextTests {
  /// Sets the title, clears the screen, writes from right to left.
  private static let attack = "b\u{1B}]0;PWN\u{7}\u{1B}[2J\u{9B}2J\u{202E}"

  /// A folder of its own, gone with the test.
  private final class Folder {
    let url = FileManager.default.temporaryDirectory.appending(path: "trove-foreign-\(UUID().uuidString)")
    init() throws { try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true) }
    deinit { try? FileManager.default.removeItem(at: url) }
  }

  /// What of the output a terminal would act on.
  private func attacks(_ run: Command) -> [Unicode.Scalar] {
    (run.output + run.error).unicodeScalars.filter {
      [.control, .format].contains($0.properties.generalCategory) && $0 != "\n"
    }
  }

  @Test(
    "comes out without it where the command line has it",
    arguments: [
      ["verify", "a.finish", attack], ["map", "a", attack], ["play", "--\(attack)"], ["play", "--view", attack],
      ["play", "--from", attack], ["nearby", "--at", attack], ["hunt", "new", "x", "--name", attack, attack],
      ["games", "show", attack], ["simulate", "--require", attack], ["replay", "--start", attack, "last"],
      ["doctor", attack], ["search", attack], ["check", attack], ["play", attack], [attack], ["hunt", attack],
      ["nearby", "--at", "0,0", "--places", "http://127.0.0.1:1/\(attack)"],
      ["nearby", "--at", "0,0", "--places", "http://\(attack)"],
    ])
  func arguments(_ arguments: [String]) async throws {
    let folder = try Folder()
    let run = try await Command.run(
      TroveBinary.path, arguments, in: folder.url, environment: ["HOME": folder.url.path, "XDG_DATA_HOME": ""])
    #expect(attacks(run) == [])
    #expect(!(run.output + run.error).isEmpty)
  }

  @Test(
    "comes out without it where a folder in the environment has it",
    arguments: [
      ("TROVE_SESSIONS", ["replay"]), ("TROVE_SESSIONS", ["replay", "last"]), ("TROVE_SAVES", ["games"]),
      ("TROVE_REGIONS", ["places"]), ("TROVE_REGIONS", ["places", "x"]),
    ])
  func environment(name: String, arguments: [String]) async throws {
    let folder = try Folder()
    let own = folder.url.appending(path: Self.attack)
    try FileManager.default.createDirectory(at: own, withIntermediateDirectories: true)
    for file in ["\(Self.attack).flight", "\(Self.attack).places", "games.db"] {
      try Data("no such thing".utf8).write(to: own.appending(path: file))
    }
    let run = try await Command.run(TroveBinary.path, arguments, in: folder.url, environment: [name: own.path])
    #expect(attacks(run) == [])
    #expect(!(run.output + run.error).isEmpty)
  }

  @Test("comes out without it where expat reads it", arguments: ["check", "play"])
  func expat(command: String) async throws {
    let folder = try Folder()
    let name = "\(Self.attack).gpx"
    try Data("<gpx><\(Self.attack)/>".utf8).write(to: folder.url.appending(path: name))
    let run = try await Command.run(TroveBinary.path, [command, name], in: folder.url)
    #expect(attacks(run) == [])
    #expect(!run.error.isEmpty)
  }

  @Test("comes out without it where SQLite quotes a damaged database")
  func database() async throws {
    let folder = try Folder()
    let saves = folder.url.path
    let path = folder.url.appending(path: "games.db")
    var bytes = try Data(contentsOf: SharedFiles.package.appending(path: "Tests/SavedGamesTests/Fixtures/closed.db"))
    let damage = Data("\"\(Self.attack)\"".utf8)
    let schema = try #require(bytes.range(of: Data("CREATE TABLE ".utf8)))
    bytes.replaceSubrange(schema.upperBound - 6..<schema.upperBound - 6 + damage.count, with: damage)
    try bytes.write(to: path)
    let run = try await Command.run(TroveBinary.path, ["games"], environment: ["TROVE_SAVES": saves])
    #expect(attacks(run) == [])
    #expect(run.error.contains("damaged"))
  }
}
