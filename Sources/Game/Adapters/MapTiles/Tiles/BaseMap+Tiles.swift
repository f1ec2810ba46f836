package import Geodesy
package import Views

extension BaseMap {
  /// Tiles that are read at most: of zoom 14 a large town.
  private static let mostTiles = 100

  /// The tiles around some places as a map that is there as a whole, for screens that fetch no tiles.
  ///
  /// - Parameter margin: metres around each place.
  /// Throws: where that would be too many tiles.
  package init(
    of tiles: any MapTiles, around places: [Coordinate], margin: Double
  ) async throws(MapStreetsError) {
    var geometries: [MapGeometry] = []
    let ids = try MapStreets.tiles(
      around: places, margin: margin, zooms: tiles.facts.zooms, most: Self.mostTiles)
    for id in ids {
      if case .geometry(let geometry) = await tiles.tile(id) { geometries.append(geometry) }
    }
    self.init(geometries: geometries, attribution: tiles.facts.attribution, isSeaCharted: false)
  }
}
