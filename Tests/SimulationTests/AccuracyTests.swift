import Foundation
import Geodesy
import HuntDomain
import Simulation
import Testing

@Suite("The accuracy that a receiver reports")
struct AccuracyTests {
  /// The part of the fixes whose error circle holds the true place, of many receivers that have run for ever.
  private func coverage(_ model: ErrorModel, receivers: Int) -> Double {
    let plane = TangentPlane(at: station)
    var (held, all) = (0, 0)
    for seed in 0..<receivers {
      var receiver = SimulatedReceiver(model: model, seed: UInt64(seed))
      for observation in receiver.observeStanding(steps: [.seconds(400)]) {
        guard let fix = observation.fix, let accuracy = fix.accuracy else { continue }
        all += 1
        if error(fix, from: plane).length <= accuracy { held += 1 }
      }
    }
    return Double(held) / Double(all)
  }

  @Test(
    "holds the true place as often as its ratio and spread have it",
    arguments: [(ratio: 1.0, spread: 0.0), (1, 0.5), (0.7, 0.4), (0.5, 0), (2, 0.3)])
  func law(ratio: Double, spread: Double) {
    var model = ErrorModel.drifting(5, correlationTime: 30, noise: 2)
    model.accuracy = .init(ratio: ratio, spread: spread, correlationTime: 30, lag: 0)
    // Rayleigh distribution at the reported radius, over all that may be reported.
    let expected = expectation { 1 - pow(0.05, ratio * ratio * exp(2 * spread * $0)) }
    let count = 3000.0
    // The coins of the chance make 0.2 % more.
    let bound = margin(of: expected, among: count) + 0.003
    #expect(abs(coverage(model, receivers: 1500) - expected) < bound)
  }

  @Test("is honest under an open sky, a little optimistic under trees, and often wrong between houses")
  func presets() throws {
    let coverages = try [ErrorPreset.openSky, .wood, .indoors, .canyon].map {
      coverage(try #require($0.model), receivers: 2000)
    }
    #expect(coverages == coverages.sorted(by: >))
    for (measured, stated) in zip(coverages, [0.93, 0.81, 0.70, 0.63]) { #expect(abs(measured - stated) < 0.025) }
  }

  @Test("follows the satellites belatedly")
  func lag() {
    var chance = Chance(seed: 1)
    var process = AccuracyProcess(
      .init(ratio: 1, spread: 0, correlationTime: 1, lag: 10), dilution: 1, at: 0, using: &chance)
    process.follow(3, at: 100)
    #expect(process.reported(circle: 5, at: 100) == 5)
    #expect(abs(process.reported(circle: 5, at: 110) - 5 * (3 - 2 * exp(-1))) < 1e-9)
    // A change on the way begins where the last one had come to.
    process.follow(1, at: 110)
    #expect(abs(process.reported(circle: 5, at: 110) - 5 * (3 - 2 * exp(-1))) < 1e-9)
    #expect(abs(process.reported(circle: 5, at: 1000) - 5) < 1e-9)
  }

  @Test("is the circle of the present satellites where nothing lags behind")
  func satellites() {
    var model = ErrorModel.drifting(4, correlationTime: 30)
    model.sky = .init(above: 12, lifetime: 600, openness: 0.5, shadeTime: 10)
    var receiver = SimulatedReceiver(model: model, seed: 17)
    var counts: Set<Int> = []
    for observation in receiver.observeStanding(count: 2000, every: .seconds(3)) {
      guard let fix = observation.fix, let used = fix.satellitesUsed, let accuracy = fix.accuracy else { continue }
      counts.insert(used)
      #expect(abs(accuracy - model.circle * (4 / Double(used - 2)).squareRoot()) < 1e-9)
    }
    #expect(counts.count >= 6)
  }

  @Test("does not know of jumps")
  func jumps() {
    var model = ErrorModel.drifting(2, correlationTime: 30)
    model.multipath = .init(interval: 10, duration: 10, size: 100, spread: 0.2)
    var receiver = SimulatedReceiver(model: model, seed: 3)
    let accuracies = receiver.observeStanding(count: 200, every: .seconds(1)).map { $0.fix!.accuracy! }
    #expect(accuracies.allSatisfy { abs($0 - 2 * Fix.circleDeviations) < 1e-9 })
  }
}
