import Foundation
import Geodesy
import HuntDomain
import Simulation
import Testing

@Suite("A cold start")
struct StartTests {
  @Test("has no position for half a minute or some more, and finds one satellite after the other meanwhile")
  func firstFix() {
    let times = Sample(
      (0..<500).map { (seed: UInt64) -> Double in
        var receiver = SimulatedReceiver(.coldStart, seed: seed)
        let observations = receiver.observeStanding(count: 450, every: .milliseconds(100))
        let silent = observations.prefix { $0.fix == nil }
        let seen = silent.map { if case .nothing(let seen?) = $0 { seen } else { -1 } }
        // A satellite may set in the meantime.
        #expect(seen.first == 0 && zip(seen, seen.dropFirst()).allSatisfy { $1 >= $0 - 1 })
        let all = observations[silent.count].fix!.satellitesSeen!
        #expect(abs(seen.last! - all) <= 2)
        return Double(silent.count) / 10
      })
    #expect(times.sorted.first! >= 30 && times.sorted.last! <= 40.1)
    #expect(abs(times.mean - 35.05) < 4 * (100.0 / 12 / 500).squareRoot())
  }

  @Test("has bad positions first, says so, and then settles")
  func settling() throws {
    let model = try #require(ErrorPreset.coldStart.model)
    let start = try #require(model.start)
    let plane = TangentPlane(at: station)
    var (errors, accuracies): ([Int: [Double]], [Int: [Double]]) = ([:], [:])
    for seed in 0..<1500 {
      var receiver = SimulatedReceiver(.coldStart, seed: UInt64(seed))
      let fixes = receiver.observeStanding(count: 260, every: .seconds(1)).drop { $0.fix == nil }.map { $0.fix! }
      for second in [0, 20, 60, 200] {
        let length = error(fixes[second], from: plane).length
        errors[second, default: []].append(length * length)
        accuracies[second, default: []].append(fixes[second].accuracy!)
      }
    }
    let settled = (error: Sample(errors[200]!).mean.squareRoot(), circle: Sample(accuracies[200]!).quantile(0.5))
    for second in [0, 20, 60] {
      // The first fix comes up to a second after it could.
      let expected = 1 + (start.inflation - 1) * exp(-(Double(second) + 0.5) / start.settling)
      #expect(abs(Sample(errors[second]!).mean.squareRoot() / settled.error / expected - 1) < 0.12)
      #expect(abs(Sample(accuracies[second]!).quantile(0.5) / settled.circle / expected - 1) < 0.08)
    }
  }

  @Test("is over once it has settled: the same errors as of a receiver under an open sky")
  func afterwards() {
    var (cold, warm) = (SimulatedReceiver(.coldStart, seed: 6), SimulatedReceiver(.openSky, seed: 6))
    let one = cold.observeStanding(steps: repeatElement(.seconds(1), count: 2000))
    let other = warm.observeStanding(steps: repeatElement(.seconds(1), count: 2000))
    // The white noise of reports that were not made is missing.
    #expect(one.last?.fix?.satellitesUsed == other.last?.fix?.satellitesUsed)
    #expect(one.last!.fix!.position.distance(to: station) < 15)
  }
}
