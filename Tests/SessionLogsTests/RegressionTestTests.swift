import Foundation
import SessionLogs
import Testing

@Suite("A regression test made of a session")
struct RegressionTestTests {
  @Test("its files are named after the session, whatever folder it lies in")
  func names() {
    #expect(RegressionTest(of: "/a/b/walk.flight", golden: "", allowsFiles: false).name == "walk")
    #expect(RegressionTest(of: "walk.finish", golden: "", allowsFiles: false).name == "walk.finish")
    #expect(RegressionTest(of: "/", golden: "", allowsFiles: false).name == "session")
  }

  @Test("the first line that differs is told, also where one is the beginning of the other")
  func differences() {
    func line(_ shown: String, _ golden: String) -> Int? {
      RegressionTest.firstDifference(of: Array(shown.utf8), from: Array(golden.utf8))
    }
    #expect(line("a\nb\n", "a\nb\n") == nil)
    #expect(line("x\nb\n", "a\nb\n") == 1)
    #expect(line("a\nx\n", "a\nb\n") == 2)
    #expect(line("a\n", "a\nb\n") == 2)
    #expect(line("a\nb\nc", "a\nb\n") == 3)
    #expect(line("a", "") == 1)
  }

  @Test("the folder is made, and holds the session, what it shows, and a script that is run by its name")
  func files() throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "trove-test-\(UUID().uuidString)")
    defer { try? FileManager.default.removeItem(at: folder) }
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    let record = folder.appending(path: "walk.flight").path
    try Data("record\n".utf8).write(to: URL(filePath: record))
    let golden = RegressionTest.picture("a frame", at: "0:12", line: 7)
    #expect(golden == "--- 0:12, line 7\na frame\n")
    for allowsFiles in [false, true] {
      let test = RegressionTest(of: record, golden: golden, allowsFiles: allowsFiles)
      let target = folder.appending(path: "tests/\(allowsFiles)").path
      let script = try test.write(into: target, copying: record)
      #expect(script == target + "/walk.test")
      #expect(try String(contentsOfFile: target + "/walk.flight", encoding: .utf8) == "record\n")
      #expect(try String(contentsOfFile: target + "/walk.golden", encoding: .utf8) == golden)
      #expect(FileManager.default.isExecutableFile(atPath: script))
      let text = try String(contentsOfFile: script, encoding: .utf8)
      #expect(text.hasPrefix("#!/bin/sh\n"))
      #expect(text.hasSuffix("$name.golden\"" + (allowsFiles ? " --allow-files" : "") + "\n"))
    }
    // A session that lies there already is left alone.
    let alone = try RegressionTest(of: record, golden: "", allowsFiles: false).write(into: folder.path, copying: nil)
    #expect(alone == folder.path + "/walk.test")
  }
}
