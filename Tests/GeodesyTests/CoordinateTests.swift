import ChanceTesting
import Geodesy
import Testing

@Suite("Coordinate")
struct CoordinateTests {
  @Test(
    "the ranges are closed: the poles and both names of the antimeridian are places",
    arguments: [(90.0, 180.0), (-90, -180), (90, -180), (0, 0), (-0.0, 180)])
  func borders(latitude: Double, longitude: Double) throws {
    let place = try #require(Coordinate(latitude: latitude, longitude: longitude))
    #expect(place.latitude == latitude)
    #expect(place.longitude == longitude)
  }

  @Test(
    "what is out of range or no number is no place",
    arguments: [
      (90.0.nextUp, 0.0), (-90.0.nextUp.magnitude - 1, 180.0.nextUp), (0, -180.0.nextUp - 1e-9), (.nan, 0), (0, .nan),
      (.infinity, 0), (0, -.infinity), (1e308, 1e308), (.signalingNaN, .nan),
    ])
  func refused(latitude: Double, longitude: Double) {
    #expect(Coordinate(latitude: latitude, longitude: longitude) == nil)
  }

  @Test(
    "longitudes wrap, latitudes are cut, and what is no number counts as 0",
    arguments: [
      (0.0, 181.0, 0.0, -179.0), (0, -181, 0, 179), (0, 540, 0, 180), (0, 360, 0, 0), (0, 725, 0, 5), (91, 0, 90, 0),
      (-1e300, 12, -90, 12), (.infinity, 3, 90, 3), (-.infinity, 3, -90, 3), (.nan, .nan, 0, 0), (5, .infinity, 5, 0),
    ])
  func clamped(latitude: Double, longitude: Double, wantedLatitude: Double, wantedLongitude: Double) {
    let place = Coordinate(clampingLatitude: latitude, wrappingLongitude: longitude)
    #expect(place.latitude == wantedLatitude)
    #expect(abs(place.longitude) == abs(wantedLongitude) || place.longitude == wantedLongitude)
    #expect(abs(abs(place.longitude) - abs(wantedLongitude)) < 1e-9)
    #expect(Coordinate(latitude: place.latitude, longitude: place.longitude) == place)
  }

  @Test("any two numbers make a valid place")
  func alwaysValid() {
    var chance = Chance(seed: 1)
    for _ in 0..<10_000 {
      let (one, other) = (Double(bitPattern: chance.next()), Double(bitPattern: chance.next()))
      let place = Coordinate(clampingLatitude: one, wrappingLongitude: other)
      #expect(Coordinate(latitude: place.latitude, longitude: place.longitude) != nil)
      #expect(!place.description.isEmpty)
    }
  }

  @Test("a wrapped longitude is the same meridian")
  func sameMeridian() {
    var chance = Chance(seed: 2)
    for _ in 0..<1000 {
      let longitude = chance.number(in: -180...180)
      let turns = Double(Int.random(in: -5...5, using: &chance)) * 360
      #expect(Coordinate(10, longitude).distance(to: Coordinate(10, longitude + turns)) < 1e-6)
    }
  }

  @Test(
    "the description has six rounded places and no negative zero",
    arguments: [
      (48.85837, 2.294481, "48.858370, 2.294481"), (-0.0000004, 0.0000005, "0.000000, 0.000001"),
      (-33.5, -180, "-33.500000, -180.000000"), (89.9999999, 179.9999996, "90.000000, 180.000000"),
      (0.9999995, -0.9999994, "1.000000, -0.999999"), (-0.0, 0, "0.000000, 0.000000"),
    ])
  func described(latitude: Double, longitude: Double, text: String) {
    #expect(Coordinate(latitude, longitude).description == text)
  }
}
