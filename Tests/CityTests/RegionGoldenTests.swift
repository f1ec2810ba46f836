import Eye
import Foundation
import Geodesy
import HuntDomain
import HuntTesting
import Numbers
import PlaceCatalog
import ProcessTesting
import Testing
import TextCanvas
import TileMaking
import Views

@testable import TerminalUI

/// A region that is imported from one extract, and where its map is looked at.
struct CityRegion: Sendable, CustomStringConvertible {
  let name: String
  /// Below the shared files.
  let extract: String
  /// At the shore, in the middle of the frames.
  let middle: Coordinate
  /// Public facts: places in the sea, and on land.
  let sea: [Coordinate]
  let land: [Coordinate]
  /// Places at bridges, and the metres of parapets and of decks above the ground there.
  let bridges: [(Coordinate, feet: Set<Float>)]

  /// A harbour, by an extract that follows the border of the country.
  static let monaco = CityRegion(
    name: "monaco", extract: "data/osm/monaco-latest.osm.pbf", middle: place(43.7347, 7.4250),
    // Port Hercule, the open sea; the casino, the palace.
    sea: [place(43.7352, 7.4245), place(43.7330, 7.4400)], land: [place(43.7392, 7.4278), place(43.7314, 7.4202)],
    // Below a boulevard on arches.
    bridges: [(place(43.7508, 7.4378), [4])])
  /// Two bays with a bridge between them, by an extract that lacks the nodes outside of its box.
  static let helsinki = CityRegion(
    name: "helsinki", extract: "data/osm/Helsinki.osm.pbf", middle: place(60.1755, 24.9440),
    // Both bays; the station, the square of Hakaniemi.
    sea: [place(60.1775, 24.9425), place(60.1764, 24.9480)], land: [place(60.1713, 24.9414), place(60.1786, 24.9511)],
    // On the bridge between the bays.
    bridges: [(place(60.1765, 24.9502), [0])])
  /// Piers in the water, by an extract with whole ways.
  static let sanFrancisco = CityRegion(
    name: "san-francisco", extract: "data/osm/sf-downtown.osm.pbf", middle: place(37.7885, -122.3890),
    // The bay; Union Square, the ballpark.
    sea: [place(37.7870, -122.3830), place(37.7950, -122.3870)],
    land: [place(37.7880, -122.4074), place(37.7786, -122.3893)],
    // Before the viaduct of a motorway.
    bridges: [(place(37.7749, -122.4062), [4])])
  /// Those whose extracts are there.
  static let present = [monaco, helsinki, sanFrancisco].filter { SharedFiles.has($0.extract) }

  var description: String { name }

  private static func place(_ latitude: Double, _ longitude: Double) -> Coordinate {
    Coordinate(clampingLatitude: latitude, wrappingLongitude: longitude)
  }

  /// Imports the region into a folder as `trove import` does, on a thread of its own.
  ///
  /// Returns: the path of its map; `nil` if there is none; and the warnings of the import.
  func importMap(into folder: URL) async throws -> (map: String?, warnings: [String]) {
    // Several threads write what they find in the order in which they are done.
    let program = folder.appending(path: "tilemaker").path
    try await Script.write("exec tilemaker --threads 1 \"$@\"", to: program)
    return try await withCheckedThrowingContinuation { done in
      DispatchQueue.global().async { done.resume(with: Result { try waitForMap(in: folder, by: program) }) }
    }
  }

  private func waitForMap(in folder: URL, by program: String) throws -> (map: String?, warnings: [String]) {
    let tilemaker = TileMaking.Tilemaker(
      program: program, tables: SharedFiles.package.appending(path: "Maps/tilemaker").path,
      environment: ProcessInfo.processInfo.environment)
    let catalog = PlaceCatalog(folder: CatalogFolder(folder.appending(path: "regions").path))
    guard let region = RegionName(name) else { return (nil, []) }
    let summary = try catalog.importer(files: [SharedFiles.folder.appending(path: extract).path], name: region).run(
      now: Timestamp(milliseconds: 0),
      makeMap: { files, output, scratch, progress in
        do {
          return .made(
            warnings: try tilemaker.make(of: files, at: output, scratch: scratch, progress: progress))
        } catch {
          return .failed("There is no map: \(error)")
        }
      })
    return (catalog.map(of: region), summary.warnings)
  }
}

@Suite(
  "Regions of real cities on a map",
  .enabled(
    if: ProcessTesting.Tilemaker.isThere && !CityRegion.present.isEmpty, "needs tilemaker and extracts of real cities"))
struct RegionGoldenTests {
  @Test("have the sea where it is, and look as they were looked at and agreed on", arguments: CityRegion.present)
  func frames(region: CityRegion) async throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "trove-region-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let made = try await region.importMap(into: folder)
    #expect(made.warnings.filter { $0.contains("map") } == [])
    let map = try #require(made.map)
    var frames = CityFrames()
    for size in CityFrames.sizes {
      for zoom in [13, 14.5, 16] {
        frames.show(try await City.screen(of: map, around: region.middle, size: size, zoom: zoom), size, zoom: zoom)
      }
    }
    for (places, isSea) in [(region.sea, true), (region.land, false)] {
      for place in places {
        let screen = try await City.screen(of: map, around: place, size: CityFrames.sizes[1], zoom: 15)
        #expect(screen.areas(at: place).contains(.water) == isSea, "\(place)")
      }
    }
    for (place, feet) in region.bridges {
      let ahead = try await City.ahead(
        of: map, from: place, CityFrames.sizes[0], heading: 0, at: Timestamp(milliseconds: 0))
      let sides = try #require(ahead).surroundings.walls.walls.filter { $0.building == nil }
      #expect(Set(sides.map(\.foot)).isSuperset(of: feet) && !feet.isEmpty, "\(place)")
    }
    // Another version makes other tiles of the same streets.
    guard try await ProcessTesting.Tilemaker.version == "2.2.0" else {
      try Test.cancel("frames were agreed on with tilemaker 2.2.0")
    }
    let mismatch = Golden.mismatch(of: frames.numbers, with: "\(region.name)-region")
    #expect(mismatch == nil, "\(mismatch ?? "")")
  }
}
