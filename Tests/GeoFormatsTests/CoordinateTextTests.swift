import GeoFormats
import Geodesy
import Testing

@Suite("Places as people write them")
struct CoordinateTextTests {
  @Test(
    "all of these are the tower in Paris",
    arguments: [
      "48.85837,2.294481", "48.85837, 2.294481", "48.85837 2.294481", "+48.85837 +2.294481", "N48.85837 E2.294481",
      "48.85837N 2.294481E", "2.294481 E, 48.85837 N", "N 48° 51.5022 E 002° 17.66886",
      "N 48° 51.5022' E 2° 17.66886'", "48°51.5022'N, 2°17.66886'E", "48 51 30.132 2 17 40.1316",
      "48°51'30.132\"N 2°17'40.1316\"E", "48° 51′ 30.132″ N, 2° 17′ 40.1316″ E", "48:51:30.132 2:17:40.1316",
      "31U 448250.9 5411951.9", "31UDQ4825011951", "31U DQ 48250 11951", "31u dq 48250 11951", "geo:48.85837,2.294481",
      "geo:48.85837,2.294481,33;crs=wgs84;u=10", "GEO:48.85837,2.294481?q=tower",
      "48,85837 2,294481", "48,85837; 2,294481", "48,85837;2,294481", "48,85837, 2,294481", "+48,85837 +2,294481",
      "48.85837; 2.294481", "N 48° 51,5022' E 2° 17,66886'", "48°51'30,132\"N 2°17'40,1316\"E",
      "https://www.openstreetmap.org/#map=17/48.85837/2.294481", "openstreetmap.org/#map=17/48.85837/2.294481&layers=N",
      "https://www.openstreetmap.org/?mlat=48.85837&mlon=2.294481#map=5/10/10",
      "http://osm.org/?mlon=2.294481&mlat=48.85837", "https://www.openstreetmap.org/node/1#map=19/48.85837/2.294481",
      "https://www.openstreetmap.org/?lat=48.85837&lon=2.294481&zoom=17", "HTTPS://OSM.org/go/0BOdUtpMh--?m=",
    ])
  func tower(text: String) throws {
    let place = try #require(CoordinateText.read(text))
    let tower = try #require(Coordinate(latitude: 48.85837, longitude: 2.294481))
    #expect(place.distance(to: tower) < 1)
  }

  @Test("south and west are negative, also of nothing")
  func south() {
    #expect(CoordinateText.read("S 33° 30.000 W 070° 15.000") == Coordinate(latitude: -33.5, longitude: -70.25))
    #expect(CoordinateText.read("-0 30, -0 15") == Coordinate(latitude: -0.5, longitude: -0.25))
    // Band S is north of the equator.
    #expect((CoordinateText.read("31S 500000 4000000")?.latitude ?? 0) > 30)
    #expect((CoordinateText.read("31L 500000 9000000")?.latitude ?? 0) < 0)
  }

  @Test(
    "none of these is a place",
    arguments: [
      "", " ", "here", "48", "48.8,", ",2.3", "48.8,2.3,4.5", "91,0", "0,181", "N91 E0", "nan,nan", "1e1,2",
      "48,8,2,2", "48,8584 2,2 1", "48,8.5 2,2", "48;2;3", "https://www.openstreetmap.org/",
      "https://example.org/#map=17/48.8/2.2", "https://www.openstreetmap.org/#map=17/48.8",
      "https://www.openstreetmap.org/#map=17/a/b", "https://osm.org/go/", "https://osm.org/go/!!",
      "https://osm.org/go/0BOdUr7IH0BOdUr7IH", "?mlat=1&mlon=2",
      "N48 N2", "E48 E2", "48N2", "N -48 E 2", "48 60 0 2 0 0", "48 30.5 30 2 0 0", "48 -30 2 30", "1 2 3", "geo:",
      "geo:1",
      "geo:1,2,3,4", "geo:1,2,high", "geo:1,2;crs=moon", "31U 1 1", "31I 448251 5411943",
      "31O 448251 5411943", "0U 448251 5411943",
      "99999999999999999999U 448251 5411943", "31UDQ482511194", "31U DQ", "1 2 3 4 5 6 7 8 9", "--1,2", "1..2,3",
    ])
  func nonsense(text: String) { #expect(CoordinateText.read(text) == nil) }

  @Test("what is wrong with degrees that are nowhere on Earth is said, and with nothing else")
  func problem() {
    #expect(CoordinateText.problem(with: "200,10") == "latitude goes from -90 to 90.")
    #expect(CoordinateText.problem(with: "139.7, 35.6") == "latitude goes from -90 to 90, and it comes first.")
    #expect(CoordinateText.problem(with: "10;-181") == "longitude goes from -180 to 180.")
    for text in ["", "here", "48.8,2.2", "31U 448251 5411943"] { #expect(CoordinateText.problem(with: text) == nil) }
  }

  @Test("what is written in any notation is read back where it was")
  func roundTrips() throws {
    var state: UInt64 = 7
    func next() -> Double {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return Double(state >> 11) / Double(1 << 53)
    }
    for _ in 0..<500 {
      let place = try #require(Coordinate(latitude: next() * 180 - 90, longitude: next() * 360 - 180))
      for notation in CoordinateNotation.allCases {
        let text = notation.text(of: place)
        let back = try #require(CoordinateText.read(text), "\(text)")
        #expect(place.distance(to: back) < 2.5, "\(text)")
      }
    }
  }

  @Test("no text whatever is a trap")
  func rubbish() {
    var state: UInt64 = 3
    let letters = Array("NSEW0123456789.+-°'\" ,:;geoUDQZ\u{0}é")
    for _ in 0..<20_000 {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      var bits = state >> 8
      let text = String(
        (0..<Int(state >> 60) + 1).map { _ in
          defer { bits = bits &* 2_862_933_555_777_941_757 &+ 3_037_000_493 }
          return letters[Int(bits >> 33) % letters.count]
        })
      _ = CoordinateText.read(text)
    }
  }
}
