package import ArgumentParser
import CMalloc
import Glibc

/// The command line: its words are a contract with players and scripts.
@main
package struct Trove: ParsableCommand {
  /// The name, the commands, and what the help says of the whole.
  package static let configuration = CommandConfiguration(
    commandName: "trove",
    abstract: "A treasure hunt in the terminal that knows where you are.",
    discussion: """
      Examples:
      trove
      trove play --from walker
      trove play --here

      On a terminal `trove` alone asks how you want to walk and which hunt to play. Without a receiver a simulated \
      walker plays, or you steer one with the arrow keys; with one, start gpsd first.

      Exit codes: 0 well; 2 a file was refused by `check`, or a hunt has errors; 64 wrong usage; \
      65 a file has bad data; 66 a file is not there; 69 no position to be had; 73 a file cannot be made; 74 the output cannot be \
      written; 130 interrupted.
      """,
    version: troveVersion,
    subcommands: [
      PlayCommand.self, NearbyCommand.self, PlacesCommand.self, SearchCommand.self, ImportCommand.self,
      RegionsCommand.self, ForgetCommand.self, MapCommand.self, CompassCommand.self, EyeCommand.self, CheckCommand.self,
      DoctorCommand.self, FeedCommand.self, SimulateCommand.self, ReplayCommand.self, RecordCommand.self,
      FinishCommand.self, VerifyCommand.self, GamesCommand.self, ExportCommand.self, HuntCommand.self,
      EventCommand.self,
    ])

  /// A command without options.
  package init() {}

  /// Starts the threads of concurrency only for a command that needs them: help shall be there at once.
  package static func main() {
    holdStandardDescriptors()
    // Otherwise the C library keeps freed blocks of up to 32 MiB for later: a reply of 8 MB cost 25 MB more.
    _ = trove_return_blocks(1 << 20)
    // Files that the program creates (tracks, saves, places, databases) are readable only by their owner.
    let mask = umask(0o077)
    // But hunts are made to be given away.
    if CommandLine.arguments.dropFirst().first == "hunt" { umask(mask) }
    do {
      var command = try Self.command(CommandWords.given)
      if command is any AsyncParsableCommand { runAsynchronously() }
      try command.run()
    } catch {
      leave(with: error)
    }
  }

  /// The command that words ask for.
  ///
  /// Throws: the parser's errors, and a request for help; a ``CommandFailure`` for a command that there is not.
  package static func command(_ words: [String]) throws -> any ParsableCommand {
    if let unknown = CommandWords.unknown(in: words, of: self) { throw unknown }
    return try parseAsRoot(CommandWords.joined(words))
  }

  /// Gives `/dev/null` to the standard descriptors that are closed, or the next file that is opened would get what is meant
  /// for a reader; opened the wrong way round, so that reading and writing fail as they should.
  private static func holdStandardDescriptors() {
    for descriptor in STDIN_FILENO...STDERR_FILENO where fcntl(descriptor, F_GETFD) < 0 {
      // The lowest number that is free is this one.
      _ = open("/dev/null", descriptor == STDIN_FILENO ? O_WRONLY : O_RDONLY)
    }
  }

  /// Ends with what an error says, or with the help or the version that was asked for.
  private static func leave(with error: any Error) -> Never {
    if let failure = error as? CommandFailure {
      Output.error(failure.message)
      Glibc.exit(failure.code.rawValue)
    }
    let (text, code) = (HelpPage.laidOut(fullMessage(for: error)), exitCode(for: error))
    if !text.isEmpty, code.isSuccess { Output.write(text + "\n") }
    if !text.isEmpty, !code.isSuccess { Output.error(text) }
    Glibc.exit(code.rawValue)
  }

  private static func runAsynchronously() -> Never {
    Task.detached {
      do {
        // Read again here, because a command may not be handed from one thread to another.
        if var command = try Self.command(CommandWords.given) as? any AsyncParsableCommand { try await command.run() }
        exit()
      } catch {
        leave(with: error)
      }
    }
    while true { pause() }
  }
}
