/// The warnings about one file: the first ones word for word, the rest counted.
package struct OSMWarnings: Hashable, Sendable {
  /// In the order of the file; at most a hundred.
  package private(set) var entries: [OSMWarning] = []
  /// How many more there were.
  package private(set) var omitted = 0

  /// Notes one.
  mutating func add(_ problem: @autoclosure () -> OSMProblem, _ position: OSMPosition) {
    if entries.count < OSMLimits.warnings {
      entries.append(OSMWarning(problem: problem(), position: position))
    } else {
      omitted += 1
    }
  }

  /// These, and others behind them.
  func joined(_ others: OSMWarnings) -> OSMWarnings {
    var result = self
    for entry in others.entries { result.add(entry.problem, entry.position) }
    result.omitted += others.omitted
    return result
  }
}
