import Geodesy

/// Chance that repeats itself (SplitMix64), so that a failing case can be found again.
struct Chance: RandomNumberGenerator {
  private var state: UInt64

  init(seed: UInt64) { state = seed }

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = (state ^ (state >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }

  mutating func number(in range: ClosedRange<Double>) -> Double { .random(in: range, using: &self) }

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
