import Geodesy
import HuntDomain
import PlaceFiles
import Simulation
import Trials

/// A crowd that tries a hunt: simulated seconds of players for each second of a processor, and what a second thread helps.
func simulateFindings(_ here: BenchConditions) async -> Findings {
  var findings = Findings()
  guard let hunt = try? HuntFile(path: "\(here.root)/Maps/paris-hunt.geojson").hunt else {
    findings.expect(false, "simulate: Maps/paris-hunt.geojson cannot be read")
    return findings
  }
  for preset in [ErrorPreset.none, .canyon] {
    let trial = Trial(hunt, players: here.isQuick ? 20 : 1000, seed: 1) { SimulatedReceiver(preset, seed: $0) }
    var (alone, together) = (await measure(trial, threads: 1), await measure(trial, threads: 2))
    let (one, two) = (alone.result, together.result)
    // The computer does other things as well: in turns, and what went best counts.
    for _ in 1..<(here.isQuick ? 1 : rounds) {
      alone.keep(await measure(trial, threads: 1))
      together.keep(await measure(trial, threads: 2))
    }
    findings.expect(one.digest == two.digest, "simulate \(preset.rawValue): two threads give another report than one")
    findings.expect(one.records.count == trial.players, "simulate \(preset.rawValue): players are missing")
    let speed = alone.seconds > 0 ? Double(one.playerSeconds) / alone.seconds / 1e6 : 0
    let scaling = together.wall > 0 ? alone.wall / together.wall : 0
    findings.rows.append(
      Row(
        what: "Simulate: \(trial.players) players, \(preset.rawValue)",
        trove: "\(number(speed, 2)) million player-seconds a CPU second, \(number(scaling, 2)) times with two threads",
        goal: "0.8 million, 1.8 times"))
  }
  return findings
}

/// The runs for each number of threads.
private let rounds = 3

private struct Measure {
  /// Seconds of processors, and of the wall.
  var seconds, wall: Double
  let result: TrialResult

  /// Keeps what went better of another run.
  mutating func keep(_ other: Measure) {
    (seconds, wall) = (min(seconds, other.seconds), min(wall, other.wall))
  }
}

private func measure(_ trial: Trial, threads: Int) async -> Measure {
  let (start, wall) = (ProcessorTime.now, ProcessorTime.wall)
  let result = await trial.run(threads: threads)
  return Measure(seconds: ProcessorTime.now - start, wall: ProcessorTime.wall - wall, result: result)
}
