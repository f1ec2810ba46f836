import Foundation
import Geodesy
import HuntDomain
import Simulation
import Testing

@Suite("Surroundings")
struct PresetTests {
  @Test("are called as on the command line")
  func names() {
    #expect(ErrorPreset.allCases.map(\.rawValue) == ["none", "open-sky", "canyon", "wood", "indoors", "cold-start"])
  }

  @Test("have numbers within their limits", arguments: ErrorPreset.erring)
  func limits(preset: ErrorPreset) throws {
    let model = try #require(preset.model)
    #expect(model.checked == model)
  }

  /// Metres that half and 95 of 100 errors lie within, as the manual has them.
  private static let stated: [(preset: ErrorPreset, half: Double, most: Double)] = [
    (.openSky, 2.5, 6), (.canyon, 12.4, 43), (.wood, 5.4, 14.8), (.indoors, 8.4, 27),
  ]

  @Test("scatter as the model's own mathematics says, and as the manual states", arguments: Self.stated)
  func radii(preset: ErrorPreset, half: Double, most: Double) throws {
    let model = try #require(preset.model)
    let plane = TangentPlane(at: station)
    let radii = Sample(
      (0..<3000).flatMap { (seed: UInt64) -> [Double] in
        var receiver = SimulatedReceiver(model: model, seed: seed)
        return receiver.observeStanding(steps: [.seconds(900)]).compactMap(\.fix).map { error($0, from: plane).length }
      })
    for (radius, share, tolerance) in [(half, 0.5, 0.012), (most, 0.95, 0.004)] {
      let expected = model.radialDistribution(radius)
      #expect(abs(expected - share) < tolerance, "\(expected) of all within \(radius) m")
      // The second look at a receiver is not quite a new one: its satellites are those of the first.
      let bound = margin(of: expected, among: radii.count / 1.5) + 0.003
      #expect(abs(radii.share(upTo: radius) - expected) < bound)
    }
  }
}

extension ErrorModel {
  /// The part of all errors within so many metres: over all numbers of satellites, with and without a jump.
  fileprivate func radialDistribution(_ radius: Double) -> Double {
    let mean = sky.above * sky.openness
    let weights = (3...32).map { exp(Double($0) * log(mean) - lgamma(Double($0) + 1)) }
    let jumping = multipath.interval.isFinite ? multipath.duration / (multipath.duration + multipath.interval) : 0
    let sum = zip(3...32, weights).reduce(0.0) { sum, element in
      guard element.1 / weights.max()! > 1e-4 else { return sum }
      let dilution = 1 + sky.geometry * (((mean - 2) / Double(element.0 - 2)).squareRoot() - 1)
      let deviation = dilution * (drift.deviation * drift.deviation + noise * noise).squareRoot()
      let still = 1 - exp(-radius * radius / (2 * deviation * deviation))
      let shifted = jumping == 0 ? 0 : distributionWithJump(radius, deviation: deviation)
      return sum + element.1 * ((1 - jumping) * still + jumping * shifted)
    }
    return sum / weights.reduce(0, +)
  }

  private func distributionWithJump(_ radius: Double, deviation: Double) -> Double {
    expectation {
      riceDistribution(
        radius: radius / deviation, offset: multipath.size * exp(multipath.spread * $0) / deviation)
    }
  }
}
