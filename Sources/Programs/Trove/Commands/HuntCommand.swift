import ArgumentParser

/// `trove hunt`: making hunts, on foot or from scripts.
struct HuntCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "hunt", abstract: "Makes, changes and checks hunts, on foot or from scripts.",
    discussion: """
      Examples:
      trove hunt make --in krems
      trove hunt new park.geojson --from steer:48.4105,15.6103
      trove hunt check park.geojson

      On a terminal `new` and `edit` open an editor: a map, the stages, and keys to drop a stage where you stand, walk \
      round its zone, write hints, and play what you have made. `add`, `set`, `remove` and `list` do the same for \
      scripts. A file is written wholly or not at all, and what Trove does not know in it stays. `check` plays a hunt \
      on paper before others play it.

      Exit codes: 2 `check` found errors; 64 wrong usage; 65 the file has bad data; 66 it is not there; 69 the terminal cannot be used; \
      73 it cannot be written, or `new` would write over it.
      """,
    subcommands: [
      HuntMakeCommand.self,
      HuntNewCommand.self,
      HuntEditCommand.self,
      HuntAddCommand.self,
      HuntSetCommand.self,
      HuntRemoveCommand.self,
      HuntListCommand.self,
      HuntCheckCommand.self,
      HuntSealCommand.self,
    ])
}
