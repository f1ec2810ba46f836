/// Which gpsd was asked.
package struct DaemonPlace: Hashable, Sendable {
  /// A host name or an IP address.
  package let host: String
  /// A number or the name of a service.
  package let port: String
  /// The receiver that was asked for; `nil` for any.
  package let device: String?
  /// Whether it would run on this computer, so that this computer's ports and programs have to do with it.
  package let isHere: Bool

  /// Creates a place.
  package init(host: String, port: String, device: String? = nil, isHere: Bool) {
    self.host = host
    self.port = port
    self.device = device
    self.isHere = isHere
  }

  /// `localhost:2947`, `[::1]:2947`.
  package var name: String { host.contains(":") ? "[\(host)]:\(port)" : "\(host):\(port)" }
}

/// The facts learned from a connection to gpsd.
package struct DaemonFacts: Hashable, Sendable {
  /// The outcome of the connection.
  package enum Answer: Hashable, Sendable {
    /// The host's name has no address.
    case unknownHost
    /// The host is there, and no program listens on the port.
    case refused
    /// The connection attempt timed out.
    case unanswered
    /// The system cannot reach it, in its own words.
    case unreachable(String)
    /// The connection was accepted, but gpsd sent nothing.
    case mute
    /// The connection was accepted and closed without any data.
    case closed
    /// Another program listens there; the beginning of the data that it sent.
    case stranger(says: String)
    /// gpsd has sent its version.
    case greeted
  }

  /// A receiver, as gpsd knows it.
  package struct Device: Hashable, Sendable {
    /// The device file, as gpsd names it: `/dev/ttyUSB0`.
    package let path: String
    /// The language that gpsd understood; `nil` while it understood nothing.
    package let driver: String?

    /// Creates a device.
    package init(_ path: String, driver: String? = nil) {
      self.path = path
      self.driver = driver
    }
  }

  /// What the connection came to.
  package var answer: Answer
  /// As gpsd says it: `3.22`.
  package var release: String?
  /// The number before the point in the version of gpsd's protocol; `nil` without a greeting.
  package var protocolMajor: Int?
  /// The number behind the point in the version of gpsd's protocol; `nil` without a greeting.
  package var protocolMinor: Int?
  /// gpsd said which receivers it has, perhaps none.
  package var hasListedDevices = false
  /// The receivers that gpsd has, in its order.
  package var devices: [Device] = []
  /// gpsd does not have the receiver that was asked for.
  package var refusesDevice = false
  /// Whether a receiver has sent a report.
  package var hasReports = false
  /// Whether the receiver reports positions, even that it has none.
  package var speaksOfPositions = false
  /// The best fix: 2 or 3 dimensions; `nil` if there was none.
  package var dimensions: Int?
  /// Metres, of the latest fix.
  package var accuracy: Double?
  /// Whether a compass has sent a heading.
  package var hasCompass = false
  /// Satellites in view, at the last count; `nil` if they were not counted.
  package var seen: Int?
  /// Satellites of those in use.
  package var used: Int?
  /// gpsd ended the call while it was listened to.
  package var hungUp = false
  /// How long it was listened to after the greeting.
  package var listened = Duration.zero

  /// Creates the facts of a call that brought nothing more.
  package init(_ answer: Answer) { self.answer = answer }

  /// Nothing can get better: a position in all dimensions and how good it is.
  package var isBest: Bool { dimensions == 3 && accuracy != nil }
}
