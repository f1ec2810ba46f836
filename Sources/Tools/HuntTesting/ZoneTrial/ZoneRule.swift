internal import HuntDomain

/// A rule by which a game says that a player is inside a zone; all of them hear the fixes that the filter believes.
package enum ZoneRule: Hashable, Sendable {
  /// Trove's: ``ZoneWatch``.
  case watch
  /// The last fix lies inside by at least this part of the zone's greatest depth: 0 for any place inside.
  case depth(Double)
  /// The last fix lies at most this many metres outside of the border: the fixed ranges that Wherigo's cartridges and
  /// their players set, whatever the receiver says of its errors.
  case range(Double)

  /// Applies the rule to a walk: returns the seconds in which its answer changes, with the new answer.
  func changes(in trial: ZoneTrial) -> [(second: Int, isInside: Bool)] {
    var judge = ZoneJudge(self, ZoneGround(trial.zone, at: trial.place))
    let states = trial.moments.map { judge.isInside(after: $0.fix) }
    return zip(states.indices, zip([false] + states, states)).filter { $1.0 != $1.1 }.map { ($0, $1.1) }
  }
}

/// A rule at one zone.
struct ZoneJudge: Sendable {
  private let rule: ZoneRule
  private let ground: ZoneGround
  private var filter = PositionFilter()
  private var watch: ZoneWatch
  private var last = false
  /// The fix that the player sees: the last believed one, or the average of a stay; `nil` without a position.
  private(set) var shown: Fix?

  init(_ rule: ZoneRule, _ ground: ZoneGround) { (self.rule, self.ground, watch) = (rule, ground, ZoneWatch(ground)) }

  /// Whether the player is inside by this rule, after the next fix; `fix` is `nil` for a second without one.
  mutating func isInside(after fix: Fix?) -> Bool {
    guard let fix else {
      filter.interrupt()
      watch.losePosition()
      shown = nil
      return last
    }
    guard case .believed(_, let shown) = filter.receive(fix) else { return last }
    self.shown = shown
    switch rule {
    case .watch:
      _ = watch.receive(shown)
      last = watch.isInside
    case .depth(let part): last = ground.depth(of: shown.position) >= part * ground.deepest
    case .range(let metres): last = ground.depth(of: shown.position) >= -metres
    }
    return last
  }
}
