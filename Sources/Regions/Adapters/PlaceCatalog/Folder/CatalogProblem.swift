internal import Database

/// The error of a catalog operation, as a sentence for the player.
package struct CatalogProblem: Error, Hashable, CustomStringConvertible {
  /// The kinds of problem, by the remedy.
  package enum Kind: Hashable, Sendable {
    /// The request is invalid: a bad name, a bad list of keys.
    case usage
    /// There is no such region, or no such file.
    case missing
    /// A file that was to be imported is bad, or has no places.
    case badSource
    /// Another import holds the lock.
    case busy
    case diskFull
    /// The folder cannot be written.
    case unwritable
    /// The region is damaged: importing it again helps.
    case damaged
    /// A newer version of this program made it.
    case newer
    case cancelled
    case other
  }

  /// The kind of problem.
  package let kind: Kind
  package let description: String

  /// Creates the error from a sentence that says what is wrong, where, and what to do.
  package init(_ kind: Kind, _ description: String) { (self.kind, self.description) = (kind, description) }

  /// Translates a database error during the import of a region.
  init(writing error: DatabaseError, of region: RegionName, in folder: CatalogFolder) {
    switch error.cause {
    case .full:
      self.init(.diskFull, "The disk is full: \(region) was not imported. What was there before is untouched.")
    case .unwritable: self.init(.unwritable, "The folder \(folder.path) cannot be written: \(error.message).")
    case .busy: self.init(.busy, Self.importElsewhere(region))
    default: self.init(.other, "\(region) was not imported: \(error). What was there before is untouched.")
    }
  }

  /// Translates a database error while a region is read.
  init(reading error: DatabaseError, of region: RegionName) {
    switch error.cause {
    case .damaged, .other: self = .damaged(region, error.message)
    default: self.init(.other, "The region \(region) cannot be read: \(error).")
    }
  }

  /// The file of a region is not as it was written.
  static func damaged(_ region: RegionName, _ detail: String) -> CatalogProblem {
    CatalogProblem(.damaged, "The region \(region) is damaged (\(detail)). Import it again.")
  }

  /// The player wants no import any more.
  init(cancelled region: RegionName) {
    self.init(.cancelled, "The import of \(region) was cancelled. Nothing was changed.")
  }

  static func importElsewhere(_ region: RegionName) -> String {
    "Another program is importing \(region) at this moment. Wait until it is done."
  }
}
