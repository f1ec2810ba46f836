import ArgumentParser
import Geodesy
import HuntApplication
import HuntDomain
import PlaceFiles
import WalkerLocation

/// The walk that `trove feed` serves.
struct FeedSource {
  let sensors: Sensors
  /// What it is called.
  let name: String
  /// A hunt that it can be played with.
  let huntPath: String?
  /// What drives the walker, when the player does.
  let wheel: SteeringWheel?

  /// Opens the source that the command line names.
  ///
  /// Throws: an exit code, after it has been said why.
  init(_ command: FeedCommand) throws {
    let choice = command.choice
    let demo = Installation.find(environment: Environment.variables)?.demoHunt
    huntPath = command.hunt ?? (Self.needsHunt(choice) ? demo : nil)
    let hunt = try huntPath.map(Files.hunt)
    let options = Sensors.Options(
      speed: command.speed.factor, walkingPace: command.pace, noise: command.noise, interval: .seconds(1 / command.rate)
    )
    if case .steer(let place) = choice {
      let wheel = SteeringWheel()
      self.wheel = wheel
      let start = try place ?? Self.start(of: hunt)
      let walker = SteeredLocation(
        from: start, wheel: wheel, noise: options.noise, interval: options.interval, pace: options.pace)
      sensors = Sensors(location: walker, heading: walker, label: "steered walker", isSimulated: true)
      name = "a walker whom you steer"
      return
    }
    if hunt == nil, Self.needsHunt(choice) {
      throw Failure.say("Name a hunt for the walker: trove feed HUNT. The bundled ones were not found.", ExitCode(64))
    }
    wheel = nil
    sensors = try Sensors.open(choice, hunt: hunt, options: options)
    switch choice {
    case .trace(let path): name = path
    case .walker(let seed): name = "walker:\(seed)" + (hunt.map { " on \($0.hunt.title)" } ?? "")
    default: name = choice.label
    }
  }

  private static func needsHunt(_ choice: SourceChoice) -> Bool {
    switch choice {
    case .walker, .steer(from: nil): true
    default: false
    }
  }

  /// 60 metres south of the first treasure, as far as a walker begins from it.
  private static func start(of hunt: HuntFile?) throws -> Coordinate {
    guard let first = hunt?.hunt.treasures.first else {
      throw Failure.say("Say where the walker begins: --steer --at LAT,LON.", ExitCode(64))
    }
    return first.place.position.offset(by: 60, toward: Bearing(degrees: 180))
  }
}
