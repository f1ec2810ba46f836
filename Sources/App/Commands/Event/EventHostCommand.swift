import ArgumentParser
import EventDomain
import Events
import Glibc
import NATSEvents

/// `trove event host`: runs an event until it is ended.
struct EventHostCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "host", abstract: "Runs an event: the server, the referee, and passes for those who are invited.",
    discussion: """
      Prints “ready ADDRESS” when players may come, and then what happens. Ctrl-C or SIGTERM end it; nothing is lost: \
      the next start goes on there. It may also be killed at any moment.
      """)

  @OptionGroup var folder: EventFolderOption

  @Option(
    help: ArgumentHelp(
      "How many servers, 1, 3 or 5: the event goes on while most of them do. Say it before you invite.",
      valueName: "n"))
  var nodes: Int?

  func validate() throws {
    guard nodes.map({ [1, 3, 5].contains($0) }) ?? true else { throw ValidationError("--nodes is 1, 3 or 5.") }
  }

  func run() async throws {
    let hosting = try await EventHosting.open(folder.dir, nodes: nodes)
    try await hosting.run { Output.write("ready \($0)\n") }
  }
}

/// `trove event close`: ends an event for good.
struct EventCloseCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "close", abstract: "Ends an event for good: judges what is left, forgets all positions.",
    discussion: """
      Claims that come later do not count. The folder keeps the claims and finds, for `board` and `verify`. A host that \
      runs ends with it.
      """)

  @OptionGroup var folder: EventFolderOption

  func run() async throws {
    let standings = try await EventHosting.close(folder.dir)
    Output.write("The event is closed.\n" + EventBoardCommand.page(Board(standings, isClosed: true)))
  }
}
