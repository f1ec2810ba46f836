import CommandKit
import EventDomain
import EventHost
import Events
import GeoFormats
import HuntDomain
import NATSEvents
import PlaceFiles

extension EventNewOptions: HostedCommand {
  func run() async throws {
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

  /// The address of a host; without a port one that is free, as is the one after it.
  private static func place(host: String, port: Int?) -> EventFolder.Address {
    var place = EventFolder.Address(
      host: host, port: port ?? .random(in: ports), isOpen: !["127.0.0.1", "localhost"].contains(host))
    for _ in 0..<100 where port == nil && place.takenPort() != nil { place.port = .random(in: ports) }
    return place
  }

  /// Ports that a system does not hand out by itself.
  private static let ports = 20_000..<30_000
}
