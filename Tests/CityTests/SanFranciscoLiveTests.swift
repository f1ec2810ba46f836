import Foundation
import Geodesy
import HuntApplication
import ProcessTesting
import Testing
import TextCanvas

@testable import TerminalUI

@Suite(
  "San Francisco, made by tilemaker",
  .enabled(if: Tilemaker.isThere && SharedFiles.has("data/osm/sf-downtown.osm.pbf"), "needs tilemaker and an extract"))
struct SanFranciscoLiveTests {
  @Test("downtown has its streets by name, its square is a park, and the frame is full at every size")
  func downtown() async throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "trove-city-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let path = try Tilemaker.archive(of: "sf-downtown.osm.pbf", in: folder)
    // Union Square, a public fact.
    let square = Coordinate(clampingLatitude: 37.78800, wrappingLongitude: -122.40745)
    var shown = ""
    for size in CityGoldenTests.sizes {
      for zoom in [14.5, 15.5, 16.5] {
        let screen = try await City.screen(of: path, around: square, size: size, zoom: zoom)
        for glyphs in GlyphLevel.allCases {
          let canvas = screen.canvas(glyphs)
          let blank = canvas.text.filter { $0 == " " }.count
          #expect(blank * 3 < size.columns * size.rows * 2, "\(size) \(zoom) \(glyphs): \(blank) cells are blank")
          shown += canvas.text
        }
        if zoom > 16, size.columns == 200 { #expect(screen.areas(at: square).contains(.park)) }
      }
    }
    for name in ["Market Street", "Powell Street", "Union Square", "Geary Street"] {
      #expect(shown.contains(name), "\(name)")
    }
  }
}
