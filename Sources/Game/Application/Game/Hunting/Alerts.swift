package import HuntDomain

/// Two distances at which the player is alerted on the way to a treasure, once each.
package struct Alerts: Hashable, Sendable {
  /// Metres, the nearest first.
  static let distances = [30.0, 100]

  /// The distance to each treasure when it was last looked at.
  private var last: [String: Double] = [:]
  private var told: [String: Set<Double>] = [:]

  /// Creates alerts of which none has been given.
  package init() {}

  /// The distance that was crossed since the last call, coming nearer; `nil` if the player began inside or was alerted
  /// before.
  package mutating func crossed(to id: String, distance: Double) -> Double? {
    guard distance.isFinite else { return nil }
    defer { last[id] = distance }
    guard let before = last[id] else { return nil }
    let crossed = Self.distances.filter { before > $0 && distance <= $0 }
    let news = crossed.first { told[id]?.contains($0) != true }
    told[id, default: []].formUnion(crossed)
    return news
  }
}

/// Decides when to beep: faster the nearer the target is, and while the player looks at it.
///
/// A value that is asked at any time whether a beep is due; it has no clock of its own.
package struct ProximityBeeper: Hashable, Sendable {
  /// Time between two beeps at the target, and far away from it.
  package static let shortest = Duration.milliseconds(200), longest = Duration.seconds(4)
  /// Metres of distance for each second between two beeps while the player looks at the target.
  package static let metresPerSecond = 100.0
  /// Degrees to each side within which the player looks at the target.
  package static let aim = 20.0
  /// By how much the interval between beeps grows while the player looks elsewhere or the heading is unknown.
  package static let astray = 2.0

  /// Whether it beeps at all.
  package var isOn: Bool
  private var last: Duration?

  /// A counter that is silent until it is switched on.
  package init(isOn: Bool = false) { self.isOn = isOn }

  /// Time between two beeps.
  ///
  /// - Parameters:
  ///   - distance: metres to the target.
  ///   - turn: degrees to turn to look at it; `nil` if that is not known.
  package static func interval(distance: Double, turn: Double?) -> Duration {
    guard distance.isFinite else { return longest }
    let isAimed = turn.map { abs($0) <= aim } ?? false
    let seconds = max(0, min(1e6, distance)) / metresPerSecond * (isAimed ? 1 : astray)
    return min(longest, max(shortest, .milliseconds(Int((seconds * 1000).rounded()))))
  }

  /// Whether a beep is due at `now`; without a distance there is nothing to count.
  package mutating func beeps(at now: Duration, distance: Double?, turn: Double?) -> Bool {
    guard isOn, let distance else {
      last = nil
      return false
    }
    if let last, now - last < Self.interval(distance: distance, turn: turn) { return false }
    last = now
    return true
  }
}

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
