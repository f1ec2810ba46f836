internal import Database
package import Geodesy
package import HuntDomain

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
  /// Throws: where they have more (``CatalogProblem/Kind/usage``), or a way is damaged.
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
  /// The ways that touch a window, in the order of the file; nothing where they have more points than asked for.
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
