import ArgumentParser
import CMalloc
import CommandKit
import Glibc

/// What the arguments of a command of the organiser ask for.
protocol HostedCommand: OrganiserOptions {
  func run() async throws
}

/// A command of the organiser.
struct Hosted<Options: HostedCommand>: AsyncParsableCommand {
  static var configuration: CommandConfiguration { Options.configuration }

  @OptionGroup var options: Options

  func run() async throws { try await options.run() }
}

/// The program that hosts events: `trove event` starts it for the commands of the organiser.
@main
struct TroveHost: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "trove-host", abstract: "Hosts events of trove: its words are those of trove event.",
    version: troveVersion,
    subcommands: [
      Hosted<EventNewOptions>.self, Hosted<EventHostOptions>.self, Hosted<EventInviteOptions>.self,
      Hosted<EventPhoneOptions>.self, Hosted<EventBoardOptions>.self, Hosted<EventRoomOptions>.self,
      Hosted<EventSayOptions>.self, Hosted<EventRevokeOptions>.self, Hosted<EventCloseOptions>.self,
      Hosted<EventVerifyOptions>.self,
    ])

  static func main() {
    // As trove does: freed blocks go back, and files are readable only by their owner.
    _ = trove_return_blocks(1 << 20)
    umask(0o077)
    run { Array(CommandLine.arguments.dropFirst()) }
  }
}
