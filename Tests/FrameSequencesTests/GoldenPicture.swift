import Foundation

/// The expected picture in `Golden/NAME.svg`, which a browser shows; `RECORD_GOLDEN=1` writes it, and fails.
enum GoldenPicture {
  static func mismatch(of text: String, with name: String) -> String? {
    let file = URL(filePath: #filePath).deletingLastPathComponent().appending(
      path: "Golden/\(name).svg")
    if ProcessInfo.processInfo.environment["RECORD_GOLDEN"] == "1" {
      do { try text.write(to: file, atomically: true, encoding: .utf8) } catch { return "\(error)" }
      return "recorded \(file.path): look at it, then run the tests without RECORD_GOLDEN"
    }
    guard let expected = try? String(contentsOf: file, encoding: .utf8) else {
      return "\(file.path) is missing"
    }
    return expected == text ? nil : "\(file.path) differs; now it is:\n\(text)"
  }
}
