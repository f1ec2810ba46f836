import Foundation
import Numbers
import Simulation
import Testing

@Suite("The chance of the innermost loop")
struct ChanceTests {
  private func draw(_ count: Int, seed: UInt64 = 7, _ number: (inout Chance) -> Double) -> Sample {
    var chance = Chance(seed: seed)
    return Sample((0..<count).map { _ in number(&chance) })
  }

  @Test("is that of the rest of the game")
  func sameNumbers() {
    var (chance, generator) = (Chance(seed: 42), SeededGenerator(seed: 42))
    for _ in 0..<100 { #expect(chance.uniform() == generator.uniform()) }
  }

  @Test("has a bell curve: mean 0, deviation 1, nowhere a quarter of a hundredth off, and never beyond 7")
  func bell() {
    let sample = draw(200_000) { $0.deviate() }
    #expect(abs(sample.mean) < 4 / sample.count.squareRoot())
    #expect(abs(sample.variance - 1) < 4 * (2 / sample.count).squareRoot())
    // Of so many numbers 1.63/√n is passed by one exact bell curve in a hundred.
    #expect(sample.distance(from: normalDistribution) < 0.0025 + 1.63 / sample.count.squareRoot())
    #expect(sample.sorted.first! > -7.1 && sample.sorted.last! < 7.1)
    #expect(abs(sample.quantile(0.975) - 1.96) < 0.015 && abs(sample.quantile(0.999) - 3.09) < 0.05)
  }

  @Test("has waiting times that do not age")
  func exponential() {
    let sample = draw(100_000) { $0.exponential() }
    #expect(abs(sample.mean - 1) < 4 / sample.count.squareRoot())
    #expect(sample.distance { 1 - exp(-$0) } < 1.63 / sample.count.squareRoot())
  }

  @Test("splits into chances that know nothing of each other")
  func split() {
    var chance = Chance(seed: 3)
    var (one, other) = (chance.split(), chance.split())
    let products = Sample((0..<100_000).map { _ in one.deviate() * other.deviate() })
    #expect(abs(products.mean) < 4 / products.count.squareRoot())
  }
}
