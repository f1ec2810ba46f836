import Database
import Foundation
import Geodesy
import HuntDomain
import Numbers
import Places

@testable import PlaceCatalog

/// A folder for one test, gone with it, with a catalog and files to import.
final class Folder: Sendable {
  let url = URL(filePath: access("/dev/shm", W_OK) == 0 ? "/dev/shm" : NSTemporaryDirectory())
    .appending(path: "trove-catalog-\(UUID().uuidString)")
  var places: CatalogFolder { CatalogFolder(url.appending(path: "places").path) }
  var catalog: PlaceCatalog { PlaceCatalog(folder: places) }

  init() { try? FileManager.default.createDirectory(at: url, withIntermediateDirectories: true) }

  deinit { try? FileManager.default.removeItem(at: url) }

  /// Writes a file, and returns its path.
  @discardableResult
  func write(_ text: String, as name: String) throws -> String {
    let file = url.appending(path: name)
    try FileManager.default.createDirectory(at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
    try Data(text.utf8).write(to: file)
    return file.path
  }

  /// A list of places as GeoJSON.
  func list(_ places: [Sample], as name: String = "list.geojson") throws -> String {
    try write(Sample.geoJSON(places), as: name)
  }

  /// Imports files into the region `test`.
  @discardableResult
  func take(_ files: String..., only: PlaceSelection = .usual, boot: String? = nil) throws -> ImportSummary {
    try catalog.importer(files: files, name: .test, only: only, boot: boot).run(now: .init(milliseconds: 1000))
  }

  /// Opens the region `test`.
  func open() throws -> CatalogRegion { try catalog.open(.test) }

  /// The files of the catalog, sorted, without that of the locks and the empty ones that SQLite keeps for its journals.
  var files: [String] {
    ((try? FileManager.default.contentsOfDirectory(atPath: places.path)) ?? []).sorted()
      .filter { !$0.hasSuffix(".lock") && !$0.hasSuffix("-journal") }
  }

  /// Every file of the catalog and what it holds.
  var contents: [String: Data] {
    let folder = URL(filePath: places.path)
    return Dictionary(
      uniqueKeysWithValues: files.map { ($0, (try? Data(contentsOf: folder.appending(path: $0))) ?? Data()) })
  }
}

extension RegionName {
  static let test = RegionName("test")!
}

/// A place of a made-up list.
struct Sample {
  var name: String?
  var latitude = 60.0
  var longitude = 25.0
  var tags: [String: String] = [:]
  var id: String?

  var position: Coordinate { Coordinate(latitude: latitude, longitude: longitude)! }

  /// The text of a list.
  static func geoJSON(_ places: [Sample]) throws -> String {
    let features = try places.map { place -> String in
      var properties = place.tags
      properties["name"] = place.name
      let json = String(decoding: try JSONEncoder().encode(properties), as: UTF8.self)
      let id = place.id.map { "\"id\":\"\($0)\"," } ?? ""
      return """
        {"type":"Feature",\(id)"properties":\(json),\
        "geometry":{"type":"Point","coordinates":[\(place.longitude),\(place.latitude)]}}
        """
    }
    return "{\"type\":\"FeatureCollection\",\"features\":[\n\(features.joined(separator: ",\n"))\n]}"
  }

  /// So many places in a square of a degree, of three kinds, with names of two words.
  static func many(_ count: Int, seed: UInt64 = 1) -> [Sample] {
    var chance = SeededGenerator(seed: seed)
    let words = ["Old", "New", "Upper", "Lower", "Red", "Blue"]
    let kinds = [("amenity", "cafe"), ("tourism", "museum"), ("historic", "castle")]
    return (0..<count).map { number in
      let kind = kinds[Int.random(in: 0..<3, using: &chance)]
      return Sample(
        name: "\(words.randomElement(using: &chance)!) \(kind.1) \(number)",
        latitude: .random(in: 60...61, using: &chance), longitude: .random(in: 24...25, using: &chance),
        tags: [kind.0: kind.1])
    }
  }
}
