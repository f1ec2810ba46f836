import ArgumentParser
import GeoFormats
import Geodesy

/// `--coordinates`, or `TROVE_COORDINATES`: how positions are written.
struct NotationOptions: ParsableArguments {
  private static let variable = "TROVE_COORDINATES"

  @Option(
    help:
      "How positions are written: decimal, minutes, seconds, utm or mgrs; TROVE_COORDINATES says it for all commands.")
  var coordinates: CoordinateNotation?

  func validate() throws {
    guard let word = Self.word, CoordinateNotation(rawValue: word) == nil else { return }
    let words = CoordinateNotation.allCases.map(\.rawValue).joined(separator: ", ")
    throw ValidationError("\(Self.variable) is \(SafeText.quoted(word)): it can be \(words).")
  }

  /// The notation that somebody has asked for.
  var wanted: CoordinateNotation? { coordinates ?? Self.word.flatMap(CoordinateNotation.init) }

  var notation: CoordinateNotation { wanted ?? .decimal }

  private static var word: String? { Environment.variables[variable].flatMap { $0.isEmpty ? nil : $0 } }
}

extension CoordinateNotation: ExpressibleByArgument {}
