/// With a real gpsd: how long a sentence takes to the screen, and what ten fixes a second cost beside gpsd's own tools.
///
/// Only figures: how busy the machine is decides as much as the programs do.
func liveFindings(_ here: BenchConditions) -> Findings {
  var findings = Findings()
  guard let daemon = Daemon() else {
    findings.rows = [Row(what: "With a real gpsd", trove: "left out: gpsd, gpspipe or cgps is not here")]
    return findings
  }
  let game = [here.trove, "play", here.hunt, "--from", "gpsd:127.0.0.1:\(daemon.port)", "--no-save"]
  findings.rows = [
    latencyRow(game, daemon, epochs: here.isQuick ? 20 : 400),
    loadRow(game, daemon, seconds: here.isQuick ? 2 : 60),
  ].compactMap(\.self)
  if findings.rows.isEmpty { findings.rows = [Row(what: "With a real gpsd", trove: "left out: no terminal to be had")] }
  return findings
}

private func latencyRow(_ game: [String], _ daemon: Daemon, epochs: Int) -> Row? {
  guard let trove = MeasuredProgram(game), let pipe = MeasuredProgram(["gpspipe", "-w", "127.0.0.1:\(daemon.port)"])
  else { return nil }
  let run = LatencyRun(epochs, through: daemon, to: trove, pipe)
  return Row(
    what: "From a sentence to the frame that shows it, 10 epochs a second, 80x24", trove: text(run.frames),
    peer: "gpspipe -w: \(text(run.reports))", goal: "99 % under 20 ms")
}

private func text(_ latencies: [Double?]) -> String {
  let seen = latencies.compactMap(\.self)
  let sample = Sample(seen)
  let missing = seen.count == latencies.count ? "" : ", \(latencies.count - seen.count) not within a tenth of a second"
  return "\(time(sample.median)), 99 %: \(time(sample.p99))\(missing)"
}

private func loadRow(_ game: [String], _ daemon: Daemon, seconds: Double) -> Row? {
  guard let trove = MeasuredProgram(game), let cgps = MeasuredProgram(["cgps", "-s", "127.0.0.1:\(daemon.port)"])
  else { return nil }
  daemon.walk(seconds: 2, before: [trove, cgps])
  let (ours, theirs) = (Load(trove), Load(cgps))
  daemon.walk(seconds: seconds, before: [trove, cgps])
  let (own, peer) = (Load(trove) - ours, Load(cgps) - theirs)
  return Row(
    what: "A game for \(number(seconds)) s, 10 epochs a second, 80x24", trove: own.text(in: seconds),
    peer: "cgps: \(peer.text(in: seconds))", ratio: peer.processor > 0 ? own.processor / peer.processor : nil,
    goal: "within 3 times of cgps")
}

/// The resources that a program has used so far, or between two moments.
private struct Load {
  /// Seconds of processor time.
  let processor: Double
  /// Bytes that are resident, and by how much they grew.
  let memory: Double
  var growth = 0.0

  init(_ program: MeasuredProgram) { (processor, memory) = (program.processorTime, program.residentMemory) }

  private init(_ processor: Double, _ memory: Double, _ growth: Double) {
    (self.processor, self.memory, self.growth) = (processor, memory, growth)
  }

  static func - (later: Load, earlier: Load) -> Load {
    Load(later.processor - earlier.processor, later.memory, later.memory - earlier.memory)
  }

  func text(in seconds: Double) -> String {
    "\(number(processor / seconds * 100, 2)) % of a core, \(number(memory / 1e6, 1)) MB resident "
      + "(\(growth < 0 ? "" : "+")\(number(growth / 1e6, 2)) MB)"
  }
}
