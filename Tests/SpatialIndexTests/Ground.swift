import ChanceTesting
import Glibc
import SpatialIndex

extension Chance {
  /// A number in `-1 ..< 1`.
  mutating func signed() -> Double { Double(Int64(bitPattern: next()) >> 11) * 0x1p-52 }
}

/// How points can lie on the globe.
enum Shape: CaseIterable {
  case globe, city, onePlace, twoPlaces, equator, northPole, southPole, antimeridian, grid, farApart

  /// A point of this shape, in ten-millionths of a degree at most as it was drawn.
  func point(_ chance: inout Chance) -> SpatialPoint {
    let (a, b) = (chance.signed(), chance.signed())
    switch self {
    case .globe: return .wrapping(asin(a) * 180 / .pi, 180 * b)
    case .city: return .wrapping(48 + 0.05 * a * abs(a), 11 + 0.07 * b * abs(b))
    case .onePlace: return .wrapping(48.1371500, 11.5754900)
    case .twoPlaces: return a < 0 ? .wrapping(1, 2) : .wrapping(1.0000001, 2)
    case .equator: return .wrapping(0, 180 * b)
    case .northPole: return a < -0.8 ? .wrapping(90, 180 * b) : .wrapping(90 - 0.01 * a * a, 180 * b)
    case .southPole: return a < -0.8 ? .wrapping(-90, 180 * b) : .wrapping(-90 + 0.01 * a * a, 180 * b)
    case .antimeridian: return a < -0.8 ? .wrapping(60 * b, b < 0 ? 180 : -180) : .wrapping(5 * a, 180 + 0.05 * b)
    case .grid: return .wrapping((10 * a).rounded() * 0.001, (10 * b).rounded() * 0.001)
    case .farApart: return .wrapping(a < 0 ? 48 + 1e-6 * b : -48 + 1e-6 * b, a < 0 ? 11 + 1e-6 * a : -169 + 1e-6 * a)
    }
  }

  /// Points of this shape, the same ones each time.
  func points(_ count: Int, seed: UInt64 = 1) -> [SpatialPoint] {
    var chance = Chance(seed: seed)
    return (0..<count).map { _ in point(&chance) }
  }

  /// Places to ask from: a point itself, among the points, anywhere, at a pole, and on the antimeridian.
  func places(_ points: [SpatialPoint], seed: UInt64 = 2) -> [SpatialPoint] {
    var chance = Chance(seed: seed)
    let among = point(&chance)
    let anywhere = Shape.globe.point(&chance)
    return points.prefix(1) + [
      among, anywhere, SpatialPoint(latitude: 90, longitude: 17), SpatialPoint(latitude: -12.345678912, longitude: 180),
    ]
  }
}

extension SpatialPoint {
  /// A place whose longitude may be beyond half a turn.
  static func wrapping(_ latitude: Double, _ longitude: Double) -> SpatialPoint {
    SpatialPoint(latitude: latitude, longitude: abs(longitude) > 180 ? remainder(longitude, 360) : longitude)
  }

  /// The place as an index keeps it.
  var kept: SpatialPoint {
    SpatialPoint(latitude: rint(latitude * 1e7) / 1e7, longitude: rint(longitude * 1e7) / 1e7)
  }
}

/// Truth without an index: every point is looked at.
enum BruteForce {
  /// All points, the nearest first, and equally near ones by their numbers.
  static func hits(_ points: [SpatialPoint], from place: SpatialPoint) -> [SpatialHit] {
    points.enumerated().filter { $1.isPlace }
      .map { SpatialHit(index: $0, metres: place.metres(to: $1)) }
      .sorted { ($0.metres, $0.index) < ($1.metres, $1.index) }
  }

  /// The numbers of the points in a box, by the book.
  static func inBox(_ points: [SpatialPoint], _ south: Double, _ west: Double, _ north: Double, _ east: Double) -> [Int]
  {
    func spans(_ longitude: Double) -> Bool {
      west <= east ? (west...east).contains(longitude) : longitude >= west || longitude <= east
    }
    return points.indices.filter { index in
      guard points[index].isPlace, case let place = points[index].kept, south <= place.latitude, place.latitude <= north
      else { return false }
      if abs(place.latitude) == 90 { return true }
      return abs(place.longitude) == 180 ? spans(180) || spans(-180) : spans(place.longitude)
    }
  }

  /// Metres on the sphere by another formula: Vincenty's, whose accuracy is the same everywhere.
  static func metres(_ a: SpatialPoint, _ b: SpatialPoint) -> Double {
    let (phi, psi) = (a.latitude * .pi / 180, b.latitude * .pi / 180)
    let turn = (b.longitude - a.longitude) * .pi / 180
    let x = cos(psi) * sin(turn)
    let y = cos(phi) * sin(psi) - sin(phi) * cos(psi) * cos(turn)
    return 6_371_008.8 * atan2((x * x + y * y).squareRoot(), sin(phi) * sin(psi) + cos(phi) * cos(psi) * cos(turn))
  }
}
