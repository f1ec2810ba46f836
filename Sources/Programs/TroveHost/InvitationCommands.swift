import CommandKit
import EventDomain
import EventHost
import Events
import GeoFormats
import HuntDomain
import NATSEvents
import Numbers
import Sealing

extension EventInviteOptions: HostedCommand {
  func run() async throws {
    do throws(EventTrouble) {
      let event = try EventFolder(path: folder.dir)
      guard !event.isClosed else { throw .refused("The event is closed.") }
      let waves = event.plan.starts.count
      guard wave.map(event.plan.hasWave) ?? true else {
        throw .refused(waves == 0 ? "The hunt has no waves." : "The waves go from 1 to \(waves).")
      }
      let invitation = EventHosting.newInvitation()
      let link = try EventPasses(event).link(
        invitation, certificate: event.certificate(), issued: Timestamp.now.milliseconds / 1000)
      let book = try EventHosting.invitations(of: event)
      let (name, team) = (Self.name(player), team.map { Self.name($0) })
      if let many {
        try book.add(
          invitation, places: Self.places(many, name, team, teamSize: teamSize), wave: wave,
          pace: pace ?? EventPlan.usualPace)
      } else {
        try book.add(invitation, name: name, team: team, wave: wave)
      }
      Output.write(link.text + "\n")
    } catch { throw CommandFailure(error) }
  }

  private static func name(_ text: String) -> String { SafeText.clean(text, limit: Player.longestName) }

  private static func places(
    _ count: Int, _ name: String, _ team: String?, teamSize: Int?
  ) -> [(name: String, team: String?)] {
    (0..<count).map { index in
      let number = teamSize.map { " \(index / $0 + 1)" }
      return (numbered(name, " \(index + 1)"), number.map { numbered(team ?? name, $0) } ?? team)
    }
  }

  /// A name with a number behind it, within what a name may have.
  private static func numbered(_ name: String, _ number: String) -> String {
    SafeText.clean(name, limit: Player.longestName - number.count) + number
  }
}

extension EventPhoneOptions: HostedCommand {
  func run() async throws {
    do throws(EventTrouble) {
      let event = try EventFolder(path: folder.dir)
      guard !event.isClosed else { throw .refused("The event is closed.") }
      let user = EventHosting.newInvitation()
      let seed = (0..<SigningKey.seedLength).map { _ in UInt8.random(in: .min ... .max) }
      guard let id = PlayerID(user), let key = SigningKey(seed: seed)?.known else { throw .damaged("no key") }
      let book = try EventHosting.invitations(of: event)
      let name = SafeText.clean(player, limit: Player.longestName)
      let given = team.map { SafeText.clean($0, limit: Player.longestName) }
      let team = if let given { given } else { try book.team(of: name) }
      try book.add(user, name: name, team: team)
      let carrier = try book.admit(user, id: id, key: key.text, at: .now)
      let phone = try EventPasses(event).phone(carrier, key: key, issued: Timestamp.now.milliseconds / 1000)
      _ = try event.certificate()
      Output.write(json ? line(phone, event) : page(phone, event))
    } catch { throw CommandFailure(error) }
  }

  private func values(_ phone: EventPhone, _ event: EventFolder) -> [(String, String)] {
    [
      ("host", phone.host), ("port", "\(phone.port)"), ("user", phone.user), ("password", phone.password),
      ("topic", phone.topic), ("certificate", "\(event.path)/tls/cert.pem"),
      ("link", "owntracks:///config?inline=\(Base64.text(Array(phone.settings.utf8)))"),
    ]
  }

  private func page(_ phone: EventPhone, _ event: EventFolder) -> String {
    values(phone, event).map { "\($0): \($1)\n" }.joined()
  }

  private func line(_ phone: EventPhone, _ event: EventFolder) -> String {
    var line = JSONText()
    for (name, value) in values(phone, event) {
      if name == "port" { line.add(name, phone.port) } else { line.add(name, value) }
    }
    return line.text + "\n"
  }
}

extension EventRevokeOptions: HostedCommand {
  func run() async throws {
    do throws(EventTrouble) {
      let event = try EventFolder(path: folder.dir)
      let guests = try EventHosting.invitations(of: event).revoke(
        name: SafeText.clean(player, limit: Player.longestName), at: Timestamp.now.milliseconds / 1000)
      // A host that runs looks into the book every second.
      Output.write(guests.isEmpty ? "Nobody had come with that name; the invitation is void.\n" : "The pass is void.\n")
    } catch { throw CommandFailure(error) }
  }
}
