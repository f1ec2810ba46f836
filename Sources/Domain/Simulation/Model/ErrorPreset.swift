/// Surroundings in which receivers err in a way of their own, by the names of the command line.
package enum ErrorPreset: String, Hashable, Sendable, CaseIterable {
  /// No errors at all: the truth.
  case none
  /// A clear view of the sky.
  case openSky = "open-sky"
  /// A street between high houses.
  case canyon
  /// Under trees.
  case wood
  /// Inside a building of brick or concrete.
  case indoors
  /// A clear view of the sky, and a receiver that was switched on this moment.
  case coldStart = "cold-start"

  /// The error model of the preset; `nil` for no errors.
  package var model: ErrorModel? {
    switch self {
    case .none: nil
    case .openSky: .openSky
    case .canyon: .canyon
    case .wood: .wood
    case .indoors: .indoors
    case .coldStart: .coldStart
    }
  }
}
