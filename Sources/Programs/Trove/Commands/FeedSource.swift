import CommandKit
import Game
import HuntDomain
import PlaceFiles
import WalkerLocation

/// The walk that `trove feed` serves.
struct FeedSource {
  let sensors: Sensors
  /// The name of the source.
  let name: String
  /// A hunt that it can be played with.
  let huntPath: String?
  /// The steering of the walker; `nil` if the player does not steer.
  var wheel: SteeringWheel? { sensors.wheel }

  /// Opens the source that the command line names.
  init(_ command: FeedCommand) async throws(CommandFailure) {
    let choice = command.choice
    let demo = Installation.find(environment: Environment.variables)?.demoHunt
    huntPath = command.hunt ?? (choice.needsHunt ? demo : nil)
    let hunt = try huntPath.map(Files.hunt)
    var options = Sensors.Options(
      speed: command.speed.factor, walkingPace: command.pace, troubles: command.receivers.troubles,
      pointLimit: command.recording.maxPoints, interval: .seconds(1 / command.rate))
    if hunt == nil, choice.needsHunt {
      throw CommandFailure("Name a hunt for the walker: trove feed HUNT. The bundled ones were not found.", .usage)
    }
    if let hunt {
      let styling = MapStyling(nil)
      options.ground = try await StreetGround.open(
        command.ways, in: nil, around: hunt.hunt,
        on: choice.isLive ? nil : Files.loadMap(of: hunt, styles: styling.styles), styling: styling)
    }
    var sensors = try Sensors.open(choice, hunt: hunt, options: options)
    // A recorded compass speaks in its own time; only a walker's keeps step with the fixes that are served.
    if !choice.hasSimulatedReceiver { sensors.heading = nil }
    self.sensors = sensors
    switch choice {
    case .trace(let path): name = path
    case .steer: name = "a walker whom you steer"
    case .walker(let seed): name = "walker:\(seed)" + (hunt.map { " on \($0.hunt.title)" } ?? "")
    default: name = choice.label
    }
  }
}
