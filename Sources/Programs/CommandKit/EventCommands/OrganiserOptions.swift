package import ArgumentParser

/// The arguments of a command of the organiser: `trove` knows, checks and completes them, and `trove-host` does what they
/// ask for.
package protocol OrganiserOptions: ParsableArguments {
  /// The name and the help of the command.
  static var configuration: CommandConfiguration { get }
}

/// The folder of an event, as the commands of its organiser name it.
package struct EventFolderOption: ParsableArguments {
  /// The folder.
  @Argument(help: "The folder of the event, as event new has made it.", completion: .directory)
  package var dir: String

  /// No arguments yet.
  package init() {}
}
