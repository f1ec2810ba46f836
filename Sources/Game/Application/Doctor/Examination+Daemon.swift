extension Examination {
  /// gpsd's standard port.
  static let usualPort = "2947"

  /// The first link: a gpsd that answers, in words that Trove understands.
  var daemonLink: [Finding] {
    if daemon.answer == .greeted { return greeted }
    let (observation, remedy) = silence
    return [Finding(.bad, .gpsd, observation, remedy: remedy)]
  }

  private var name: String { "gpsd" + (daemon.release.map { " \($0)" } ?? "") }

  private var greeted: [Finding] {
    if daemon.hungUp && !daemon.isBest {
      let when = daemon.hasReports ? "hung up while it was listened to" : "answers and hangs up at once"
      return [Finding(.bad, .gpsd, "\(name) at \(place.name) \(when).", remedy: whyItEnds)]
    }
    // One that is too old does not understand what it was asked.
    if let version, version.verdict == .bad { return [version] }
    if !daemon.hasListedDevices && !daemon.hasReports && !daemon.refusesDevice {
      return [Finding(.bad, .gpsd, "\(name) at \(place.name) greets and then says nothing.", remedy: startAgain)]
    }
    return [version ?? Finding(.good, .gpsd, "\(name) answers at \(place.name).")]
  }

  /// Something about the version, if there is anything to say.
  ///
  /// All releases since 2.90 (2009) speak protocol 3; 3.14, of releases 3.19 and 3.20 (2019), brought the names of
  /// heights and errors that the library of today reads.
  private var version: Finding? {
    guard let major = daemon.protocolMajor else { return nil }
    let minor = daemon.protocolMinor ?? 0
    let speaks = "\(name) at \(place.name) speaks protocol \(major).\(minor)"
    let upgrade = Finding.Remedy(
      place.isHere ? "Install a newer one:" : "Install a newer one on \(place.host):",
      "sudo apt install --only-upgrade gpsd")
    if major < 3 { return Finding(.bad, .version, "\(speaks): too old, Trove needs 3.14.", remedy: upgrade) }
    if major > 3 {
      return Finding(
        .doubtful, .version, "\(speaks): newer than Trove knows, which is 3.",
        remedy: .init("If the game finds no position, look for a newer Trove."))
    }
    guard minor < 14 else { return nil }
    return Finding(
      .doubtful, .version, "\(speaks): old. Heights and accuracies may be missing before 3.14.", remedy: upgrade)
  }
}

// MARK: - No answer

extension Examination {
  private typealias Words = (observation: String, remedy: Finding.Remedy)

  private var silence: Words {
    switch daemon.answer {
    case .greeted: ("", .init(""))
    case .unknownHost where place.host == "localhost":
      (
        "This computer does not know its own name localhost.",
        .init("Give it the name in /etc/hosts:", "echo '127.0.0.1 localhost' | sudo tee -a /etc/hosts")
      )
    case .unknownHost:
      (
        "No computer called \(place.host) is known.",
        .init("Check the spelling, or give its number. A receiver on this computer needs no name:", "trove doctor")
      )
    case .refused: refused
    case .unanswered:
      ("\(place.name) does not answer.", .init("Is that computer on, and in the same network? Try:", ping))
    case .unreachable(let reason):
      ("\(place.name) cannot be reached: \(reason).", .init("Check the network. Try:", ping))
    case .mute:
      (
        "Something listens at \(place.name) and says nothing; a gpsd greets at once.",
        place.port == Self.usualPort ? startAgain : usual
      )
    case .closed: ("\(place.name) takes the call and hangs up without a word.", whyItEnds)
    case .stranger(let says): stranger(says)
    }
  }

  private var ping: String { "ping -c 3 \(shell(place.host))" }

  private var usual: Finding.Remedy {
    place.port == Self.usualPort
      ? .init("Another program took gpsd's port. See which one:", "sudo ss -ltnp 'sport = :\(Self.usualPort)'")
      : .init("Is the port right? gpsd's is \(Self.usualPort):", "trove doctor \(shell(hostArgument))")
  }

  private var hostArgument: String { place.host.contains(":") ? "[\(place.host)]" : place.host }

  private func stranger(_ says: String) -> Words {
    let quote = says.isEmpty ? "" : ": it says “\(says)”"
    let observation = "What listens at \(place.name) is no gpsd\(quote)."
    guard says.hasPrefix("$G") || says.hasPrefix("$P") || says.hasPrefix("!AI") else { return (observation, usual) }
    return (
      observation,
      .init("These are a receiver's own sentences. Let a gpsd read them:", "gpsd -N -n \(shell("tcp://\(place.name)"))")
    )
  }

  private var startAgain: Finding.Remedy {
    system?.hasSystemd == true
      ? .init("gpsd may hang. Start it again:", "sudo systemctl restart gpsd.socket gpsd")
      : .init(
        "gpsd may hang\(there). End it and start it again:", "sudo killall gpsd; sudo gpsd \(forAll)-n \(likelyPort)")
  }

  private var whyItEnds: Finding.Remedy {
    system?.hasSystemd == true
      ? .init("Look why it ends, and start it again:", "journalctl -u gpsd -n 20", "sudo systemctl restart gpsd.socket")
      : .init("Start it where one can see why it ends\(there):", "sudo gpsd -N -D 3 \(forAll)-n \(likelyPort)")
  }

  var there: String { place.isHere ? "" : " on \(place.host)" }

  /// What makes a gpsd on another computer listen to this one.
  private var forAll: String { place.isHere ? "" : "-G " }

  /// A command that shows what the gpsd in question says.
  func gpspipe(_ options: String) -> String {
    let isUsual = place.host == "localhost" && place.port == Self.usualPort
    return "gpspipe \(options)" + (isUsual ? "" : " \(shell(place.name))")
  }

  /// The port that a receiver is most likely at.
  var likelyPort: String { shell(place.device ?? system?.ports.first { $0.isPluggable }?.path ?? "/dev/ttyUSB0") }

  private var refused: Words {
    guard let system else {
      return (
        "\(place.host) is there, and no gpsd listens at port \(place.port).",
        .init("Start one there; without -G it would listen to that computer only:", "sudo gpsd -G -n /dev/ttyUSB0")
      )
    }
    if let port = system.daemons.compactMap(\.port).first(where: { $0 != place.port }) {
      return (
        "No gpsd listens at \(place.name), but one does at port \(port).",
        .init("Ask that one:", "trove doctor localhost:\(shell(port))")
      )
    }
    guard system.program != nil else {
      return ("gpsd is not installed on this computer.", .init("Install it:", "sudo apt install gpsd"))
    }
    guard place.port == Self.usualPort else { return ("Nothing listens at \(place.name).", usual) }
    guard system.hasSystemd, system.socketUnit != .absent else {
      let isPlugged = place.device != nil || system.ports.contains(where: \.isPluggable)
      let advice = isPlugged ? "Start it:" : "Plug the receiver in, and start gpsd with the port that it gets:"
      return ("gpsd is installed and not running.", .init(advice, "sudo gpsd -n \(likelyPort)"))
    }
    if system.socketUnit == .disabled {
      return (
        "gpsd is installed and switched off (gpsd.socket is disabled).",
        .init("Switch it on, now and for good:", "sudo systemctl enable --now gpsd.socket")
      )
    }
    return (
      "gpsd is installed and should listen, but nothing does at \(place.name).",
      .init(
        "Start it again, and see what it says:", "sudo systemctl restart gpsd.socket", "systemctl status gpsd.socket")
    )
  }
}

/// A word as a shell takes it back: paths and names come from outside, and players paste what they are told.
func shell(_ word: String) -> String {
  let isPlain = word.utf8.allSatisfy {
    switch $0 {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"): true
    case UInt8(ascii: "0")...UInt8(ascii: "9"): true
    default: "/_.:-@%+[]".utf8.contains($0)
    }
  }
  return isPlain && !word.isEmpty
    ? word : "'" + word.split(separator: "'", omittingEmptySubsequences: false).joined(separator: "'\\''") + "'"
}
