import Eye
import Geodesy
import HuntDomain
import Nearby
import Testing

@Suite("The camera follows the heading")
struct CameraTurnTests {
  /// What the camera shows at some moments, in seconds, of which these are the headings.
  ///
  /// Each moment of a heading is one at which the eye hears of it.
  private func shown(
    _ headings: [(at: Double, degrees: Double?, isSensed: Bool)], at moments: [Double]
  ) throws -> [(degrees: Double, isMoving: Bool)] {
    var eye = EyeUseCase()
    let fix = Fix(position: home, time: .zero, accuracy: 5)
    eye.look(around: fix, geometries: [])
    var rest = headings[...]
    var direction: Bearing?
    return try moments.map { moment in
      while let next = rest.first, next.at <= moment {
        direction = next.degrees.map { Bearing(degrees: $0) }
        eye.face(direction, isSensed: next.isSensed, at: .seconds(next.at))
        rest.removeFirst()
      }
      let heading = direction.map { Heading(bearing: $0, source: .course, uncertainty: 5) }
      let nearby = NearbySnapshot(quality: .live(fix), age: .zero, heading: heading, sightings: [], placesAge: nil)
      let screen = try #require(eye.screen(for: nearby, columns: 3600, rows: 12, at: .seconds(moment)))
      return (screen.camera.heading.degrees, screen.isMoving)
    }
  }

  @Test("a turn that a sensor reports takes 0.3 s, the shorter way round, and then the camera rests")
  func turns() throws {
    let turn = try shown([(0, 350, true), (1, 20, true)], at: [0, 1, 1.1, 1.2, 1.3, 2])
    let wanted: [Double] = [350, 350, 0, 10, 20, 20]
    for (found, wanted) in zip(turn, wanted) { #expect(abs((found.degrees - wanted).remainder(dividingBy: 360)) < 0.1) }
    #expect(turn.map(\.isMoving) == [false, true, true, true, false, false])
  }

  @Test("a new heading takes over where the camera is in its turn, and a fast sensor's turn is done by its next report")
  func overtaken() throws {
    let back = try shown([(0, 0, true), (1, 30, true), (1.15, 15, true)], at: [1, 1.15, 1.2, 1.5])
    #expect(abs(back[1].degrees - 15) < 0.1 && abs(back[2].degrees - 15) < 0.1)
    let fast = try shown(
      [(0, 0, true), (0.1, 10, true), (0.2, 20, true)], at: [0.1, 0.15, 0.2, 0.25, 0.3])
    for (found, wanted) in zip(fast, [0.0, 5, 10, 15, 20]) { #expect(abs(found.degrees - wanted) < 0.1) }
  }

  @Test("the first heading, the player's own word, and what is heard after a silence show at once")
  func atOnce() throws {
    #expect(try abs(shown([(0, 0, true), (1, 90, false)], at: [0, 1])[1].degrees - 90) < 0.1)
    let lost = try shown([(0, 0, true), (1, nil, true), (1.1, 90, true)], at: [0, 1, 1.1])
    #expect(abs(lost[2].degrees - 90) < 0.1 && !lost[2].isMoving)
    let silent = try shown([(0, 0, true), (3, 90, true)], at: [0, 3])
    #expect(abs(silent[1].degrees - 90) < 0.1 && !silent[1].isMoving)
  }
}
