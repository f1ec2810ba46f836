internal import Geodesy
internal import HuntDomain
internal import OSMExtracts

/// A way as a region keeps it: its points as whole numbers of 1e-7 degrees, so that a point that two ways share is the
/// same to the bit.
struct MappedWay: Hashable {
  let kind: Way.Kind
  /// Two at least.
  let points: [FixedPlace]

  /// The way as walkers take it.
  var way: Way { Way(kind, points.compactMap(\.coordinate)) }

  /// The smallest box around it.
  var box: WayBox { WayBox(around: points) }
}

extension FixedPlace {
  /// The place, in degrees; never nothing for one that is somewhere.
  var coordinate: Coordinate? { PlaceCode.position(Int64(latitude), Int64(longitude)) }
}

extension MappedWay {
  /// The ways that an object of OpenStreetMap makes: one for each of its lines.
  static func ways(of walkway: OSMWalkway) -> [MappedWay] {
    walkway.lines.map { MappedWay(kind: Way.Kind(walkway.highway), points: $0) }
  }
}

extension Way.Kind {
  /// What people walk along where it is marked so.
  fileprivate init(_ highway: OSMHighway) {
    switch highway {
    case .footway, .pedestrian, .corridor, .platform, .crossing: self = .footway
    case .path, .track, .cycleway, .bridleway: self = .path
    case .steps: self = .steps
    case .service, .busway: self = .service
    case .livingStreet, .residential, .unclassified, .road: self = .street
    case .tertiary, .tertiaryLink, .secondary, .secondaryLink, .primary, .primaryLink: self = .road
    // Taken only where people on foot are allowed, so that it is like any other main road to them.
    case .trunk, .trunkLink, .motorway, .motorwayLink: self = .road
    }
  }
}
