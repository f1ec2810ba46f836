import ArgumentParser
import CMalloc
import Glibc

/// The command line: its words are a contract with players and scripts.
@main
struct Trove: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "trove",
    abstract: "A treasure hunt in the terminal that knows where you are.",
    discussion: """
      Without a receiver: script/play, or `trove play --from walker`. With one: start gpsd and `trove play`.

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

  /// Starts the threads of concurrency only for a command that needs them: help shall be there at once.
  static func main() {
    holdStandardDescriptors()
    // Otherwise the C library keeps freed blocks of up to 32 MiB for later: a reply of 8 MB cost 25 MB more.
    _ = trove_return_blocks(1 << 20)
    // Files that the program creates (tracks, saves, places, databases) are readable only by their owner.
    let mask = umask(0o077)
    // But hunts are made to be given away.
    if CommandLine.arguments.dropFirst().first == "hunt" { umask(mask) }
    do {
      var command = try parseAsRoot()
      if command is any AsyncParsableCommand { runAsynchronously() }
      try command.run()
    } catch {
      leave(with: error)
    }
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
    let (text, code) = (fullMessage(for: error), exitCode(for: error))
    if !text.isEmpty, code.isSuccess { Output.write(text + "\n") }
    if !text.isEmpty, !code.isSuccess { Output.error(text) }
    Glibc.exit(code.rawValue)
  }

  private static func runAsynchronously() -> Never {
    Task.detached {
      do {
        // Read again here, because a command may not be handed from one thread to another.
        if var command = try parseAsRoot() as? any AsyncParsableCommand { try await command.run() }
        exit()
      } catch {
        leave(with: error)
      }
    }
    while true { pause() }
  }
}
