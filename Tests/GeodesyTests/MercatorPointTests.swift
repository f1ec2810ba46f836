import ChanceTesting
import Geodesy
import Testing

@Suite("Points of the Mercator world")
struct MercatorPointTests {
  @Test("the corners and the middle of the world lie where they should")
  func corners() {
    let top = MercatorPoint.highestLatitude
    for (latitude, longitude, x, y) in [
      (0.0, 0.0, 0.5, 0.5), (top, -180, 0, 0), (-top, 180, 1, 1), (top, 0, 0.5, 0), (0, -90, 0.25, 0.5),
      // asinh(tan 60 degrees) = ln(2 + sqrt 3)
      (60, 90, 0.75, 0.5 - 1.316_957_896_924_816_7 / (2 * .pi)),
    ] {
      let point = MercatorPoint(Coordinate(latitude, longitude))
      #expect(abs(point.x - x) < 1e-15 && abs(point.y - y) < 1e-14)
    }
  }

  @Test(
    "a place comes back as itself, as far north as 85 degrees to a hundredth of a millimetre", arguments: UInt64(0)..<20
  )
  func roundTrip(seed: UInt64) {
    var chance = Chance(seed: seed)
    for _ in 0..<200 {
      let place = Coordinate(chance.number(in: -85...85), chance.number(in: -180...180))
      let back = MercatorPoint(place).coordinate
      #expect(abs(back.latitude - place.latitude) < 1e-10)
      // 180 degrees east may come back as 180 degrees west.
      #expect(abs((back.longitude - place.longitude).remainder(dividingBy: 360)) < 1e-10)
    }
  }

  @Test("a point comes back as itself at 85 degrees north, on the antimeridian and on other turns of the world")
  func seams() {
    for place in [Coordinate(85, 180), Coordinate(-85, -180), Coordinate(85.05, 0), Coordinate(0, 179.999_999_999)] {
      let point = MercatorPoint(place)
      for turn in -2...2 {
        let back = MercatorPoint(MercatorPoint(x: point.x + Double(turn), y: point.y).coordinate)
        #expect(abs((back.x - point.x).remainder(dividingBy: 1)) < 1e-12 && abs(back.y - point.y) < 1e-12)
      }
    }
  }

  @Test("the poles have a finite place, beyond the square world")
  func poles() {
    for (latitude, isNorth) in [(90.0, true), (89.999, true), (-90, false), (-89.999, false)] {
      let point = MercatorPoint(Coordinate(latitude, 33))
      #expect(point.y.isFinite && (isNorth ? point.y < 0 : point.y > 1))
      #expect(abs(point.coordinate.latitude - (isNorth ? 89.99 : -89.99)) < 1e-9)
    }
  }

  @Test("the world is as wide as the equator there, and half as wide at 60 degrees")
  func width() {
    let equator = 40_075_016.685_578_49
    for (latitude, part) in [(0.0, 1.0), (60, 0.5), (-60, 0.5), (85, 0.087_155_742_747_658_17)] {
      #expect(abs(MercatorPoint(Coordinate(latitude, 0)).metresPerWorld - equator * part) < 1e-6)
    }
  }

  @Test("the nearest turn of the world is at most half a world away, and the same place")
  func nearest() {
    for x in stride(from: -2.0, through: 3, by: 0.125) {
      for other in stride(from: -2.0, through: 3, by: 0.125) {
        let near = MercatorPoint(x: x, y: 0.3).nearest(to: MercatorPoint(x: other, y: 0.9))
        #expect(abs(near.x - other) <= 0.5 && near.y == 0.3)
        #expect((near.x - x).remainder(dividingBy: 1) == 0)
      }
    }
  }

  @Test("numbers that no honest point has give some place, and nothing else happens")
  func hostile() {
    let numbers: [Double] = [.nan, .infinity, -.infinity, .greatestFiniteMagnitude, -1e300, 1e16, -0.0]
    for x in numbers {
      for y in numbers {
        let point = MercatorPoint(x: x, y: y)
        let place = point.coordinate
        #expect(abs(place.latitude) <= 90 && abs(place.longitude) <= 180)
        _ = point.metresPerWorld
        #expect(MercatorPoint(x: 0.5, y: 0.5).nearest(to: point).y == 0.5)
      }
    }
  }
}
