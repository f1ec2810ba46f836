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
