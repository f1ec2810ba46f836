package import Geodesy
package import HuntDomain

/// What is known of an imported region.
package struct RegionSummary: Hashable, Sendable {
  package let name: RegionName
  /// When it was imported.
  package let imported: Timestamp
  package let sources: [RegionSource]
  /// The keys that were asked for, as they were given; empty for the usual ones.
  package let keys: String
  /// Who has to be named where its places are shown, one line each; sanitised.
  package let attribution: [String]
  /// How many places it has.
  package let count: Int
  /// The smallest box around all of them.
  package let box: BoundingBox?
  /// What it has of the ways that people walk on.
  package let ways: WaySupply
  /// What the index beside it must carry.
  let generation: Int64
}

/// A file that a region was imported from.
package struct RegionSource: Hashable, Sendable {
  /// As it was given; sanitised.
  package let path: String
  package let format: SourceFormat
  /// Bytes.
  package let size: Int64
  /// When the file was changed last.
  package let modified: Timestamp
  /// A sum over its bytes, in hexadecimal digits; it tells whether the file is still the same.
  package let hash: String
  /// How many places it gave.
  package let count: Int
}
