package import HuntDomain

/// Decides which obstacles are news: an obstacle is told again only when it has changed.
///
/// Judges by values and never by time, so that fast games and slow ones say the same.
package struct ObstacleWatch: Hashable, Sendable {
  /// What kind of obstacle it is, whatever its figures.
  private enum Kind: Hashable {
    case accuracy, dwell, requirement, window
  }

  /// Metres beyond which the player counts as away from a treasure, if the error circle is small.
  private static let away = 50.0
  /// How many error circles away counts as away: farther than the noise of one fix.
  private static let circlesAway = 2.0
  /// How many times better or worse a circle has to be to be told again.
  private static let change = 2.0

  private var treasure: String?
  /// The obstacles of the treasure that were told, each with its figure.
  private var told: [Kind: Double] = [:]

  /// Nothing was told yet.
  package init() {}

  /// Whether the obstacle of a treasure is worth telling; what is told is remembered.
  package mutating func isNews(_ obstacle: Obstacle?, of id: String) -> Bool {
    if treasure != id {
      treasure = id
      told = [:]
    }
    switch obstacle {
    case .accuracy(_, let accuracy): return isNews(.accuracy, accuracy)
    case .dwell: return isNews(.dwell, 1)
    case .requirement: return isNews(.requirement, 1)
    case .window: return isNews(.window, 1)
    case .distance(let metres) where metres > max(Self.away, Self.circlesAway * (told[.accuracy] ?? 0)):
      told[.accuracy] = nil
      told[.dwell] = nil
      return false
    // The way is told as the way, a lost position as such, and a question as a question.
    case .distance, .noPosition, .question, nil: return false
    }
  }

  private mutating func isNews(_ kind: Kind, _ figure: Double) -> Bool {
    if let last = told[kind], figure < last * Self.change, figure > last / Self.change { return false }
    told[kind] = figure
    return true
  }
}
