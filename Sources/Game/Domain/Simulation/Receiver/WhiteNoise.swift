internal import Geodesy
internal import HuntDomain
internal import Numbers

/// The truth with a tremble: errors that know nothing of each other, and a receiver that knows how large they are.
struct WhiteNoise: Hashable, Sendable {
  /// Metres of the error circle that a receiver without errors reports: none reports 0.
  private static let smallestCircle = 1.0

  private let deviation: Double
  private var generator: SeededGenerator

  init(deviation: Double, seed: UInt64) {
    self.deviation = deviation.isFinite ? max(0, deviation) : 0
    generator = SeededGenerator(seed: seed)
  }

  mutating func fix(of truth: Truth, at time: Duration, utc: Timestamp) -> Fix {
    Fix(
      position: measured(truth.position), time: time, utc: utc, mode: .threeD,
      accuracy: max(Self.smallestCircle, deviation * Fix.circleDeviations), accuracySource: .simulation,
      altitude: truth.altitude, speed: truth.speed, course: truth.course)
  }

  private mutating func measured(_ position: Coordinate) -> Coordinate {
    guard deviation > 0 else { return position }
    let (east, north) = (generator.bell() * deviation, generator.bell() * deviation)
    return TangentPlane(at: position).coordinate(at: .init(east: east, north: north))
  }
}
