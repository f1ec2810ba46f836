import HuntTesting

/// How well the game knows who is inside a zone: on simulated walks whose truth is known, beside the rules of others.
func zoneFindings(_ here: Surroundings) -> Findings {
  let seeds: ClosedRange<UInt64> = 1...(here.isQuick ? 100 : 1000)
  let watch = ZoneScore(.watch, seeds: seeds)
  let naive = ZoneScore(.lastFix, seeds: seeds)
  var findings = Findings()
  // The other goals depend on chance, and stand beside the figures.
  findings.expect(watch.falseExits == 0, "zones: \(watch.falseExits) false exits")
  let others =
    [("last fix in the zone", naive)]
    + [5.0, 10, 20].map { metres in
      ("last fix within \(number(metres)) m of it (Wherigo)", ZoneScore(.range(metres), seeds: seeds))
    }
  findings.rows =
    [row("Trove's rule", watch, goal: goal(watch, beside: naive))] + others.map { row($0, $1) }
  return findings
}

/// What was aimed at, and whether it was reached.
private func goal(_ watch: ZoneScore, beside naive: ZoneScore) -> String {
  let isReached = watch.falseEntries * 10 < naive.falseEntries && watch.falseExits == 0 && watch.delay(0.5) < 5
  return "a tenth of the last fix; 0; -; under 5 s" + (isReached ? "" : " (missed)")
}

private func row(_ rule: String, _ score: ZoneScore, goal: String = "") -> Row {
  Row(
    what: "Zones, \(score.walks) walks: \(rule)",
    trove:
      "\(score.falseEntries) false entries in \(score.walksWithFalseEntry) walks, \(score.falseExits) false exits, "
      + "\(score.missedStays) of \(score.stays) stays missed, entries after \(number(score.delay(0.5))) s "
      + "(90 %: \(number(score.delay(0.9))) s)",
    goal: goal)
}
