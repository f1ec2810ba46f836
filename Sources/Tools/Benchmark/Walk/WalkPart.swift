/// A whole hunt, walked by the simulated player as fast as it goes, by the program that players run.
func walkFindings(_ here: BenchConditions) -> Findings {
  var findings = Findings()
  let command = [here.trove, "play", here.hunt, "--from", "walker:7", "--speed", "max", "--json", "--no-session"]
  let runs = (0..<(here.isQuick ? 3 : 11)).compactMap { _ in Child.run(command) }
  guard let first = runs.first, let end = WalkEnd(first.output) else {
    findings.wrong.append("walk: \(command.joined(separator: " ")) does not end")
    return findings
  }
  findings.expect(runs.allSatisfy { $0.status == 0 }, "walk: trove play fails")
  findings.expect(end.isCompleted, "walk: the walker does not find everything")
  findings.expect(runs.allSatisfy { $0.output == first.output }, "walk: the same seed gives other lines")
  // A fix at once and then one a second.
  findings.expect(
    end.fixes == Int(end.seconds) + 1, "walk: \(end.fixes) fixes in \(number(end.seconds)) seconds")
  let cost = Sample(runs.map(\.processorTime)).median
  findings.rows = [
    Row(
      what: "A walk of \(number(end.seconds)) s, \(end.fixes) fixes, \(end.finds) finds, as JSON lines",
      trove: "\(time(cost)); \(number(end.seconds / cost)) simulated seconds a second"),
    Row(what: "The same for an hour's walk", trove: time(cost * 3600 / end.seconds), goal: "under 1 s"),
  ]
  return findings
}

/// The last line of a game, and how many came before it.
private struct WalkEnd {
  let seconds: Double
  let isCompleted: Bool
  let fixes: Int
  let finds: Int

  init?(_ output: String) {
    let lines = output.split(separator: "\n")
    guard let last = lines.last, last.contains("\"event\":\"finished\""), case let mark = "\"elapsed\":",
      let start = last.firstRange(of: mark)?.upperBound,
      let seconds = Double(last[start...].prefix { $0.isNumber || $0 == "." }), seconds > 0, seconds < 1e6
    else { return nil }
    self.seconds = seconds
    isCompleted = last.contains("\"completed\":true")
    fixes = lines.count { $0.contains("\"event\":\"fix\"") }
    finds = lines.count { $0.contains("\"event\":\"found\"") }
  }
}
