import Geodesy
import HuntDomain
import Places
import Testing
import Viewer

@Suite("The hunt that a walk without one is shown with")
struct HuntAlongWalkTests {
  @Test("it leads to the farthest point from the start, and to the end")
  func farthest() throws {
    let start = try #require(Coordinate(latitude: 48, longitude: 11))
    let points = [0.0, 40, 120, 60, 20].map { start.offset(by: $0, toward: .north) }
    let hunt = try #require(Hunt(along: points, name: "Sunday"))
    #expect(hunt.title == "Sunday")
    #expect(hunt.treasures.map(\.id) == ["farthest", "end"])
    #expect(hunt.treasures.map(\.place.position) == [points[2], points[4]])
  }

  @Test("a walk of one point is its own farthest and its end; one without any has no hunt")
  func short() throws {
    let start = try #require(Coordinate(latitude: 48, longitude: 11))
    #expect(Hunt(along: [start], name: "Still")?.treasures.map(\.place.position) == [start, start])
    #expect(Hunt(along: [], name: "Nowhere") == nil)
  }
}
