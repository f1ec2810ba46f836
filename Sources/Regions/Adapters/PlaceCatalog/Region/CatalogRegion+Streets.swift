internal import Database
package import Geodesy
internal import OSMExtracts
package import Places

extension CatalogRegion {
  /// Points of ways that are read at most: those of a large city, in 64 MB.
  package static let mostWayPoints = 4_000_000
  /// Metres around places that are asked for at most.
  private static let farthestMargin = 50_000.0

  /// The ways that have a point in a box, as a whole each, always in the same order.
  ///
  /// Positions are as exact as the file that they come from (1e-7 degrees): where two ways meet, their points are equal.
  /// A region without ways gives an empty plan; ``RegionSummary/ways`` says why. There are no barriers in it.
  ///
  /// - Parameter mostPoints: Points that all ways together may have.
  /// Throws: if they have more (``CatalogProblem/Kind/usage``), or a way is damaged.
  package func streets(
    in box: BoundingBox, mostPoints: Int = CatalogRegion.mostWayPoints
  ) throws(CatalogProblem) -> StreetPlan {
    guard case .ways = summary.ways else { return StreetPlan() }
    let ways = try file.read { () throws(DatabaseError) in try file.ways(in: WayWindow(box), mostPoints: mostPoints) }
    guard let ways else {
      throw CatalogProblem(
        .usage,
        "There are too many streets in that part of the region \(summary.name): more than \(mostPoints) points. "
          + "Ask for a smaller part of it.")
    }
    return StreetPlan(ways: ways)
  }

  /// The ways around places: those with a point in the smallest box around all of them and a margin.
  ///
  /// - Parameter margin: Metres around each place, up to 50 km.
  /// Throws: as ``streets(in:mostPoints:)``.
  package func streets(around places: [Coordinate], margin: Double = 500) throws(CatalogProblem) -> StreetPlan {
    let metres = margin > 0 ? min(Self.farthestMargin, margin) : 0
    let corners = places.flatMap { place in
      stride(from: 0.0, to: 360, by: 90).map { place.offset(by: metres, toward: Bearing(degrees: $0)) }
    }
    guard let box = BoundingBox(around: corners) else { return StreetPlan() }
    return try streets(in: box)
  }
}

extension RegionFile {
  /// The ways that touch a window, in the order of the file; `nil` if they have more than `mostPoints` points.
  fileprivate func ways(in window: WayWindow, mostPoints: Int) throws(DatabaseError) -> [Way]? {
    let reader = try connection.prepare(WayBundle.selection)
    var ways: [Way] = []
    var count = 0
    for number in try bundles(in: window) {
      try reader.bind(number, at: 1)
      defer { reader.reset() }
      guard try reader.step() else { throw DatabaseError(damage: "ways are missing") }
      for way in try WayBundle.ways(reader) where window.isTouched(by: way.points) {
        count += way.points.count
        guard count <= mostPoints else { return nil }
        ways.append(way.way)
      }
    }
    return ways
  }

  /// The numbers of the bundles whose boxes meet a window, each once, in their order.
  private func bundles(in window: WayWindow) throws(DatabaseError) -> [Int64] {
    // By the index alone, which holds the boxes and no ways.
    let search = try connection.prepare(
      """
      SELECT id FROM ways INDEXED BY way_boxes WHERE south <= ? AND north >= ? AND west <= ? AND east >= ?
      """)
    var numbers: Set<Int64> = []
    for box in window.boxes {
      for (place, side) in [box.north, box.south, box.east, box.west].enumerated() {
        try search.bind(side, at: place + 1)
      }
      while try search.step() { numbers.insert(search.integer(0)) }
      search.reset()
    }
    return numbers.sorted()
  }
}

/// A way as a region keeps it: its points as whole numbers of 1e-7 degrees, so that a point that two ways share is the
/// same to the bit.
struct MappedWay: Hashable {
  let kind: Way.Kind
  /// Two at least.
  let points: [FixedPlace]
  /// What the signs call it.
  var name: String?

  /// The way as walkers take it.
  var way: Way { Way(kind, points.compactMap(\.coordinate), name: name) }

  /// The smallest box around it.
  var box: WayBox { WayBox(around: points) }
}

extension FixedPlace {
  /// The position in degrees; never `nil` for a valid one.
  var coordinate: Coordinate? { PlaceCode.position(Int64(latitude), Int64(longitude)) }
}

extension MappedWay {
  /// The ways that an object of OpenStreetMap makes: one for each of its lines.
  static func ways(of walkway: OSMWalkway) -> [MappedWay] {
    let name = walkway.name.map { PlaceText.clean($0, limit: WayCode.mostCharacters) }.flatMap { $0.isEmpty ? nil : $0 }
    return walkway.lines.map { MappedWay(kind: Way.Kind(walkway.highway), points: $0, name: name) }
  }
}

extension Way.Kind {
  /// The kind of way for an OpenStreetMap highway.
  fileprivate init(_ highway: OSMHighway) {
    switch highway {
    case .footway, .corridor, .platform, .crossing: self = .footway
    case .path, .track, .cycleway, .bridleway: self = .path
    case .steps: self = .steps
    case .service, .busway: self = .service
    // A street for people on foot alone has houses and a sign like any other.
    case .pedestrian, .livingStreet, .residential, .unclassified, .road: self = .street
    case .tertiary, .tertiaryLink, .secondary, .secondaryLink, .primary, .primaryLink: self = .road
    // Taken only where people on foot are allowed, so that it is like any other main road to them.
    case .trunk, .trunkLink, .motorway, .motorwayLink: self = .road
    }
  }
}

/// The supply of walkable ways in a region.
package enum WaySupply: Hashable, Sendable {
  /// The number of ways.
  case ways(Int)
  /// No ways: the region was imported by a version that did not keep them.
  case tooOld
  /// No ways: the imported file has none. Only OpenStreetMap files have ways.
  case none

  /// Interprets the number stored in a region's file; `nil` stands for a file without one.
  init(stored number: Int64?) {
    switch number {
    case nil: self = .tooOld
    case let number? where number > 0: self = .ways(Int(clamping: number))
    default: self = .none
    }
  }

  /// The number of ways; 0 if there are none.
  package var count: Int { if case .ways(let count) = self { count } else { 0 } }

  /// The message for the player about missing ways; `nil` if the region has ways.
  package func note(_ region: RegionName) -> String? {
    switch self {
    case .ways: nil
    case .tooOld: "The region \(region) was imported without its streets. Import it again to have them."
    case .none: "The region \(region) has no streets: only OpenStreetMap's own files (PBF, XML) bring them."
    }
  }
}
