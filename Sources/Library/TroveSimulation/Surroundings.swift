internal import Simulation

/// The surroundings of a receiver, which determine its errors; `docs/simulation.md` gives the numbers and sources.
public enum Surroundings: String, Hashable, Sendable, CaseIterable {
  /// No errors at all: the truth.
  case none
  /// A clear view of the sky: half of all errors within 2.5 m.
  case openSky = "open-sky"
  /// A street between high houses: half within 12.4 m, with jumps, and overconfident.
  case canyon
  /// Under trees: half within 5.4 m.
  case wood
  /// Inside a building of brick or concrete: half within 8.4 m, and a quarter of the time no position.
  case indoors
  /// A clear view of the sky, and a receiver that was switched on this moment: no position for half a minute.
  case coldStart = "cold-start"

  var preset: ErrorPreset {
    switch self {
    case .none: .none
    case .openSky: .openSky
    case .canyon: .canyon
    case .wood: .wood
    case .indoors: .indoors
    case .coldStart: .coldStart
    }
  }
}
