import ArgumentParser
import CommandKit
import EventDomain
import Events
import FoundationEssentials
import Glibc
import NATSClient
import NATSEvents
import Sealing
import SessionLogs
import SystemKit

/// Takes part in events: asks for passes, and keeps them in folders of the user.
enum EventJoining {
  /// Opens the part of an invitation; asks the host for a pass if there is none yet.
  ///
  /// Later it needs no network: what is found is sent when there is one.
  static func open(_ text: String) async throws(CommandFailure) -> EventPart {
    let link = try link(text)
    let (pass, folder) = try await pass(of: link)
    guard lock(folder) else {
      throw CommandFailure("This invitation is being played with in another window.", .tryLater)
    }
    let keys = PlayerKeyFile(in: folder)
    let key = try withKeys { () throws(PlayerKeyError) in try keys.key(orOf: .own) }
    guard key.known.short == pass.player.id.text else {
      throw CommandFailure(
        "The event knows you by the key with which you joined, and yours is another one now: set TROVE_SAVES as it was "
          + "then, or copy the player.key of that folder to \(keys.path).", .noSuchFile)
    }
    try withKeys { () throws(PlayerKeyError) in try keys.keep(keyOf: .own) }
    do throws(EventTrouble) {
      let outbox = try openOutbox(at: folder + "/outbox.db", of: pass.player.id)
      do throws(NATSError) {
        let connection = try await pass.connect(signedBy: key, keepsTrying: true)
        return EventPart(pass, folder: folder, key: key, outbox: outbox, connection: connection)
      } catch { throw EventTrouble(error) }
    } catch { throw CommandFailure(error) }
  }

  /// Reads a link.
  static func link(_ text: String) throws(CommandFailure) -> EventLink {
    guard let link = EventLink(text) else {
      throw CommandFailure("This is no invitation: it begins with trove://join? and is one word.", .usage)
    }
    return link
  }

  /// The pass of an invitation and the folder that has it.
  static func pass(of link: EventLink) async throws(CommandFailure) -> (pass: EventPass, folder: String) {
    guard let events = Environment.folder("TROVE_EVENTS", or: Environment.folders.data.map { $0 + "/events" }) else {
      throw CommandFailure("There is no home to keep an event in; name a folder in TROVE_EVENTS.", .cannotCreate)
    }
    let folder = "\(events)/\(link.event)-\(link.invitation)"
    try? FileManager.default.createDirectory(
      atPath: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
    if let bytes = FileManager.default.contents(atPath: folder + "/pass.json"), let pass = EventPass(Array(bytes)) {
      return (pass, folder)
    }
    let keys = PlayerKeyFile(in: folder)
    let key = try withKeys { () throws(PlayerKeyError) in try keys.key(orOf: .own) }
    let joined: (pass: EventPass, hunt: String, map: (name: String, text: String)?)
    do throws(EventTrouble) { joined = try await join(link, key) } catch {
      guard error == .conflict else { throw CommandFailure(error) }
      // The user's own key takes part already: this is somebody else at the same computer.
      let key = try withKeys { () throws(PlayerKeyError) in try keys.key() }
      do throws(EventTrouble) { joined = try await join(link, key) } catch {
        throw CommandFailure(error)
      }
    }
    do throws(SystemError) {
      try SystemIO.write(Array(joined.hunt.utf8), replacing: folder + "/hunt.geojson")
      if let map = joined.map { try SystemIO.write(Array(map.text.utf8), replacing: "\(folder)/\(map.name)") }
      try SystemIO.write(joined.pass.bytes, replacing: folder + "/pass.json")
    } catch {
      throw CommandFailure("\(folder): cannot be written: \(error).", .cannotCreate)
    }
    // The event knows the player by this key, even if the user makes a new one later.
    try withKeys { () throws(PlayerKeyError) in try keys.keep(keyOf: .own) }
    return (joined.pass, folder)
  }

  /// How long a host is waited for that may be starting again.
  private static let patience = Duration.seconds(10)

  /// Asks for a pass; again for some seconds where nobody answers.
  private static func join(
    _ link: EventLink, _ key: SigningKey
  ) async throws(EventTrouble) -> (pass: EventPass, hunt: String, map: (name: String, text: String)?) {
    try await patiently(for: patience, every: .milliseconds(250), on: .continuous, ifPassing: \.isUnreachable) {
      () async throws(EventTrouble) in
      try await EventPass.join(link, key: key)
    }
  }

  /// Does something with files of keys; errors become those of a command.
  private static func withKeys<Value>(_ work: () throws(PlayerKeyError) -> Value) throws(CommandFailure) -> Value {
    do { return try work() } catch { throw CommandFailure(error) }
  }

  /// Takes a folder for this process; returns whether nobody else has it.
  private static func lock(_ folder: String) -> Bool {
    let file = Glibc.open(folder + "/lock", O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
    // Kept open until the process ends.
    return file < 0 || flock(file, LOCK_EX | LOCK_NB) == 0
  }
}
