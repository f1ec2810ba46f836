import Foundation
import GeoFormats
import ProcessTesting
import Testing
import Views

@testable import MapTiles

/// The styles of the package, and what else the tests have in common.
enum Samples {
  static let folder = SharedFiles.package.appending(path: "Maps/styles").path
  static let styles: MapStyles? = try? MapStyles(folder: folder)

  static func table(_ schema: String) throws -> StyleTable {
    let tables = try #require(styles).tables
    return try #require(tables.first { $0.schema == schema })
  }

  /// A table from a text of JSON.
  static func table(json: String) throws -> StyleTable {
    guard case .table(let table) = try MapStyles.style(try JSONDocument(json).root) else {
      throw MapFileProblem(file: "test", "no table")
    }
    return table
  }

  /// A table with these layers of rules, otherwise plain.
  ///
  /// - Parameter members: other members of it, as text.
  static func table(members: String? = nil, layers: String) throws -> StyleTable {
    try table(
      json: """
        {"trove": {"type": "map-schema", "version": 1}, "schema": "test", "knownBy": ["a"], "names": ["name", "name_en"],
        \(members.map { $0 + "," } ?? "") "layers": \(layers)}
        """)
  }
}

/// Files beside the package that the tests read.
enum Shared {
  static let arePresent = SharedFiles.has("data/tiles")

  static func path(_ name: String) -> String { SharedFiles.folder.appending(path: "data/tiles/\(name)").path }

  static func bytes(_ name: String) throws -> [UInt8] { [UInt8](try Data(contentsOf: URL(filePath: path(name)))) }

  static let florence = "pmtiles/protomaps(vector)ODbL_firenze.pmtiles"

  /// Names of the files in a folder.
  static func files(_ folder: String) -> [String] {
    ((try? FileManager.default.contentsOfDirectory(atPath: path(folder))) ?? []).sorted().map { "\(folder)/\($0)" }
  }
}

/// A folder for one test; gone when nobody holds it any more.
final class Folder {
  let url = FileManager.default.temporaryDirectory.appending(path: "trove-maps-\(UUID().uuidString)")

  init() throws { try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true) }

  deinit { try? FileManager.default.removeItem(at: url) }

  func file(_ name: String, _ bytes: [UInt8]) throws -> String {
    let file = url.appending(path: name)
    try FileManager.default.createDirectory(at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
    try Data(bytes).write(to: file)
    return file.path
  }

  func file(_ name: String, _ text: String) throws -> String { try file(name, Array(text.utf8)) }
}

extension MapGeometry {
  /// What is on it, in its order: `road line "Via Roma"`.
  var summary: [String] {
    shapes.map { shape in
      "\(shape.kind) \(shape.isArea ? "area" : "line")" + (shape.name.map { " \(names[$0])" } ?? "")
    } + labels.map { "label \($0.kind) \(names[$0.name])" }
  }
}
