import Foundation
import Geodesy
import HuntTesting
import PlaceFiles
import ProcessTesting
import Testing
import TextCanvas
import Views

/// What lies ahead in real cities.
@Suite("Real cities from the street", .enabled(if: !City.present.isEmpty, "needs tiles of real cities"))
struct CityEyeTests {
  @Test("look as they were looked at and agreed on, by day and by night", arguments: City.present)
  func frames(city: City) async throws {
    var film = CityFrames()
    for time in CityFrames.moments {
      for size in CityFrames.sizes {
        film.show(try #require(try await city.ahead(size, at: time)), size)
      }
    }
    let mismatch = Golden.mismatch(of: film.numbers, with: "\(city.name)-eye")
    #expect(mismatch == nil, "\(mismatch ?? "")")
  }
}

/// What lies ahead on the island, from where README looks.
@Suite("Null Island from the street")
struct IslandEyeTests {
  @Test("looks as it was looked at and agreed on, by day and by night")
  func frames() throws {
    let map = try BaseMapFile(path: SharedFiles.package.appending(path: "Maps/null-island.geojson").path).map
    let south = Coordinate(clampingLatitude: -0.0009, wrappingLongitude: 0)
    var film = CityFrames()
    for time in CityFrames.moments {
      for size in CityFrames.sizes {
        let screen = City.ahead(
          in: map.geometries, isSeaCharted: map.isSeaCharted, from: south, size, heading: 0, at: time)
        film.show(try #require(screen), size)
      }
    }
    let mismatch = Golden.mismatch(of: film.numbers, with: "null-island-eye")
    #expect(mismatch == nil, "\(mismatch ?? "")")
  }
}
