import SpatialIndex

/// The packed index of places beside nanoflann and Boost's R-tree: the nearest, those within a radius, those in a box.
func placesFindings(_ here: BenchConditions) -> Findings {
  let sizes = here.isQuick ? [100_000] : [100_000, 1_000_000, 10_000_000]
  return sizes.map { placesFindings(count: $0, here) }.reduce(Findings(), +)
}

private func placesFindings(count: Int, _ here: BenchConditions) -> Findings {
  guard let match = PlaceMatch(count: count, queries: here.isQuick ? 1000 : 10_000) else {
    return Findings(wrong: ["places: no room for \(count) places in the temporary folder"])
  }
  var trials: [PlaceMatch.Trial] = []
  // Building ten millions takes the peers half a minute each time.
  for _ in 0..<(here.isQuick ? 1 : count > 1_000_000 ? 2 : 5) {
    trials.append(match.trial(rounds: here.isQuick ? 1 : 3, here))
  }
  var findings = match.check(sample: here.isQuick ? 5 : count > 1_000_000 ? 10 : 50)
  for trial in trials { findings.wrong += match.disagreements(trial) }
  findings.rows = PlaceTable(count: count, trials: trials, bytesPerPoint: match.bytesPerPoint).rows
  return findings
}

/// The rows about one number of places.
private struct PlaceTable {
  let count: Int
  let trials: [PlaceMatch.Trial]
  let bytesPerPoint: Double

  private var size: String { count < 1_000_000 ? "\(count / 1000)k" : "\(count / 1_000_000)M" }

  var rows: [Row] {
    let build = Row(
      what: "\(size) places: packing them",
      trove: "\(seconds(median { $0.build })), \(number(bytesPerPoint, 1)) bytes a place",
      peer: peer("nanoflann", seconds) { $0.nanoflann?.build }, ratio: ratio { ($0.build, $0.nanoflann?.build) },
      goal: "<= 1, 32 bytes")
    return [build]
      + PlaceQuery.allCases.flatMap { query in
        Asking.allCases.filter { $0 == .city || $0 == .walk || count == 1_000_000 }.map { row(query, $0) }
      }
  }

  private func row(_ query: PlaceQuery, _ asking: Asking) -> Row {
    let key = "\(query.rawValue)-\(asking.rawValue)"
    let name = query == .box ? "boost" : "nanoflann"
    func theirs(_ trial: PlaceMatch.Trial) -> Double? {
      (query == .box ? trial.boost : trial.nanoflann)?.answers[key]?.nanoseconds
    }
    return Row(
      what: "\(size) places: \(what(query)), \(asking.words)",
      trove: "\(nanoseconds(median { $0.own[key]?.nanoseconds })), \(hits(key)) found",
      peer: peer(name, nanoseconds, theirs), ratio: ratio { ($0.own[key]?.nanoseconds, theirs($0)) },
      goal: goal(query, asking))
  }

  private func what(_ query: PlaceQuery) -> String {
    switch query {
    case .nearest: "the nearest 10"
    case .within: "all within 500 m"
    case .box: "all in a box of 0.01 by 0.02 degrees"
    }
  }

  /// Returns our goal for a million places; empty for other counts.
  private func goal(_ query: PlaceQuery, _ asking: Asking) -> String {
    guard count == 1_000_000 else { return "" }
    return switch (query, asking) {
    case (.nearest, .city): "<= 0.3"
    case (.nearest, .walk): "<= 1.0"
    case (.within, .walk): "<= 0.4"
    case (.box, .city), (.box, .walk): "<= 0.15"
    default: ""
    }
  }

  private func hits(_ key: String) -> String {
    guard let answers = trials.first?.own[key], let queries = trials.first?.queries, queries > 0 else { return "?" }
    return number(Double(answers.count) / Double(queries))
  }

  private func median(_ figure: (PlaceMatch.Trial) -> Double?) -> Double { Sample(trials.compactMap(figure)).median }

  /// The median of the trials' ratios: other load on the machine slows both programs of a trial.
  private func ratio(_ figures: (PlaceMatch.Trial) -> (Double?, Double?)) -> Double? {
    let ratios = trials.compactMap { trial -> Double? in
      guard case (let own?, let theirs?) = figures(trial), theirs > 0 else { return nil }
      return own / theirs
    }
    return ratios.isEmpty ? nil : Sample(ratios).median
  }

  private func peer(_ name: String, _ text: (Double) -> String, _ figure: (PlaceMatch.Trial) -> Double?) -> String {
    let figures = trials.compactMap(figure)
    return "\(name): " + (figures.isEmpty ? "not here" : text(Sample(figures).median))
  }

  private func seconds(_ value: Double) -> String { "\(number(value, 2)) s" }
  private func nanoseconds(_ value: Double) -> String { "\(number(value)) ns" }
}

extension Asking {
  fileprivate var words: String {
    switch self {
    case .city: "in cities"
    case .walk: "walking"
    case .uniform: "anywhere"
    case .edge: "at poles and the antimeridian"
    }
  }
}
