internal import Database

/// Why the catalog did not do what it was asked, as a sentence for the player.
package struct CatalogProblem: Error, Hashable, CustomStringConvertible {
  /// What kind of trouble it is, by what can be done about it.
  package enum Kind: Hashable, Sendable {
    /// What was asked makes no sense: a bad name, a bad list of keys.
    case usage
    /// There is no such region, or no such file.
    case missing
    /// A file that was to be imported is bad, or has no places.
    case badSource
    /// Somebody else is at it.
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

  /// What kind of problem it is.
  package let kind: Kind
  package let description: String

  /// Creates the error from a sentence that says what is wrong, where, and what to do.
  package init(_ kind: Kind, _ description: String) { (self.kind, self.description) = (kind, description) }

  /// What a database said of the files of a region while it was written.
  init(writing error: DatabaseError, of region: RegionName, in folder: CatalogFolder) {
    switch error.cause {
    case .full:
      self.init(.diskFull, "The disk is full: \(region) was not imported. What was there before is untouched.")
    case .unwritable: self.init(.unwritable, "The folder \(folder.path) cannot be written: \(error.message).")
    case .busy: self.init(.busy, Self.importElsewhere(region))
    default: self.init(.other, "\(region) was not imported: \(error). What was there before is untouched.")
    }
  }

  /// What a database said of a region while it was read.
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

  static func importElsewhere(_ region: RegionName) -> String {
    "Another program is importing \(region) at this moment. Wait until it is done."
  }
}
