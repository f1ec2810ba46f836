import Foundation
import Geodesy
import HuntDomain
import Simulation
import Testing

@Suite("Drop-outs and jumps")
struct EventTests {
  /// Lengths of the times off and on of a chain, one after the other.
  private func stretches(meanOff: Double, meanOn: Double, count: Int) -> (off: [Double], on: [Double]) {
    var chance = Chance(seed: 19)
    var chain = TwoStateChain(meanOff: meanOff, meanOn: meanOn, at: 0, using: &chance)
    var (off, on): ([Double], [Double]) = ([], [])
    var (since, now) = (0.0, 0.0)
    while off.count < count || on.count < count {
      now += 0.05
      let wasOn = chain.isOn
      guard chain.change(until: now, using: &chance) else { continue }
      if wasOn { on.append(now - since) } else { off.append(now - since) }
      since = now
    }
    return (off, on)
  }

  @Test("last as long as the model says, and do not age")
  func lengths() {
    let (off, on) = stretches(meanOff: 12, meanOn: 4, count: 4000)
    for (lengths, mean) in [(off, 12.0), (on, 4)] {
      let sample = Sample(lengths.dropFirst())
      // A look every 0.05 s sees a change half a look late, at both ends alike.
      #expect(abs(sample.mean - mean) < 4 * mean / sample.count.squareRoot())
      #expect(sample.distance { 1 - exp(-$0 / mean) } < 1.63 / sample.count.squareRoot() + 0.05 / mean)
    }
  }

  @Test("take the share of all time that the chain's stationary distribution has", arguments: ErrorPreset.erring)
  func share(preset: ErrorPreset) throws {
    let model = try #require(preset.model)
    let dropOuts = model.dropOuts
    let share = TwoStateChain.share(meanOff: dropOuts.interval, meanOn: dropOuts.duration)
    guard share > 0 else {
      var receiver = SimulatedReceiver(preset, seed: 1)
      let afterStart = receiver.observeStanding(count: 5000, every: .seconds(1)).dropFirst(41)
      #expect(afterStart.allSatisfy { $0.fix != nil })
      return
    }
    var receiver = SimulatedReceiver(preset, seed: 3)
    let count = 20_000
    let silent = receiver.observeStanding(count: count, every: .seconds(5)).count { $0.fix == nil }
    // Looks that follow each other closely see the same drop-out.
    let memory = exp(-5 * (1 / dropOuts.interval + 1 / dropOuts.duration))
    let worth = Double(count) * (1 - memory) / (1 + memory)
    #expect(abs(Double(silent) / Double(count) - share) < margin(of: share, among: worth))
  }

  @Test("come at the same moments whatever the rate, and so do the satellites")
  func ratesAgree() throws {
    var (slow, fast) = (SimulatedReceiver(.indoors, seed: 8), SimulatedReceiver(.indoors, seed: 8))
    let one = slow.observeStanding(count: 1200, every: .seconds(1))
    let many = fast.observeStanding(count: 6000, every: .milliseconds(200))
    #expect(one.contains { $0.fix == nil })
    for (second, observation) in one.enumerated() {
      let other = many[min(5999, second * 5)]
      switch (observation, other) {
      case (.fix(let fix), .fix(let same)):
        #expect(fix.satellitesUsed == same.satellitesUsed && fix.satellitesSeen == same.satellitesSeen)
      default: #expect(observation == other)
      }
    }
  }

  @Test("of the position have the model's lengths, any direction, and take the share of all time that it says")
  func jumps() {
    var model = ErrorModel.drifting(0, correlationTime: 10)
    model.multipath = .init(interval: 30, duration: 20, size: 40, spread: 0.5)
    let plane = TangentPlane(at: station)
    let shifts = (0..<5000).map { (seed: UInt64) -> TangentPlane.Point in
      var receiver = SimulatedReceiver(model: model, seed: seed)
      return error(receiver.observeStanding(steps: [.seconds(300)])[1].fix!, from: plane)
    }
    let jumps = shifts.filter { $0.length > 1e-3 }
    let share = Double(jumps.count) / 5000
    #expect(abs(share - 0.4) < margin(of: 0.4, among: 5000))
    let logarithms = Sample(jumps.map { log($0.length / 40) / 0.5 })
    #expect(logarithms.distance(from: normalDistribution) < 0.004 + 1.63 / logarithms.count.squareRoot())
    let directions = Sample(
      jumps.map { Bearing(degrees: Angle.degrees(opposite: $0.east, adjacent: $0.north)).degrees })
    #expect(directions.distance { $0 / 360 } < 1.63 / directions.count.squareRoot())
  }

  @Test("never begin where the model has none")
  func none() throws {
    var receiver = SimulatedReceiver(model: .drifting(0, correlationTime: 10), seed: 4)
    let plane = TangentPlane(at: station)
    for observation in receiver.observeStanding(count: 2000, every: .seconds(30)) {
      let fix = try #require(observation.fix)
      #expect(error(fix, from: plane).length < 1e-6)
    }
  }

  @Test("are forgotten over a gap, not counted one by one")
  func gap() {
    var chance = Chance(seed: 2)
    var chain = TwoStateChain(meanOff: 0.01, meanOn: 0.01, at: 0, using: &chance)
    var changes = 0
    while chain.change(until: 1e9, using: &chance) { changes += 1 }
    #expect(changes < 10)
  }
}
