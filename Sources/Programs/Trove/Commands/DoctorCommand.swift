import ArgumentParser
import CommandKit
import Doctor
import GPSDLocation
import GeoFormats
import Glibc
import SystemInspection
import TerminalUI
import TextCanvas

/// `trove doctor`: what is wrong between the player and a fix.
struct DoctorCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "doctor", abstract: "Says what is wrong between you and a position, and what to do.",
    discussion: """
      Examples:
      trove doctor
      trove doctor localhost:2948 --wait 60

      Looks at gpsd, the receiver, the sky and the terminal; changes nothing. With --json one object a line: \
      verdict (good, doubtful, bad), check, text, remedy; the last one has the check `ready`.

      Exit codes: 0 ready to play, perhaps with doubts; 64 wrong usage; 69 no position to be had.
      """)

  @Argument(help: ArgumentHelp("The gpsd to look at, as in --from gpsd:SPEC.", valueName: "host[:port[:device]]"))
  var spec: String?

  @Option(help: ArgumentHelp("How long to listen for a position, at most.", valueName: "seconds"))
  var wait = 10.0

  @Flag(help: "One JSON object a line.")
  var json = false

  @Flag(help: "Write with 7-bit characters only.")
  var ascii = false

  @Flag(help: "A report to send with the description of a fault: versions, terminal and findings, without positions.")
  var report = false

  func validate() throws {
    guard (0...3600).contains(wait) else { throw ValidationError("--wait goes from 0 to 3600 seconds.") }
    guard !report || !json else { throw ValidationError("--report and --json do not go together.") }
  }

  func run() throws {
    let examination = examine(try address())
    if report {
      Output.write(BugReport(examination: examination).text)
    } else if json {
      for finding in examination.findings + [examination.conclusion] { Output.write(line(for: finding) + "\n") }
    } else {
      Output.write(FindingPage(columns: columns, isASCII: ascii || !Self.capability.isUnicode).text(for: examination))
    }
    throw examination.isReady ? ExitCode.success : .unavailable
  }

  /// The address, written as after `--from` or without the word `gpsd:`.
  private func address() throws -> GPSDAddress {
    let words = (spec ?? "").splitOnce(":")
    let text = words.0 == "gpsd" ? words.1 ?? "" : spec ?? ""
    do { return try GPSDAddress(parsing: text) } catch { throw CommandFailure("\(error)", .usage) }
  }

  private func examine(_ address: GPSDAddress) -> Examination {
    let progress = ProgressLine(isShown: !json && isatty(STDERR_FILENO) != 0 && Self.capability.isAddressable)
    let inspection = GPSDInspection(address, waiting: .milliseconds(Int64(wait * 1000)))
    let daemon = inspection.facts { progress.show($0) }
    progress.clear()
    let place = address.place
    let devices = [place.device].compactMap(\.self) + daemon.devices.map(\.path)
    let inspector = SystemInspector(path: Environment.variables["PATH"] ?? "")
    let system = place.isHere ? inspector.facts(about: devices, servedAt: place.port) : nil
    return Examination(place: place, daemon: daemon, system: system, settings: settings, terminal: terminal)
  }

  /// What the player's settings say; `nil` without any.
  private var settings: SettingsFacts? {
    do throws(CommandFailure) {
      guard let settings = try Settings.own, !settings.entries.isEmpty else { return nil }
      return SettingsFacts(path: settings.path, lines: settings.lines(environment: Environment.variables), mistake: nil)
    } catch {
      return SettingsFacts(path: "", lines: [], mistake: error.message)
    }
  }

  private func line(for finding: Finding) -> String {
    var line = JSONText()
    line.add("verdict", finding.verdict.rawValue)
    line.add("check", finding.check.rawValue)
    line.add("text", SafeText.clean(finding.observation))
    if let remedy = finding.remedy {
      line.add("remedy", ([remedy.advice] + remedy.commands).map { SafeText.clean($0) }.joined(separator: "\n"))
    } else {
      line.addNull("remedy")
    }
    return line.text
  }
}

extension DoctorCommand: SettingsSelecting {
  var tellsOfSettings: Bool { true }
}

// MARK: - The terminal

extension DoctorCommand {
  private static let capability = TerminalCapability(environment: Environment.variables)

  /// The window size of the first standard stream that is a terminal; `nil` if none is.
  private static var window: winsize? {
    var window = winsize()
    let streams = [STDOUT_FILENO, STDERR_FILENO, STDIN_FILENO]
    let isKnown = streams.contains { ioctl($0, UInt(TIOCGWINSZ), &window) == 0 && window.ws_col > 0 }
    return isKnown ? window : nil
  }

  /// The column at which lines wrap; `nil` if standard output is not a terminal.
  private var columns: Int? { isatty(STDOUT_FILENO) == 0 ? nil : Self.window.map { Int($0.ws_col) } }

  private var terminal: TerminalFacts {
    let variables = Environment.variables
    let locale = ["LC_ALL", "LC_CTYPE", "LANG"].lazy.compactMap { variables[$0] }.first { !$0.isEmpty } ?? ""
    // Only the locale counts here, not whether the terminal can move its cursor.
    let isUTF8 = TerminalCapability(environment: variables.merging(["TERM": "xterm"]) { $1 }).isUnicode
    return TerminalFacts(
      term: variables["TERM"] ?? "", locale: locale, isUTF8: isUTF8, hasColours: Self.capability.colours != .none,
      refusesColours: !(variables["NO_COLOR"] ?? "").isEmpty, columns: Self.window.map { Int($0.ws_col) },
      rows: Self.window.map { Int($0.ws_row) })
  }
}

/// A line on standard error that tells what the program waits for; erased afterwards.
private struct ProgressLine: Sendable {
  let isShown: Bool

  func show(_ progress: GPSDInspection.Progress) {
    switch progress {
    case .calling: write("calling gpsd ...")
    case .listening(nil): write("listening to the receiver ...")
    case .listening(let satellites?): write("listening to the receiver ... \(satellites) satellites")
    }
  }

  func clear() { write("") }

  private func write(_ text: String) {
    guard isShown else { return }
    // Back to the first column, and clear what is behind the text.
    let bytes = Array("\r\(text)\u{1B}[K".utf8)
    _ = Glibc.write(STDERR_FILENO, bytes, bytes.count)
  }
}
