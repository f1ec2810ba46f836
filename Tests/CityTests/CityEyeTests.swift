import Geodesy
import HuntTesting
import Testing
import TextCanvas

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
