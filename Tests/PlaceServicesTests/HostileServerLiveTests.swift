import Foundation
import Nearby
import Numbers
import PlaceServices
import ProcessTesting
import Testing
import WebFetch

@Suite(
  "A server that means harm", .timeLimit(.minutes(5)),
  .enabled(
    if: SharedFiles.has("hostile/http_hostile.py") && CurlTransport.version != nil,
    "the server that means harm is not beside the package"))
struct HostileServerLiveTests {
  private let folder = SharedFiles.folder.appending(path: "hostile").path

  /// What the server can do, and what is right to do then.
  private func faults() async throws -> [(name: String, isGood: Bool)] {
    let code = "import http_hostile as h; [print(name, what[0]) for name, what in h.FAULTS.items()]"
    return try await Command.run("env", ["-C", folder, "python3", "-c", code]).lines.map { line in
      let words = line.split(separator: " ")
      return (String(words[0]), words[1] == "ok")
    }
  }

  private func answer(_ address: String) async throws -> PlacesAnswer {
    let start = ContinuousClock.now
    let client = WebClient(
      transport: CurlTransport(agent: "trove-tests"), cache: nil,
      time: .init(
        date: { 0 }, now: { ContinuousClock.now - start }, sleep: { try? await Task.sleep(for: $0) }),
      generator: SeededGenerator(seed: 1))
    return try await PlaceService(address, client: client).last(48.1, 11.5)
  }

  @Test("gets a sentence for everything that it does, and no place but the good one")
  func all() async throws {
    let faults = try await faults()
    #expect(faults.count >= 31)
    let output = FileManager.default.temporaryDirectory.appending(path: "trove-hostile-\(UUID().uuidString)").path
    defer { try? FileManager.default.removeItem(atPath: output) }
    let server = try ChildProcess(["python3", "\(folder)/http_hostile.py"], output: output, limit: 200)
    defer { server.kill() }
    let port = try await port(in: output)
    try await withThrowingTaskGroup(of: (String, Bool, PlacesAnswer).self) { group in
      for (name, isGood) in faults {
        group.addTask { (name, isGood, try await answer("http://127.0.0.1:\(port)/\(name)")) }
      }
      for try await (name, isGood, answer) in group {
        #expect(answer.places.count == (isGood ? 1 : 0), "\(name)")
        #expect((answer.trouble == nil) == isGood, "\(name)")
        let trouble = answer.trouble ?? "well"
        #expect(
          !trouble.isEmpty && trouble.unicodeScalars.allSatisfy { $0.value >= 0x20 && $0.value != 0x7F }, "\(name)")
      }
    }
  }

  private func port(in file: String) async throws -> String {
    for _ in 0..<600 {
      let words = ((try? String(contentsOfFile: file, encoding: .utf8)) ?? "").split(whereSeparator: \.isWhitespace)
      if words.count == 2 { return String(words[1]) }
      try await Task.sleep(for: .milliseconds(50))
    }
    throw TimedOut("the port of the hostile server")
  }
}
