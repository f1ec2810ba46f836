import HuntTesting
import Testing
import TextCanvas

@Suite("Real cities on a map", .enabled(if: !City.present.isEmpty, "needs tiles of real cities beside the package"))
struct CityGoldenTests {
  @Test("look as they were read and agreed on", arguments: City.present)
  func frames(city: City) async throws {
    var film = CityFrames()
    for size in CityFrames.sizes {
      for zoom in [12.5, 14, 16] { film.show(try await city.screen(size, zoom: zoom), size, zoom: zoom) }
    }
    let mismatch = Golden.mismatch(of: film.numbers, with: city.name)
    #expect(mismatch == nil, "\(mismatch ?? "")")
  }

  @Test("are 7-bit where only that can be shown, and show no control character", arguments: City.present)
  func ascii(city: City) async throws {
    let screen = try await city.screen(CityFrames.sizes[2], zoom: 15)
    let isPrintable = screen.canvas(.ascii).asciiText.utf8.allSatisfy { $0 == 0x0A || (0x20...0x7E).contains($0) }
    #expect(isPrintable)
  }
}
