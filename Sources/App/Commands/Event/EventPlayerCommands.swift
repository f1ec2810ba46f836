import ArgumentParser
import CommandKit
import EventDomain
import Events
import GeoFormats
import HuntDomain
import LocalEvents
import NATSEvents
import PlainUI
import Sealing

/// `trove event invite`: a link for one player, or for many.
struct EventInviteCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "invite", abstract: "Prints an invitation: a link that works once, or for a number of players.",
    discussion: """
      Examples:
      trove event invite event --player Ada --team Reds
      trove event invite event --player Guest --many 30 --team-size 3

      The link has the address and the certificate of the event, and a pass to ask for a pass. It is for the first \
      player who comes with it; later it is that player's own. Send it where others do not read it. The event must have been hosted \
      once.

      With --many, one link is for so many players: the first is called NAME 1, the next NAME 2, and so on; with \
      --team-size, the first teams are TEAM 1, TEAM 2.
      """)

  @OptionGroup var folder: EventFolderOption

  @Option(help: ArgumentHelp("The player's name, as all will see it.", valueName: "name"))
  var player: String

  @Option(help: ArgumentHelp("The player's team.", valueName: "name"))
  var team: String?

  @Option(help: ArgumentHelp("The wave in which the player starts, from 1, as the hunt has them.", valueName: "n"))
  var wave: Int?

  @Option(help: ArgumentHelp("For how many players the link is, up to \(Self.most).", valueName: "n"))
  var many: Int?

  @Option(help: ArgumentHelp("How many of --many make a team.", valueName: "n"))
  var teamSize: Int?

  @Option(
    help: ArgumentHelp(
      "How many of --many may come within a minute; \(InvitationBook.usualPace) by default, so that nobody can take all "
        + "places unnoticed.", valueName: "n"))
  var pace: Int?

  private static let most = 100_000

  func validate() throws {
    try player.checkName("--player")
    try team?.checkName("--team")
    guard many.map({ (1...Self.most).contains($0) }) ?? true else {
      throw ValidationError("--many goes from 1 to \(Self.most).")
    }
    guard teamSize == nil || many != nil else { throw ValidationError("--team-size needs --many.") }
    guard pace == nil || many != nil else { throw ValidationError("--pace needs --many.") }
    guard pace.map({ (1...Self.most).contains($0) }) ?? true else {
      throw ValidationError("--pace goes from 1 to \(Self.most).")
    }
    guard teamSize.map({ $0 > 0 }) ?? true else { throw ValidationError("--team-size begins at 1.") }
  }

  func run() throws {
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
          pace: pace ?? InvitationBook.usualPace)
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

extension String {
  /// Checks the name of a player or of a team: what others would not see of it is not taken silently.
  fileprivate func checkName(_ option: String) throws {
    let name = SafeText.clean(self)
    guard !name.isEmpty else { throw ValidationError("\(option) is empty.") }
    guard name.count <= Player.longestName else {
      throw ValidationError("\(option) has \(name.count) characters; a name has at most \(Player.longestName).")
    }
  }
}

/// `trove event phone`: the settings of a phone.
struct EventPhoneCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "phone", abstract: "Prints the settings of a phone with OwnTracks, which shows where its carrier is.",
    discussion: """
      Examples:
      trove event phone event --player Ada

      A phone has no part in the hunt: others see its position, as that of the player of its name and team. That player \
      can play by it: trove play --event LINK --from owntracks. Settings by hand: mode MQTT, the \
      host, port, user and password, TLS with the certificate, quality of service 1. The line “link” opens OwnTracks with \
      all of that but the certificate, which the phone has to trust.

      With --json one object: host, port, user, password, topic, certificate (a file), link.
      """)

  @OptionGroup var folder: EventFolderOption

  @Option(help: ArgumentHelp("The name of its carrier, as others will see it.", valueName: "name"))
  var player: String

  @Option(help: ArgumentHelp("The team; by default that of the player of this name.", valueName: "name"))
  var team: String?

  @Flag(help: "One JSON object.")
  var json = false

  func validate() throws {
    try player.checkName("--player")
    try team?.checkName("--team")
  }

  func run() throws {
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

/// `trove event join`: gets the pass of an invitation, without playing.
struct EventJoinCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "join", abstract: "Gets your pass and the hunt, so that you can begin without a network.",
    discussion: """
      Examples:
      trove event join LINK

      trove play --event LINK does the same, and begins.
      """)

  @Argument(help: "The link of your invitation.")
  var link: String

  func run() async throws {
    let (pass, _) = try await EventJoining.pass(of: EventJoining.link(link))
    let team = pass.player.team.map { " in the team “\(SafeText.clean($0))”" } ?? ""
    Output.write(
      "You are “\(SafeText.clean(pass.player.name))”\(team), in “\(SafeText.clean(pass.plan.name))”: "
        + "\(SafeText.clean(pass.plan.hunt)).\nNow: trove play --event LINK\n")
  }
}

/// `trove event board`: who is ahead.
struct EventBoardCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "board", abstract: "Shows who is ahead.",
    discussion: """
      Examples:
      trove event board event

      With --json one object a line: rank, team (where there is one), player (where players get the points), points, \
      found, last (when the last find was made, ISO 8601).
      """)

  @Argument(help: "The folder of the event, or the link of an invitation.", completion: .directory)
  var event: String

  @Flag(help: "JSON lines.")
  var json = false

  func run() async throws {
    let board = try await EventHosting.board(of: event)
    Output.write(json ? BoardLines.json(board) : BoardLines.page(board))
  }
}

/// `trove event say`: a message to all players, or to a team.
struct EventSayCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "say", abstract: "Says something to all players, or to a team.",
    discussion: """
      Examples:
      trove event say event "Rain is coming: meet at the mill."
      """)

  @OptionGroup var folder: EventFolderOption

  @Argument(help: "What to say.")
  var message: String

  @Option(help: ArgumentHelp("Only to this team.", valueName: "name"))
  var team: String?

  func run() async throws {
    let text = SafeText.clean(message)
    guard text.count <= EventMessage.longest else {
      throw CommandFailure(
        "A message has at most \(EventMessage.longest) characters; this one has \(text.count).", .usage)
    }
    guard !text.isEmpty else { throw CommandFailure("There is nothing to say.", .usage) }
    do throws(EventTrouble) {
      let place = try await EventHosting.organise(folder.dir)
      try await place.board.say(EventMessage(text, to: team, at: .now))
    } catch { throw CommandFailure(error) }
  }
}

/// `trove event revoke`: makes the pass of a player void.
struct EventRevokeCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "revoke", abstract: "Makes the pass of a player void, at once.",
    discussion: """
      Examples:
      trove event revoke event --player Ada

      What the player has found before stays. A place of an invitation for many is free again.
      """)

  @OptionGroup var folder: EventFolderOption

  @Option(help: ArgumentHelp("The player's name.", valueName: "name"))
  var player: String

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

/// `trove event verify`: judges all claims of an event again.
struct EventVerifyCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "verify", abstract: "Judges all claims of an event again, and compares the finds.",
    discussion: """
      Examples:
      trove event verify event

      Plays every piece of every player's session through the rules, in the order in which they came, and compares \
      each find with the ledger, and so the leaderboard. Needs the folder only, and no network: anybody may have a copy without \
      its keys.

      Exit codes: 0 the same finds; 2 others; 64 wrong usage; 65 a file has bad data; 66 no such event.
      """)

  @OptionGroup var folder: EventFolderOption

  func run() throws {
    do throws(EventTrouble) {
      let event = try EventFolder(path: folder.dir)
      let judged = try EventHosting.judge(event)
      let finds = try EventArchive.finds(in: event)
      guard judged.finds == finds else {
        let place = zip(judged.finds, finds).prefix { $0 == $1 }.count
        throw .refused(
          "The claims make another ledger: entry \(place + 1) of \(finds.count) differs, and there are "
            + "\(judged.finds.count) by the claims.")
      }
      let count = try EventArchive.entries(in: event).count
      Output.write("Verified: \(finds.count) finds follow from \(count) claims.\n")
    } catch { throw CommandFailure(error) }
  }
}
