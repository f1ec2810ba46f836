import ChanceTesting
import Geodesy
import Testing

@Suite("BoundingBox")
struct BoundingBoxTests {
  @Test("its borders and corners belong to it, what lies outside does not")
  func borders() {
    let box = BoundingBox(southWest: Coordinate(10, 20), northEast: Coordinate(12, 25))
    for place in [Coordinate(10, 20), Coordinate(12, 25), Coordinate(10, 25), Coordinate(11, 22)] {
      #expect(box.contains(place))
    }
    for place in [Coordinate(9.999, 22), Coordinate(12.001, 22), Coordinate(11, 19.999), Coordinate(11, 25.001)] {
      #expect(!box.contains(place))
    }
    #expect(box.centre == Coordinate(11, 22.5))
  }

  @Test("latitudes may come in any order; longitudes may not: their order says which way round")
  func order() {
    let box = BoundingBox(southWest: Coordinate(12, 170), northEast: Coordinate(10, -170))
    #expect(box.south == 10)
    #expect(box.north == 12)
    #expect(box.contains(Coordinate(11, 175)))
    #expect(box.contains(Coordinate(11, -175)))
    #expect(!box.contains(Coordinate(11, 0)))
    #expect(abs(box.centre.longitude) == 180)
  }

  @Test("180° and -180° are the same border")
  func antimeridianBorder() {
    let east = BoundingBox(southWest: Coordinate(0, 170), northEast: Coordinate(1, 180))
    let west = BoundingBox(southWest: Coordinate(0, -180), northEast: Coordinate(1, -170))
    for longitude in [180.0, -180] {
      #expect(east.contains(Coordinate(0.5, longitude)))
      #expect(west.contains(Coordinate(0.5, longitude)))
    }
    #expect(!east.contains(Coordinate(0.5, -179)))
  }

  @Test("a pole that a box touches belongs to it by every name")
  func pole() {
    let cap = BoundingBox(southWest: Coordinate(80, 0), northEast: Coordinate(90, 10))
    #expect(cap.contains(Coordinate(90, -120)))
    #expect(!cap.contains(Coordinate(89.9, -120)))
  }

  @Test("around places it is the smallest box: brute force finds no narrower one")
  func smallest() throws {
    var chance = Chance(seed: 7)
    for round in 0..<500 {
      let middle = chance.number(in: -180...180)
      let spread = round.isMultiple(of: 2) ? 20.0 : 180
      let places = (0..<Int.random(in: 1...12, using: &chance)).map { _ in
        Coordinate(chance.number(in: -90...90), middle + chance.number(in: -spread...spread))
      }
      let box = try #require(BoundingBox(around: places))
      #expect(places.allSatisfy(box.contains))
      let narrowest = places.map { west in places.map { eastward(from: west, to: $0) }.max() ?? 0 }.min() ?? 0
      let width = eastward(from: Coordinate(0, box.west), to: Coordinate(0, box.east))
      #expect(abs(width - narrowest) < 1e-9)
      #expect(box.contains(box.centre))
    }
  }

  @Test("around nothing there is no box; around one place it is the place")
  func few() {
    #expect(BoundingBox(around: []) == nil)
    let place = Coordinate(-12, 34)
    #expect(BoundingBox(around: [place])?.contains(place) == true)
    #expect(BoundingBox(around: [place])?.centre == place)
  }

  private func eastward(from west: Coordinate, to east: Coordinate) -> Double {
    let degrees = east.longitude - west.longitude
    return degrees < 0 ? degrees + 360 : degrees
  }
}
