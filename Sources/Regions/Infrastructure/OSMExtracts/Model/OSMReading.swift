/// The result of reading a file.
package struct OSMReading: Hashable, Sendable {
  /// Objects that were given.
  package internal(set) var places = 0
  /// Lines that were given.
  package internal(set) var walkways = 0
  /// Objects that have one of the keys and are nowhere, because none of their nodes is in the file.
  package internal(set) var unplaced = 0
  /// Warnings of what was left out or changed.
  package internal(set) var warnings = OSMWarnings()
  private var noted: Set<OSMProblem> = []

  /// Notes something about the whole file, once.
  mutating func note(_ problem: OSMProblem) {
    if noted.insert(problem).inserted { warnings.add(problem, .byte(0)) }
  }
}

/// The warnings about one file: the first ones word for word, the rest counted.
package struct OSMWarnings: Hashable, Sendable {
  /// In the order of the file; at most a hundred.
  package private(set) var entries: [OSMWarning] = []
  /// The number of further warnings, which were only counted.
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
