internal import HuntDomain
internal import Places

/// The results of some players, to be added to others.
struct TrialTally: Sendable {
  private(set) var records: [TrialRecord] = []
  var heat: HeatGrid
  /// The errors of the positions that were shown near each stage.
  var errors: [ErrorCounts]

  /// Creates a tally without any games.
  init(_ trial: Trial) {
    let places = trial.hunt.treasures.map(\.place.position)
    heat = HeatGrid(around: places + [trial.start].compactMap(\.self))
    errors = Array(repeating: ErrorCounts(), count: trial.hunt.treasures.count)
  }

  mutating func add(_ record: TrialRecord) { records.append(record) }

  mutating func add(_ other: TrialTally) {
    records += other.records
    heat.add(other.heat)
    for index in errors.indices { errors[index].add(other.errors[index]) }
  }
}

/// A histogram of position errors, in metres.
package struct ErrorCounts: Hashable, Sendable {
  /// Metres; the last count is of all errors beyond.
  private static let most = 400
  private var counts = [UInt32](repeating: 0, count: most + 1)
  private var total = 0

  mutating func note(_ metres: Double) {
    counts[metres < Double(Self.most) ? Int(max(0, metres)) : Self.most] += 1
    total += 1
  }

  mutating func add(_ other: ErrorCounts) {
    for index in counts.indices { counts[index] += other.counts[index] }
    total += other.total
  }

  /// Metres, whole ones, that this part of all errors does not reach; `nil` without any.
  package func quantile(_ part: Double) -> Int? {
    guard total > 0 else { return nil }
    let wanted = Int((Double(total) * part).rounded(.up))
    var sum = 0
    for (metres, count) in counts.enumerated() {
      sum += Int(count)
      if sum >= wanted { return metres + 1 }
    }
    return Self.most
  }
}
