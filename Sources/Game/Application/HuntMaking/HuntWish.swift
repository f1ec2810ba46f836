package import Geodesy

/// What a hunt that is to be made should be like.
package struct HuntWish: Hashable, Sendable {
  /// What the hunt is mostly about.
  package enum Theme: String, Hashable, Sendable, CaseIterable {
    case sights, history, art, nature, water, food
  }

  /// How much the hunt helps.
  package enum Level: String, Hashable, Sendable, CaseIterable {
    /// Hints are free, and at most one question is asked.
    case easy
    case usual
    /// Stages are not on the map before the player is near, and hints are dear.
    case hard
  }

  /// Metres on foot that can be asked for.
  package static let lengths = 500.0...40_000.0
  /// Numbers of stages that can be asked for.
  package static let counts = 2...30
  /// Stages below which there is no hunt, unless fewer are wished.
  static let fewest = 3
  /// Metres that people walk in a minute, with looking around; a choice of ours.
  private static let pace = 70.0
  /// Minutes that a stage takes; a choice of ours.
  private static let stay = 3.0

  /// Where the walk begins.
  package var start: Coordinate
  /// Where it ends; `nil` for a round.
  package var end: Coordinate?
  /// Metres on foot, from the start by all stages to the end; within ``lengths``.
  package var length: Double
  /// How many stages; within ``counts``.
  package var count: Int
  /// What it is about; `nil` for whatever is worth a look.
  package var theme: Theme?
  /// How much it helps.
  package var level = Level.usual
  /// Whether the walk avoids flights of steps.
  package var avoidsSteps = false
  /// Equal wishes of one seed in one region give the same hunt.
  package var seed = usualSeed
  /// The seed where none is wished.
  static let usualSeed: UInt64 = 1

  /// Creates a wish; length and count are cut to their ranges.
  ///
  /// - Parameter count: `nil` for as many as suit the length.
  package init(from start: Coordinate, to end: Coordinate? = nil, length: Double, count: Int? = nil) {
    (self.start, self.end) = (start, end)
    self.length = Self.cut(length)
    let usual = Int((self.length / 375).rounded())
    self.count = min(Self.counts.upperBound, max(Self.counts.lowerBound, count ?? min(12, max(3, usual))))
  }

  /// The length of a walk that takes some minutes with its stages.
  ///
  /// - Parameter count: `nil` for as many as suit the length.
  package static func length(minutes: Double, count: Int?) -> Double {
    // Without a number there is a stage every 375 m.
    let metres =
      count.map { (minutes - stay * Double($0)) * pace } ?? minutes / (1 / pace + stay / 375)
    return cut(metres)
  }

  /// The minutes that a walk takes with its stages.
  package static func minutes(length: Double, count: Int) -> Double { length / pace + stay * Double(count) }

  private static func cut(_ length: Double) -> Double {
    length.isFinite ? min(lengths.upperBound, max(lengths.lowerBound, length)) : lengths.upperBound
  }
}
