/// How much of a hunt file is taken in; what is beyond is left out with a warning.
package enum HuntLimits {
  /// Metres of a radius or a distance of sight.
  package static let metres = 1.0...100_000
  /// Points won or lost at once.
  package static let points = 0...1_000_000
  /// Seconds of a time limit: a second to a year.
  package static let limit = 1.0...31_536_000
  /// Seconds until a hint can be read.
  package static let wait = 0.0...31_536_000
  /// Turns in a sequence.
  package static let turn = -1_000_000_000...1_000_000_000
  /// Treasures of a hunt.
  package static let treasures = 10_000
  /// Corners of an area and its holes together.
  package static let corners = 10_000
  /// Entries of any list: hints, answers, options, items, paragraphs, logs.
  package static let list = 1000
  /// Requirements in one, all levels together.
  package static let requirements = 1000
  /// Levels of requirements in one another.
  package static let depth = 16
  /// Characters of a formula.
  package static let formula = 500
}
