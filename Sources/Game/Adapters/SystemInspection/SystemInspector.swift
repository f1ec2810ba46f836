package import Doctor

/// Adapter: looks at this computer's ports, programs and services, without changing or opening any of them.
package struct SystemInspector: Sendable {
  private let folders: SystemFolders
  /// Folders where programs are, as in `PATH`.
  private let path: [String]

  /// Creates an inspector; `path` is the player's `PATH`.
  package init(_ folders: SystemFolders = SystemFolders(), path: String = "") {
    self.folders = folders
    // Add the folders in which daemons are installed; players' paths often lack them.
    self.path =
      path.split(separator: ":").map(String.init).filter { $0.hasPrefix("/") } + [
        "/usr/sbin", "/usr/local/sbin", "/sbin",
      ]
  }

  /// Inspects the system; `devices` are further device paths to look at, such as those the player named.
  ///
  /// Of several gpsd processes the one that serves `port` comes first; access to the ports is checked for that one.
  package func facts(about devices: [String] = [], servedAt port: String = "2947") -> SystemFacts {
    let accounts = Accounts(folders)
    let processes = Process.all(in: folders)
    let daemons = Self.daemons(among: processes, servingFirst: port)
    var facts = SystemFacts()
    facts.program = path.map { $0 + "/gpsd" }.first(where: folders.canRun)
    facts.hasSystemd = folders.has("/run/systemd/system")
    facts.socketUnit = unit("gpsd.socket", wantedBy: "sockets.target")
    facts.hasModemManager = processes.contains { $0.name == "ModemManager" }
    facts.daemons = daemons.map {
      .init(user: accounts.user($0.user), groups: $0.groups.sorted().map(accounts.group), port: $0.port)
    }
    let spokenOf = devices.filter { $0.hasPrefix("/") }
    facts.missing = spokenOf.filter { !folders.has($0) || folders.target(of: $0) == nil }
    let paths = SerialPorts(folders).paths
    let others = spokenOf.filter { !paths.contains($0) && !facts.missing.contains($0) }
    let files = (paths + others).map { (path: $0, target: folders.target(of: $0) ?? $0) }
    let holders = Holders(of: Set(files.map(\.target)), among: processes.filter { $0.name != "gpsd" }, folders)
    facts.ports = files.compactMap { file in
      self.port(file.path, at: file.target, daemon: daemons.first, accounts: accounts, holders: holders)
    }
    return facts
  }

  private static func daemons(among processes: [Process], servingFirst port: String) -> [Process] {
    let daemons = processes.filter { $0.name == "gpsd" }
    // Without -S it is gpsd's own port.
    return daemons.filter { ($0.port ?? "2947") == port } + daemons.filter { ($0.port ?? "2947") != port }
  }

  private func port(
    _ path: String, at target: String, daemon: Process?, accounts: Accounts, holders: Holders
  ) -> SystemFacts.Port? {
    guard let permissions = folders.permissions(of: path) else { return nil }
    let isOpen = daemon.map { permissions.allowReading($0.user, groups: $0.groups) }
    var port = SystemFacts.Port(path, group: accounts.group(permissions.group), isOpenToDaemon: isOpen)
    port.isOpenToGroup = permissions.isOpenToGroup
    port.holders = holders.names(target)
    port.product = SerialPorts(folders).product(of: target)
    port.usb = SerialPorts(folders).usb(of: target)
    return port
  }

  /// The state of a systemd unit: whether it exists and is started.
  private func unit(_ name: String, wantedBy target: String) -> SystemFacts.UnitState {
    let administrators = ["/etc/systemd/system", "/run/systemd/system"]
    let places = administrators + ["/usr/lib/systemd/system", "/lib/systemd/system"]
    guard places.contains(where: { folders.has("\($0)/\(name)") }) else { return .absent }
    // A masked unit is a link to `/dev/null`, even if a target wants it.
    if administrators.contains(where: { folders.link(at: "\($0)/\(name)") == "/dev/null" }) { return .disabled }
    return places.contains { folders.has("\($0)/\(target).wants/\(name)") } ? .enabled : .disabled
  }
}
