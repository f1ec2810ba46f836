package import EventDomain
package import Events
internal import FoundationEssentials
internal import Glibc
internal import HuntDomain
internal import NATSEvents
internal import Sealing
internal import SystemKit

/// The organiser's folder of an event: the plan, the hunt, the keys, and what the servers keep.
package struct EventFolder: Sendable {
  /// Where the server listens.
  package struct Address: Hashable, Sendable {
    /// The host that players connect to; a name or an address of this computer.
    package var host: String
    /// The port; the next one is for phones.
    package var port: Int
    /// Whether computers other than this one may connect.
    package var isOpen: Bool

    /// Creates an address.
    package init(host: String, port: Int, isOpen: Bool) { (self.host, self.port, self.isOpen) = (host, port, isOpen) }
  }

  /// Whose key one is.
  enum KeyOwner: String, CaseIterable { case `operator`, account, signer, system, organiser }

  private struct File: Codable {
    var trove: String
    var plan: PlanMessage
    var host: String
    var port: Int
    var open: Bool
    var closed: Bool
    /// The name of the hunt's map, which lies beside it.
    var map: String?
    /// How many servers there are; one if it is missing.
    var nodes: Int?
  }

  /// The folder's path.
  package let path: String
  /// The event.
  package let plan: EventPlan
  /// Where the server listens.
  package let address: Address
  /// Whether the event is closed.
  package private(set) var isClosed: Bool
  /// How many servers there are.
  package private(set) var nodes = 1
  /// The name of the hunt's map, which players get with it; `nil` for none.
  package let mapName: String?

  /// Makes the folder of a new event.
  ///
  /// - Parameters:
  ///   - hunt: the text of the hunt's file.
  ///   - map: the name of the hunt's map, without a folder, and its text.
  ///   - chance: gives bytes that nobody can guess.
  /// Throws: ``EventTrouble/refused(_:)`` if the folder is there already or cannot be made.
  package static func create(
    at path: String, _ plan: EventPlan, hunt: String, map: (name: String, text: String)?, address: Address,
    chance: (Int) -> [UInt8]
  ) throws(EventTrouble) -> EventFolder {
    guard mkdir(path, 0o700) == 0 else {
      throw .refused(errno == EEXIST ? "\(path) is there already" : "\(path) cannot be made: \(SystemError.last)")
    }
    let folder = EventFolder(path: path, plan: plan, address: address, isClosed: false, mapName: map?.name)
    mkdir("\(path)/keys", 0o700)
    for owner in KeyOwner.allCases {
      try folder.write(
        Array((Base64.text(chance(SigningKey.seedLength)) + "\n").utf8), "keys/\(owner.rawValue).key")
    }
    try folder.write(Array(hunt.utf8), "hunt.geojson")
    if let map { try folder.write(Array(map.text.utf8), map.name) }
    try folder.save()
    return folder
  }

  private init(path: String, plan: EventPlan, address: Address, isClosed: Bool, mapName: String?) {
    (self.path, self.plan, self.address, self.isClosed) = (path, plan, address, isClosed)
    self.mapName = mapName
  }

  /// Opens the folder of an event.
  ///
  /// Throws: ``EventTrouble/missing(_:)``, ``EventTrouble/damaged(_:)``.
  package init(path: String) throws(EventTrouble) {
    // Servers are told by their whole path, so that no other event's server is taken for one of this.
    let whole = realpath(path, nil)
    defer { free(whole) }
    self.path = whole.map { String(cString: $0) } ?? path
    guard let bytes = Self.read("\(path)/event.json") else {
      throw .missing("\(path): there is no event in it; trove event new makes one")
    }
    guard let file = EventWire.read(File.self, bytes), file.trove == "event", let plan = file.plan.plan,
      (1...65534).contains(file.port)
    else { throw .damaged("\(path)/event.json is damaged") }
    self.plan = plan
    address = Address(host: file.host, port: file.port, isOpen: file.open)
    isClosed = file.closed
    nodes = min(Self.mostNodes, max(1, file.nodes ?? 1))
    mapName = file.map.flatMap { EventPass.isMapName($0) ? $0 : nil }
  }

  /// The most servers that an event may have.
  package static let mostNodes = 5

  /// The port for players of a server, from 0; the next one is for phones, and the one after for the other servers.
  func port(ofNode node: Int) -> Int { address.port(ofNode: node) }

  /// The addresses of all servers, `HOST:PORT`.
  package var servers: [String] { (0..<nodes).map { "\(address.host):\(port(ofNode: $0))" } }

  /// The event with another number of servers; ``save()`` writes it to the folder.
  package func with(nodes count: Int) -> EventFolder {
    var folder = self
    folder.nodes = count
    return folder
  }

  /// Closes the event for good.
  package mutating func close() throws(EventTrouble) {
    isClosed = true
    try save()
  }

  /// The text of the hunt.
  package func hunt() throws(EventTrouble) -> String {
    guard let text = Self.read(huntPath).flatMap({ String(validating: $0, as: UTF8.self) }) else {
      throw .damaged("\(huntPath) cannot be read")
    }
    return text
  }

  /// The text of the hunt's map; `nil` for none.
  func map() -> String? {
    mapName.flatMap { Self.read("\(path)/\($0)") }.flatMap { String(validating: $0, as: UTF8.self) }
  }

  /// The path of the hunt.
  package var huntPath: String { "\(path)/hunt.geojson" }

  /// A key of the organiser's.
  func key(_ owner: KeyOwner) throws(EventTrouble) -> SigningKey {
    let name = "\(path)/keys/\(owner.rawValue).key"
    guard let text = Self.read(name).map({ String(decoding: $0.prefix { $0 != 0x0A }, as: UTF8.self) }),
      let key = Base64.bytes(text).flatMap({ SigningKey(seed: $0) })
    else { throw .damaged("\(name) is no key") }
    return key
  }

  // MARK: - Files

  /// Writes down what the event is now; invitations that are made from then on name all its servers.
  package func save() throws(EventTrouble) {
    try write(
      EventWire.bytes(
        File(
          trove: "event", plan: PlanMessage(plan), host: address.host, port: address.port, open: address.isOpen,
          closed: isClosed, map: mapName, nodes: nodes)), "event.json")
  }

  /// Writes a file of the folder, all of it or nothing.
  func write(_ bytes: [UInt8], _ name: String) throws(EventTrouble) {
    do throws(SystemError) { try SystemIO.write(bytes, replacing: "\(path)/\(name)") } catch {
      throw .refused("\(path)/\(name) cannot be written: \(error)")
    }
  }

  static func read(_ path: String) -> [UInt8]? {
    (try? Data(contentsOf: URL(filePath: path))).map { [UInt8]($0) }
  }
}
