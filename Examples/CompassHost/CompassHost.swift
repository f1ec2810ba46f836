import Geodesy
import HuntDomain
import Nearby
import Places
import TerminalUI
import TextCanvas
import Views

/// A program that embeds the compass and nothing else of the game: somebody walks north past a well.
@main struct CompassHost {
  static func main() {
    let start = Coordinate(clampingLatitude: 52.52, wrappingLongitude: 13.405)
    let well = PointOfInterest(
      id: "well", name: "The Well", position: start.offset(by: 120, toward: Bearing(degrees: 30)))
    var service = NearbyPOIService()
    service.receive([well], at: .zero)
    for second in 0..<90 {
      let now = Duration.seconds(second)
      let position = start.offset(by: Double(second) * 1.4, toward: .north)
      service.receive(.fix(Fix(position: position, time: now, accuracy: 3)), at: now)
      if second % 30 == 0, let target = screen(of: service, toward: well, at: now).target {
        print("\(target.label): \(target.distance) \(target.wind), \(target.cue)")
      }
    }
    var canvas = Canvas(width: 72, height: 20)
    drawCompass(screen(of: service, toward: well, at: .seconds(90)), on: &canvas, glyphs: .braille)
    print(canvas.text)
  }

  private static func screen(
    of service: NearbyPOIService, toward target: PointOfInterest, at now: Duration
  ) -> CompassScreen {
    CompassUseCase().screen(
      for: service.snapshot(at: now), source: "example", roles: [target.id: .target], target: target.id)
  }
}
