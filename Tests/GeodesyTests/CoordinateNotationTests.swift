import ChanceTesting
import Geodesy
import Testing

@Suite("Ways to write a place")
struct CoordinateNotationTests {
  /// The tower in Paris; the grids as GeographicLib's own GeoConvert gives them.
  private let tower = Coordinate(clampingLatitude: 48.85837, wrappingLongitude: 2.294481)

  @Test("one place in five notations")
  func notations() {
    #expect(CoordinateNotation.decimal.text(of: tower) == "48.858370, 2.294481")
    #expect(CoordinateNotation.minutes.text(of: tower) == "N 48° 51.502' E 2° 17.669'")
    #expect(CoordinateNotation.seconds.text(of: tower) == "48° 51' 30.1\" N, 2° 17' 40.1\" E")
    #expect(CoordinateNotation.utm.text(of: tower) == "31U 448250 5411951")
    #expect(CoordinateNotation.mgrs.text(of: tower) == "31U DQ 48250 11951")
  }

  @Test("south and west, and the whole minute that is almost full")
  func corners() {
    let place = Coordinate(clampingLatitude: -33.999_999_9, wrappingLongitude: -70.016_666_6)
    #expect(CoordinateNotation.minutes.text(of: place) == "S 34° 00.000' W 70° 01.000'")
    #expect(CoordinateNotation.seconds.text(of: place) == "34° 00' 00.0\" S, 70° 01' 00.0\" W")
  }

  @Test("the poles and the exceptions of the grid have references of their own")
  func poles() {
    let pole = Coordinate(clampingLatitude: 90, wrappingLongitude: 0)
    #expect(CoordinateNotation.utm.text(of: pole) == "Z 2000000 2000000")
    #expect(CoordinateNotation.mgrs.text(of: pole).hasPrefix("Z AH "))
    // Bergen lies in the widened zone 32, Longyearbyen in 33.
    let bergen = Coordinate(clampingLatitude: 60.39, wrappingLongitude: 5.32)
    #expect(CoordinateNotation.utm.text(of: bergen).hasPrefix("32V "))
    let svalbard = Coordinate(clampingLatitude: 78.22, wrappingLongitude: 15.65)
    #expect(CoordinateNotation.utm.text(of: svalbard).hasPrefix("33X "))
  }

  @Test("a place, its grid point, and the place again are the same to a micrometre")
  func roundTrips() throws {
    var chance = Chance(seed: 11)
    for _ in 0..<2000 {
      let place = Coordinate(
        clampingLatitude: chance.number(in: -90...90), wrappingLongitude: chance.number(in: -180...180))
      let grid = try #require(GridReference(place))
      let back = try #require(grid.coordinate)
      #expect(place.distance(to: back) < 1e-6)
    }
  }

  @Test("points outside of their grid are no place")
  func outside() {
    #expect(GridReference(zone: 31, isNorth: true, easting: 9e9, northing: 0).coordinate == nil)
    #expect(GridReference(zone: 61, isNorth: true, easting: 500_000, northing: 0).coordinate == nil)
    #expect(GridReference(zone: 31, isNorth: true, easting: .nan, northing: 0).coordinate == nil)
    for text in ["", "31U", "31UDQ4", "99UDQ4825111943", "31UDQ48250119511", "INVALID"] {
      #expect(MilitaryGrid.middle(of: text) == nil)
    }
  }
}
