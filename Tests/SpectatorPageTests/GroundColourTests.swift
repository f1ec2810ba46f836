import Testing
import Views

@testable import SpectatorPage

@Suite("The ground on the page for spectators")
struct GroundColourTests {
  @Test("has a colour for every surface", arguments: GroundKind.Surface.allCases)
  func surfaces(surface: GroundKind.Surface) {
    #expect(String(decoding: PackageResources.page_css, as: UTF8.self).contains(".ground .on-\(surface)"))
  }
}
