import HuntTesting

/// How well the game knows who is inside a zone: on simulated walks whose truth is known, beside the rules of others.
func zoneFindings(_ here: Surroundings) -> Findings {
  let seeds: ClosedRange<UInt64> = 1...(here.isQuick ? 100 : 1000)
  let watch = ZoneScore(.watch, seeds: seeds)
  let naive = ZoneScore(.lastFix, seeds: seeds)
  var findings = Findings()
  findings.expect(watch.falseExits == 0, "zones: \(watch.falseExits) false exits")
  findings.expect(
    watch.falseEntries * 10 < naive.falseEntries || here.isQuick,
    "zones: \(watch.falseEntries) false entries beside \(naive.falseEntries) of the last fix")
  findings.expect(watch.delay(0.5) < 5, "zones: true entries are noticed after \(number(watch.delay(0.5))) s")
  let others =
    [("last fix in the zone", naive)]
    + [5.0, 10, 20].map { metres in
      ("last fix within \(number(metres)) m of it (Wherigo)", ZoneScore(.range(metres), seeds: seeds))
    }
  findings.rows =
    [row("Trove's rule", watch, goal: "a tenth of the last fix; 0; -; under 5 s")] + others.map { row($0, $1) }
  return findings
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
