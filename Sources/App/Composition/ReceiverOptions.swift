import ArgumentParser
import Game
import GeoFormats
import HuntDomain
import Nearby
import Simulation
import WalkerLocation

/// What goes wrong with receivers: the errors of a walker's, and faults of any.
struct ReceiverOptions: ParsableArguments {
  @Option(help: ArgumentHelp("A walker's GPS error, in metres of deviation.", valueName: "m"))
  var noise = 0.0

  @Option(
    help: ArgumentHelp(
      "The errors of a walker's receiver as they are in surroundings: open-sky, canyon, wood, indoors, or cold-start.",
      valueName: "surroundings"))
  var preset = ErrorPreset.none

  @Option(
    help: ArgumentHelp(
      "Faults that happen to the source, whatever it is: a file with lines as “at 00:30 lose fix for 20s”.",
      valueName: "file"),
    completion: .file())
  var faults: String?

  func validate() throws {
    guard (0...1000).contains(noise) else { throw ValidationError("--noise goes from 0 to 1000 m.") }
    guard noise == 0 || preset == .none else {
      throw ValidationError("--noise and --preset both say how a walker's receiver errs: take one of them.")
    }
  }

  /// Refuses errors of a walker's receiver where nobody's receiver is simulated.
  func check(for choice: SourceChoice) throws {
    switch choice {
    case .walker, .steer: return
    case .gpsd, .trace, .huntTrace:
      guard noise == 0, preset == .none else {
        throw ValidationError(
          "--noise and --preset say how a walker's receiver errs: they go with --from walker or steer; --faults go with "
            + "any source.")
      }
    }
  }

  var troubles: ReceiverTroubles { ReceiverTroubles(noise: noise, preset: preset, faults: faults) }
}

/// What goes wrong with receivers; nothing unless somebody asks for it.
struct ReceiverTroubles {
  /// Deviation of a walker's positions, in metres.
  var noise = 0.0
  /// The surroundings that a walker's receiver is in.
  var preset = ErrorPreset.none
  /// The path of a scenario of faults.
  var faults: String?

  /// A walker's receiver.
  func receiver(seed: UInt64) -> SimulatedReceiver {
    preset == .none ? SimulatedReceiver(noise: noise, seed: seed) : SimulatedReceiver(preset, seed: seed)
  }

  /// A source, with the faults of the file.
  func faulty(_ location: any DeviceLocation) throws(CommandFailure) -> any DeviceLocation {
    guard let faults else { return location }
    return FaultyLocation(location, try Files.faults(faults))
  }
}

extension ErrorPreset: ExpressibleByArgument {
  /// What one can choose; no errors at all is what there is without a word.
  static var allValueStrings: [String] { allCases.filter { $0 != .none }.map(\.rawValue) }
}
