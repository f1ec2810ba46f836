import HuntTesting
import Simulation

/// Measures how well the game detects that a player is inside a zone, on simulated walks with a known truth, and
/// compares it with other programs' rules.
func zoneFindings(_ here: BenchConditions) -> Findings {
  let seeds: ClosedRange<UInt64> = 1...(here.isQuick ? 100 : 1000)
  let watch = ZoneScore(.watch, seeds: seeds)
  let naive = ZoneScore(.depth(0), seeds: seeds)
  var findings = Findings()
  // The other goals depend on chance, and stand beside the figures.
  findings.expect(watch.falseExits == 0, "zones: \(watch.falseExits) false exits")
  let others =
    [("last fix in the zone", naive), ("last fix half as deep as it can be", ZoneScore(.depth(0.5), seeds: seeds))]
    + [5.0, 10, 20].map { metres in
      ("last fix within \(number(metres)) m of it (Wherigo)", ZoneScore(.range(metres), seeds: seeds))
    }
  findings.rows =
    [row("Trove's rule", watch, goal: goal(watch, beside: naive))] + others.map { row($0, $1) }
  for (preset, radius) in [(ErrorPreset.openSky, 15.0), (.wood, 15), (.canyon, 15), (.canyon, 25)] {
    findings.rows += visits(preset, radius: radius, players: here.isQuick ? 60 : 600)
  }
  findings.rows += [ErrorPreset.openSky, .wood, .canyon].map { radii(in: $0, players: here.isQuick ? 60 : 600) }
  return findings
}

/// What the radius of a zone does in some surroundings.
private func radii(in preset: ErrorPreset, players: Int) -> Row {
  let parts = stride(from: 10.0, through: 60, by: 5).map { radius in
    let met = ZoneVisits(.watch, preset, radius: radius, players: players)
    let (missed, falsely) = (share(met.missed, met.visits), share(met.falsely, met.opened))
    return "\(number(radius)) m \(missed), \(falsely)"
  }
  return Row(
    what: "Zones, \(players) players, \(preset.rawValue): radius, visits missed, finds false",
    trove: parts.joined(separator: "; "))
}

/// A part in per cent.
private func share(_ count: Int, _ all: Int) -> String { "\(number(100 * Double(count) / Double(max(1, all)))) %" }

/// Describes the goal, and whether it was reached.
private func goal(_ watch: ZoneScore, beside naive: ZoneScore) -> String {
  let isReached = watch.falseEntries * 10 < naive.falseEntries && watch.falseExits == 0 && watch.delay(0.5) < 10
  return "a tenth of the last fix; 0; -; under 10 s" + (isReached ? "" : " (missed)")
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

/// Simulated players who go where the game sends them, under each of the rules.
private func visits(_ preset: ErrorPreset, radius: Double, players: Int) -> [Row] {
  let rules: [(name: String, rule: ZoneRule)] = [
    ("Trove's rule", .watch), ("last fix in the zone", .depth(0)), ("last fix half as deep as it can be", .depth(0.5)),
    ("last fix within 10 m of it (Wherigo)", .range(10)),
  ]
  return rules.map { name, rule in
    let met = ZoneVisits(rule, preset, radius: radius, players: players)
    return Row(
      what: "Zones, \(players) players, \(preset.rawValue), radius \(number(radius)) m: \(name)",
      trove:
        "\(share(met.falsely, met.opened)) of the finds false, \(share(met.fromAfar, met.opened)) from more than 10 m, "
        + "\(share(met.missed, met.visits)) of the visits missed, found after \(met.time(0.5) ?? 0) s "
        + "(90 %: \(met.time(0.9) ?? 0) s)")
  }
}
