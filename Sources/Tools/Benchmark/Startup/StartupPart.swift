/// Measures the cost of a start: `trove --help`, compared with gpsd's own client.
func startupFindings(_ here: BenchConditions) -> Findings {
  var findings = Findings()
  var ours: [Child] = []
  var theirs: [Child] = []
  for _ in 0..<(here.isQuick ? 5 : 21) {
    if let child = Child.run([here.trove, "--help"]) { ours.append(child) }
    if let child = Child.run(["cgps", "-V"]) { theirs.append(child) }
  }
  findings.expect(!ours.isEmpty, "startup: \(here.trove) is not here")
  findings.expect(
    ours.allSatisfy { $0.status == 0 && $0.output.contains("USAGE: trove") }, "startup: trove --help does not help")
  let peer = StartupCost(theirs)
  let own = StartupCost(ours)
  findings.rows = [
    Row(
      what: "Start-up: `trove --help`", trove: own.text,
      peer: theirs.isEmpty ? "cgps: not here" : "`cgps -V`: \(peer.text)",
      ratio: theirs.isEmpty || peer.processor == 0 ? nil : own.processor / peer.processor, goal: "under 3")
  ]
  return findings
}

/// Medians of several starts.
private struct StartupCost {
  let processor: Double
  let wall: Double

  init(_ runs: [Child]) {
    processor = Sample(runs.map(\.processorTime)).median
    wall = Sample(runs.map(\.wallTime)).median
  }

  var text: String { "\(time(processor)) (\(time(wall)) on the wall)" }
}
