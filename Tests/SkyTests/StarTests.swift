import Eye
import Foundation
import Geodesy
import HuntDomain
import Numbers
import Testing

@Suite("Stars")
struct StarTests {
  /// Apparent places by XEphem's library (PyEphem 4.2.1), without refraction, with the stars' own motions.
  @Test(
    "stand where another program has them, to a tenth of a degree",
    arguments: [
      ("Sirius", 51.477, -0.001, 1_768_514_400, 163.432, 20.313),
      ("Polaris", 47.14, 9.52, 1_777_759_200, 359.606, 46.576),
      ("Canopus", -33.9, 18.4, 2_211_741_000, 182.537, 71.154),
      ("Vega", 43.77, 11.256, 1_782_947_700, 185.020, 85.020),
      ("Acrux", -12.05, -77.04, -618_098_400, 189.182, 37.953),
      ("Arcturus", 64.1, -21.9, 3_792_798_000, 149.443, 41.906),
      ("Sargas", 0.001, 0.0006, 1_782_943_200, 164.643, 44.972),
    ] as [(String, Double, Double, Int64, Double, Double)])
  func known(name: String, latitude: Double, longitude: Double, seconds: Int64, azimuth: Double, altitude: Double)
    throws
  {
    let star = try #require(Star.brightest.first { $0.name == name })
    let place = Coordinate(clampingLatitude: latitude, wrappingLongitude: longitude)
    let seen = try #require(star.direction(from: place, at: Timestamp(milliseconds: seconds * 1000)))
    let across = seen.bearing.turn(to: Bearing(degrees: azimuth)) * cos(altitude * .pi / 180)
    #expect(abs(across) < 0.1 && abs(seen.elevation - altitude) < 0.1, "\(seen)")
  }

  @Test("are listed once, the brightest first, and never leave the sky")
  func listed() throws {
    let stars = Star.brightest
    #expect(Set(stars.map(\.name)).count == stars.count && stars.count < 70)
    #expect(stars.map(\.magnitude) == stars.map(\.magnitude).sorted())
    for star in stars {
      let pole = Coordinate(clampingLatitude: 90, wrappingLongitude: 0)
      let heights = try (0..<24).map { hour in
        try #require(star.direction(from: pole, at: Timestamp(milliseconds: 1_768_514_400_000 + hour * 3_600_000)))
          .elevation
      }
      #expect(try #require(heights.max()) - #require(heights.min()) < 0.02, "\(star.name) turns about the pole")
    }
  }

  @Test("are nowhere in years that nobody has computed", arguments: [Int64.min, 4_102_444_800_000, .max])
  func beyond(milliseconds: Int64) {
    let place = Coordinate(clampingLatitude: 0, wrappingLongitude: 0)
    #expect(Star.brightest[0].direction(from: place, at: Timestamp(milliseconds: milliseconds)) == nil)
  }
}
