import Geodesy
import HuntDomain
import Numbers
import Places
import Simulation

/// The hunt of the matrix: a stone, a mill that asks, and a gate that is open for a day, on a line toward the east.
enum Ground {
  static let start = Coordinate(clampingLatitude: 48.137, wrappingLongitude: 11.575)
  static let limit = Duration.seconds(7200)
  static let wrong = "1799"
  static let right = "1823"

  static let hunt: Hunt? = {
    var mill = Treasure(place: place("mill", 180), radius: 20, points: 10)
    mill.question = Question("Built when?", rule: .number(1823, tolerance: 0), price: 2)
    var gate = Treasure(place: place("gate", 270), zone: .polygon(rings: [square(around: 270, 15)]), points: 5)
    let day = Duration.seconds(86_400)
    let epoch = SimulatedDay.morning(at: start)
    gate.window = TimeWindow(from: epoch.advanced(by: .zero - day), to: epoch.advanced(by: day))
    var hunt = Hunt(
      title: "Faults", treasures: [Treasure(place: place("stone", 80), radius: 20, points: 3), mill, gate])
    hunt?.limit = limit
    return hunt
  }()

  private static func place(_ id: String, _ metres: Double) -> PointOfInterest {
    PointOfInterest(id: id, name: id, position: east(metres))
  }

  /// So many metres east of the start, and north of that.
  private static func east(_ metres: Double, north: Double = 0) -> Coordinate {
    start.offset(by: metres, toward: Bearing(degrees: 90)).offset(by: north, toward: Bearing(degrees: 0))
  }

  private static func square(around metres: Double, _ half: Double) -> [Coordinate] {
    [(-half, -half), (-half, half), (half, half), (half, -half)].map { east(metres + $0.0, north: $0.1) }
  }
}
