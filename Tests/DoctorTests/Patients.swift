import Doctor

/// Made-up facts: a healthy player, to be given one defect at a time.
enum Patients {
  static let port = "/dev/ttyACM0"

  /// A receiver in the sun, a gpsd of systemd's, a good terminal.
  static let healthy = Examination(place: here, daemon: talking, system: system, terminal: terminal)

  static let here = DaemonPlace(host: "localhost", port: "2947", isHere: true)

  /// Another computer, of which only the conversation tells.
  static var remote: Examination {
    var patient = healthy
    patient.place = DaemonPlace(host: "pi.lan", port: "2947", isHere: false)
    patient.system = nil
    return patient
  }

  static var talking: DaemonFacts {
    var facts = DaemonFacts(.greeted)
    facts.release = "3.22"
    (facts.protocolMajor, facts.protocolMinor) = (3, 14)
    facts.hasListedDevices = true
    facts.devices = [.init(port, driver: "u-blox")]
    (facts.hasReports, facts.speaksOfPositions) = (true, true)
    (facts.dimensions, facts.accuracy) = (3, 4.2)
    (facts.seen, facts.used) = (12, 9)
    return facts
  }

  static var system: SystemFacts {
    var facts = SystemFacts()
    facts.program = "/usr/sbin/gpsd"
    facts.hasSystemd = true
    facts.socketUnit = .enabled
    facts.daemons = [.init(user: "gpsd", groups: ["dialout"])]
    facts.ports = [
      .init(port, group: "dialout", isOpenToDaemon: true), .init("/dev/ttyS0", group: "dialout", isOpenToDaemon: true),
    ]
    return facts
  }

  static let terminal = TerminalFacts(
    term: "xterm-256color", locale: "de_DE.UTF-8", isUTF8: true, hasColours: true, columns: 80, rows: 24)

  /// The healthy one, after something has happened to it.
  static func with(_ happen: (inout Examination) -> Void) -> Examination {
    var patient = healthy
    happen(&patient)
    return patient
  }
}

extension Examination {
  /// The call brought nothing but this.
  mutating func answer(_ answer: DaemonFacts.Answer) { daemon = DaemonFacts(answer) }

  /// gpsd hears nothing from its receivers.
  mutating func silence() {
    (daemon.hasReports, daemon.speaksOfPositions) = (false, false)
    loseFix()
    (daemon.seen, daemon.used) = (nil, nil)
  }

  mutating func loseFix() { (daemon.dimensions, daemon.accuracy) = (nil, nil) }

  /// gpsd has no receivers.
  mutating func loseDevices() {
    silence()
    daemon.devices = []
  }

  /// Asks for one receiver.
  mutating func ask(for device: String) {
    place = DaemonPlace(host: place.host, port: place.port, device: device, isHere: place.isHere)
  }

  mutating func changePort(_ change: (inout SystemFacts.Port) -> Void) {
    guard var port = system?.ports[0] else { return }
    change(&port)
    system?.ports[0] = port
  }
}
