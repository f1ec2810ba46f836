import ArgumentParser
import CommandKit
import GPSDLocation
import Game
import GeoFormats
import Geodesy
import HuntDomain
import Nearby
internal import Numbers
import PlaceFiles
import Places
import Simulation
import Streets
import TraceLocation
import WalkerLocation

/// The sensors of a game: which adapters, and whose time counts.
struct Sensors {
  var location: any DeviceLocation
  var heading: (any DeviceHeading)?
  let choice: SourceChoice
  /// The steering of the walker; `nil` if the player does not steer.
  var wheel: SteeringWheel?
  /// The civil time at which the source begins; `nil` for a receiver.
  var start: Timestamp?
  /// Lets a walker wait; `nil` for all others.
  var hold: WalkerHold?

  /// The source's name in the line about it.
  var label: String { choice.label }
  /// Time comes with the fixes, not from the wall.
  var isSimulated: Bool { !choice.isLive }

  /// The options for simulated sources.
  struct Options {
    var speed: Double? = 1
    var walkingPace = 1.4
    var troubles = ReceiverTroubles()
    /// Positions of a recording that are read at most; `nil` where the command has no such option.
    var pointLimit: Int?
    /// The longest time between two fixes; `nil` for the source's default.
    var interval: Duration?
    /// The player's phone; `nil` outside of an event.
    var phone: (any DeviceLocation)?
    /// The ground that walkers walk on.
    var ground = WalkingGround.open
    /// Tells the walker where to go, and where they begin; without a guide they walk through the hunt by themselves.
    var guide: (guide: WalkerGuide, start: Coordinate?)?

    var pace: Pace { speed.map { .paced(by: SuspendingClock(), speed: $0) } ?? .unpaced }
  }

  /// The sensors that a choice stands for; simulated players of a game that is under way begin at its standpoint.
  static func open(
    _ choice: SourceChoice, hunt: HuntSource?, at standpoint: Standpoint? = nil, options: Options
  ) throws(CommandFailure) -> Sensors {
    var sensors = try faultless(choice, hunt: hunt, at: standpoint, options: options)
    sensors.location = try options.troubles.faulty(sensors.location)
    return sensors
  }

  private static func faultless(
    _ choice: SourceChoice, hunt: HuntSource?, at standpoint: Standpoint?, options: Options
  ) throws(CommandFailure) -> Sensors {
    // A game that is under way goes on with its time.
    var timed = options
    if let utc = standpoint?.utc { timed.troubles.start = utc }
    switch choice {
    case .gpsd(let spec):
      let address: GPSDAddress
      do { address = try GPSDAddress(parsing: spec) } catch {
        throw CommandFailure("gpsd:\(spec): \(error)", .usage)
      }
      return Sensors(location: GPSDLocation(address), heading: GPSDHeading(address), choice: choice)
    case .ownTracks:
      guard let phone = options.phone else { throw CommandFailure(SourceArgument.needsEvent, .usage) }
      return Sensors(location: phone, heading: nil, choice: choice)
    case .trace(let path): return try trace(path, choice, at: standpoint, options)
    case .huntTrace:
      guard let path = hunt?.trace else {
        throw CommandFailure("This hunt has no recorded walk; try --from walker.", .usage)
      }
      return try trace(path, choice, at: standpoint, options)
    case .walker(let seed):
      guard let hunt = standpoint?.hunt ?? hunt?.hunt else {
        throw CommandFailure("A walker needs a hunt to walk; without one take steer:LAT,LON.", .usage)
      }
      if let (guide, start) = timed.guide {
        return guided(guide, from: start ?? approach(to: hunt, on: timed.ground), seed: seed, timed)
      }
      return walker(through: hunt, from: standpoint?.walkStart, seed: seed, timed)
    case .steer(let start):
      let beginning = (standpoint?.hunt ?? hunt?.hunt).map { approach(to: $0, on: options.ground) }
      guard let place = start ?? standpoint?.position ?? beginning else {
        throw CommandFailure("Steering needs a hunt, or a place to begin: steer:LAT,LON.", .usage)
      }
      return steered(from: place, looking: standpoint?.looking, timed)
    }
  }

  private static func walker(
    through hunt: Hunt, from start: Coordinate?, seed: UInt64, _ options: Options
  ) -> Sensors {
    var generator = SeededGenerator(seed: seed)
    let itinerary = itinerary(through: hunt, from: start, on: options.ground, using: &generator)
    let hold = WalkerHold()
    let walker = WalkerLocation(
      itinerary, receiver: options.troubles.receiver(seed: seed), interval: options.interval ?? .seconds(1),
      pace: options.pace, hold: hold)
    return Sensors(
      location: walker, heading: walker, choice: .walker(seed: seed),
      start: options.troubles.start ?? SimulatedDay.morning(at: itinerary.start), hold: hold)
  }

  private static func guided(
    _ guide: WalkerGuide, from start: Coordinate, seed: UInt64, _ options: Options
  ) -> Sensors {
    let walker = GuidedLocation(
      from: start, on: options.ground, guide: guide, receiver: options.troubles.receiver(seed: seed),
      speed: options.walkingPace)
    return Sensors(
      location: walker, heading: nil, choice: .walker(seed: seed),
      start: options.troubles.start ?? SimulatedDay.morning(at: start))
  }

  /// Along the streets, at a person's own speed and with their mistakes, where there are streets.
  private static func itinerary(
    through hunt: Hunt, from start: Coordinate?, on ground: WalkingGround, using generator: inout SeededGenerator
  ) -> Itinerary {
    guard case .network = ground else { return Itinerary(through: hunt, from: start, on: ground, using: &generator) }
    let style = WalkStyle(using: &generator)
    return Itinerary(through: hunt, from: start, on: ground, style: style, using: &generator)
  }

  /// The default start of a walk: some 60 metres south of the first treasure.
  private static func approach(to hunt: Hunt, on ground: WalkingGround) -> Coordinate {
    ground.standing(60, from: hunt.treasures[0].place.position, toward: Bearing(degrees: 180))
  }

  private static func steered(from start: Coordinate, looking: Bearing?, _ options: Options) -> Sensors {
    let wheel = SteeringWheel(looking: looking ?? .north)
    let walker = SteeredLocation(
      from: start, on: options.ground, wheel: wheel, receiver: options.troubles.receiver(seed: 1),
      interval: options.interval ?? SteeredLocation.interval,
      pace: .paced(by: SuspendingClock(), speed: options.speed ?? 1))
    return Sensors(
      location: walker, heading: walker, choice: .steer(from: start), wheel: wheel,
      start: options.troubles.start ?? SimulatedDay.morning(at: start))
  }

  private static func trace(
    _ path: String, _ choice: SourceChoice, at standpoint: Standpoint?, _ options: Options
  ) throws(CommandFailure) -> Sensors {
    if CoordinateText.read(path) != nil, !Files.isThere(path) {
      throw CommandFailure(
        "\(path) is a position and no source of them: take steer:\(path) to walk from there.", .usage)
    }
    if path.hasPrefix("/dev/"), path != "/dev/stdin", !path.hasPrefix("/dev/fd/") {
      throw CommandFailure(
        "\(path) is a device, which gpsd reads: sudo gpsd \(path), then --from gpsd. " + sources, .usage)
    }
    if isWord(path), !Files.isThere(path) {
      throw CommandFailure("There is no source “\(path)”, and no such file. " + sources, .usage)
    }
    let file = try Files.trace(path, limit: options.pointLimit)
    guard let first = file.trace.segments.first?.first else {
      throw CommandFailure("\(path):1: error: no position to walk along", .badData)
    }
    let wished = standpoint?.utc ?? options.troubles.start
    let player = TraceLocation(
      file.trace, interval: options.interval ?? .seconds(1), walkingPace: options.walkingPace, pace: options.pace,
      start: wished)
    guard standpoint?.utc != nil || wished == nil || !player.isDated else {
      throw CommandFailure("\(path) has times of its own, and begins at them: leave out --start-time.", .usage)
    }
    // Of a find whose day nobody knows none is written down; only who makes a receiver's reports needs some day.
    return Sensors(
      location: player, heading: file.trace.headings.isEmpty ? nil : player, choice: choice,
      start: player.start ?? SimulatedDay.morning(at: first.position))
  }

  private static var sources: String { "Positions come from \(SourceArgument.kinds)." }

  /// Whether a text that was taken for a file is more like a source whose name is wrong.
  private static func isWord(_ path: String) -> Bool {
    path.contains(":") || !path.contains(".") && !path.contains("/")
  }
}
