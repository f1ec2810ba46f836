extension Examination {
  /// The second link: a receiver that gpsd has opened and that sends data.
  var receiverLink: [Finding] {
    if daemon.hasReports {
      return [Finding(.good, .receiver, "The receiver talks\(deviceWords).")]
    }
    let paths = daemon.devices.map(\.path)
    if let device = place.device, daemon.refusesDevice || !(paths.isEmpty || paths.contains(device)) {
      return [wrong(device)]
    }
    return [paths.isEmpty ? noReceiver : silent(place.device ?? paths[0])]
  }

  /// ` (/dev/ttyUSB0, NMEA0183)` where there is one to name.
  private var deviceWords: String {
    let device = place.device.flatMap { wanted in daemon.devices.first { $0.path == wanted } } ?? daemon.devices.first
    guard let device else { return "" }
    return " (\([device.path, device.driver].compactMap(\.self).joined(separator: ", ")))"
  }

  private func bad(_ observation: String, _ remedy: Finding.Remedy) -> Finding {
    Finding(.bad, .receiver, observation, remedy: remedy)
  }

  // MARK: - Which one

  /// The one that was asked for is not among those that gpsd has.
  private func wrong(_ device: String) -> Finding {
    if let system, system.missing.contains(device) { return notThere(device, system) }
    if let hindrance = hindrance(for: device) { return hindrance }
    let others = daemon.devices.map(\.path)
    let has = others.isEmpty ? "none at all" : others.prefix(3).joined(separator: ", ")
    return bad("gpsd does not have the receiver \(device); it has \(has).", tell(device))
  }

  private func notThere(_ device: String, _ system: SystemFacts) -> Finding {
    let others = system.ports.filter(\.isPluggable).map(\.path)
    let remedy =
      others.isEmpty
      ? Finding.Remedy("Plug the receiver in and see what name it gets:", "ls -l /dev/serial/by-id")
      : Finding.Remedy(
        "The receiver may have another name now: \(others.prefix(3).joined(separator: ", ")). Try:", "trove doctor")
    return bad("There is no \(device) on this computer.", remedy)
  }

  /// gpsd has none; something may be plugged in nevertheless.
  private var noReceiver: Finding {
    guard let system else {
      return bad(
        "gpsd on \(place.host) has no receiver.",
        .init("Plug one in there, and tell gpsd:", "sudo gpsdctl add /dev/ttyUSB0"))
    }
    if let device = place.device, system.missing.contains(device) { return notThere(device, system) }
    guard let port = place.device.flatMap({ system.port($0) }) ?? system.ports.first(where: \.isPluggable) else {
      return bad(
        "gpsd has no receiver, and none is plugged in.",
        .init(
          "Plug it in and look again. A phone can be one, with an app that sends NMEA and a gpsd of its own:", phone,
          "trove doctor localhost:2948"))
    }
    return hindrance(for: port.path)
      ?? bad("gpsd has no receiver, though \(port.described) is there.", tell(port.path))
  }

  private var phone: String { "gpsd -N -n -S 2948 udp://0.0.0.0:29998" }

  private func tell(_ device: String) -> Finding.Remedy {
    .init("Tell gpsd about it\(there):", "sudo gpsdctl add \(shell(device))")
  }

  // MARK: - Silence

  /// The finding for a receiver that gpsd has opened but that sends nothing.
  private func silent(_ device: String) -> Finding {
    if let system, system.missing.contains(device) {
      return bad("The receiver \(device) was pulled out.", .init("Plug it in again; gpsd finds it by itself."))
    }
    if let hindrance = hindrance(for: device) { return hindrance }
    if device.contains("://") {
      return bad(
        "gpsd listens at \(device) and hears nothing.",
        .init("Start what should send there: the app on the phone, or the other program; check address and port."))
    }
    let driver = daemon.devices.first { $0.path == device }?.driver
    let hears =
      driver.map { "gpsd knows it (\($0)), but it has fallen silent" } ?? "it says nothing that gpsd understands"
    let name = system?.port(device)?.described ?? device
    return bad(
      "The receiver \(name) is there; \(hears).",
      .init("Pull it out, count to five, plug it in again. Then see whether anything comes:", gpspipe("-r -n 10")))
  }

  /// The finding about what keeps gpsd from an existing port: another program, the permissions, or most likely
  /// ModemManager.
  private func hindrance(for device: String) -> Finding? {
    guard let system, let port = system.port(device) else { return nil }
    if system.hasModemManager, port.holders.contains("ModemManager") || port.holders.isEmpty && port.looksLikeModem,
      port.isOpenToDaemon != false
    {
      let holds = port.holders.isEmpty ? "may hold" : "holds"
      return bad(
        "gpsd hears nothing from \(port.described): ModemManager \(holds) it, taking it for a modem.", letGo(port))
    }
    if let holder = port.holders.first {
      return bad(
        "gpsd hears nothing from \(port.described): the program \(holder) has it open.",
        .init("End that program. To see it:", "sudo fuser -v \(shell(port.path))"))
    }
    guard port.isOpenToDaemon == false, let daemon = system.daemons.first else { return nil }
    let groups = daemon.groups.isEmpty ? "no group" : daemon.groups.prefix(4).joined(separator: ", ")
    return bad(
      "gpsd may not read \(port.described): it belongs to the group \(port.group), and gpsd runs as \(daemon.user) (\(groups)).",
      letIn(daemon, port))
  }

  /// Never into the group root, and into no group that may not read either.
  private func letIn(_ daemon: SystemFacts.Daemon, _ port: SystemFacts.Port) -> Finding.Remedy {
    let path = shell(port.path)
    guard port.isOpenToGroup, port.group != "root" else {
      return .init(
        "Open it to the group that receivers belong to, until it is plugged in again:",
        "sudo chgrp dialout \(path) && sudo chmod 660 \(path)", "sudo gpsdctl add \(path)")
    }
    let restart = system?.hasSystemd == true
    return .init(
      "Let it in, then start gpsd again:", "sudo usermod -aG \(shell(port.group)) \(shell(daemon.user))",
      restart ? "sudo systemctl restart gpsd.socket gpsd" : "sudo killall gpsd; sudo gpsd -n \(path)")
  }

  private func letGo(_ port: SystemFacts.Port) -> Finding.Remedy {
    let stop = "sudo systemctl stop ModemManager"
    guard let usb = port.usb else { return .init("Stop it, plug the receiver in again, and look again:", stop) }
    let rule =
      "ATTRS{idVendor}==\"\(usb.vendor)\", ATTRS{idProduct}==\"\(usb.product)\", ENV{ID_MM_DEVICE_IGNORE}=\"1\""
    return .init(
      "Stop it for today (1st line), or keep it off this receiver for good (2nd); then plug the receiver in again:",
      stop, "echo '\(rule)' | sudo tee /etc/udev/rules.d/99-trove-receiver.rules && sudo udevadm control --reload")
  }
}

extension SystemFacts.Port {
  /// `/dev/ttyACM0 (u-blox 7)`.
  var described: String { product.map { "\(path) (\($0))" } ?? path }
}
