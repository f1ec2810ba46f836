package import Simulation

/// The record of one player's game.
package struct TrialRecord: Hashable, Sendable {
  /// How a player's game ended.
  package enum End: String, Hashable, Sendable, CaseIterable {
    /// The hunt was won.
    case finished
    /// Every treasure that is left is sealed behind an unknown answer.
    case atSeal = "at_seal"
    /// The time of the hunt was up, or nothing could be found any more.
    case timeUp = "time_up"
    /// The player's patience was at its end.
    case gaveUp = "gave_up"
  }

  /// The record of a player at one stage.
  package struct Stage: Hashable, Sendable {
    /// Seconds since the start when it opened, and when it was found.
    package var opened: Int?
    /// Seconds since the start when it was found; `nil` if it was not.
    package var found: Int?
    /// Whether an answer that counts led the player elsewhere than the author meant: out of the zone where it really is.
    var isAstray = false
    /// Whether it was found by the player's word alone.
    var isClaimed = false
    /// Hints that were read.
    package var hints = 0
    /// How often the game believed the player inside.
    package var entered = 0
    /// How often the player was outside then, and from ten seconds before until ten seconds after.
    package var enteredFalsely = 0
    /// How often the player was more than ten metres outside then.
    package var enteredFromAfar = 0
    /// How often the player was both.
    var enteredFalselyFromAfar = 0
    /// How often the player stayed inside for the dwell time, and how often nothing opened.
    package var visits = 0
    /// Stays of ``visits`` in which nothing opened.
    package var missed = 0
  }

  /// From 0.
  package let number: Int
  /// How the player chose treasures and routes.
  package let strategy: Strategy
  /// How the game ended.
  package var end = End.gaveUp
  /// Seconds played.
  package var seconds = 0
  /// In the order of the hunt.
  package var stages: [Stage]
  /// Points at the end.
  package var points = 0
  /// The stage, from 0, at which the player gave up or the time was up.
  package var lostAt: Int?

  /// How much was found or claimed.
  var found: Int { stages.count { $0.found != nil } }

  /// Whether the player came as far as a simulated one can.
  package var isFinished: Bool { end == .finished || end == .atSeal }
}
