import ChanceTesting
import Geodesy
import Testing

/// A geodesic that somebody else has published.
struct PublishedGeodesic: Sendable, CustomTestStringConvertible {
  let name: String
  let from, to: Coordinate
  /// Metres, and as many of them as the last published digit leaves open.
  let distance, within: Double
  var bearing: Double?

  var testDescription: String { name }
}

extension PublishedGeodesic {
  /// From GeographicLib's documentation and its test suite (`geodtest`, WGS84), and one from the Australian datum's
  /// manual (GRS80, whose flattening differs in the eleventh digit).
  static let all = [
    PublishedGeodesic(
      name: "JFK to LHR", from: Coordinate(40.6, -73.8), to: Coordinate(51.6, -0.5), distance: 5_551_759.400,
      within: 0.001, bearing: 51.198_882_846_17),
    PublishedGeodesic(
      name: "Wellington to Salamanca", from: Coordinate(-41.32, 174.81), to: Coordinate(40.96, -5.50),
      distance: 19_959_679.267, within: 0.001),
    PublishedGeodesic(
      name: "Beijing to San Francisco", from: Coordinate(40.1, 116.6), to: Coordinate(37.6, -122.4),
      distance: 9_513_998, within: 0.5, bearing: 42.91642),
    PublishedGeodesic(
      name: "JFK to CDG", from: Coordinate(40.6, -73.8), to: Coordinate(49.016_666_67, 2.55), distance: 5_853_226,
      within: 0.5, bearing: 53.47022),
    PublishedGeodesic(
      name: "Flinders Peak to Buninyong", from: Coordinate(-37.951_033_417, 144.424_867_889),
      to: Coordinate(-37.652_821_139, 143.926_495_528), distance: 54_972.271, within: 0.001,
      bearing: 306.868_158_333),
    PublishedGeodesic(
      name: "pole to pole", from: Coordinate(90, 0), to: Coordinate(-90, 0), distance: 20_003_931.4586, within: 0.0001),
    PublishedGeodesic(
      name: "equator to pole", from: Coordinate(0, 0), to: Coordinate(90, 0), distance: 10_001_965.7293,
      within: 0.0001, bearing: 0),
    PublishedGeodesic(
      name: "a degree of the equator", from: Coordinate(0, 0), to: Coordinate(0, 1), distance: 111_319.4908,
      within: 0.0001, bearing: 90),
    PublishedGeodesic(
      name: "antipodes on the equator go over a pole", from: Coordinate(0, 0), to: Coordinate(0, 180),
      distance: 20_003_931.4586, within: 0.0001, bearing: 0),
    PublishedGeodesic(
      name: "179° of the equator", from: Coordinate(0, 0), to: Coordinate(0, 179), distance: 19_926_189, within: 0.5,
      bearing: 90),
    PublishedGeodesic(
      name: "179.5° of the equator leave it", from: Coordinate(0, 0), to: Coordinate(0, 179.5), distance: 19_980_862,
      within: 0.5, bearing: 55.96650),
    PublishedGeodesic(
      name: "a degree short of the antipode", from: Coordinate(0, 0), to: Coordinate(1, 180), distance: 19_893_357,
      within: 0.5, bearing: 0),
    PublishedGeodesic(
      name: "seven centimetres", from: Coordinate(36.493349428792, 0), to: Coordinate(36.49334942879201, 0.000_000_8),
      distance: 0.072, within: 0.0005),
    PublishedGeodesic(
      name: "nearly antipodal at 88°", from: Coordinate(88.202499451857, 0),
      to: Coordinate(-88.202499451857, 179.981022032992859592), distance: 20_003_898.214, within: 0.001),
    PublishedGeodesic(
      name: "nearly antipodal at 56°", from: Coordinate(56.320923501171, 0),
      to: Coordinate(-56.320923501171, 179.664747671772880215), distance: 19_993_558.287, within: 0.001),
  ]
}

@Suite("Geodesics")
struct GeodesicTests {
  @Test("published distances and directions", arguments: PublishedGeodesic.all)
  func published(_ known: PublishedGeodesic) {
    let course = known.from.course(to: known.to)
    #expect(abs(course.distance - known.distance) <= known.within)
    #expect(abs(known.to.distance(to: known.from) - course.distance) < 1e-6)
    guard let bearing = known.bearing else { return }
    #expect(angle(course.bearing, Bearing(degrees: bearing)) < 1e-5)
  }

  @Test("20,000 km south-west of Perth, and the way to the pole, as published")
  func publishedOffsets() {
    let far = Coordinate(-32.06, 115.74).offset(by: 20_000_000, toward: Bearing(degrees: 225))
    #expect(far.distance(to: Coordinate(32.11195529, -63.95925278)) < 0.002)
    let polar = Coordinate(0.01777745589997, 30).offset(by: 10_000_000, toward: .north)
    #expect(polar.distance(to: Coordinate(90, 0)) < 1e-6)
  }

  @Test("no way at all has length 0 and any direction", arguments: Coordinate.seams)
  func nowhere(place: Coordinate) {
    #expect(place.distance(to: place) == 0)
    #expect(place.offset(by: 0, toward: Bearing(degrees: 77)).distance(to: place) < 1e-8)
  }

  @Test("both names of the antimeridian are one place, as are all names of a pole")
  func oneMeridian() {
    #expect(Coordinate(latitude: 5, longitude: 180)?.distance(to: Coordinate(5, -180)) == 0)
    #expect(Coordinate(90, 0).distance(to: Coordinate(90, 123)) < 1e-8)
    let across = Coordinate(0, 179.9995).course(to: Coordinate(0, -179.9995))
    #expect(abs(across.distance - 111.3194908) < 1e-4)
    #expect(angle(across.bearing, Bearing(degrees: 90)) < 1e-9)
  }

  @Test("walking the course arrives", arguments: Coordinate.seams)
  func arrival(start: Coordinate) {
    var chance = Chance(seed: 4)
    for _ in 0..<200 {
      let goal = chance.coordinate()
      let course = start.course(to: goal)
      #expect(course.distance >= 0)
      #expect(start.offset(by: course.distance, toward: course.bearing).distance(to: goal) < 1e-3)
      let half = start.interpolated(to: goal, fraction: 0.5)
      #expect(abs(start.distance(to: half) - course.distance / 2) < 1e-3)
    }
  }

  @Test("lengths that are no numbers lead to some valid place", arguments: [Double.nan, .infinity, -.infinity, 1e308])
  func hostileLengths(metres: Double) {
    let place = Coordinate(48, 11).offset(by: metres, toward: Bearing(degrees: 12))
    #expect(Coordinate(latitude: place.latitude, longitude: place.longitude) != nil)
  }
}
