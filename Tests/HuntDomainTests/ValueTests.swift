import Geodesy
import HuntDomain
import Testing

@Suite("Heading")
struct HeadingTests {
  @Test(
    "the uncertainty is cut to 0 ... 180, and what is no number is no certainty at all",
    arguments: [(12.0, 12.0), (-3, 0), (500, 180), (.nan, 180), (.infinity, 180)])
  func uncertainty(given: Double, kept: Double) {
    #expect(Heading(bearing: .north, source: .compass, uncertainty: given).uncertainty == kept)
  }
}

@Suite("Fix")
struct FixTests {
  @Test(
    "what is no number is not said, so that every fix equals itself", arguments: [Double.nan, .infinity, -.infinity])
  func noNumbers(number: Double) {
    let place = Coordinate(clampingLatitude: 1, wrappingLongitude: 2)
    let fix = Fix(position: place, time: .zero, accuracy: number, altitude: number, speed: number)
    #expect(fix == Fix(position: place, time: .zero))
    #expect(Fix(position: place, time: .zero, accuracy: -1, speed: -1) == fix)
    #expect(Fix(position: place, time: .zero, altitude: -400).altitude == -400)
  }
}
