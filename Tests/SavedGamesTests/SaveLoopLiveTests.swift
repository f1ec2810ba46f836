import Foundation
import ProcessTesting
import Testing

/// Programs that were built with these tests.
enum Built {
  static func program(_ name: String) -> String {
    // The test bundle lies beside them; its path is among the runner's arguments, or is the runner itself.
    let bundle = CommandLine.arguments.first { $0.contains(".xctest") } ?? CommandLine.arguments[0]
    return bundle.components(separatedBy: "/").prefix { !$0.hasSuffix(".xctest") }.joined(separator: "/") + "/" + name
  }
}

@Suite("A game that is cut off", .timeLimit(.minutes(15)))
struct SaveLoopLiveTests {
  private static let loop = Built.program("trove-save-loop")
  private static let hasKit = SharedFiles.has("hostile/killloop.py")

  private func kit(_ tool: String, _ arguments: String...) async throws -> Command {
    try await Command.run(
      "python3",
      [
        SharedFiles.folder.appending(path: "hostile/\(tool)").path, "--run", "\(Self.loop) run {dir}", "--load",
        "\(Self.loop) count {dir}",
      ] + arguments, limit: 600)
  }

  @Test("killed at any moment, it has kept all that it said was safe, and not more than one find besides")
  func killed() async throws {
    let folder = Folder()
    for _ in 0..<5 {
      let output = folder.url.appending(path: "output")
      let child = try ChildProcess([Self.loop, "run", folder.url.path], output: output.path)
      // As many as chance lets it come to after the first.
      var text = ""
      for _ in 0..<6000 where !text.contains("ack") {
        try await Task.sleep(for: .milliseconds(10))
        text = (try? String(contentsOf: output, encoding: .utf8)) ?? ""
      }
      try await Task.sleep(for: .milliseconds(.random(in: 0...60)))
      child.kill()
      try await waitForLocks(on: folder.url.appending(path: "game-1.jsonl"))
      text = try String(contentsOf: output, encoding: .utf8)
      // What follows the last line break was not said.
      let lines = text.split(separator: "\n", omittingEmptySubsequences: false).dropLast()
      let said = try #require(lines.last?.split(separator: " ").last.flatMap { Int($0) })
      let count = try await Command.run(Self.loop, ["count", folder.url.path])
      let kept = try #require(count.lines.first.flatMap { Int($0) })
      #expect((said...said + 1).contains(kept), "\(count.error)")
      #expect(count.error == "")
    }
  }

  @Test("killed a hundred times: nothing lost, nothing doubled, no start refused", .enabled(if: hasKit, "no kit here"))
  func hundredKills() async throws {
    let run = try await kit("killloop.py", "--kills", "100")
    #expect(
      run.status == 0
        || run.output.contains("in 5 s")
          && run.output.contains("a loss 0, finds lost 0, kills with finds too many 0"),
      "\(run.output)\(run.error)")
  }

  @Test(
    "of five hundred disks that a lost power may leave, none has lost a find or does not load",
    .enabled(if: hasKit && hasProgram("strace"), "no kit or no strace here"))
  func crashes() async throws {
    let run = try await kit("crashsim.py", "--states", "500", "--seconds", "3")
    #expect(run.status == 0, "\(run.output)\(run.error)")
  }

  @Test(
    "whichever call fails, whatever was said to be safe is",
    .enabled(if: hasKit && hasProgram("cc"), "no kit or no C compiler here"))
  func faults() async throws {
    let folder = Folder()
    let library = folder.url.appending(path: "fault.so").path
    let source = SharedFiles.folder.appending(path: "hostile/fault.c").path
    let build = try await Command.run("cc", ["-shared", "-fPIC", "-O2", "-o", library, source, "-ldl"])
    try #require(build.status == 0, "\(build.error)")
    let run = try await kit("faultloop.py", "--library", library, "--max", "6")
    #expect(run.status == 0, "\(run.output)\(run.error)")
  }
}
