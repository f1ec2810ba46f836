import Foundation
import ProcessTesting
import Testing

@Suite("The program that hosts events")
struct EventHostTests {
  /// The game under another name, in a folder without the other programs.
  private final class LonelyGame {
    let folder = URL(filePath: TroveBinary.folder).appending(path: "alone-\(UUID().uuidString)")
    private var trove: String { folder.appending(path: "trove").path }

    init() throws {
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: false)
      try FileManager.default.linkItem(atPath: TroveBinary.path, toPath: trove)
    }

    deinit { try? FileManager.default.removeItem(at: folder) }

    func event(_ words: [String], path: String? = nil) async throws -> Command {
      try await Command.run("/usr/bin/env", ["PATH=\(path ?? folder.path)", trove, "event"] + words, environment: [:])
    }
  }

  @Test(
    "is told of where it is missing, with what to do",
    arguments: [["host", "spring"], ["board", "spring"], ["new", "h.geojson", "--name", "A", "--dir", "spring"]])
  func missing(words: [String]) async throws {
    let run = try await LonelyGame().event(words)
    #expect(run.status == 69 && run.output == "", "\(run.output)")
    #expect(run.error.hasPrefix("Hosting needs trove-host"), "\(run.error)")
    #expect(run.error.contains("script/release trove-host"), "\(run.error)")
  }

  @Test("is not needed for help, nor for words that are wrong")
  func known() async throws {
    let game = try LonelyGame()
    let wrong = try await game.event(["host", "spring", "--nodes", "2"])
    #expect(wrong.status == 64 && wrong.error.contains("--nodes is 1, 3 or 5."), "\(wrong.error)")
    let help = try await game.event(["host", "--help"])
    #expect(help.status == 0 && help.output.contains("--standby"), "\(help.error)")
  }

  @Test("is found in the path, too, and gets the same words")
  func path() async throws {
    let game = try LonelyGame()
    let run = try await game.event(["verify", game.folder.path], path: TroveBinary.folder)
    #expect(run.status == 66 && run.error.contains("there is no event in it"), "\(run.error)")
  }
}
