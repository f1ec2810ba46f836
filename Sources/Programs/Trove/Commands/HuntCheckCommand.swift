import ArgumentParser
import CommandKit
import GeoFormats
import Glibc
import HuntDomain
import HuntInspection
import Numbers
import PlaceFiles

/// `trove hunt check`: checks that a hunt can be played, and would be fun.
struct HuntCheckCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "check", abstract: "Looks for what players would stumble over in a hunt.",
    discussion: """
      Examples:
      trove hunt check park.geojson
      trove hunt check park.geojson --strict

      Plays the hunt on paper, on every way: stages that nobody reaches and choices after which nobody wins; zones \
      that overlap or are smaller than receivers err; limits in which nobody can walk so far; places that do not come \
      of the answers; answers and hidden places that players read too early.

      Prints FILE:LINE: error|warning|note: text, the line being that of the treasure. With --json one object a line: \
      file, line, severity, code, treasure, text.

      Exit codes: 0 no errors (with --strict, no warnings either); 2 otherwise, also when a file is refused whole; 65 \
      a file is a map, a region or a list of places; 66 a file is not there.
      """)

  @Argument(help: "Hunts to check.", completion: .file(extensions: ["geojson", "json"]))
  var files: [String]

  @Flag(help: "Count warnings like errors.")
  var strict = false

  @Flag(help: "One JSON object a line.")
  var json = false

  func run() throws {
    let results = files.map(check)
    throw results.contains(.noSuchFile) ? .noSuchFile : results.first { $0 != .success } ?? .success
  }

  /// Looks at one file, and gives the code to end with.
  private func check(_ file: String) -> ExitCode {
    let read: HuntFile
    do throws(FileProblem) {
      if let other = Files.noHunt(file) ?? foreign(file) { throw other }
      read = try HuntFile(path: file)
    } catch {
      Output.error(CommandFailure(error).message)
      return error.isMissing ? .noSuchFile : error.isOther ? .badData : .refused
    }
    let now = Timestamp(milliseconds: Int64(time(nil)) * 1000)
    let findings = Inspection(read.hunt, now: now).findings
    var warnings = read.warnings(besides: findings)
    if read.skippedFeatures > 0 {
      let what = read.skippedFeatures == 1 ? "a feature is" : "\(read.skippedFeatures) features are"
      let line = warnings.first { $0.message.hasSuffix("feature skipped") }?.line ?? 1
      warnings.append(Diagnostic(.error, line: line, "\(what) lost, for the reasons above: the hunt is not whole"))
    }
    let complaints =
      warnings.map { complaint($0) }
      + findings.map { complaint($0, in: read) }
    for complaint in complaints { Output.write(text(complaint, file) + "\n") }
    if complaints.isEmpty, !json { Output.write("\(SafeText.clean(file)): nothing to find fault with\n") }
    let bad = complaints.contains { $0.severity == .error || strict && $0.severity == .warning }
    return bad ? .refused : .success
  }

  /// The problem with a file that is not a hunt but something else that is known; `nil` for other files.
  private func foreign(_ file: String) -> FileProblem? {
    guard Files.isOrdinary(file) else { return nil }
    let format = FileFormat(path: file)
    if case .foreign(let other) = format, let advice = other.advice(file) {
      return FileProblem(file: file, "\(other): \(advice)")
    }
    guard let bytes = try? FileBytes.beginning(of: file, count: 8192), FileFormat(beginning: bytes) == format,
      format.holds(.caches)
    else { return nil }
    let name = format.names.joined(separator: ", ")
    return FileProblem(file: file, "a \(name) file; `trove hunt check` reads GeoJSON, and `trove check` reads \(name)")
  }

  // MARK: - Complaints

  /// A finding with its line, or a complaint of the reader, which has no code of its own.
  private struct Complaint {
    let line: Int
    let severity: HuntFinding.Severity
    let code: String
    let treasure: String?
    let text: String
  }

  private func complaint(_ diagnostic: Diagnostic) -> Complaint {
    let severity: HuntFinding.Severity = diagnostic.severity == .error ? .error : .warning
    return Complaint(
      line: diagnostic.line, severity: severity, code: "format", treasure: nil, text: diagnostic.message)
  }

  private func complaint(_ finding: HuntFinding, in file: HuntFile) -> Complaint {
    let name = finding.treasure.map { "\(SafeText.quoted($0)): " } ?? ""
    return Complaint(
      line: finding.treasure.flatMap { file.lines[$0] } ?? 1, severity: finding.severity, code: finding.code.rawValue,
      treasure: finding.treasure, text: name + finding.text)
  }

  private func text(_ complaint: Complaint, _ file: String) -> String {
    guard json else {
      let place = "\(SafeText.clean(file)):\(complaint.line)"
      return SafeText.clean("\(place): \(complaint.severity.rawValue): \(complaint.text)", limit: 2000)
    }
    var object = JSONText()
    object.add("file", file)
    object.add("line", complaint.line)
    object.add("severity", complaint.severity.rawValue)
    object.add("code", complaint.code)
    if let treasure = complaint.treasure { object.add("treasure", treasure) } else { object.addNull("treasure") }
    object.add("text", complaint.text)
    return object.text
  }
}
