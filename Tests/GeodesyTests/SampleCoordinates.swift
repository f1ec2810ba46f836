import ChanceTesting
import Geodesy

extension Chance {
  /// Any place; nearer to the poles than a sphere would have it, because that is where things break.
  mutating func coordinate() -> Coordinate {
    Coordinate(clampingLatitude: number(in: -90...90), wrappingLongitude: number(in: -180...180))
  }
}

extension Coordinate {
  /// A literal of a test.
  init(_ latitude: Double, _ longitude: Double) {
    self.init(clampingLatitude: latitude, wrappingLongitude: longitude)
  }

  /// Places where seams would show: poles, antimeridian, equator, Greenwich, and some ordinary ones.
  static let seams = [
    Coordinate(90, 0), Coordinate(90, 77), Coordinate(-90, 0), Coordinate(-90, -135), Coordinate(89.999, 12),
    Coordinate(-89.999, 179.999), Coordinate(0, 180), Coordinate(0, -180), Coordinate(-17, 179.999),
    Coordinate(65, -179.999), Coordinate(0, 0), Coordinate(1e-9, -1e-9), Coordinate(48.13743, 11.57549),
    Coordinate(-33.8568, 151.2153), Coordinate(45, 90), Coordinate(-45, -90),
  ]
}

/// Degrees between two directions, in `0 ... 180`.
func angle(_ one: Bearing, _ other: Bearing) -> Double { abs(one.turn(to: other)) }
