import ArgumentParser
import GPSDLocation
import GeoFormats
import HuntApplication
import HuntDomain
import PlaceFiles
import TraceLocation
import WalkerLocation

/// The sensors of a game: which adapters, and whose time counts.
struct Sensors {
  let location: any DeviceLocation
  let heading: (any DeviceHeading)?
  /// The source's name in the line about it.
  let label: String
  /// Time comes with the fixes, not from the wall.
  let isSimulated: Bool

  /// How simulated sources are played.
  struct Options {
    var speed: Double? = 1
    var walkingPace = 1.4
    var noise = 0.0
    /// The longest time between two fixes.
    var interval = Duration.seconds(1)

    var pace: Pace { speed.map { .paced(by: ContinuousClock(), speed: $0) } ?? .unpaced }
  }

  /// The sensors that a choice stands for.
  ///
  /// Throws: an exit code, after it has been said why.
  static func open(_ choice: SourceChoice, hunt: HuntFile?, options: Options) throws -> Sensors {
    switch choice {
    case .gpsd(let spec):
      let address: GPSDAddress
      do { address = try GPSDAddress(parsing: spec) } catch {
        throw Failure.say("--from gpsd:\(spec): \(error)", ExitCode(64))
      }
      return Sensors(
        location: GPSDLocation(address), heading: GPSDHeading(address), label: choice.label, isSimulated: false)
    case .trace(let path): return try trace(path, choice, options)
    case .huntTrace:
      guard let path = hunt?.trace else {
        throw Failure.say("This hunt has no recorded walk; try --from walker.", ExitCode(64))
      }
      return try trace(path, choice, options)
    case .walker(let seed):
      guard let hunt = hunt?.hunt else { throw Failure.say("A walker needs a hunt to walk.", ExitCode(64)) }
      var generator = SeededGenerator(seed: seed)
      let walker = WalkerLocation(
        Itinerary(through: hunt, using: &generator), noise: options.noise, seed: seed, interval: options.interval,
        pace: options.pace)
      return Sensors(location: walker, heading: walker, label: choice.label, isSimulated: true)
    }
  }

  private static func trace(_ path: String, _ choice: SourceChoice, _ options: Options) throws -> Sensors {
    let file: TraceFile
    do { file = try TraceFile(path: path) } catch { throw Failure.say(FileProblem(file: path, error)) }
    for warning in file.warnings { Output.error(warning.text(file: path)) }
    guard file.trace.count > 0 else {
      throw Failure.say("\(path):1: error: no track, route or waypoint to walk along", Failure.badData)
    }
    return Sensors(
      location: TraceLocation(
        file.trace, interval: options.interval, walkingPace: options.walkingPace, pace: options.pace), heading: nil,
      label: choice.label, isSimulated: true)
  }
}
