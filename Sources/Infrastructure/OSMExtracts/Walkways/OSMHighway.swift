/// The values of the key `highway` whose lines people may walk along, by themselves or where `foot` says so.
///
/// After the table of ways on the map features page of OpenStreetMap's wiki. What is not here is no way yet or no longer
/// (`proposed`, `construction`, `abandoned`), not for people on foot (`raceway`, `bus_guideway`), or no line (`services`).
package enum OSMHighway: String, Hashable, Sendable, CaseIterable {
  // For people on foot.
  case footway, pedestrian, steps, corridor, platform, crossing
  // Unpaved, or for several uses.
  case path, track, cycleway, bridleway
  // Streets.
  case livingStreet = "living_street"
  case residential, unclassified, road, service
  case tertiary
  case tertiaryLink = "tertiary_link"
  case secondary
  case secondaryLink = "secondary_link"
  case primary
  case primaryLink = "primary_link"
  // For vehicles alone, unless `foot` says otherwise.
  case trunk
  case trunkLink = "trunk_link"
  case motorway
  case motorwayLink = "motorway_link"
  case busway

  /// Whether nobody walks along it who is not expressly allowed to.
  var isForVehicles: Bool {
    switch self {
    case .trunk, .trunkLink, .motorway, .motorwayLink, .busway: true
    default: false
    }
  }
}
