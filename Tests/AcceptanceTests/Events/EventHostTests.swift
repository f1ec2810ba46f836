import Foundation
import ProcessTesting
import Testing

@Suite("The program that hosts events")
struct EventHostTests {
  @Test("is told of where it is missing, with what to do, by the commands that need it alone")
  func missing() async throws {
    // Another name of the same file, in a folder without the others.
    let folder = URL(filePath: TroveBinary.folder).appending(path: "alone-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: false)
    defer { try? FileManager.default.removeItem(at: folder) }
    let trove = folder.appending(path: "trove").path
    try FileManager.default.linkItem(atPath: TroveBinary.path, toPath: trove)
    for words in [["host", "spring"], ["board", "spring"], ["new", "h.geojson", "--name", "A", "--dir", "spring"]] {
      let run = try await Command.run(trove, ["event"] + words, environment: ["PATH": folder.path])
      #expect(run.status == 69 && run.output == "", "\(run.output)")
      #expect(run.error.hasPrefix("Hosting needs trove-host"), "\(run.error)")
      #expect(run.error.contains("script/release trove-host"), "\(run.error)")
    }
    let wrong = try await Command.run(trove, ["event", "host", "spring", "--nodes", "2"], environment: [:])
    #expect(wrong.status == 64 && wrong.error.contains("--nodes is 1, 3 or 5."), "\(wrong.error)")
    let help = try await Command.run(trove, ["event", "host", "--help"], environment: [:])
    #expect(help.status == 0 && help.output.contains("--standby"), "\(help.error)")
  }

  @Test("is found in the path, too, and gets the same words")
  func path() async throws {
    let folder = URL(filePath: TroveBinary.folder).appending(path: "alone-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: false)
    defer { try? FileManager.default.removeItem(at: folder) }
    let trove = folder.appending(path: "trove").path
    try FileManager.default.linkItem(atPath: TroveBinary.path, toPath: trove)
    let run = try await Command.run(
      trove, ["event", "verify", folder.path], environment: ["PATH": TroveBinary.folder])
    #expect(run.status == 66 && run.error.contains("there is no event in it"), "\(run.error)")
  }
}
