/// What this computer tells about itself, as far as receivers are concerned.
package struct SystemFacts: Hashable, Sendable {
  /// A serial port that is there.
  package struct Port: Hashable, Sendable {
    package var path: String
    /// Who made it and what it is, as the system names it.
    package var product: String?
    /// The two numbers of a USB device, four hexadecimal digits each.
    package var usb: USB?
    package var group: String
    /// Whether that group may read it.
    package var isOpenToGroup = true
    /// Whether the gpsd that runs may read it; nothing while none runs.
    package var isOpenToDaemon: Bool?
    /// Programs other than gpsd that have it open, as far as one may know.
    package var holders: [String] = []

    /// Creates a port that nobody uses.
    package init(_ path: String, group: String, isOpenToDaemon: Bool? = nil) {
      self.path = path
      self.group = group
      self.isOpenToDaemon = isOpenToDaemon
    }

    /// Whether it came with something that was plugged in or paired; `ttyS0` is there on every computer.
    package var isPluggable: Bool {
      ["/dev/ttyUSB", "/dev/ttyACM", "/dev/rfcomm"].contains { path.hasPrefix($0) }
    }

    /// What ModemManager takes for a modem.
    package var looksLikeModem: Bool { ["/dev/ttyUSB", "/dev/ttyACM"].contains { path.hasPrefix($0) } }
  }

  /// What a USB device calls itself by number.
  package struct USB: Hashable, Sendable {
    package let vendor: String
    package let product: String

    /// Creates a pair.
    package init(vendor: String, product: String) {
      self.vendor = vendor
      self.product = product
    }
  }

  /// A gpsd that runs.
  package struct Daemon: Hashable, Sendable {
    package var user: String
    package var groups: [String]
    /// The port of its `-S`; nothing when it was not given.
    package var port: String?

    /// Creates a daemon.
    package init(user: String, groups: [String], port: String? = nil) {
      self.user = user
      self.groups = groups
      self.port = port
    }
  }

  /// What systemd does about a unit.
  package enum UnitState: Hashable, Sendable {
    case absent, disabled, enabled
  }

  /// Where the program gpsd is; nothing when it is not installed.
  package var program: String?
  /// Whether systemd runs this computer.
  package var hasSystemd = false
  /// The unit `gpsd.socket`, which starts gpsd when somebody calls.
  package var socketUnit = UnitState.absent
  package var daemons: [Daemon] = []
  package var hasModemManager = false
  package var ports: [Port] = []
  /// Device files that somebody spoke of and that are not there.
  package var missing: [String] = []

  /// Creates the facts of a computer without anything.
  package init() {}

  /// The port with that path.
  package func port(_ path: String) -> Port? { ports.first { $0.path == path } }
}
