package import ArgumentParser
internal import GeoFormats
package import Numbers
internal import SessionLogs

/// `trove event new`: makes the folder of an event.
package struct EventNewOptions: OrganiserOptions {
  /// Its name and its help.
  package static let configuration = CommandConfiguration(
    commandName: "new", abstract: "Makes a new event of a hunt, in a folder of its own.",
    discussion: """
      Examples:
      trove event new park.geojson --name "In the park" --dir event

      The folder has a copy of the hunt, the keys of the event, and later all claims and finds. Keep it: whoever has it \
      is the organiser. Players come to --address, which is this computer only unless another one is given.
      """)

  /// The path of the hunt.
  @Argument(help: "The hunt.", completion: .file(extensions: ["geojson"]))
  package var hunt: String

  /// What the event is called.
  @Option(help: ArgumentHelp("What the event is called.", valueName: "name"))
  package var name: String

  /// The folder.
  @Option(help: ArgumentHelp("The folder to make.", valueName: "dir"), completion: .directory)
  package var dir: String

  /// Whether teams get the points; `nil` for as the hunt says.
  @Flag(
    inversion: .prefixedNo,
    help: "Teams get the points: what one member finds counts once for all; by default as the hunt says.")
  package var teams: Bool?

  /// The address that players connect to, perhaps with a port.
  @Option(
    help: ArgumentHelp(
      "The address of this computer that players connect to, perhaps with a port; phones use the port after it.",
      valueName: "host[:port]"))
  package var address: String?

  /// When it opens, ISO 8601; `nil` for at once.
  @Option(
    help: ArgumentHelp("When it opens: ISO 8601, as 2026-05-01T09:00:00Z; at once by default.", valueName: "time"))
  package var opens: String?

  /// When it ends for all, ISO 8601.
  @Option(
    help: ArgumentHelp("When it ends for all; by default as the hunt says, or with event close.", valueName: "time"))
  package var ends: String?

  /// Minutes in which an earlier find still wins a prize.
  @Option(
    help: ArgumentHelp(
      "Minutes after the first find of a prize in which an earlier find by somebody offline still wins it; by default "
        + "as the hunt says, or none.", valueName: "min"))
  package var grace: Double?

  /// Metres per second that are not believed.
  @Option(
    help: ArgumentHelp("Metres per second that are not believed, 0.1 to 1000; 15 for a bicycle.", valueName: "m/s"))
  package var maxSpeed = FinishVerification.fastestWalker

  /// Whether finds of simulated walkers do not count.
  @Flag(help: "Finds of simulated walkers do not count.")
  package var receiversOnly = false

  /// Metres to which positions are rounded.
  @Option(help: ArgumentHelp("Metres to which positions are rounded before others see them.", valueName: "m"))
  package var precision = 0.0

  /// Minutes after which a position is forgotten.
  @Option(help: ArgumentHelp("Minutes after which a position is forgotten.", valueName: "min"))
  package var retention = 10.0

  /// Whether all players see all others.
  @Flag(help: "All players see all others; otherwise only their own team's members.")
  package var sharePositions = false

  /// Throws: what is wrong with the arguments, as a sentence.
  package func validate() throws {
    guard (0.1...1000).contains(maxSpeed) else { throw ValidationError("--max-speed goes from 0.1 to 1000 m/s.") }
    guard grace.map({ (0...1440).contains($0) }) ?? true else {
      throw ValidationError("--grace goes from 0 to 1440 minutes.")
    }
    guard (0...10_000).contains(precision) else { throw ValidationError("--precision goes from 0 to 10000 m.") }
    guard (1...10_080).contains(retention) else { throw ValidationError("--retention goes from 1 to 10080 minutes.") }
    let length = SafeText.clean(name).count
    guard length > 0 else { throw ValidationError("--name is empty.") }
    guard length <= SafeText.nameLimit else {
      throw ValidationError("--name has \(length) characters; it may have \(SafeText.nameLimit).")
    }
    for (option, text) in [("--opens", opens), ("--ends", ends)] {
      guard text.map({ Self.time($0) != nil }) ?? true else {
        throw ValidationError("\(option) wants a time such as 2026-05-01T09:00:00Z.")
      }
    }
    if let address, Self.address(address) == nil {
      throw ValidationError("--address wants a host, or a host and a port: 192.168.1.5:4222.")
    }
  }

  /// No arguments yet.
  package init() {}

  /// A time as the options have it.
  package static func time(_ text: String) -> Timestamp? {
    ISOTime.milliseconds(text).map(Timestamp.init)
  }

  /// A host, and its port where one is given.
  package static func address(_ text: String) -> (host: String, port: Int?)? {
    let parts = text.split(separator: ":", omittingEmptySubsequences: false)
    let isName =
      parts.first.map {
        !$0.isEmpty && $0.utf8.count < 100
          && $0.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || ".-".contains($0)) }
      } ?? false
    guard isName, parts.count <= 2 else { return nil }
    guard parts.count == 2 else { return (String(parts[0]), nil) }
    guard let port = Int(parts[1]), (1...65534).contains(port) else { return nil }
    return (String(parts[0]), port)
  }
}
