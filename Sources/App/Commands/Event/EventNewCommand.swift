import ArgumentParser
import CommandKit
import EventDomain
import Events
import FoundationEssentials
import GeoFormats
import HuntDomain
import NATSEvents
import PlaceFiles
import SessionLogs

/// `trove event new`: makes the folder of an event.
struct EventNewCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "new", abstract: "Makes a new event of a hunt, in a folder of its own.",
    discussion: """
      Examples:
      trove event new park.geojson --name "In the park" --dir event

      The folder has a copy of the hunt, the keys of the event, and later all claims and finds. Keep it: whoever has it \
      is the organiser. Players come to --address, which is this computer only unless another one is given.
      """)

  @Argument(help: "The hunt.", completion: .file(extensions: ["geojson"]))
  var hunt: String

  @Option(help: ArgumentHelp("What the event is called.", valueName: "name"))
  var name: String

  @Option(help: ArgumentHelp("The folder to make.", valueName: "dir"), completion: .directory)
  var dir: String

  @Flag(
    inversion: .prefixedNo,
    help: "Teams get the points: what one member finds counts once for all; by default as the hunt says.")
  var teams: Bool?

  @Option(
    help: ArgumentHelp(
      "The address of this computer that players connect to, perhaps with a port; phones use the port after it.",
      valueName: "host[:port]"))
  var address: String?

  @Option(
    help: ArgumentHelp("When it opens: ISO 8601, as 2026-05-01T09:00:00Z; at once by default.", valueName: "time"))
  var opens: String?

  @Option(
    help: ArgumentHelp("When it ends for all; by default as the hunt says, or with event close.", valueName: "time"))
  var ends: String?

  @Option(
    help: ArgumentHelp(
      "Minutes after the first find of a prize in which an earlier find by somebody offline still wins it; by default "
        + "as the hunt says, or none.", valueName: "min"))
  var grace: Double?

  @Option(
    help: ArgumentHelp("Metres per second that are not believed, 0.1 to 1000; 15 for a bicycle.", valueName: "m/s"))
  var maxSpeed = FinishVerification.fastestWalker

  @Flag(help: "Finds of simulated walkers do not count.")
  var receiversOnly = false

  @Option(help: ArgumentHelp("Metres to which positions are rounded before others see them.", valueName: "m"))
  var precision = 0.0

  @Option(help: ArgumentHelp("Minutes after which a position is forgotten.", valueName: "min"))
  var retention = 10.0

  @Flag(help: "All players see all others; otherwise only their own team's members.")
  var sharePositions = false

  func validate() throws {
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

  func run() throws {
    let source = try Files.hunt(hunt)
    let bytes: [UInt8]
    do throws(FileError) { bytes = try FileBytes.contents(of: hunt, limit: EventPass.largestHunt) } catch {
      throw CommandFailure("\(hunt): \(error)", .badData)
    }
    guard let text = String(validating: bytes, as: UTF8.self) else {
      throw CommandFailure("\(hunt): this is not UTF-8.", .badData)
    }
    let plan = EventPlan(
      of: source.hunt, id: EventID(chance: .random(in: 0 ... .max)),
      name: SafeText.clean(name, limit: SafeText.nameLimit), scoring: teams.map { $0 ? .teams : .players },
      opens: opens.flatMap(Self.time), ends: ends.flatMap(Self.time), grace: grace.map { .seconds($0 * 60) },
      maxSpeed: maxSpeed, admitsSimulated: !receiversOnly,
      positions: .init(precision: precision, retention: .seconds(retention * 60), areShared: sharePositions))
    let given = address.flatMap(Self.address)
    let place = Self.place(host: given?.host ?? "127.0.0.1", port: given?.port)
    do throws(EventTrouble) {
      _ = try EventFolder.create(at: dir, plan, hunt: text, map: map(of: source), address: place) { count in
        (0..<count).map { _ in .random(in: 0 ... .max) }
      }
    } catch { throw CommandFailure("\(error).", .cannotCreate) }
    if let port = place.takenPort() {
      Output.error("The port \(port) is taken by another program now: the event cannot be hosted while it is.")
    }
    Output.write(
      "“\(plan.name)” is in \(dir): \(source.hunt.title), \(source.hunt.count) stages.\n"
        + "Now: trove event host \(dir), and in another window trove event invite \(dir) --player NAME\n")
  }

  /// The map that the hunt names, where it lies beside the hunt and is small enough to be sent with it.
  private func map(of source: HuntSource) -> (name: String, text: String)? {
    guard let path = source.map, let name = path.split(separator: "/").last.map(String.init) else { return nil }
    let folder = hunt.lastIndex(of: "/").map { String(hunt[...$0]) } ?? ""
    guard EventPass.isMapName(name), path == folder + name,
      let bytes = try? FileBytes.contents(of: path, limit: EventPass.largestMap),
      let text = String(validating: bytes, as: UTF8.self)
    else {
      Output.error(
        "\(path): players do not get this map: it is not beside the hunt, or not GeoJSON of at most \(EventPass.largestMap >> 10) KiB."
      )
      return nil
    }
    return (name, text)
  }

  private static func time(_ text: String) -> Timestamp? {
    ISOTime.milliseconds(text).map(Timestamp.init)
  }

  /// The address of a host; without a port one that is free, as is the one after it.
  private static func place(host: String, port: Int?) -> EventFolder.Address {
    var place = EventFolder.Address(
      host: host, port: port ?? .random(in: ports), isOpen: !["127.0.0.1", "localhost"].contains(host))
    for _ in 0..<100 where port == nil && place.takenPort() != nil { place.port = .random(in: ports) }
    return place
  }

  /// Ports that a system does not hand out by itself.
  private static let ports = 20_000..<30_000

  private static func address(_ text: String) -> (host: String, port: Int?)? {
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
