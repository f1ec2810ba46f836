import Foundation
import Geodesy
import HuntDomain
import Simulation
import Testing

@Suite("An error that drifts")
struct DriftTests {
  @Test(
    "forgets itself at the same speed at every rate, and is as large",
    arguments: [(rate: 1, seconds: 8000), (5, 3000), (25, 1000)])
  func autocorrelation(rate: Int, seconds: Int) {
    let (deviation, time) = (3.0, 4.0)
    var receiver = SimulatedReceiver(model: .drifting(deviation, correlationTime: time), seed: 11)
    let plane = TangentPlane(at: station)
    let errors = receiver.observeStanding(count: seconds * rate, every: .seconds(1) / rate)
      .map { error($0.fix!, from: plane) }
    let step = exp(-1 / (time * Double(rate)))
    for axis in [errors.map(\.east), errors.map(\.north)] {
      let count = Double(axis.count)
      let squares = axis.reduce(0) { $0 + $1 * $1 } / count
      // Of so many numbers that depend on each other, few are worth something.
      let worth = count * (1 - step * step) / (1 + step * step)
      #expect(abs(squares / (deviation * deviation) - 1) < 4 * (2 / worth).squareRoot())
      for lag in [0.2, 1, 2, 4, 8] where lag * Double(rate) >= 1 {
        let steps = Int(lag * Double(rate))
        let products = zip(axis, axis.dropFirst(steps)).reduce(0) { $0 + $1.0 * $1.1 } / (count - Double(steps))
        let expected = exp(-lag / time)
        #expect(abs(products / squares - expected) < 4 * bartlett(step, lag: Double(steps), count: count))
      }
    }
  }

  /// Deviation of an autocorrelation that was measured of so many numbers (Bartlett, 1946).
  private func bartlett(_ step: Double, lag: Double, count: Double) -> Double {
    let (square, power) = (step * step, pow(step, 2 * lag))
    return (((1 + square) * (1 - power) / (1 - square) - 2 * lag * power) / count).squareRoot()
  }

  @Test("after one step is as after the same time in two: to the last digit that counts")
  func composition() {
    for (one, other) in [(0.04, 0.96), (1.0, 1.0), (0.3, 700), (0, 5), (1e-9, 1e-9)] {
      let whole = GaussMarkov.Step(seconds: one + other, correlationTime: 60)
      let (first, second) = (
        GaussMarkov.Step(seconds: one, correlationTime: 60), GaussMarkov.Step(seconds: other, correlationTime: 60)
      )
      #expect(abs(whole.memory - first.memory * second.memory) < 1e-14)
      let variance = second.memory * second.memory * first.innovation * first.innovation
      let both = variance + second.innovation * second.innovation
      #expect(abs(whole.innovation * whole.innovation - both) < 1e-14)
    }
  }

  @Test("begins as it goes on: the first fixes of many receivers scatter as one of them does in time")
  func stationary() {
    let plane = TangentPlane(at: station)
    let errors = (0..<4000).map { (seed: UInt64) -> [TangentPlane.Point] in
      var receiver = SimulatedReceiver(model: .drifting(5, correlationTime: 60), seed: seed)
      return receiver.observeStanding(steps: [.seconds(30), .seconds(170)]).map { error($0.fix!, from: plane) }
    }
    for moment in 0..<3 {
      let axes = errors.map(\.[moment].east) + errors.map(\.[moment].north)
      let variance = Sample(axes).variance
      #expect(abs(variance / 25 - 1) < 4 * (2.0 / 8000).squareRoot())
    }
    for (from, to, seconds) in [(0, 1, 30.0), (1, 2, 170), (0, 2, 200)] {
      let products = errors.map { $0[from].east * $0[to].east } + errors.map { $0[from].north * $0[to].north }
      let expected = exp(-seconds / 60)
      #expect(abs(Sample(products).mean / 25 - expected) < 4 * ((1 + expected * expected) / 8000).squareRoot())
    }
    // Neither axis knows of the other.
    #expect(abs(Sample(errors.map { $0[0].east * $0[0].north }).mean / 25) < 4 / 4000.0.squareRoot())
  }

  @Test(
    "lies within the circles of a Rayleigh distribution, with white noise on top as well",
    arguments: [(drift: 4.0, noise: 0.0), (0.0, 4.0), (2.0, 3.0)])
  func rayleigh(drift: Double, noise: Double) {
    let plane = TangentPlane(at: station)
    var receiver = SimulatedReceiver(model: .drifting(drift, correlationTime: 1, noise: noise), seed: 5)
    let radii = Sample(
      receiver.observeStanding(count: 12_000, every: .seconds(4)).map { error($0.fix!, from: plane).length })
    let deviation = (drift * drift + noise * noise).squareRoot()
    for share in [0.5, 0.95] {
      let expected = deviation * (-2 * log(1 - share)).squareRoot()
      // The deviation of a measured quantile: √(p(1 - p)/n) over the density there; and 0.6 % for the coins.
      let density = expected / (deviation * deviation) * (1 - share)
      let bound = 4 * (share * (1 - share) / radii.count).squareRoot() / density + 0.006 * expected
      #expect(abs(radii.quantile(share) - expected) < bound)
    }
  }
}
