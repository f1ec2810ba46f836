package import ArgumentParser
import CMalloc
import CommandKit
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

  /// Runs the command that the program was started with; alone on a terminal it plays, and asks what.
  package static func main() {
    // Otherwise the C library keeps freed blocks of up to 32 MiB for later: a reply of 8 MB cost 25 MB more.
    _ = trove_return_blocks(1 << 20)
    // Files that the program creates (tracks, saves, places, databases) are readable only by their owner.
    let mask = umask(0o077)
    // But hunts are made to be given away.
    if CommandLine.arguments.dropFirst().first == "hunt" { umask(mask) }
    run {
      let words = Array(CommandLine.arguments.dropFirst())
      return words.isEmpty && Environment.wantsTerminal ? [PlayCommand._commandName] : words
    }
  }
}
