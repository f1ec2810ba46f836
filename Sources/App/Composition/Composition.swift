import ArgumentParser
import HuntApplication
import HuntDomain
import PlaceFiles

/// The composition root: reads like the hexagon.
///
/// Sensors and places on one side, the session in the middle, the
/// terminal or the lines on the other.
struct Composition {
  var options: PlayOptions
  let huntPath: String?
  let installation = Installation.find(environment: Environment.variables)

  init(_ options: PlayOptions, hunt: String?) {
    self.options = options
    huntPath = hunt
  }

  /// What is to be played, when the command line says so; nothing when the player is to be asked.
  var chosen: (source: SourceChoice, huntPath: String)? {
    switch (huntPath ?? installation?.demoHunt, options.from?.choice) {
    case (let hunt?, let source?): (source, hunt)
    case (let hunt?, nil) where huntPath != nil: (.gpsd(""), hunt)
    default: nil
    }
  }

  /// What the player can choose from.
  var offers: Offers {
    Offers(
      sources: [
        .init(.gpsd(""), title: "A GPS receiver", detail: "through gpsd on this computer"),
        .init(.huntTrace, title: "A recorded walk", detail: "someone has walked the hunt before you"),
        .init(.walker(seed: 1), title: "A simulated walker", detail: "who walks the hunt by themselves"),
      ],
      hunts: huntPath.map { path in
        let file = try? HuntFile(path: path)
        return [
          .init(
            path: path, title: file?.hunt.title ?? path, detail: file?.hunt.summary ?? "",
            hasTrace: file?.trace != nil)
        ]
      } ?? installation?.hunts ?? [])
  }

  /// Reads the files and opens the sensors of a game.
  ///
  /// Throws: an exit code, after it has been said why.
  func open(_ source: SourceChoice, huntPath: String) async throws -> (game: Game, sensors: Sensors) {
    let file = try Files.hunt(huntPath)
    let sensors = try Sensors.open(source, hunt: file, options: sensorOptions)
    let centre = file.hunt.treasures[0].place.position
    let game = Game(
      hunt: file.hunt, map: try options.map.map(Files.map) ?? Files.map(of: file),
      places: try await Files.places(options.places).places(near: centre, within: .infinity), source: sensors.label)
    return (game, sensors)
  }

  /// On a terminal one watches; without one there is nobody to wait for.
  var sensorOptions: Sensors.Options {
    .init(speed: (options.speed ?? SpeedArgument(factor: 1)).factor, walkingPace: options.pace, noise: options.noise)
  }
}
