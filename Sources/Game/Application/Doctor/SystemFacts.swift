/// The facts about this computer that concern receivers.
package struct SystemFacts: Hashable, Sendable {
  /// A serial port that is there.
  package struct Port: Hashable, Sendable {
    /// The device file: `/dev/ttyUSB0`.
    package var path: String
    /// Manufacturer and product, as the system names them.
    package var product: String?
    /// The two numbers of a USB device, four hexadecimal digits each.
    package var usb: USB?
    /// The group that owns the device file, by its name.
    package var group: String
    /// Whether that group may read it.
    package var isOpenToGroup = true
    /// Whether the gpsd that runs may read it; `nil` while none runs.
    package var isOpenToDaemon: Bool?
    /// Programs other than gpsd that have it open, as far as one may know.
    package var holders: [String] = []

    /// Creates a port that no program uses.
    package init(_ path: String, group: String, isOpenToDaemon: Bool? = nil) {
      self.path = path
      self.group = group
      self.isOpenToDaemon = isOpenToDaemon
    }

    /// Whether it came with something that was plugged in or paired; `ttyS0` is there on every computer.
    package var isPluggable: Bool {
      ["/dev/ttyUSB", "/dev/ttyACM", "/dev/rfcomm"].contains { path.hasPrefix($0) }
    }

    /// Whether ModemManager takes the port for a modem.
    package var looksLikeModem: Bool { ["/dev/ttyUSB", "/dev/ttyACM"].contains { path.hasPrefix($0) } }
  }

  /// The vendor and product numbers of a USB device.
  package struct USB: Hashable, Sendable {
    /// The manufacturer's number, four hexadecimal digits.
    package let vendor: String
    /// The number of the product among the manufacturer's, four hexadecimal digits.
    package let product: String

    /// Creates a pair.
    package init(vendor: String, product: String) {
      self.vendor = vendor
      self.product = product
    }
  }

  /// A gpsd that runs.
  package struct Daemon: Hashable, Sendable {
    /// The account that it runs under, by its name.
    package var user: String
    /// The groups whose rights it has, by their names.
    package var groups: [String]
    /// The port of its `-S`; `nil` if it was not given.
    package var port: String?

    /// Creates a daemon.
    package init(user: String, groups: [String], port: String? = nil) {
      self.user = user
      self.groups = groups
      self.port = port
    }
  }

  /// The state of a systemd unit.
  package enum UnitState: Hashable, Sendable {
    case absent, disabled, enabled
  }

  /// Where the program gpsd is; `nil` if it is not installed.
  package var program: String?
  /// Whether systemd runs this computer.
  package var hasSystemd = false
  /// The unit `gpsd.socket`, which starts gpsd on the first connection.
  package var socketUnit = UnitState.absent
  /// Every gpsd that runs now; more than one may take the receiver from each other.
  package var daemons: [Daemon] = []
  /// Whether ModemManager runs, which takes receivers for modems and keeps their ports.
  package var hasModemManager = false
  /// The serial ports that exist.
  package var ports: [Port] = []
  /// Device files that are named somewhere but do not exist.
  package var missing: [String] = []

  /// Creates the facts of a computer without anything.
  package init() {}

  /// The port with that path.
  package func port(_ path: String) -> Port? { ports.first { $0.path == path } }
}
