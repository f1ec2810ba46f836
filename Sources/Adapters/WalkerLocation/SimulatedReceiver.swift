internal import Geodesy
internal import HuntDomain

/// What a receiver in a simulated walker's hand reports: the truth, or the truth with a tremble.
struct SimulatedReceiver: Sendable {
  /// What simulated receivers take for the time at the start: 2026-01-01T00:00:00Z.
  static let epoch = Timestamp(milliseconds: 1_767_225_600_000)

  /// Metres of the error circle that a receiver without errors reports: none reports 0.
  private static let smallestCircle = 1.0

  /// Deviation of the reported from the true position on each axis, in metres.
  private let noise: Double
  private var generator: SeededGenerator

  init(noise: Double, seed: UInt64) {
    self.noise = noise.isFinite ? max(0, noise) : 0
    generator = SeededGenerator(seed: seed)
  }

  /// The report of one moment.
  mutating func fix(at position: Coordinate, time: Duration, speed: Double, course: Bearing?) -> Fix {
    Fix(
      position: measured(position), time: time, utc: Self.epoch.advanced(by: time), mode: .threeD,
      accuracy: max(Self.smallestCircle, noise * Fix.circleDeviations), accuracySource: .simulation, speed: speed,
      course: course)
  }

  private mutating func measured(_ position: Coordinate) -> Coordinate {
    guard noise > 0 else { return position }
    let (east, north) = (generator.bell() * noise, generator.bell() * noise)
    return TangentPlane(at: position).coordinate(at: .init(east: east, north: north))
  }
}
