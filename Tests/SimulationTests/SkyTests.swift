import Foundation
import Geodesy
import HuntDomain
import Simulation
import Testing

@Suite("Satellites")
struct SkyTests {
  private let sky = ErrorModel.Sky(above: 9, lifetime: 600, openness: 0.6, shadeTime: 20)

  /// The parts of all time with so many satellites: a Poisson distribution that is cut.
  private func shares(mean: Double, in range: ClosedRange<Int>) -> [Int: Double] {
    let weights = range.map { number in exp(Double(number) * log(mean) - mean - lgamma(Double(number) + 1)) }
    return Dictionary(uniqueKeysWithValues: zip(range, weights.map { $0 / weights.reduce(0, +) }))
  }

  @Test(
    "are as many as the chain's stationary distribution says, at the start and a life later",
    arguments: [20.0, 100_000])
  func stationary(shadeTime: Double) {
    // Where nothing hides, they change only by rising and setting.
    var sky = sky
    sky.shadeTime = shadeTime
    let skies = (0..<4000).map { (seed: UInt64) -> [SkyProcess] in
      var chance = Chance(seed: seed)
      let first = SkyProcess(sky, at: 0, using: &chance)
      var later = first
      while later.event(until: 700, using: &chance) != nil {}
      return [first, later]
    }
    for moment in 0...1 {
      let counts = skies.map { $0[moment] }
      for (number, share) in shares(mean: 5.4, in: 3...32) where share > 0.001 {
        let measured = Double(counts.count { $0.used == number }) / 4000
        #expect(abs(measured - share) < margin(of: share, among: 4000), "\(number) used")
      }
      for (number, share) in shares(mean: 3.6, in: 0...32) where share > 0.001 {
        let measured = Double(counts.count { $0.hidden == number }) / 4000
        #expect(abs(measured - share) < margin(of: share, among: 4000), "\(number) hidden")
      }
    }
  }

  @Test("are the same after one long step as after many short ones")
  func composition() {
    for seed in 0..<50 {
      var (chance, other) = (Chance(seed: UInt64(seed)), Chance(seed: UInt64(seed)))
      var once = SkyProcess(sky, at: 0, using: &chance)
      var often = SkyProcess(sky, at: 0, using: &other)
      while once.event(until: 900, using: &chance) != nil {}
      for step in 1...900 { while often.event(until: Double(step), using: &other) != nil {} }
      #expect(once == often)
    }
  }

  @Test("stay within their limits, and agree with the kind of fix", arguments: ErrorPreset.erring)
  func limits(preset: ErrorPreset) {
    var receiver = SimulatedReceiver(preset, seed: 21)
    var (flat, full, lost) = (0, 0, 0)
    for observation in receiver.observeStanding(count: 8000, every: .seconds(9), altitude: 520) {
      switch observation {
      case .fix(let fix):
        let (used, seen) = (fix.satellitesUsed ?? 0, fix.satellitesSeen ?? 0)
        #expect((3...32).contains(used) && (used...64).contains(seen))
        #expect((fix.mode == .twoD) == (used == 3) && (fix.altitude == nil) == (used == 3))
        if used == 3 { flat += 1 } else { full += 1 }
      case .nothing(let satellites):
        let seen = satellites ?? -1
        // Of three a position could be made; only a receiver that starts has more and knows too little.
        #expect((0...64).contains(seen) && (preset == .coldStart || seen < 3))
        lost += 1
      }
    }
    #expect(full > flat)
    #expect(flat > 0 || preset == .openSky || preset == .coldStart || preset == .wood)
    #expect((lost > 0) == (preset != .openSky))
  }

  @Test("make a position worse the fewer they are, by the root of those beyond two")
  func dilution() {
    var model = ErrorModel.drifting(10, correlationTime: 1)
    model.sky = .init(above: 12, lifetime: 600, openness: 0.5, shadeTime: 20)
    var squares: [Int: [Double]] = [:]
    for seed in 0..<8000 {
      var receiver = SimulatedReceiver(model: model, seed: UInt64(seed))
      let fix = receiver.observe(Truth(position: station, altitude: 0, time: .zero)).fix!
      let north = (fix.position.latitude - station.latitude) * 111_190
      squares[fix.satellitesUsed!, default: []].append(north * north)
    }
    for used in 4...8 {
      let all = squares[used]!
      let expected = 100 * (6.0 - 2) / Double(used - 2)
      #expect(abs(Sample(all).mean / expected - 1) < 4 * (2 / Double(all.count)).squareRoot() + 0.005)
    }
  }

  @Test("of a whole day are drawn anew, not followed")
  func gap() {
    var chance = Chance(seed: 2)
    let restless = ErrorModel.Sky(above: 64, lifetime: 60, openness: 0.5, shadeTime: 1)
    var process = SkyProcess(restless, at: 0, using: &chance)
    var events = 0
    while process.event(until: 1e9, using: &chance) != nil { events += 1 }
    #expect(events < 10)
  }
}
