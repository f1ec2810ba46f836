/// Several measurements of one thing.
struct Sample {
  private let sorted: [Double]

  /// A sample of `values`, in any order.
  init(_ values: some Sequence<Double>) { sorted = values.sorted() }

  /// The median; 0 without values.
  var median: Double { part(0.5) }

  /// The 95th percentile; 0 without values.
  var p95: Double { part(0.95) }

  /// The 99th percentile; 0 without values.
  var p99: Double { part(0.99) }

  /// The sum by the count; 0 without any.
  var mean: Double { sorted.isEmpty ? 0 : sorted.reduce(0, +) / Double(sorted.count) }

  private func part(_ fraction: Double) -> Double {
    guard let last = sorted.indices.last else { return 0 }
    return sorted[Int((Double(last) * fraction).rounded())]
  }
}
