import Geodesy
import HuntApplication
import HuntDomain
import PlaceFiles
import Simulation

/// A crowd that tries a hunt: simulated seconds of players for each second of a processor, and what a second thread helps.
func simulateFindings(_ here: Surroundings) async -> Findings {
  var findings = Findings()
  guard let hunt = try? HuntFile(path: "\(here.root)/Maps/paris-hunt.geojson").hunt else {
    findings.expect(false, "simulate: Maps/paris-hunt.geojson cannot be read")
    return findings
  }
  for preset in [ErrorPreset.none, .canyon] {
    let trial = Trial(hunt, players: here.isQuick ? 20 : 1000, seed: 1) { SimulatedReceiver(preset, seed: $0) }
    let (seconds, wall, one) = await measure(trial, threads: 1)
    let (_, wallOfTwo, two) = await measure(trial, threads: 2)
    findings.expect(one.digest == two.digest, "simulate \(preset.rawValue): two threads give another report than one")
    findings.expect(one.records.count == trial.players, "simulate \(preset.rawValue): players are missing")
    let speed = seconds > 0 ? Double(one.playerSeconds) / seconds / 1e6 : 0
    let scaling = wallOfTwo > 0 ? wall / wallOfTwo : 0
    findings.rows.append(
      Row(
        what: "Simulate: \(trial.players) players, \(preset.rawValue)",
        trove: "\(number(speed, 2)) million player-seconds a CPU second, \(number(scaling, 2)) times with two threads",
        goal: "1 million, 1.8 times"))
  }
  return findings
}

private func measure(
  _ trial: Trial, threads: Int
) async -> (seconds: Double, wall: Double, result: TrialResult) {
  let (start, wall) = (ProcessorTime.now, ProcessorTime.wall)
  let result = await trial.run(threads: threads)
  return (ProcessorTime.now - start, ProcessorTime.wall - wall, result)
}
