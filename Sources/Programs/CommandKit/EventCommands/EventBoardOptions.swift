package import ArgumentParser

/// `trove event board`: who is ahead.
package struct EventBoardOptions: OrganiserOptions {
  /// Its name and its help.
  package static let configuration = CommandConfiguration(
    commandName: "board", abstract: "Shows who is ahead.",
    discussion: """
      Examples:
      trove event board event

      With --json one object a line: rank, team (where there is one), player (where players get the points), points, \
      found, last (when the last find was made, ISO 8601).
      """)

  /// The folder of an event, or the link of an invitation.
  @Argument(help: "The folder of the event, or the link of an invitation.", completion: .directory)
  package var event: String

  /// Whether to write JSON.
  @Flag(help: "JSON lines.")
  package var json = false

  /// No arguments yet.
  package init() {}
}

/// `trove event say`: a message to all players, or to a team.
package struct EventSayOptions: OrganiserOptions {
  /// Its name and its help.
  package static let configuration = CommandConfiguration(
    commandName: "say", abstract: "Says something to all players, or to a team.",
    discussion: """
      Examples:
      trove event say event "Rain is coming: meet at the mill."
      """)

  /// The folder of the event.
  @OptionGroup package var folder: EventFolderOption

  /// What to say.
  @Argument(help: "What to say.")
  package var message: String

  /// The team; `nil` for none, or all.
  @Option(help: ArgumentHelp("Only to this team.", valueName: "name"))
  package var team: String?

  /// No arguments yet.
  package init() {}
}

/// `trove event revoke`: makes the pass of a player void.
package struct EventRevokeOptions: OrganiserOptions {
  /// Its name and its help.
  package static let configuration = CommandConfiguration(
    commandName: "revoke", abstract: "Makes the pass of a player void, at once.",
    discussion: """
      Examples:
      trove event revoke event --player Ada

      What the player has found before stays. A place of an invitation for many is free again.
      """)

  /// The folder of the event.
  @OptionGroup package var folder: EventFolderOption

  /// The player's name.
  @Option(help: ArgumentHelp("The player's name.", valueName: "name"))
  package var player: String

  /// No arguments yet.
  package init() {}
}

/// `trove event verify`: judges all claims of an event again.
package struct EventVerifyOptions: OrganiserOptions {
  /// Its name and its help.
  package static let configuration = CommandConfiguration(
    commandName: "verify", abstract: "Judges all claims of an event again, and compares the finds.",
    discussion: """
      Examples:
      trove event verify event

      Plays every piece of every player's session through the rules, in the order in which they came, and compares \
      each find with the ledger, and so the leaderboard. Needs the folder only, and no network: anybody may have a copy without \
      its keys.

      Exit codes: 0 the same finds; 2 others; 64 wrong usage; 65 a file has bad data; 66 no such event.
      """)

  /// The folder of the event.
  @OptionGroup package var folder: EventFolderOption

  /// No arguments yet.
  package init() {}
}
