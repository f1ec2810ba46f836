import CommandKit
import Doctor
import FoundationEssentials
import GeoFormats
import Glibc

/// What somebody needs to know who looks into a fault on another computer: versions, terminal, findings; no positions,
/// and nothing that names the player.
struct BugReport {
  /// Variables that change what the program shows.
  private static let variables = [
    "TERM", "COLORTERM", "TERM_PROGRAM", "LANG", "LC_ALL", "LC_CTYPE", "LANGUAGE", "NO_COLOR", "CLICOLOR_FORCE",
    "TROVE_STYLE", "TROVE_PLAIN", "TROVE_ASCII", "TROVE_MOUSE", "TROVE_COORDINATES", "GPSD_UNITS",
  ]
  /// Variables of which only counts that they are set.
  private static let places = [
    "TMUX", "STY", "SSH_TTY", "TROVE_DATA", "TROVE_SAVES", "TROVE_REGIONS", "TROVE_SESSIONS",
  ]

  let examination: Examination

  /// The report, a fact a line.
  var text: String {
    let said = Environment.variables
    let values = Self.variables.compactMap { name in said[name].map { "\(name)=\($0)" } }
    let set = Self.places.filter { said[$0] != nil }.map { "\($0) is set" }
    let size = examination.terminal.columns.flatMap { columns in
      examination.terminal.rows.map { "\(columns) x \($0)" }
    }
    let facts =
      ["Trove \(troveVersion)", Self.system, "terminal: \(size ?? "none")"]
      + (values + set).map { "environment: \($0)" }
      + (examination.findings + [examination.conclusion]).map { "\($0.check.rawValue): \($0.observation)" }
    return facts.map { SafeText.clean(anonymous($0)) + "\n" }.joined()
  }

  /// The release of the system, the kernel's and the kind of machine.
  private static var system: String {
    let release = (try? String(contentsOfFile: "/etc/os-release", encoding: .utf8)) ?? ""
    let name = release.split(separator: "\n").first { $0.hasPrefix("PRETTY_NAME=") }?.dropFirst(12)
    var names = utsname()
    uname(&names)
    let (kernel, machine) = (Self.text(of: names.release), Self.text(of: names.machine))
    return "\(name.map { $0.filter { $0 != "\"" } } ?? "unknown system"), \(kernel), \(machine)"
  }

  private static func text(of field: some Any) -> String {
    withUnsafeBytes(of: field) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
  }

  /// A line without the name of the player's home.
  private func anonymous(_ line: String) -> String {
    guard let home = Environment.variables["HOME"], home.count > 1 else { return line }
    return line.replacing(home, with: "~")
  }
}
