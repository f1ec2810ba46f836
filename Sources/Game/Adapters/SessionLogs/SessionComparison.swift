internal import Views

/// Compares what a session shows when it is played again with what its record says was shown.
package struct SessionComparison: Sendable {
  /// Where a session and its record part.
  package struct Difference: Hashable, Sendable {
    /// The line of the record, counted from 1.
    package let line: Int
    /// What differs, as one or two sentences.
    package let sentence: String
  }

  /// How many frames or groups of lines are as they were.
  package private(set) var same = 0
  /// The first difference in the record; `nil` if there is none.
  package private(set) var difference: Difference?
  private let record: SessionLog
  private let version: String

  /// Compares nothing yet.
  ///
  /// - Parameter version: the version of the program that plays the session again.
  package init(_ record: SessionLog, version: String) { (self.record, self.version) = (record, version) }

  /// Takes the fingerprint of what is shown at a moment where the record says that something was shown.
  ///
  /// - Parameter index: the index of the moment in ``SessionLog/moments``; other moments do not count.
  package mutating func note(shown fingerprint: UInt64, atMoment index: Int) {
    guard record.moments.indices.contains(index), case .shown(let number) = record.moments[index].entry else { return }
    guard number != fingerprint else { return same += 1 }
    let versions =
      record.header.version == version ? "" : "The session is of version \(record.header.version), this is \(version)."
    note(at: index, "at \(clock(index)) something else is shown than then.\n\(versions)")
  }

  /// Takes that the game says lines because of a moment: the record has to have them next, unless it ends there.
  ///
  /// Finds events that were removed from a record together with their lines, because later lines change too.
  ///
  /// - Parameter index: the index of the moment in ``SessionLog/moments``.
  package mutating func noteLines(afterMoment index: Int) {
    guard record.moments.indices.dropLast().contains(index) else { return }
    if case .shown = record.moments[index + 1].entry { return }
    note(at: index + 1, "at \(clock(index)) lines are said now that the record does not have.")
  }

  private func clock(_ index: Int) -> String { Wording.clock(record.moments[index].time) }

  private mutating func note(at index: Int, _ sentence: String) {
    let line = record.line(ofMoment: index)
    if line < difference?.line ?? .max { difference = Difference(line: line, sentence: sentence) }
  }
}
