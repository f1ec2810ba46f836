import Geodesy
import HuntDomain
import Nearby
import Places
import TerminalUI
import TextCanvas

/// A program that embeds the compass and nothing else of the game: somebody walks north past a well.
@main struct CompassHost {
  static func main() {
    let start = Coordinate(clampingLatitude: 52.52, wrappingLongitude: 13.405)
    let well = PointOfInterest(
      id: "well", name: "The Well", position: start.offset(by: 120, toward: Bearing(degrees: 30)))
    var builder = CompassBuilder()
    builder.source = "example"
    var compass = builder.build()
    compass.receive(.places([well]), at: .zero)
    compass.receive(.target(well.id), at: .zero)
    for second in 0..<90 {
      let now = Duration.seconds(second)
      let position = start.offset(by: Double(second) * 1.4, toward: .north)
      compass.receive(.location(.fix(Fix(position: position, time: now, accuracy: 3))), at: now)
      if second % 30 == 0 { print(compass.line(at: now)) }
    }
    print(compass.frame(columns: 72, rows: 20, at: .seconds(90)).text)
  }
}
