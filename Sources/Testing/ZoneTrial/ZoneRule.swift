internal import HuntDomain

/// A rule by which a game says that a player is inside a zone.
package enum ZoneRule: Hashable, Sendable {
  /// Trove's: ``ZoneWatch``, behind the filter that every fix passes.
  case watch
  /// The last fix lies inside.
  case lastFix
  /// The last fix lies at most so many metres outside of the border: the fixed ranges that Wherigo's cartridges and
  /// their players set, whatever the receiver says of its errors.
  case range(Double)

  /// What the rule makes of a walk: the seconds in which its opinion changes, and to what.
  package func changes(in trial: ZoneTrial) -> [(second: Int, isInside: Bool)] {
    let states = states(in: trial)
    return zip(states.indices, zip([false] + states, states)).filter { $1.0 != $1.1 }.map { ($0, $1.1) }
  }

  private func states(in trial: ZoneTrial) -> [Bool] {
    let ground = ZoneGround(trial.zone, at: trial.place)
    switch self {
    case .lastFix: return trial.moments.map { ground.depth(of: $0.fix.position) >= 0 }
    case .range(let metres): return trial.moments.map { ground.depth(of: $0.fix.position) >= -metres }
    case .watch:
      var (filter, watch) = (PositionFilter(), ZoneWatch(ground))
      return trial.moments.map { moment in
        if case .believed(_, let shown) = filter.receive(moment.fix) { _ = watch.receive(shown) }
        return watch.isInside
      }
    }
  }
}
