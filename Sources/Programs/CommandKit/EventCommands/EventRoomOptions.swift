package import ArgumentParser
package import TerminalUI

/// `trove event room`: the organiser's view of an event that is hosted.
package struct EventRoomOptions: OrganiserOptions {
  /// Its name and its help.
  package static let configuration = CommandConfiguration(
    commandName: "room", abstract: "Shows an event to its organiser: where all players are, finds, refused claims.",
    discussion: """
      Examples:
      trove event room event
      trove event room event --plain

      While trove event host DIR runs in another window: a map with all players and treasures, who moves, who stands, of whom \
      nothing is heard; the leaderboard, the latest finds, refused claims with the reasons, and what was said. Tab follows \
      a player, m says something to all, ? tells all keys.

      With --plain, or without a terminal, it writes a line for each player who joins, each find, refused claim and message \
      instead; first those that were before; it ends when the event is closed. With --json these are objects: event (joined, \
      found, refused, said, connection), player, team, time and others.

      Exit codes: 0 the event is closed; 64 wrong usage; 65 a file has bad data; 66 no such event; 69 the event cannot be reached.
      """)

  /// The folder of the event.
  @OptionGroup package var folder: EventFolderOption

  /// Whether to write a line for each event.
  @Flag(help: "A line for each event, instead of a screen.")
  package var plain = false

  /// Whether to write JSON.
  @Flag(help: "JSON lines.")
  package var json = false

  /// The map: a file, or the name of a region.
  @Option(
    help: ArgumentHelp("The map: a file, or the name of an imported region; by default the hunt's.", valueName: "file"),
    completion: .file())
  package var map: String?

  /// The colours of the map.
  @Option(help: MapStyling.help, completion: MapStyling.completion, transform: MapStyling.read)
  package var style: String?

  /// When there are colours.
  @Option(help: "Colours: auto, always or never.")
  package var color = TerminalCapability.ColourChoice.auto

  /// Whether to draw with characters of ASCII only.
  @Flag(help: "Characters of ASCII only.")
  package var ascii = false

  /// Throws: what is wrong with the arguments, as a sentence.
  package func validate() throws {
    guard !(plain && json) else { throw ValidationError("--plain and --json do not go together.") }
  }

  /// No arguments yet.
  package init() {}
}
