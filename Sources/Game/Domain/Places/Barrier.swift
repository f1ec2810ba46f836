package import Geodesy

/// An area that cannot be walked through: a building or water.
package struct Barrier: Hashable, Sendable {
  /// What stands or lies there.
  package enum Kind: String, Hashable, Sendable, CaseIterable {
    case building, water
  }

  /// What stands or lies there.
  package let kind: Kind
  /// The outline, and holes in it: courtyards, islands.
  ///
  /// What lies within an odd number of rings is inside. Each ring closes itself; its first point may stand at its end
  /// once more.
  package let rings: [[Coordinate]]

  /// Creates a barrier.
  package init(_ kind: Kind, _ rings: [[Coordinate]]) {
    self.kind = kind
    self.rings = rings
  }
}
