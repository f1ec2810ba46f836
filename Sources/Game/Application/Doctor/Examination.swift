/// All the facts between the player and a fix, and what the doctor makes of them.
///
/// The chain is walked from the player outwards: a gpsd that answers, a receiver that talks, satellites, a position.
/// The first link that is broken is the finding, with its most likely cause; what lies behind it cannot be judged.
package struct Examination: Hashable, Sendable {
  /// The gpsd that was asked, or would have been.
  package var place: DaemonPlace
  /// What the connection to it showed.
  package var daemon: DaemonFacts
  /// `nil` if gpsd runs on another computer.
  package var system: SystemFacts?
  /// What the player has set; `nil` for nothing.
  package var settings: SettingsFacts?
  /// What the terminal of the player can do.
  package var terminal: TerminalFacts

  /// Creates an examination.
  package init(
    place: DaemonPlace, daemon: DaemonFacts, system: SystemFacts?, settings: SettingsFacts? = nil,
    terminal: TerminalFacts
  ) {
    self.place = place
    self.daemon = daemon
    self.system = system
    self.settings = settings
    self.terminal = terminal
  }

  /// What was found, the way to the fix first and comfort last.
  package var findings: [Finding] { chain + neighbours + settingsFindings + terminalFindings }

  /// Whether one can play: nothing is bad, and so there is a fix.
  package var isReady: Bool { !findings.contains { $0.verdict == .bad } }

  /// The last word.
  package var conclusion: Finding {
    if !isReady {
      return Finding(
        .bad, .ready, "Not ready: there is no position yet.", remedy: .init("Follow the advice above, then look again.")
      )
    }
    let isPerfect = findings.allSatisfy { $0.verdict == .good }
    return Finding(.good, .ready, isPerfect ? "Ready to play." : "Ready to play; what is in doubt does not stop you.")
  }

  /// The links up to the first broken one.
  private var chain: [Finding] {
    var findings: [Finding] = []
    for link in [daemonLink, receiverLink, positionLink] {
      findings += link
      if findings.contains(where: { $0.verdict == .bad }) { break }
    }
    return findings
  }

  private var settingsFindings: [Finding] {
    guard let settings else { return [] }
    if let mistake = settings.mistake {
      return [
        Finding(
          .doubtful, .settings, "The settings cannot be read: \(mistake)",
          remedy: .init("Correct that line; until then most commands end with this message."))
      ]
    }
    return [Finding(.good, .settings, "\(settings.path) sets \(settings.lines.joined(separator: ", ")).")]
  }

  private var neighbours: [Finding] {
    guard let system else {
      // If the host name is unknown, there is nothing more to report.
      guard daemon.answer != .unknownHost else { return [] }
      return [
        Finding(.good, .system, "\(place.host) is another computer; its ports and programs cannot be seen from here.")
      ]
    }
    guard system.daemons.count > 1 else { return [] }
    return [
      Finding(
        .doubtful, .daemons,
        "\(system.daemons.count) gpsds run on this computer; they may take the receiver from each other.",
        remedy: .init("See which they are, and end all but one:", "pgrep -a gpsd"))
    ]
  }
}
