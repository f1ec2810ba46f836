import Foundation
import HuntTesting
import Testing

@Suite("A golden file")
struct ViewGoldenHelperTests {
  /// A test file in a folder of its own, with a folder for golden files beside it.
  private func home(_ body: (_ test: String, _ golden: URL) throws -> Void) throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "golden-\(UUID().uuidString)")
    let golden = folder.appending(path: "Golden")
    try FileManager.default.createDirectory(at: golden, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    try body(folder.appending(path: "SomeTests.swift").path, golden)
  }

  @Test("that is missing is a mismatch that shows the text")
  func missing() throws {
    try home { test, golden in
      let mismatch = Golden.mismatch(of: "one\ntwo", with: "frame", isRecording: false, beside: test)
      #expect(mismatch?.contains("frame.txt is missing") == true)
      #expect(mismatch?.hasSuffix("one\ntwo") == true)
      #expect(!FileManager.default.fileExists(atPath: golden.appending(path: "frame.txt").path))
    }
  }

  @Test("is written by a recording, which is a mismatch even when nothing changed, and matches from then on")
  func recording() throws {
    try home { test, golden in
      for _ in 0..<2 {
        let mismatch = Golden.mismatch(of: "é\n\nx", with: "frame", isRecording: true, beside: test)
        #expect(mismatch?.hasPrefix("recorded ") == true)
      }
      let written = try String(contentsOf: golden.appending(path: "frame.txt"), encoding: .utf8)
      #expect(written == "é\n\nx\n")
      #expect(Golden.mismatch(of: "é\n\nx", with: "frame", isRecording: false, beside: test) == nil)
    }
  }

  @Test(
    "that differs is a mismatch at the first line that does",
    arguments: [("a\nB", 2), ("a", 2), ("", 1)])
  func difference(text: String, line: Int) throws {
    try home { test, _ in
      _ = Golden.mismatch(of: "a\nb", with: "frame", isRecording: true, beside: test)
      let mismatch = Golden.mismatch(of: text, with: "frame", isRecording: false, beside: test)
      #expect(mismatch?.contains("frame.txt differs at line \(line);") == true)
    }
  }

  @Test("that cannot be written is a mismatch that says so")
  func unwritable() {
    let mismatch = Golden.mismatch(of: "a", with: "frame", isRecording: true, beside: "/no/such/folder/Tests.swift")
    #expect(mismatch == "/no/such/folder/Golden/frame.txt cannot be written")
  }
}
