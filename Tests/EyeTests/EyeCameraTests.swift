import Eye
import Geodesy
import Numbers
import Testing

@Suite("The camera of the eye")
struct EyeCameraTests {
  @Test("shows 10,000 random places where geodesics say they are, to half a column and half a row")
  func truth() {
    var chance = SeededGenerator(seed: 21)
    for _ in 0..<10_000 {
      let position = Coordinate(
        clampingLatitude: chance.uniform() * 160 - 80, wrappingLongitude: chance.uniform() * 360 - 180)
      let place = position.offset(by: 1 + chance.uniform() * 3000, toward: Bearing(degrees: chance.uniform() * 360))
      let wanted = Bearing(degrees: chance.uniform() * 360)
      let camera = EyeCamera(
        heading: wanted, pitch: chance.uniform() * 60 - 30, fieldOfView: 30 + chance.uniform() * 330,
        columns: Int.random(in: 40...300, using: &chance), rows: Int.random(in: 12...100, using: &chance))
      // Solved by other means than the service's: on a plane that touches the Earth at the player.
      guard let point = TangentPlane(at: position).point(of: place) else {
        Issue.record("\(position) \(place)")
        return
      }
      let bearing = Bearing(degrees: Angle.degrees(opposite: point.east, adjacent: point.north))
      let distance = (point.east * point.east + point.north * point.north).squareRoot()
      let column = camera.column(of: position.bearing(to: place))
      let row = camera.row(height: EyeUseCase.sightHeight, distance: position.distance(to: place))
      let turn = camera.heading.turn(to: bearing)
      guard abs(camera.heading.turn(to: wanted)) <= camera.degreesPerColumn / 2 + 1e-9,
        abs((column - Double(camera.columns) / 2) * camera.degreesPerColumn - turn) <= camera.degreesPerColumn / 2,
        abs(camera.bearing(at: column).turn(to: bearing)) <= camera.degreesPerColumn / 2,
        abs(camera.horizon - row - (1.7 - 4) / distance * camera.rowsPerSlope) <= 0.5
      else {
        Issue.record("\(camera) \(position) \(place)")
        return
      }
    }
  }

  @Test("turns by whole columns, and knows by how many")
  func turning() {
    let camera = EyeCamera(heading: Bearing(degrees: 100), columns: 120, rows: 40)
    #expect(camera.degreesPerColumn == 0.625)
    let turned = EyeCamera(heading: Bearing(degrees: 101.25), columns: 120, rows: 40)
    #expect(turned.columnsMoved(since: camera) == -2)
    #expect(camera.bearing(at: 62) == turned.bearing(at: 60))
    #expect(EyeCamera(heading: .north, columns: 80, rows: 40).columnsMoved(since: camera) == nil)
  }

  @Test("is made of any numbers", arguments: [Double.nan, .infinity, -.infinity, 1e300, -1e300, 0])
  func hostile(number: Double) {
    let camera = EyeCamera(
      heading: Bearing(degrees: number), pitch: number, fieldOfView: number, columns: Int.max, rows: Int.min)
    #expect(camera.columns == 2048 && camera.rows == 1)
    #expect(EyeCamera.fieldsOfView.contains(camera.fieldOfView) && EyeCamera.pitches.contains(camera.pitch))
  }
}
