package import ArgumentParser
internal import EventDomain
internal import GeoFormats

/// `trove event invite`: a link for one player, or for many.
package struct EventInviteOptions: OrganiserOptions {
  /// Its name and its help.
  package static let configuration = CommandConfiguration(
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

  /// The folder of the event.
  @OptionGroup package var folder: EventFolderOption

  /// The player's name.
  @Option(help: ArgumentHelp("The player's name, as all will see it.", valueName: "name"))
  package var player: String

  /// The team; `nil` for none, or all.
  @Option(help: ArgumentHelp("The player's team.", valueName: "name"))
  package var team: String?

  /// The wave, from 1.
  @Option(help: ArgumentHelp("The wave in which the player starts, from 1, as the hunt has them.", valueName: "n"))
  package var wave: Int?

  /// For how many players an invitation is.
  @Option(help: ArgumentHelp("For how many players the link is, up to \(Self.most).", valueName: "n"))
  package var many: Int?

  /// How many of these make a team.
  @Option(help: ArgumentHelp("How many of --many make a team.", valueName: "n"))
  package var teamSize: Int?

  /// How many of these may come within a minute.
  @Option(
    help: ArgumentHelp(
      "How many of --many may come within a minute; \(EventPlan.usualPace) by default, so that nobody can take all "
        + "places unnoticed.", valueName: "n"))
  package var pace: Int?

  private static let most = 100_000

  /// Throws: what is wrong with the arguments, as a sentence.
  package func validate() throws {
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

  /// No arguments yet.
  package init() {}
}

/// `trove event phone`: the settings of a phone.
package struct EventPhoneOptions: OrganiserOptions {
  /// Its name and its help.
  package static let configuration = CommandConfiguration(
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

  /// The folder of the event.
  @OptionGroup package var folder: EventFolderOption

  /// The player's name.
  @Option(help: ArgumentHelp("The name of its carrier, as others will see it.", valueName: "name"))
  package var player: String

  /// The team; `nil` for none, or all.
  @Option(help: ArgumentHelp("The team; by default that of the player of this name.", valueName: "name"))
  package var team: String?

  /// Whether to write JSON.
  @Flag(help: "One JSON object.")
  package var json = false

  /// Throws: what is wrong with the arguments, as a sentence.
  package func validate() throws {
    try player.checkName("--player")
    try team?.checkName("--team")
  }

  /// No arguments yet.
  package init() {}
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
