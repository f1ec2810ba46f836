import ArgumentParser

/// Hunts as files: `trove hunt`.
struct HuntCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "hunt", abstract: "Checks hunts before others play them.", subcommands: [HuntCheckCommand.self])
}
