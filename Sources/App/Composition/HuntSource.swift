import GeoFormats
import HuntDomain
import PlaceFiles

/// A hunt, and what came with it, whatever the format of its file.
struct HuntSource {
  let hunt: Hunt
  /// The base map and the recorded walk that belong to the hunt, as paths.
  let map, trace: String?
  /// Places beside the treasures.
  let places: [PointOfInterest]
  let warnings: [Diagnostic]

  /// Reads the hunt at `path`: GeoJSON, the waypoints of GPX, or a `.loc` file.
  init(path: String) throws(FileProblem) {
    // Nobody can look into a pipe twice: only GeoJSON comes through one.
    switch Files.isOrdinary(path) ? FileFormat(path: path) : .geoJSON {
    case .gpx, .loc: self.init(try CacheFile(path: path))
    case .geoJSON: self.init(try HuntFile(path: path))
    case .receiverLog:
      throw FileProblem(file: path, "a recording of a receiver is no hunt; play it with --from")
    case .foreign(let format):
      throw FileProblem(file: path, "\(format): hunts are GeoJSON, GPX or .loc files")
    }
  }

  private init(_ file: HuntFile) {
    (hunt, map, trace, places, warnings) = (file.hunt, file.map, file.trace, [], file.warnings)
  }

  private init(_ file: CacheFile) {
    (hunt, map, trace, places, warnings) = (file.hunt, nil, file.trace, file.places, file.warnings)
  }
}
