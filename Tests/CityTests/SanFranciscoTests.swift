import Foundation
import Geodesy
import HuntTesting
import ProcessTesting
import Testing
import TextCanvas
import Views

@testable import TerminalUI

@Suite(
  "San Francisco, made by tilemaker",
  .enabled(if: Tilemaker.isThere && SharedFiles.has("data/osm/sf-downtown.osm.pbf"), "needs tilemaker and an extract"))
struct SanFranciscoTests {
  @Test("downtown has its streets by name, its square is a park, every frame is full and as it was agreed on")
  func downtown() async throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "trove-city-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let path = try await Tilemaker.archive(of: "sf-downtown.osm.pbf", in: folder)
    // Union Square, a public fact.
    let square = Coordinate(clampingLatitude: 37.78800, wrappingLongitude: -122.40745)
    var film = CityFrames()
    for size in CityFrames.sizes {
      for zoom in [14.5, 15.5, 16.5] {
        let screen = try await City.screen(of: path, around: square, size: size, zoom: zoom)
        film.show(screen, size, zoom: zoom)
        if zoom > 16, size.columns == 200 { #expect(screen.areas(at: square).contains(.park)) }
      }
    }
    for time in CityFrames.moments {
      for size in CityFrames.sizes {
        film.show(try #require(try await City.ahead(of: path, from: square, size, heading: 45, at: time)), size)
      }
    }
    #expect(film.emptyFrames == [])
    for name in ["Market Street", "Powell Street", "Union Square", "Geary Street"] {
      #expect(film.text.contains(name), "\(name)")
    }
    // Another version makes other tiles of the same streets.
    guard try await Tilemaker.version == "2.2.0" else { try Test.cancel("frames were agreed on with tilemaker 2.2.0") }
    let mismatch = Golden.mismatch(of: film.numbers, with: "san-francisco")
    #expect(mismatch == nil, "\(mismatch ?? "")")
  }
}
