internal import Geodesy
package import Numbers

/// The parameters of one simulated player's behaviour.
///
/// All of them are assumptions, except for the speed.
package struct PlayerProfile: Hashable, Sendable {
  /// How they choose treasures and routes.
  package var strategy: Strategy
  /// Metres per second on the way.
  package var speed: Double
  /// Chance, from 0 to 1, that an answer is right.
  package var wit: Double
  /// Degrees by which they miss the direction that the screen shows.
  package var aim: Double
  /// Chance of a wrong direction at a look at the screen, and of a long rest.
  package var wrongTurn, rest: Double
  /// Seconds that nothing opens where the screen says the treasure is, after which they search around; after which they
  /// read a hint; and after which they claim it, where the game offers that.
  package var search, hint, claim: Int
  /// Seconds at one place at which nothing opens, after which they give up; without any find, four times as many.
  package var patience: Int

  /// Creates a player with a strategy and random traits.
  ///
  /// - Parameter patience: seconds without a find after which they give up.
  package init(_ strategy: Strategy, patience: Int, using generator: inout SeededGenerator) {
    self.strategy = strategy
    speed = WalkStyle(using: &generator).speed
    wit = 0.6 + 0.35 * generator.uniform()
    aim = 4 + 8 * generator.uniform()
    (wrongTurn, rest) = (0.005, 0.003)
    search = 15 + Int(20 * generator.uniform())
    hint = 240 + Int(240 * generator.uniform())
    claim = 120 + Int(600 * generator.uniform())
    self.patience = Int(Double(max(0, min(1_000_000, patience))) * (0.7 + 0.6 * generator.uniform()))
    switch strategy {
    case .greedy, .ordered: break
    case .hints: hint = 60 + Int(60 * generator.uniform())
    case .lost:
      speed *= 0.85
      aim = 20
      (wrongTurn, rest) = (0.08, 0.015)
    }
  }
}

/// How a simulated player chooses treasures and routes.
package enum Strategy: String, Hashable, Sendable, CaseIterable {
  /// Always to the nearest treasure that is open.
  case greedy
  /// In the order in which the hunt lists them.
  case ordered
  /// Goes by a rough bearing, takes wrong directions and detours, and rests long.
  case lost
  /// Takes a hint as soon as nothing opens.
  case hints

  /// The strategy of a random player: four in ten are greedy, three go by the list, one is lost and two take hints.
  ///
  /// An assumption.
  package static func drawn(using uniform: Double) -> Strategy {
    switch uniform {
    case ..<0.4: .greedy
    case ..<0.7: .ordered
    case ..<0.8: .lost
    default: .hints
    }
  }
}

/// A straight way in progress, a second at a time.
struct Stride: Sendable {
  private var scale = GroundScale()
  private(set) var bearing: Bearing?
  private var sine = 0.0
  private var cosine = 1.0
  /// Metres to go.
  private(set) var left = 0.0

  /// Starts a stride of `metres` toward `bearing`.
  mutating func begin(_ metres: Double, toward bearing: Bearing) {
    (sine, cosine) = Angle.sineAndCosine(degrees: bearing.degrees)
    self.bearing = bearing
    left = metres
  }

  /// Stands still.
  mutating func stop() { left = 0 }

  /// Goes `speed` metres further, or what is left; returns how many metres that was.
  mutating func take(_ speed: Double, from position: inout Coordinate) -> Double {
    let step = min(speed, left)
    guard step > 0 else { return 0 }
    left -= step
    position = scale.place(at: .init(east: step * sine, north: step * cosine), from: position)
    return step
  }
}
