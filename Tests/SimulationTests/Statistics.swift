import Foundation

/// What numbers have in common.
struct Sample {
  private(set) var sorted: [Double]

  init(_ numbers: some Sequence<Double>) { sorted = numbers.sorted() }

  var count: Double { Double(sorted.count) }
  var mean: Double { sorted.reduce(0, +) / count }

  var variance: Double {
    let mean = mean
    return sorted.reduce(0) { $0 + ($1 - mean) * ($1 - mean) } / count
  }

  /// The number that the part `share` of all lies below.
  func quantile(_ share: Double) -> Double {
    sorted[min(sorted.count - 1, Int(share * count))]
  }

  /// The part of all that lies at `limit` or below.
  func share(upTo limit: Double) -> Double { Double(sorted.count { $0 <= limit }) / count }

  /// The largest distance of the distribution from another one (Kolmogorov and Smirnov).
  func distance(from distribution: (Double) -> Double) -> Double {
    sorted.enumerated().reduce(0) { largest, element in
      let value = distribution(element.element)
      return max(largest, abs(value - Double(element.offset) / count), abs(value - Double(element.offset + 1) / count))
    }
  }
}

/// The distribution function of the bell curve.
func normalDistribution(_ x: Double) -> Double { erfc(-x / 2.0.squareRoot()) / 2 }

/// The chance that a point with the deviation 1 on both axes, around a centre `offset` away, lies within `radius`
/// (Rice distribution), by Simpson's rule.
func riceDistribution(radius: Double, offset: Double) -> Double {
  let (low, high) = (max(-radius, offset - 6), min(radius, offset + 6))
  guard low < high else { return 0 }
  return integral(from: low, to: high) { x in
    let half = max(0, radius * radius - x * x).squareRoot()
    return exp(-(x - offset) * (x - offset) / 2) / (2 * Double.pi).squareRoot() * erf(half / 2.0.squareRoot())
  }
}

/// The mean of a function of a bell curve's number.
func expectation(_ function: (Double) -> Double) -> Double {
  integral(from: -6, to: 6) { exp(-$0 * $0 / 2) / (2 * Double.pi).squareRoot() * function($0) }
}

/// Simpson's rule; enough for what is as smooth as a bell curve.
private func integral(from low: Double, to high: Double, _ function: (Double) -> Double) -> Double {
  let steps = 48
  let width = (high - low) / Double(steps)
  let sum = (0...steps).reduce(0.0) { sum, step in
    let weight = step == 0 || step == steps ? 1.0 : step.isMultiple(of: 2) ? 2 : 4
    return sum + weight * function(low + Double(step) * width)
  }
  return sum * width / 3
}

/// Four deviations of a part that was counted among so many that know nothing of each other.
func margin(of share: Double, among count: Double) -> Double { 4 * (share * (1 - share) / count).squareRoot() }
