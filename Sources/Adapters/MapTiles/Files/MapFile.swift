internal import GeoFormats

/// A map file, told apart by what it holds.
package enum MapFile: Sendable {
  /// Where the package tilemaker of Debian and Ubuntu has the tables that it does not work without.
  private static let tilemaker = "/usr/share/doc/tilemaker/examples"

  /// Vector tiles, open.
  case tiles(TileFile)
  /// GeoJSON, which is read as a whole elsewhere; its path.
  case geoJSON(String)

  /// Opens a file or folder.
  package static func open(path: String, styles: MapStyles) throws(MapFileProblem) -> MapFile {
    switch MapFileFormat(path: path) {
    case .archive, .tile, .folder: return .tiles(try TileFile(path: path, styles: styles))
    case .extract:
      throw MapFileProblem(
        file: path,
        "an extract of OpenStreetMap; make vector tiles of it first: tilemaker --input FILE --output MAP.mbtiles "
          + "--config \(tilemaker)/config-openmaptiles.json --process \(tilemaker)/process-openmaptiles.lua")
    case .other: break
    }
    // Where nothing lies, whoever reads GeoJSON says so.
    guard PathKind(path) != .other else { throw MapFileProblem(file: path, "no ordinary file", isMissing: true) }
    guard PathKind(path) == .nothing || FileFormat(path: path) == .geoJSON else {
      throw MapFileProblem(file: path, "no map: PMTiles, MBTiles, vector tiles and GeoJSON are read")
    }
    return .geoJSON(path)
  }
}
