import HuntTesting

/// Measures the cone of the heading on simulated walks with a known truth: how often the player looked into
/// it, and how wide it was.
func headingFindings(_ here: BenchConditions) -> Findings {
  HeadingClass.all.map { headingFindings($0, here) }.reduce(Findings(), +)
}

private func headingFindings(_ kind: HeadingClass, _ here: BenchConditions) -> Findings {
  let score = kind.kits.reduce(into: HeadingScore()) { score, kit in
    score.add(HeadingScore(kit, seeds: 1...(here.isQuick ? 2 : 10)))
  }
  var findings = Findings()
  findings.expect(
    !kind.isKnowable || score.coverage >= 0.95,
    "heading: \(kind): only \(number(score.coverage * 100, 1)) % of the frames tell the truth")
  findings.rows = [
    Row(
      what: "Heading: \(kind), \(score.frames) frames",
      trove: "\(number(score.coverage * 100, 1)) % in the cone, median ±\(number(score.medianHalfWidth))°, "
        + "no arrow in \(number(score.silence * 100)) %",
      goal: kind.isKnowable ? "95 %" : "nobody can know")
  ]
  return findings
}
