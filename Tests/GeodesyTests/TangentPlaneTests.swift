import ChanceTesting
import Geodesy
import Testing

@Suite("TangentPlane")
struct TangentPlaneTests {
  @Test("within a hunt the map is the ground, to a millimetre", arguments: Coordinate.seams)
  func nearIsExact(origin: Coordinate) throws {
    let plane = TangentPlane(at: origin)
    for metres in [0.01, 1, 50, 700, 3000, 10_000] {
      for degrees in stride(from: 0.0, to: 360, by: 15) {
        let bearing = Bearing(degrees: degrees)
        let point = try #require(plane.point(of: origin.offset(by: metres, toward: bearing)))
        let wanted = Angle.sineAndCosine(degrees: degrees)
        let (east, north) = (wanted.sine * metres, wanted.cosine * metres)
        #expect(length(point.east - east, point.north - north) < 0.001)
      }
    }
  }

  @Test(
    "within ten kilometres the way on the map is the geodesic, to a tenth of a millimetre", arguments: Coordinate.seams)
  func course(origin: Coordinate) throws {
    let plane = TangentPlane(at: origin)
    for metres in [1.0, 50, 700, 3000, 10_000] {
      for degrees in stride(from: 0.0, to: 360, by: 15) {
        let place = origin.offset(by: metres, toward: Bearing(degrees: degrees))
        let (truth, course) = (origin.course(to: place), try #require(plane.point(of: place)).course)
        #expect(abs(course.distance - truth.distance) < 1e-4, "\(metres) m toward \(degrees)°")
        #expect(angle(course.bearing, truth.bearing) < 1e-6, "\(metres) m toward \(degrees)°")
      }
    }
  }

  @Test("the origin is the origin, and antimeridian and poles have one point each")
  func origin() {
    for place in Coordinate.seams {
      let point = TangentPlane(at: place).point(of: place)
      #expect(point.map { length($0.east, $0.north) } ?? 1 < 1e-9)
    }
    let plane = TangentPlane(at: Coordinate(90, 30))
    #expect(length(plane.point(of: Coordinate(90, -120))) < 1e-8)
    let fiji = TangentPlane(at: Coordinate(-17, 179.99))
    let (one, other) = (fiji.point(of: Coordinate(-17, 180)), fiji.point(of: Coordinate(-17, -180)))
    #expect(abs((one?.east ?? 0) - (other?.east ?? 1)) < 1e-8)
  }

  @Test("a place's point leads back to the place", arguments: Coordinate.seams)
  func inverse(origin: Coordinate) throws {
    let plane = TangentPlane(at: origin)
    var chance = Chance(seed: 5)
    for _ in 0..<200 {
      let (east, north) = (chance.number(in: -14_000...14_000), chance.number(in: -14_000...14_000))
      let place = plane.coordinate(at: .init(east: east, north: north))
      let point = try #require(plane.point(of: place))
      #expect(length(point.east - east, point.north - north) < 0.005)
    }
  }

  @Test("far away, distances err by less than the ellipsoid's flattening", arguments: Coordinate.seams)
  func far(origin: Coordinate) throws {
    let plane = TangentPlane(at: origin)
    for metres in [50_000.0, 200_000, 1_000_000, 5_000_000, 9_900_000] {
      for degrees in stride(from: 0.0, to: 360, by: 30) {
        let place = origin.offset(by: metres, toward: Bearing(degrees: degrees))
        let point = try #require(plane.point(of: place), "\(metres) m toward \(degrees)°")
        #expect(abs(length(point) / metres - 1) < 0.0068)
        #expect(
          angle(Bearing(degrees: Angle.degrees(opposite: point.east, adjacent: point.north)), Bearing(degrees: degrees))
            < 0.5)
      }
    }
  }

  @Test("there is no jump where the curvature begins to count", arguments: Coordinate.seams)
  func continuous(origin: Coordinate) {
    let plane = TangentPlane(at: origin)
    for degrees in stride(from: 0.0, to: 360, by: 45) {
      let lengths = [-1.0, 1].map { step in
        let place = origin.offset(by: TangentPlane.curvatureLimit + step, toward: Bearing(degrees: degrees))
        return length(plane.point(of: place))
      }
      #expect(abs(lengths[1] - lengths[0] - 2) < 0.001)
    }
  }

  @Test("the other side of the Earth is not on the map", arguments: Coordinate.seams)
  func antipode(origin: Coordinate) {
    let plane = TangentPlane(at: origin)
    let antipode = Coordinate(-origin.latitude, origin.longitude + 180)
    #expect(plane.point(of: antipode) == nil)
    for degrees in stride(from: 0.0, to: 360, by: 30) {
      let bearing = Bearing(degrees: degrees)
      #expect(plane.point(of: antipode.offset(by: 15_000, toward: bearing)) == nil)
      #expect(plane.point(of: origin.offset(by: 10_100_000, toward: bearing)) == nil)
    }
  }

  @Test("points that are no numbers lead to some valid place", arguments: [Double.nan, .infinity, -.infinity, 1e308])
  func hostile(number: Double) {
    let place = TangentPlane(at: Coordinate(48, 11)).coordinate(at: .init(east: number, north: 1))
    #expect(Coordinate(latitude: place.latitude, longitude: place.longitude) != nil)
  }

  private func length(_ point: TangentPlane.Point?) -> Double {
    point.map { length($0.east, $0.north) } ?? .infinity
  }

  private func length(_ east: Double, _ north: Double) -> Double { (east * east + north * north).squareRoot() }
}
