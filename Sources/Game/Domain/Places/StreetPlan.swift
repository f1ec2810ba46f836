/// The ways and barriers of an area: where it is possible to walk, and where not.
package struct StreetPlan: Hashable, Sendable {
  /// The lines that one can walk along, in any order; they meet where they share a point.
  package var ways: [Way]
  /// The areas that nobody walks through, in any order; they may overlap.
  package var barriers: [Barrier]

  /// Creates a plan; without anything, open ground.
  package init(ways: [Way] = [], barriers: [Barrier] = []) {
    self.ways = ways
    self.barriers = barriers
  }
}
