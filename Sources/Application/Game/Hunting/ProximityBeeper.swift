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
