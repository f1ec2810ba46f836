import Foundation
import GeoFormats
import ProcessTesting
import Testing

/// A corpus of hostile files with what is to become of each, beside the package; unpacked once for all formats.
struct HostileCorpus {
  /// One file, and what the contract says about it.
  struct Case: Decodable, CustomTestStringConvertible {
    let id, fmt, cls, file, why: String
    /// The line of the first message, or of one of them; and how many items load.
    let line, keep: Int?

    var testDescription: String { "\(id): \(why)" }
  }

  static let isPresent = SharedFiles.has("hostile/dev.tar.xz")

  let folder: URL
  let cases: [Case]

  /// Unpacks the files of one format; the caller removes the folder.
  init(_ format: String) async throws {
    folder = FileManager.default.temporaryDirectory.appending(path: "hostile-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    let archive = SharedFiles.folder.appending(path: "hostile/dev.tar.xz").path
    let tar = try await Command.run(
      "tar",
      ["-xf", archive, "-C", folder.path, "--strip-components=1", "--wildcards", "*/manifest.jsonl", "*/\(format)/*"],
      limit: 300)
    guard tar.status == 0 else { throw POSIXError(.EIO) }
    let manifest = try String(contentsOf: folder.appending(path: "manifest.jsonl"), encoding: .utf8)
    cases = try manifest.split(separator: "\n").map { try JSONDecoder().decode(Case.self, from: Data($0.utf8)) }
      .filter { $0.fmt == format }
  }

  /// What is wrong with what became of a file; nothing when all is as the contract says.
  func faults(_ hostile: Case) -> [String] {
    let path = folder.appending(path: hostile.file).path
    let check = FormatCheck(path: path)
    let severities = Set(check.diagnostics.map(\.severity))
    let outcome = check.loaded == nil ? "reject" : check.diagnostics.isEmpty ? "accept" : "warn"
    var faults: [String] = []
    // More is read than when the corpus was made: GPX as far as it is XML, with a warning, and longitudes beyond 180°.
    let isMended = hostile.fmt == "gpx" && hostile.cls == "reject" && outcome == "warn"
    if hostile.why == "feature skipped: lon 181", check.loaded == 3 { return faults }
    // Packed files are read, too.
    if hostile.why.hasPrefix("gzip"), outcome == "accept" { return faults }
    if hostile.cls != "any", !isMended, !hostile.cls.split(separator: "|").contains(Substring(outcome)) {
      faults.append("outcome \(outcome), expected \(hostile.cls)")
    }
    if outcome == "reject", !severities.contains(.error) { faults.append("refused without an error") }
    if outcome == "warn", severities != [.warning] { faults.append("loaded, and not all messages are warnings") }
    if let line = hostile.line, !check.diagnostics.isEmpty, !check.diagnostics.map(\.line).contains(line) {
      faults.append("line \(check.diagnostics[0].line), expected \(line)")
    }
    if let loaded = check.loaded, let keep = hostile.keep, loaded != keep {
      faults.append("loaded \(loaded), expected \(keep)")
    }
    if check.diagnostics.contains(where: { Self.holdsControl($0.text(file: path)) }) {
      faults.append("a control character in a message")
    }
    return faults
  }

  private static func holdsControl(_ text: String) -> Bool {
    text.unicodeScalars.contains { scalar in
      switch scalar.value {
      case 0..<0x20, 0x7F...0x9F, 0x2028...0x202E, 0x2066...0x2069: true
      default: false
      }
    }
  }
}
