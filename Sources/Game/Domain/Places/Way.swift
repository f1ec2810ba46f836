package import Geodesy

/// A line that people can move along: a street, a path, a flight of steps.
///
/// Regions and map files deliver such values. Two ways meet where they share a point.
package struct Way: Hashable, Sendable {
  /// What kind of way it is, after the key `highway` of OpenStreetMap.
  package enum Kind: String, Hashable, Sendable, CaseIterable {
    /// For people on foot: pavements, alleys, squares, piers.
    case footway
    /// Unpaved, or for walking and riding alike: paths, tracks, cycleways.
    case path
    case steps
    /// A driveway, an alley, a way across a car park.
    case service
    /// A residential street, or any other that is no main road.
    case street
    /// A main road: from the first to the third class.
    case road
    /// A motorway or a trunk road: no way for people on foot.
    case motorway
  }

  /// The kind of way, which decides how gladly people walk it.
  package let kind: Kind
  /// From one end to the other.
  package let points: [Coordinate]
  /// Metres above mean sea level, one for each point; `nil` if unknown.
  package let altitudes: [Double]?
  /// What the signs call it, as printable text; `nil` if it has no name or its source gives none.
  package let name: String?

  /// Creates a way; altitudes are dropped unless there is one for each point.
  package init(_ kind: Kind, _ points: [Coordinate], altitudes: [Double]? = nil, name: String? = nil) {
    self.kind = kind
    self.points = points
    self.name = name
    self.altitudes = altitudes?.count == points.count ? altitudes : nil
  }
}
