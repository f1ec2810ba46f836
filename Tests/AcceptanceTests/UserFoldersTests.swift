import Foundation
import ProcessTesting
import Testing

@Suite("The user's folders")
struct UserFoldersTests {
  /// What a game that is saved and a region that is imported leave in a folder, and what is said; `~` is the folder.
  private func kept(_ environment: [String: String]) async throws -> (files: Set<String>, said: String) {
    let home = FileManager.default.temporaryDirectory.appending(path: "trove-home-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: home, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: home) }
    let usual = ["HOME": "", "XDG_DATA_HOME": "", "TROVE_SAVES": "", "TROVE_REGIONS": ""]
    let variables = usual.merging(environment.mapValues { $0.replacing("~", with: home.path) }) { $1 }
    let play = ["play", "Maps/null-island-hunt.geojson", "--from", "walker:3", "--speed", "max", "--json", "--save"]
    let saved = try await Command.run(TroveBinary.path, play, environment: variables)
    let imported = try await Command.run(
      TroveBinary.path, ["import", "Maps/null-island-places.geojson", "--name", "island"], environment: variables)
    let paths = FileManager.default.enumerator(atPath: home.path)?.compactMap { $0 as? String } ?? []
    return (
      Set(paths.filter { $0.hasSuffix("game-1.jsonl") || $0.hasSuffix(".places") }),
      saved.output + saved.output + imported.error
    )
  }

  @Test(
    "are those of XDG, or those that TROVE_SAVES and TROVE_REGIONS name; relative paths of XDG do not count",
    arguments: [
      (["HOME": "~"], [".local/share/trove/game-1.jsonl", ".local/share/trove/places/island.places"]),
      (["HOME": "~", "XDG_DATA_HOME": "~/data"], ["data/trove/game-1.jsonl", "data/trove/places/island.places"]),
      (["XDG_DATA_HOME": "~"], ["trove/game-1.jsonl", "trove/places/island.places"]),
      (
        ["HOME": "~", "XDG_DATA_HOME": "data"],
        [".local/share/trove/game-1.jsonl", ".local/share/trove/places/island.places"]
      ),
      (["TROVE_SAVES": "~/saves", "TROVE_REGIONS": "~/regions"], ["saves/game-1.jsonl", "regions/island.places"]),
    ] as [([String: String], Set<String>)])
  func folders(environment: [String: String], files: Set<String>) async throws {
    #expect(try await kept(environment).files == files)
  }

  @Test("that are nowhere are said to be", arguments: [[:], ["HOME": "home", "XDG_DATA_HOME": "data"]])
  func nowhere(environment: [String: String]) async throws {
    let kept = try await kept(environment)
    #expect(kept.files.isEmpty)
    #expect(kept.said.contains("TROVE_SAVES") && kept.said.contains("TROVE_REGIONS"))
  }
}
