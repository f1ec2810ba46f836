import ArgumentParser
import HuntApplication
import HuntDomain
import PlaceFiles

/// A game that can begin.
struct Opened {
  let game: Game
  let sensors: Sensors
  let file: HuntSource
}

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
  ///
  /// Without a hunt a recording or a walker plays the bundled one; who walks on their own feet chooses one near them.
  var chosen: (source: SourceChoice, huntPath: String)? {
    if let huntPath { return (options.from?.choice ?? .gpsd(""), huntPath) }
    guard let source = options.from?.choice, let demo = installation?.demoHunt else { return nil }
    if case .gpsd = source { return nil }
    return (source, demo)
  }

  /// What the player can choose from.
  var offers: Offers {
    Offers(sources: sources, hunts: installation?.hunts ?? [], notation: options.coordinates.notation)
  }

  private var sources: [Offers.Source] {
    if case .gpsd(let spec) = options.from?.choice {
      return [
        .init(.gpsd(spec), title: "A GPS receiver", detail: "through gpsd at \(spec.isEmpty ? "localhost" : spec)")
      ]
    }
    return [
      .init(.gpsd(""), title: "A GPS receiver", detail: "through gpsd on this computer"),
      .init(.huntTrace, title: "A recorded walk", detail: "someone has walked the hunt before you"),
      .init(.walker(seed: 1), title: "A simulated walker", detail: "who walks the hunt by themselves"),
      .init(.steer(from: nil), title: "Steer by hand", detail: "a walker whom your arrow keys drive"),
    ]
  }

  /// What the player can change to while playing a hunt.
  private func alternatives(of hunt: HuntSource) -> [Offers.Source] {
    var sources: [Offers.Source] = [
      .init(.gpsd(""), title: "A GPS receiver", detail: "through gpsd on this computer")
    ]
    if case .gpsd(let spec) = options.from?.choice, !spec.isEmpty {
      sources.insert(.init(.gpsd(spec), title: "The GPS receiver", detail: "through gpsd at \(spec)"), at: 0)
    }
    sources.append(
      .init(.gpsd(""), title: "A GPS receiver elsewhere", detail: "through gpsd on another computer", question: .gpsd))
    if hunt.trace != nil {
      sources.append(.init(.huntTrace, title: "A recorded walk", detail: "someone has walked the hunt before you"))
    }
    return sources + [
      .init(.trace(""), title: "A recording", detail: "a file that you name", question: .trace),
      .init(.walker(seed: 1), title: "A simulated walker", detail: "who walks on from here by themselves"),
      .init(.steer(from: nil), title: "Steer by hand", detail: "a walker whom your arrow keys drive, from here"),
    ]
  }

  /// Reads the files and opens the sensors of a game.
  ///
  /// Throws: an exit code, after it has been said why.
  func open(_ source: SourceChoice, huntPath: String) async throws -> Opened {
    let file = try Files.hunt(huntPath)
    let sensors = try Sensors.open(source, hunt: file, options: sensorOptions)
    let centre = file.hunt.treasures[0].place.position
    let game = Game(
      hunt: file.hunt, map: try options.map.map(Files.map) ?? Files.map(of: file),
      places: try await Files.places(options.places).places(near: centre, within: .infinity) + file.places,
      source: sensors.label,
      choice: source, alternatives: options.asLines ? [] : alternatives(of: file),
      notation: options.coordinates.notation)
    return Opened(game: game, sensors: sensors, file: file)
  }

  /// The recorder of the walk, when the player wants one.
  ///
  /// Throws: an exit code, after it has been said why.
  func recorder() throws -> TrackRecorder? {
    try options.record.map { try TrackRecorder(path: $0, name: "Trove") }
  }

  /// On a terminal one watches; without one there is nobody to wait for.
  var sensorOptions: Sensors.Options {
    .init(speed: (options.speed ?? SpeedArgument(factor: 1)).factor, walkingPace: options.pace, noise: options.noise)
  }
}
