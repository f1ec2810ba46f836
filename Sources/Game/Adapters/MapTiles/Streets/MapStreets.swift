package import Geodesy
package import Places
package import Views

/// The walkable ways around some places, read from a map.
///
/// ```swift
/// let streets = try await MapStreets(of: tiles, around: hunt.treasures.map(\.place.position))
/// let network = WayNetwork(streets.plan)
/// ```
package struct MapStreets: Sendable {
  /// Tiles that are read at most: of zoom 14, some thousand square kilometres.
  package static let mostTiles = 1000
  /// The zoom from which on maps have all streets.
  private static let streetZoom = 13
  /// The zoom beyond which tiles add no more ways.
  private static let deepestZoom = 16

  /// The ways around the places, of every kind that there is, and the barriers.
  package let plan: StreetPlan
  /// The number of tiles read.
  package let tileCount: Int
  /// The errors in reading them, as text for the player.
  package let troubles: [String]

  /// Reads the deepest tiles around places; those that are missing or broken cost only themselves.
  ///
  /// - Parameters:
  ///   - margin: metres around each place.
  /// Throws: where that would be more than ``mostTiles``.
  package init(
    of tiles: any MapTiles, around places: [Coordinate], margin: Double = 500
  ) async throws(MapStreetsError) {
    let ids = try Self.tiles(around: places, margin: margin, zooms: tiles.facts.zooms)
    var (plan, count, troubles) = (StreetPlan(), 0, [String]())
    for id in ids {
      switch await tiles.tile(id) {
      case .missing: break
      case .broken(let text): troubles.append(text)
      case .geometry(let geometry):
        plan.take(geometry)
        count += 1
      }
    }
    (self.plan, tileCount, self.troubles) = (plan, count, troubles)
  }

  /// Reads a map that is there as a whole.
  package init(of map: BaseMap) {
    plan = map.geometries.reduce(into: StreetPlan()) { $0.take($1) }
    (tileCount, troubles) = (0, [])
  }

  /// The deepest tiles that are not too many, from the north-west to the south-east.
  static func tiles(
    around places: [Coordinate], margin: Double, zooms: ClosedRange<Int>, most: Int = mostTiles
  ) throws(MapStreetsError) -> [TileID] {
    let margin = max(0, min(50_000, margin))
    let corners = places.flatMap { place in
      stride(from: 0.0, to: 360, by: 90).map { place.offset(by: margin, toward: Bearing(degrees: $0)) }
    }
    guard let box = BoundingBox(around: corners) else { return [] }
    var zoom = min(zooms.upperBound, max(zooms.lowerBound, deepestZoom))
    while true {
      let (columns, rows) = range(of: box, zoom: zoom)
      let count = columns.reduce(0) { $0 + $1.count }.multipliedReportingOverflow(by: rows.count)
      if !count.overflow, count.partialValue <= most {
        return rows.flatMap { y in columns.joined().compactMap { x in TileID(zoom: zoom, x: x, y: y) } }
      }
      guard zoom > max(streetZoom, zooms.lowerBound) else { throw MapStreetsError(zoom: zoom, most: most) }
      zoom -= 1
    }
  }

  private static func range(of box: BoundingBox, zoom: Int) -> (columns: [ClosedRange<Int>], rows: ClosedRange<Int>) {
    func tile(_ latitude: Double, _ longitude: Double) -> TileID {
      let place = Coordinate(clampingLatitude: latitude, wrappingLongitude: longitude)
      return TileID(at: MercatorPoint(place), zoom: zoom)
    }
    let (first, last) = (tile(box.north, box.west), tile(box.south, box.east))
    let rows = first.y...max(first.y, last.y)
    if box.west <= box.east { return ([first.x...max(first.x, last.x)], rows) }
    return ([first.x...((1 << zoom) - 1), 0...last.x], rows)
  }
}

/// Why no streets are read: the places lie too far from each other.
package struct MapStreetsError: Error, Hashable, CustomStringConvertible {
  /// The zoom at which there would be too many tiles.
  package let zoom: Int
  /// The tiles that are read at most.
  package let most: Int

  package var description: String {
    "the places lie too far apart: what lies between them fills more than \(most) tiles of zoom \(zoom)"
  }
}

extension StreetPlan {
  /// Adds the ways, buildings and waters of a geometry, by their kinds of ground; everything else is no obstacle.
  package mutating func take(_ geometry: MapGeometry) {
    for shape in geometry.shapes {
      let lines = geometry.parts[shape.parts].lazy.map { geometry.places($0) }
      if shape.isArea, let kind = Barrier.Kind(shape.kind) {
        barriers.append(Barrier(kind, Array(lines)))
      } else if !shape.isArea, let kind = Way.Kind(shape.kind) {
        ways += lines.map { Way(kind, $0) }
      }
    }
  }
}

extension MapGeometry {
  fileprivate func places(_ part: Range<Int32>) -> [Coordinate] {
    points[Int(part.lowerBound)..<Int(part.upperBound)].map { point in
      MercatorPoint(x: origin.x + Double(point.x) * unit, y: origin.y + Double(point.y) * unit).coordinate
    }
  }
}

extension Way.Kind {
  /// The kind of way that `kind` stands for; `nil` for ground that is no way.
  fileprivate init?(_ kind: GroundKind) {
    switch kind {
    case .pier: self = .footway
    case .path: self = .path
    case .service: self = .service
    case .street: self = .street
    case .road: self = .road
    case .highway: self = .motorway
    default: return nil
    }
  }
}

extension Barrier.Kind {
  /// The kind of obstacle that `kind` stands for; `nil` for ground that can be crossed.
  fileprivate init?(_ kind: GroundKind) {
    switch kind {
    case .building: self = .building
    case .water: self = .water
    default: return nil
    }
  }
}
