import Eye
import Geodesy
import HuntDomain
import Nearby
import Testing

@Suite("How sure a direction of the picture is")
struct SurenessTests {
  private func screen(_ uncertainty: Double) throws -> EyeScreen {
    var eye = EyeUseCase()
    let fix = Fix(position: home, time: .zero)
    eye.look(around: fix, geometries: [])
    let heading = Heading(bearing: .north, source: .compass, uncertainty: uncertainty)
    let nearby = NearbySnapshot(quality: .live(fix), age: .zero, heading: heading, sightings: [], placesAge: nil)
    return try #require(eye.screen(for: nearby, columns: 120, rows: 30))
  }

  @Test("is full within a narrow cone, and falls off beyond it without an edge", arguments: [1.0, 11, 16, 30, 45])
  func softEdge(cone: Double) throws {
    let screen = try screen(cone)
    let column = screen.camera.degreesPerColumn
    let all = stride(from: 0, through: 37.5, by: column).map { screen.sureness(at: $0) }
    #expect(zip(all, all.dropFirst()).allSatisfy { $0 >= $1 && $0 - $1 < 0.05 })
    #expect(stride(from: -37.5, through: 0, by: column).map { screen.sureness(at: $0) } == all.reversed())
    if cone <= 30 { #expect(all.first == 1 && screen.sureness(at: cone) == 1) }
    if cone <= 7 { #expect(all.last == 0) }
  }

  @Test("is everywhere the less, the wider the cone; nothing is sure all around")
  func wide() throws {
    let middles = try [20.0, 45].map { try screen($0).sureness(at: 0) }
    #expect(middles[0] == 1 && middles[1] < 1 && middles[1] > 0.5)
    let around = try screen(80)
    #expect(around.isPanorama && around.sureness(at: 0) == 0)
    #expect(try screen(0).sureness(at: 30) == 1)
  }
}
