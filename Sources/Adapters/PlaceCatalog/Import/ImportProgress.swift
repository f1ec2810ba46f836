/// How far an import is.
package struct ImportProgress: Hashable, Sendable {
  /// What it does.
  package enum Phase: Hashable, Sendable {
    case reading
    /// Finds doubles, and puts the places in order.
    case sorting
    case writing
    case indexing
  }

  package let phase: Phase
  /// The file that is read, as it was given; nothing behind reading.
  package let file: String?
  /// How much of all the work is done, in `0 ... 1`; never falls.
  package let fraction: Double
  /// How many places there are so far.
  package let count: Int
}

/// What an import has done.
package struct ImportSummary: Hashable, Sendable {
  /// The region as it is now.
  package let region: RegionSummary
  /// How many places were doubles of others, and are one with them now.
  package let merged: Int
  /// How many files had been read by an import that was cut off, and were not read again.
  package let resumed: Int
  /// Complaints about the files, as sentences; sanitised.
  package let warnings: [String]
}
