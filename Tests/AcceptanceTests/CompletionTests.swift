import Foundation
import ProcessTesting
import Testing

@Suite("What shells offer for arguments")
struct CompletionTests {
  /// What the program answers to the script of bash that completes the last word.
  private static func offers(
    _ command: String, _ argument: String, _ words: [String], in folder: ScratchFolder
  ) async throws -> [String] {
    let home = folder.file("")
    let environment = [
      "SAP_SHELL": "bash", "SAP_SHELL_VERSION": "5", "TROVE_REGIONS": home + "regions", "TROVE_SAVES": home + "saves",
      "TROVE_SESSIONS": home + "sessions",
    ]
    let place = ["\(words.count)", "\(words.last?.count ?? 0)"]
    return try await Command.run(
      TroveBinary.path,
      ["---completion"] + command.split(separator: " ").map(String.init) + ["--", argument]
        + place + ["trove"] + words, in: URL(filePath: home), environment: environment
    ).lines
  }

  @Test("regions, sources, games and sessions are offered by their names, and files that fit")
  func offered() async throws {
    let folder = try ScratchFolder()
    let home = folder.file("")
    for name in ["walk.gpx", "walk.nmea", "notes.doc", "town.csv"] {
      try "name,lat,lon\nOak,1,2\n".write(toFile: home + name, atomically: true, encoding: .utf8)
    }
    let hunt = #"{"type":"Feature","properties":{"id":"a"},"geometry":{"type":"Point","coordinates":[2,1]}}"#
    try hunt.write(toFile: home + "hunt.geojson", atomically: true, encoding: .utf8)
    let own = ["TROVE_REGIONS": home + "regions", "TROVE_SAVES": home + "saves", "TROVE_SESSIONS": home + "sessions"]
    for words in [
      ["import", "town.csv"], ["play", "hunt.geojson", "--from", "walker", "--speed", "max", "--plain", "--save"],
      ["play", "hunt.geojson", "--from", "walker", "--speed", "max", "--plain"],
    ] {
      let run = try await Command.run(TroveBinary.path, words, in: URL(filePath: home), environment: own)
      #expect(run.status == 0, "\(run.error)")
    }
    func offers(_ command: String, _ argument: String, _ words: String...) async throws -> [String] {
      try await Self.offers(command, argument, words, in: folder)
    }
    #expect(try await offers("search", "--in", "search", "oak", "--in", "") == ["town"])
    #expect(try await offers("map", "--in", "map", "--in", "") == ["town"])
    let sources = try await offers("play", "--from", "play", "--from", "")
    #expect(sources == ["gpsd", "walker", "steer", "regions/", "saves/", "sessions/", "walk.gpx", "walk.nmea"])
    #expect(try await offers("games remove", "positional@0", "games", "remove", "") == ["1"])
    let sessions = try await offers("replay", "positional@0", "replay", "")
    #expect(sessions.first == "last" && sessions.contains("walk.gpx") && !sessions.contains("notes.doc"))
    #expect(sessions.contains { $0.hasPrefix("20") } && sessions.contains("game-1"), "\(sessions)")
  }

  @Test("where there is nothing, nothing is offered, and nothing is said")
  func nothing() async throws {
    let folder = try ScratchFolder()
    #expect(try await Self.offers("nearby", "--in", ["nearby", "--in", ""], in: folder) == [])
    #expect(try await Self.offers("games show", "positional@0", ["games", "show", ""], in: folder) == [])
  }
}
