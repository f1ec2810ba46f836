import Eye
import Foundation
import Geodesy
import HuntDomain
import MapTiles
import Nearby
import Numbers
import Places
import ProcessTesting
import TerminalUI
import TextCanvas
import Viewer
import Views

/// A real city, from tiles that lie beside the package, and how it is looked at.
struct City: Sendable, CustomStringConvertible {
  let name: String
  /// Of the tiles, below the shared files.
  let path: String
  /// What lies in the middle of the frames.
  let middle: Coordinate
  /// Where what lies ahead is worth a look, and degrees clockwise from north to it.
  let view: (from: Coordinate, heading: Double)

  /// The old bridge: tiles of Protomaps.
  static let florence = City(
    name: "florence", path: "data/tiles/pmtiles/protomaps(vector)ODbL_firenze.pmtiles",
    middle: Coordinate(clampingLatitude: 43.7700, wrappingLongitude: 11.2545),
    view: (Coordinate(clampingLatitude: 43.76965, wrappingLongitude: 11.25545), 110))
  /// The park by the lake: tiles of Mapbox.
  static let chicago = City(
    name: "chicago", path: "data/tiles/mvt-real-world/chicago",
    middle: Coordinate(clampingLatitude: 41.8827, wrappingLongitude: -87.6233),
    view: (Coordinate(clampingLatitude: 41.8827, wrappingLongitude: -87.6233), 90))
  /// Those whose tiles are there.
  static let present = [florence, chicago].filter { SharedFiles.has($0.path) }

  static let styles = try? MapStyles(folder: SharedFiles.package.appending(path: "Maps/styles").path)

  var description: String { name }

  /// The map as it is browsed, with all tiles that it wants.
  func screen(_ size: CanvasSize, zoom: Double, around place: Coordinate? = nil) async throws -> MapScreen {
    try await City.screen(
      of: SharedFiles.folder.appending(path: path).path, around: place ?? middle, size: size, zoom: zoom)
  }

  /// The same of any map.
  static func screen(
    of path: String, around middle: Coordinate, size: CanvasSize, zoom: Double
  ) async throws -> MapScreen {
    guard let styles else { throw CocoaError(.fileNoSuchFile) }
    let file = try TileFile(path: path, styles: styles)
    var browsing = Browsing(
      base: .empty, tiles: file.facts, at: middle, zoom: zoom, units: .metric, notation: .decimal)
    func wanted(_ effects: [ViewingEffect]) -> [TileID] {
      effects.flatMap { if case .fetch(let tiles) = $0 { tiles } else { [TileID]() } }
    }
    // The last row of a browser is not the map's.
    var missing = wanted(browsing.handle(.resize(columns: size.columns, rows: size.rows + 1)))[...]
    while let tile = missing.popFirst() { missing += wanted(browsing.handle(.tile(tile, await file.tile(tile)))) }
    return browsing.screen.map
  }
}

extension City {
  /// What lies ahead in it.
  func ahead(_ size: CanvasSize, at time: Timestamp) async throws -> EyeScreen? {
    try await City.ahead(
      of: SharedFiles.folder.appending(path: path).path, from: view.from, size, heading: view.heading, at: time)
  }

  /// What lies ahead at a place in the tiles of a file.
  static func ahead(
    of path: String, from place: Coordinate, _ size: CanvasSize, heading: Double, at time: Timestamp
  ) async throws -> EyeScreen? {
    guard let styles else { throw CocoaError(.fileNoSuchFile) }
    let file = try TileFile(path: path, styles: styles)
    var geometries: [MapGeometry] = []
    for id in EyeUseCase.tiles(around: place, of: file.facts) {
      if case .geometry(let geometry) = await file.tile(id) { geometries.append(geometry) }
    }
    return ahead(in: geometries, from: place, size, heading: heading, at: time)
  }

  /// What lies ahead on a map, among twenty made-up places, one every 40 m.
  static func ahead(
    in geometries: [MapGeometry], isSeaCharted: Bool = false, from place: Coordinate, _ size: CanvasSize,
    heading: Double, at time: Timestamp
  ) -> EyeScreen? {
    let heading = Bearing(degrees: heading)
    var service = NearbyPOIService()
    let places = (1...20).map { number in
      let aside = Double(number * 37 % 60 - 30)
      let position = place.offset(by: 40 * Double(number), toward: Bearing(degrees: heading.degrees + aside))
      let kind = number % 3 == 0 ? "museum" : "bench"
      return PointOfInterest(id: "\(number)", name: "Place \(number)", position: position, kind: kind)
    }
    service.receive(places, at: .zero)
    service.receive(.fix(Fix(position: place, time: .zero)), at: .zero)
    service.receive(Heading(bearing: heading, source: .manual, uncertainty: 0), at: .zero)
    let nearby = service.snapshot(at: .zero)
    var eye = EyeUseCase()
    eye.look(around: nearby.quality.fix, geometries: geometries, isSeaCharted: isSeaCharted)
    return eye.screen(
      for: nearby, roles: ["7": .target], time: time, columns: size.columns, rows: size.rows - eyeTapeRows)
  }
}

extension MapScreen {
  /// Draws the screen.
  func canvas(_ glyphs: GlyphLevel, look: MapLook = .standard) -> Canvas {
    var canvas = Canvas(width: columns, height: rows)
    drawMap(self, on: &canvas, glyphs: glyphs, look: look)
    return canvas
  }

  /// What of the ground lies at a place, the topmost last: areas that it lies in.
  func areas(at place: Coordinate) -> [GroundKind] {
    guard let ground else { return [] }
    let point = MercatorPoint(place)
    return ground.geometries.flatMap { geometry in
      geometry.shapes.filter { $0.isArea && geometry.contains(point, in: $0) }.map(\.kind)
    }
  }

  /// The corners of all lines of that name.
  func places(named name: String) -> [Coordinate] {
    guard let ground else { return [] }
    return ground.geometries.flatMap { geometry in
      geometry.shapes.filter { !$0.isArea && $0.name.map { geometry.names[$0] } == name }.flatMap { shape in
        geometry.parts[shape.parts].flatMap { part in
          geometry.points[Int(part.lowerBound)..<Int(part.upperBound)].map { corner in
            MercatorPoint(
              x: geometry.origin.x + Double(corner.x) * geometry.unit,
              y: geometry.origin.y + Double(corner.y) * geometry.unit
            ).coordinate
          }
        }
      }
    }
  }

  /// What is drawn where a place lies; nothing where that is not on the screen.
  func cell(at place: Coordinate, of canvas: Canvas) -> Cell? {
    guard let spot = ground?.frame.point(of: place), ground?.frame.contains(spot) == true else { return nil }
    return canvas[Int(spot.x), Int(spot.y)]
  }
}

extension MapGeometry {
  /// Whether a point lies within an area, by the even-odd rule.
  fileprivate func contains(_ point: MercatorPoint, in shape: Shape) -> Bool {
    let (x, y) = ((point.x - origin.x) / unit, (point.y - origin.y) / unit)
    var isInside = false
    for part in parts[shape.parts] {
      let ring = points[Int(part.lowerBound)..<Int(part.upperBound)]
      for (one, other) in zip(ring, ring.dropFirst() + ring.prefix(1)) {
        let (top, bottom) = (Double(one.y), Double(other.y))
        guard (top > y) != (bottom > y) else { continue }
        let crossing = Double(one.x) + (y - top) / (bottom - top) * Double(other.x - one.x)
        if x < crossing { isInside.toggle() }
      }
    }
    return isInside
  }
}
