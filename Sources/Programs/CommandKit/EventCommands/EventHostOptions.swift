package import ArgumentParser

/// `trove event host`: runs an event until it is ended.
package struct EventHostOptions: OrganiserOptions {
  /// Its name and its help.
  package static let configuration = CommandConfiguration(
    commandName: "host", abstract: "Runs an event: the server, the referee, and passes for those who are invited.",
    discussion: """
      Examples:
      trove event host event
      trove event host event --web 8080

      Prints “ready ADDRESS” when players may come, and then what happens. Ctrl-C or SIGTERM end it; nothing is lost: \
      the next start goes on there. It may also be killed at any moment.

      With --web there is a page for spectators and projectors: leaderboard, latest finds, and a map. “page ADDRESS” \
      follows “ready ADDRESS”: https with the certificate of the event where other computers may connect, \
      http where only this one can. Needs Leaflet (in Debian libjs-leaflet).

      With --standby it waits while another program hosts the event, and takes its place when that ends or is killed.

      Exit codes: 0 ended; 2 refused; 64 wrong usage; 65 a file has bad data; 66 no such event; 69 a server or a library \
      is not to be had; 75 the event is hosted, or the port is used, by another program.
      """)

  /// The folder of the event.
  @OptionGroup package var folder: EventFolderOption

  /// How many servers; `nil` for as many as before.
  @Option(
    help: ArgumentHelp(
      "How many servers, 1, 3 or 5: the event goes on while most of them do. Say it before you invite.",
      valueName: "n"))
  package var nodes: Int?

  /// The port of the page for spectators; `nil` for no page.
  @Option(
    help: ArgumentHelp(
      "Show a page to spectators at this port, 0 to 65535; 0 for one that is free.", valueName: "port"))
  package var web: UInt16?

  /// Whether to wait for the end of another host.
  @Flag(help: "Wait until no other program hosts the event, and host it then.")
  package var standby = false

  /// Throws: what is wrong with the arguments, as a sentence.
  package func validate() throws {
    guard nodes.map({ [1, 3, 5].contains($0) }) ?? true else { throw ValidationError("--nodes is 1, 3 or 5.") }
  }

  /// No arguments yet.
  package init() {}
}

/// `trove event close`: ends an event for good.
package struct EventCloseOptions: OrganiserOptions {
  /// Its name and its help.
  package static let configuration = CommandConfiguration(
    commandName: "close", abstract: "Ends an event for good: judges what is left, forgets all positions.",
    discussion: """
      Examples:
      trove event close event

      Claims that come later do not count. The folder keeps the claims and finds, for `board` and `verify`. A host that \
      runs ends with it.
      """)

  /// The folder of the event.
  @OptionGroup package var folder: EventFolderOption

  /// No arguments yet.
  package init() {}
}
