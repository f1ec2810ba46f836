import Game
import Geodesy
import HuntDomain
import Nearby
import PlaceSamples
import Places
import Simulation
import Testing
import Trials
import Views

/// Hunts to be tried, all small enough that a few players are through at once.
enum Tried {
  static let home = Coordinate(clampingLatitude: 48.137, wrappingLongitude: 11.575)

  static func treasure(_ id: String, _ east: Double, _ north: Double, radius: Double = 20) -> Treasure {
    let place = TangentPlane(at: home).coordinate(at: .init(east: east, north: north))
    return Treasure(
      place: PointOfInterest(id: id, name: "The \(id)", position: place), radius: radius, hint: "Look closer.")
  }

  /// Three stages, of which the last asks.
  static func hunt(_ order: Hunt.Order, radius: Double = 20) -> Hunt {
    var well = treasure("well", 400, 250, radius: radius)
    well.question = Question("How deep?", rule: .number(12, tolerance: 0))
    let treasures = [treasure("oak", 0, 0, radius: radius), treasure("mill", 320, 0, radius: radius), well]
    guard let hunt = Hunt(title: "Tried", order: order, treasures: treasures) else { preconditionFailure() }
    return hunt
  }

  static func trial(
    _ hunt: Hunt, _ preset: ErrorPreset, players: Int = 24, seed: UInt64 = 1, strategy: Strategy? = nil
  ) -> Trial {
    Trial(hunt, players: players, seed: seed, strategy: strategy, patience: 600) { SimulatedReceiver(preset, seed: $0) }
  }
}
