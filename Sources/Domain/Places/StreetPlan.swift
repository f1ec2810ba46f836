/// The ways and barriers of an area: where it is possible to walk, and where not.
package struct StreetPlan: Hashable, Sendable {
  package var ways: [Way]
  package var barriers: [Barrier]

  /// Creates a plan; without anything, open ground.
  package init(ways: [Way] = [], barriers: [Barrier] = []) {
    self.ways = ways
    self.barriers = barriers
  }
}
