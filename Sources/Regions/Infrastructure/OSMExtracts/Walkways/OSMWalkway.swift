/// A line that people may walk along, with all its points that the file knows.
package struct OSMWalkway: Hashable, Sendable {
  /// Points of one line at most; OpenStreetMap allows 2000.
  package static let mostPoints = 20_000

  /// The number of the way.
  package let id: Int64
  /// What kind of street or path it is.
  package let highway: OSMHighway
  /// Its name, as the file has it; `nil` for most footpaths.
  package let name: String?
  /// Points in their order, as exact as the file: two ways meet where they share one.
  ///
  /// One line of all of them, unless the file lacks some: then a line on either side of each gap. Each has two points
  /// at least.
  package let lines: [[FixedPlace]]

  /// Creates a walkway of a way's nodes, some of which may have no position; `nil` if no two in a row have one.
  init?(id: Int64, _ highway: OSMHighway, name: String? = nil, _ nodes: [FixedPlace]) {
    let lines = nodes.split { !$0.isKnown }.filter { $0.count > 1 }.map { Array($0) }
    guard !lines.isEmpty else { return nil }
    (self.id, self.highway, self.name, self.lines) = (id, highway, name, lines)
  }
}

/// Something that a reading finds.
package enum OSMFinding: Hashable, Sendable {
  /// An object with one of the keys that were asked for, as one point.
  case place(OSMElement)
  /// A line that people may walk along; what is also a place comes as both.
  case walkway(OSMWalkway)
}

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

  /// Whether pedestrians need an explicit permission to use this kind of way.
  var isForVehicles: Bool {
    switch self {
    case .trunk, .trunkLink, .motorway, .motorwayLink, .busway: true
    default: false
    }
  }
}

/// Which ways people on foot may use, by their tags.
enum FootAccess {
  /// Values of `foot` that let people walk, on any kind of way (OpenStreetMap's wiki, key `access`).
  private static let allowing: Set = ["yes", "designated", "permissive", "official", "public", "destination"]
  /// Values of `foot` that do not.
  private static let refusing: Set = ["no", "private", "use_sidepath"]

  /// The `highway` kind of a way that people may walk along; `nil` for all other ways.
  static func highway(of way: OSMObject) -> OSMHighway? {
    guard way.kind == .way, way.refs.count > 1, let value = way.value("highway"),
      let highway = OSMHighway(rawValue: value)
    else { return nil }
    let foot = way.value("foot") ?? ""
    if allowing.contains(foot) { return highway }
    if refusing.contains(foot) || highway.isForVehicles { return nil }
    if ["no", "private"].contains(way.value("access")) || way.value("motorroad") == "yes" {
      return nil
    }
    return highway
  }
}
