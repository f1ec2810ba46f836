import Foundation
import ProcessTesting
import Testing

@Suite("Another package that tests its location code with Trove")
struct OwnLocationCodeLiveTests {
  /// Builds the example in a folder of its own, from nothing but this package and what it has fetched already.
  @Test("builds, and its walk is the same twice")
  func buildsAndRuns() async throws {
    let scratch = FileManager.default.temporaryDirectory.appending(
      path: "trove-example-\(UUID().uuidString)")
    defer { try? FileManager.default.removeItem(at: scratch) }
    let place = ["--package-path", "Examples/OwnLocationCode", "--scratch-path", scratch.path]
    let build = try await Command.run(
      "swift", ["build", "--skip-update", "-j", "2"] + place, limit: 540)
    try #require(build.status == 0, "\(build.output.suffix(4000))\(build.error.suffix(4000))")

    let program = scratch.appending(path: "debug/drive-tracker").path
    let (first, second) = (try await Command.run(program, []), try await Command.run(program, []))
    #expect(first.status == 0 && first.output == second.output)
    let lines = first.lines
    try #require(lines.count == 2)
    #expect(lines[0].hasPrefix("naive: "))
    #expect(lines[1].hasPrefix("careful: "))
    let errors = lines.map { Int($0.split(separator: " ").suffix(3).first ?? "") ?? .max }
    // The point of the example: what looks right on a desk is far off in a street.
    #expect(errors[0] > 50 && abs(errors[1]) < 15, "\(first.output)")
  }
}
