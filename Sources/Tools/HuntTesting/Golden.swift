internal import Glibc

/// Expected texts in files: `Golden/NAME.txt` beside the test that asks.
///
/// ```swift
/// let mismatch = Golden.mismatch(of: canvas.text, with: "compass-two-ahead")
/// #expect(mismatch == nil, "\(mismatch ?? "")")
/// ```
///
/// With `RECORD_GOLDEN=1` in the environment the file is written anew, and the test fails all the same: a recording
/// is to be read before it counts.
package enum Golden {
  /// Describes how `text` differs from the golden file; `nil` if it does not.
  ///
  /// A missing file is a mismatch.
  ///
  /// - Parameters:
  ///   - name: the file's name without `.txt`.
  ///   - isRecording: whether to write the file; by default what the environment says.
  ///   - test: the file of the test.
  package static func mismatch(
    of text: String, with name: String, isRecording: Bool = Golden.isRecording, beside test: String = #filePath
  ) -> String? {
    let path = "\(folder(of: test))/Golden/\(name).txt"
    if isRecording {
      return write(text + "\n", to: path)
        ? "recorded \(path): read it, then run the tests without RECORD_GOLDEN" : "\(path) cannot be written"
    }
    guard let expected = read(path) else { return "\(path) is missing: RECORD_GOLDEN=1 makes it, from this:\n\(text)" }
    guard expected != text + "\n" else { return nil }
    return "\(path) differs at line \(firstDifference(expected, text + "\n")); now it is:\n\(text)"
  }

  /// Whether the environment says `RECORD_GOLDEN=1`.
  package static var isRecording: Bool { getenv("RECORD_GOLDEN").map { String(cString: $0) } == "1" }

  private static func folder(of path: String) -> Substring {
    path.lastIndex(of: "/").map { path[..<$0] } ?? "."
  }

  /// 1-based.
  private static func firstDifference(_ one: String, _ other: String) -> Int {
    let lines = [one, other].map { $0.split(separator: "\n", omittingEmptySubsequences: false) }
    let same = zip(lines[0], lines[1]).prefix { $0 == $1 }
    return same.reduce(1) { count, _ in count + 1 }
  }

  private static func read(_ path: String) -> String? {
    guard let file = fopen(path, "r") else { return nil }
    defer { fclose(file) }
    var bytes: [UInt8] = []
    var chunk = [UInt8](repeating: 0, count: 1 << 16)
    while case let count = fread(&chunk, 1, chunk.count, file), count > 0 { bytes += chunk[..<count] }
    return String(decoding: bytes, as: UTF8.self)
  }

  private static func write(_ text: String, to path: String) -> Bool {
    guard let file = fopen(path, "w") else { return false }
    let bytes = Array(text.utf8)
    let isWritten = fwrite(bytes, 1, bytes.count, file) == bytes.count
    return fclose(file) == 0 && isWritten
  }
}
